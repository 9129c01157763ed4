#include "engine/phantom/referee.h"

#include "absl/log/check.h"

namespace tenuki {

Referee::Referee(int size, const Rules& rules, int max_plies)
    : game_(size, rules),
      views_{PlayerView(size, Color::kBlack, rules), PlayerView(size, Color::kWhite, rules)},
      max_plies_(max_plies > 0 ? max_plies : 4 * size * size) {}

Ruling Referee::Propose(Move move) {
  CHECK(!IsOver());
  CHECK(move == kPass || (move >= 0 && move < game_.board().num_points())) << move;
  using Kind = Observation::Kind;
  const Color color = to_move();
  const PointSet before = game_.board().stones(Opponent(color));
  const int captured_before = game_.board().captured_by(color);
  Ruling ruling = {.error = game_.Play(move)};
  if (!ruling.is_legal()) {
    ruling.to_proposer = {.kind = Kind::kRefused, .point = move};
    Tell(color, ruling.to_proposer);
    return ruling;
  }
  if (move == kPass) {
    ruling.to_proposer = {.kind = Kind::kPassed};
    ruling.to_opponent = {.kind = Kind::kOpponentPassed};
  } else {
    const int captured = game_.board().captured_by(color) - captured_before;
    const PointSet lost = captured > 0 ? before - game_.board().stones(Opponent(color)) : PointSet();
    ruling.to_proposer = {.kind = Kind::kPlayed, .point = move, .captured = captured};
    ruling.to_opponent = {.kind = Kind::kOpponentPlayed, .captured = captured, .lost = lost};
  }
  Tell(color, ruling.to_proposer);
  Tell(Opponent(color), *ruling.to_opponent);
  if (IsOver()) {
    for (Color each : {Color::kBlack, Color::kWhite}) {
      Tell(each, {.kind = Kind::kOver, .black_lead_half_points = ScoreHalfPoints()});
    }
  }
  return ruling;
}

}  // namespace tenuki
