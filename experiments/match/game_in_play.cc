#include "experiments/match/game_in_play.h"

#include <utility>
#include <variant>

#include "absl/log/check.h"
#include "absl/strings/str_cat.h"
#include "engine/gtp/dead_stones.h"

namespace tenuki {
namespace {

size_t MaxPlies(const v1::Match& match) {
  return match.max_plies() > 0 ? match.max_plies() : 4 * match.board_size() * match.board_size();
}

// What all who have an opinion agree on.
PointSet DeadStones(const SideVerdict& black, const SideVerdict& white) {
  if (!black.dead_stones.has_value()) return white.dead_stones.value_or(PointSet());
  return white.dead_stones.has_value() ? *black.dead_stones & *white.dead_stones : *black.dead_stones;
}

}  // namespace

GameInPlay::GameInPlay(const v1::Match& match, Game start, MatchSide& black, MatchSide& white)
    : match_(match), max_plies_(MaxPlies(match)), game_(std::move(start)), black_(black), white_(white) {
  AskForMove();
}

bool GameInPlay::Advance() {
  while (stage_ != Stage::kOver) {
    std::optional<SideAnswer> answer = side(asked_).Poll();
    if (!answer.has_value()) return false;
    Take(*std::move(answer));
  }
  return true;
}

void GameInPlay::AskForMove() {
  asked_ = game_.board().to_move();
  side(asked_).AskMove(game_);
}

void GameInPlay::Take(SideAnswer answer) {
  if (const auto* move = std::get_if<SideMove>(&answer)) return TakeMove(*move);
  if (const auto* verdict = std::get_if<SideVerdict>(&answer)) return TakeVerdict(*verdict);
  if (auto* fault = std::get_if<SideFault>(&answer)) return EndByLossOf(asked_, fault->reason, std::move(fault->text));
  failure_ = std::get<EngineFailure>(std::move(answer));
  stage_ = Stage::kOver;
}

void GameInPlay::TakeMove(const SideMove& answer) {
  if (answer.move.has_value()) {
    if (const MoveError error = game_.Check(*answer.move); error != MoveError::kNone) {
      // Native players choose among legal moves.
      CHECK(side(asked_).session() != nullptr) << "an illegal move at ply " << game_.plies().size();
      return EndByLossOf(asked_, "illegal_move", Explain(error, match_.board_size(), *answer.move));
    }
  }
  played_.plies.push_back({.color = asked_, .move = answer.move, .info = answer.info, .think_time = answer.think_time});
  if (!answer.move.has_value()) return EndByLossOf(asked_, "resignation");
  game_.Play(*answer.move);
  if (game_.IsOver()) {
    if (match_.referee() == v1::ALL_ALIVE) return Judge();
    stage_ = Stage::kVerdicts;
    asked_ = Color::kBlack;
    black_.AskVerdict(game_);
  } else if (played_.plies.size() >= max_plies_) {
    EndByCount(game_.ScoreHalfPoints(), "max_plies");
  } else {
    AskForMove();
  }
}

void GameInPlay::TakeVerdict(const SideVerdict& verdict) {
  verdicts_[asked_ == Color::kBlack ? 0 : 1] = verdict;
  if (asked_ == Color::kWhite) return Judge();
  asked_ = Color::kWhite;
  white_.AskVerdict(game_);
}

void GameInPlay::Judge() {
  const auto& [black, white] = verdicts_;
  played_.engine_black_lead_half_points =
      white.black_lead_half_points.has_value() ? white.black_lead_half_points : black.black_lead_half_points;
  if (match_.referee() == v1::ENGINE_SCORE && played_.engine_black_lead_half_points.has_value()) {
    return EndByCount(*played_.engine_black_lead_half_points, "two_passes");
  }
  const PointSet dead = DeadStones(black, white);
  played_.num_dead_stones = dead.size();
  const int lead = RemoveStones(game_.board(), dead).ComputeArea().Score();
  EndByCount(2 * lead - game_.rules().komi_half_points, "two_passes");
}

void GameInPlay::EndByCount(int black_lead_half_points, std::string_view reason) {
  played_.black_lead_half_points = black_lead_half_points;
  played_.winner = black_lead_half_points > 0   ? Color::kBlack
                   : black_lead_half_points < 0 ? Color::kWhite
                                                : Color::kEmpty;
  played_.reason = reason;
  stage_ = Stage::kOver;
}

void GameInPlay::EndByLossOf(Color loser, std::string_view reason, std::optional<std::string> failure) {
  played_.winner = Opponent(loser);
  played_.reason = reason;
  played_.failure = std::move(failure);
  stage_ = Stage::kOver;
}

void GameInPlay::Forfeit() {
  CHECK(failure_.has_value());
  EndByLossOf(asked_, EngineFailureName(failure_->kind), DescribeEngineFailure(*failure_));
}

}  // namespace tenuki
