#include "engine/playout/lockstep.h"

#include <cstddef>
#include <deque>
#include <vector>

namespace tenuki {
namespace {

// Sources of one board size, first come, first served.
class SourceQueue final : public PlayoutQueue {
 public:
  void Add(PlayoutSource& source) {
    ready_.push_back(static_cast<uint32_t>(sources_.size()));
    sources_.push_back(&source);
  }

  bool Start(PlayoutJob& job) override {
    while (!ready_.empty()) {
      const uint32_t ticket = ready_.front();
      ready_.pop_front();
      const PlayoutRequest* const request = sources_[ticket]->Next();
      if (request == nullptr) continue;  // it is done
      job = {.start = &request->start, .seed = request->seed, .options = request->options, .ticket = ticket};
      return true;
    }
    return false;
  }
  void Finish(uint32_t ticket, const Playout& playout) override {
    sources_[ticket]->Take(playout);
    ready_.push_back(ticket);
  }

 private:
  std::vector<PlayoutSource*> sources_;
  std::deque<uint32_t> ready_;
};

}  // namespace

void RunAlone(PlayoutSource& source, const PlayoutKernel& kernel) {
  while (const PlayoutRequest* request = source.Next()) {
    source.Take(kernel.Run(request->start, request->seed, request->options));
  }
}

void RunTogether(std::span<PlayoutSource* const> sources, const BatchPlayoutKernel& kernel) {
  std::vector<PlayoutSource*> by_size[kMaxBoardSize + 1];
  for (PlayoutSource* source : sources) {
    if (const PlayoutRequest* request = source->Next()) by_size[request->start.size()].push_back(source);
  }
  for (int size = 1; size <= kMaxBoardSize; ++size) {
    const std::vector<PlayoutSource*>& alike = by_size[size];
    if (alike.empty()) continue;
    if (static_cast<int>(alike.size()) < kernel.FewestWorthwhile(size)) {
      for (PlayoutSource* source : alike) RunAlone(*source, kernel.one_by_one());
      continue;
    }
    SourceQueue queue;
    for (PlayoutSource* source : alike) queue.Add(*source);
    kernel.Run(size, queue);
  }
}

}  // namespace tenuki
