#include "engine/tsumego/move_knowledge.h"

#include <algorithm>

namespace tenuki {
namespace {

// The work that a move is expected to save is counted down from here.
constexpr int kOrdinary = 5;
constexpr int kPassing = 9;
constexpr int kFillsEye = 12;

bool FillsOwnEye(const LocalGame& game, const LocalState& before, Spot move) {
  const SpotSet& own = before.of(before.to_move);
  if (!game.beside(move).IsIn(own)) return false;
  return before.to_move == Role::kAttacker || !game.open().Contains(move);
}

// Chains of `role` beside the spot that have one liberty.
bool HasAtariBeside(const LocalGame& game, const LocalState& state, Role role, Spot spot) {
  const SpotSet empty = game.Empty(state);
  for (Spot near : game.beside(spot) & state.of(role)) {
    const LocalGame::Chain chain = game.ChainAt(state, role, near);
    if (!game.IsSafe(chain, role) && (chain.around & empty).size() == 1) return true;
  }
  return false;
}

}  // namespace

CandidateMoves MovesWorthTrying(const LocalGame& game, const LocalState& state) {
  const SpotSet empty = game.Empty(state);
  CandidateMoves moves{empty, game.MayPass(state)};
  if (state.to_move == Role::kAttacker) return moves;
  const LocalGame::Chain target = game.SingleTarget(state);
  if (target.stones.empty() || game.IsSafe(target, Role::kDefender)) return moves;
  const SpotSet liberties = target.around & empty;
  if (liberties.size() != 1) return moves;
  moves = {liberties, false};
  SpotSet rest = target.around & state.of(Role::kAttacker);
  while (!rest.empty()) {
    const LocalGame::Chain holder = game.ChainAt(state, Role::kAttacker, rest.First());
    rest -= holder.stones;
    const SpotSet holes = holder.around & empty;
    if (holes.size() == 1 && !game.IsSafe(holder, Role::kAttacker)) moves.spots |= holes;
  }
  return moves;
}

FirstNumbers NumbersAfter(const LocalGame& game, const LocalState& before, Spot move, const LocalState& after) {
  if (move == kPassSpot) return {.phi = 1, .delta = kPassing};
  const Role mover = before.to_move;
  const SpotSet empty = game.Empty(after);
  int work = kOrdinary;
  const int captured = before.of(Other(mover)).size() - after.of(Other(mover)).size();
  if (captured > 0) work -= 2;
  if (captured == 0 && FillsOwnEye(game, before, move)) return {.phi = 1, .delta = kFillsEye};
  if (HasAtariBeside(game, before, mover, move)) work -= 1;
  if (HasAtariBeside(game, after, Other(mover), move)) work -= 2;
  const LocalGame::Chain chain = game.ChainAt(after, mover, move);
  if (!game.IsSafe(chain, mover)) {
    const int liberties = (chain.around & empty).size();
    if (liberties == 1) work += mover == Role::kDefender ? 3 : 2 - (chain.stones.size() == 1);
  }
  // A spot with room on many sides, and stones of the target near, makes or spoils the shape of an eye.
  const int room = (game.beside(move) & empty).size();
  if (room >= 2 && !game.open().Contains(move)) work -= 1;
  if (game.beside(move).Meets(game.target())) work -= 1;
  return {.phi = 1, .delta = static_cast<uint32_t>(std::max(1, work))};
}

}  // namespace tenuki
