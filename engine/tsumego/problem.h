// A tsumego: a position, whose stones are at stake, and where it is played.
//
//   Problem problem = {.board = board, .defender = Color::kBlack, .target = chain, .region = inside};
//   ABSL_RETURN_IF_ERROR(Check(problem));
//
// The *defender* wants to keep the *target* on the board, the *attacker* to capture all of it. Both play in the region,
// and where stones are captured in it. What is outside stands still:
//
//   * a chain of either side with a liberty outside the region can never be captured;
//   * but points that are `walled` are the attacker's, as if his stones stood there: the defender finds no liberty in
//     them, the attacker's stones beside them are safe.
//
// The attacker wins when no stone of the defender stands on a point of the target any more. Everything else is the
// defender's: two eyes, seki, connection to stones outside, and a position that comes again. The defender may pass; an
// attacker who has nothing to play but a pass has failed, unless it is a ko alone that keeps him from playing (he plays
// elsewhere then, once). Suicide is not allowed.
//
// Values: no thread rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "engine/board/board.h"

namespace tenuki {

// What the side to move wants: the defender lives or connects, the attacker kills or captures. The words differ in what
// the target is: a group for the first two, some chains for the others.
enum class Goal : uint8_t { kKill, kLive, kCapture, kConnect };
// "kill", "live", "capture", "connect".
std::string_view GoalName(Goal goal);
std::optional<Goal> GoalFromName(std::string_view name);
constexpr bool IsAttack(Goal goal) { return goal == Goal::kKill || goal == Goal::kCapture; }

struct Problem {
  Board board{1};
  // Whose turn it is says the board.
  Color defender = Color::kBlack;
  Goal goal = Goal::kLive;
  // Stones of the defender.
  PointSet target;
  // Empty points.
  PointSet region;
  // Empty points outside the region.
  PointSet walled;
  // The target is out of danger when the attacker is to move and one of its chains has so many liberties; 0: never. For
  // stones that are to be captured on the spot, in a net or a ladder, where the region is no cage.
  int safe_liberties = 0;

  bool attacker_to_move() const { return board.to_move() != defender; }
};

// INVALID_ARGUMENT with what is wrong: no target, stones in the region, a goal that is not the side's to move, …
absl::Status Check(const Problem& problem);

// What becomes of the target when both play their best.
enum class Outcome : uint8_t {
  kUnknown,
  kDead,
  kAlive,          // seki counts as life
  kSeki,           // alive, but not by two eyes
  kKoForAttacker,  // a ko that the attacker wins unless the defender finds a threat
  kKoForDefender,  // a ko that the defender wins unless the attacker finds a threat
};
// "unknown", "dead", "alive", "seki", "ko: the defender must find threats", …
std::string_view OutcomeName(Outcome outcome);

// How sure a result is.
enum class Certainty : uint8_t { kUnsolved, kEstimated, kProven };
// "unsolved", "estimated", "proven".
std::string_view CertaintyName(Certainty certainty);

}  // namespace tenuki
