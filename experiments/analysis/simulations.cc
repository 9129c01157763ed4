#include "experiments/analysis/simulations.h"

#include "common/random.h"
#include "experiments/players.h"

namespace tenuki::analysis {

Simulations::Simulations(const Game& start, const v1::Analysis& analysis, const PlayoutKernel& kernel, uint64_t seed)
    : start_(start.board()),
      kernel_(kernel),
      seed_(seed),
      reading_(ReadingOf(analysis.control())),
      table_(start_.size()) {
  if (!analysis.has_search()) return;
  SearchParameters parameters = SearchParametersOf(analysis.search());
  parameters.playouts = analysis.simulations();
  search_.emplace(start, parameters, seed);
  search_->CountInto(&table_, reading_);
}

void Simulations::RunUntil(int count) {
  if (search_.has_value()) {
    while (const PlayoutRequest* request = search_->Next(count)) {
      search_->Take(kernel_.Run(request->start, request->seed, request->options));
    }
    return;
  }
  for (; num_playouts_ < count; ++num_playouts_) {
    const Playout playout = kernel_.Run(start_, DeriveSeed(seed_, static_cast<uint64_t>(num_playouts_)), {});
    table_.Add(playout.score, ControlOf(reading_, start_.size(), playout.stones, playout.area));
  }
}

std::optional<RootMove> Simulations::BestMove() const {
  if (!search_.has_value()) return std::nullopt;
  return search_->BestMove();
}

}  // namespace tenuki::analysis
