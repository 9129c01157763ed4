#include "engine/search/search_player.h"

#include "common/random.h"

namespace tenuki {
namespace {

// Whether the side to move has won if the game is over now.
bool WinsAsItStands(const Game& game) {
  const int lead = game.ScoreHalfPoints();
  return game.board().to_move() == Color::kBlack ? lead > 0 : lead < 0;
}

}  // namespace

std::string_view SearchPlayer::name() const {
  switch (parameters_.guide) {
    case SearchParameters::Guide::kNone: return "uct";
    case SearchParameters::Guide::kCovariance: return "covariance";
    case SearchParameters::Guide::kCriticality: return "criticality";
    case SearchParameters::Guide::kRave: break;
  }
  return parameters_.rave_bonus == SearchParameters::RaveBonus::kNone ? "rave" : "rave-covariance";
}

PlayoutSource* SearchPlayer::BeginChoice(const Game& game) {
  search_ = nullptr;
  last_choice_ = {};
  wins_now_ = WinsAsItStands(game);
  if (game.board().passes() == 1 && wins_now_) return nullptr;
  search_ = std::make_unique<Search>(game, parameters_, DeriveSeed(seed_, game.plies().size()));
  return search_.get();
}

std::optional<Move> SearchPlayer::EndChoice() {
  const RootMove best = search_->BestMove(/*may_pass=*/wins_now_);
  last_choice_ = {.playouts = search_->num_playouts(), .visits = best.visits, .win_rate = best.WinRate()};
  if (best.WinRate() < parameters_.resign_below) return std::nullopt;
  return best.move;
}

std::optional<Move> SearchPlayer::ChooseMove(const Game& game) {
  PlayoutSource* const source = BeginChoice(game);
  if (source == nullptr) return kPass;
  RunAlone(*source, kernel_);
  return EndChoice();
}

}  // namespace tenuki
