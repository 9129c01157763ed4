#include "engine/tsumego/eye_shape.h"

#include <algorithm>

namespace tenuki {
namespace {

constexpr int kShortOfLiberties = 3;
constexpr int kNumVital = 3;

SpotSet Around(const LocalGame& game, const SpotSet& spots) {
  SpotSet around;
  for (Spot spot : spots) around |= game.beside(spot);
  return around;
}

bool IsTwoOnePoint(const LocalGame& game, Spot spot) {
  const int size = game.board_size();
  const auto from_edge = [size](int line) { return std::min(line, size - 1 - line); };
  const int column = from_edge(ColumnOf(size, game.PointOf(spot)));
  const int row = from_edge(RowOf(size, game.PointOf(spot)));
  return column + row == 1;
}

}  // namespace

SpotSet EyeSpace(const LocalGame& game, const LocalState& state) {
  const SpotSet free = game.all() - state.of(Role::kAttacker);
  SpotSet reached = state.of(Role::kDefender) & game.target();
  for (int step = 0; step < 2; ++step) reached |= Around(game, reached) & free;
  return reached & game.Empty(state);
}

FirstMoves EyeShapeMoves(const LocalGame& game, const LocalState& state) {
  const SpotSet empty = game.Empty(state);
  const SpotSet eye_space = EyeSpace(game, state);
  FirstMoves moves{.candidates = eye_space, .vital = {}};
  SpotSet attackers = state.of(Role::kAttacker);
  while (!attackers.empty()) {
    const LocalGame::Chain chain = game.ChainAt(state, Role::kAttacker, attackers.First());
    attackers -= chain.stones;
    const SpotSet liberties = chain.around & empty;
    if (!game.IsSafe(chain, Role::kAttacker) && liberties.size() <= kShortOfLiberties) moves.candidates |= liberties;
  }
  const auto room = [&](Spot spot) {
    return 2 * (game.beside(spot) & eye_space).size() + (Around(game, game.beside(spot)) & eye_space).size();
  };
  int rooms[kMaxSpots];
  int num_rooms = 0;
  for (Spot spot : eye_space) rooms[num_rooms++] = room(spot);
  std::sort(rooms, rooms + num_rooms, std::greater<>());
  const int least = num_rooms == 0 ? 0 : rooms[std::min(num_rooms, kNumVital) - 1];
  for (Spot spot : eye_space) {
    if (room(spot) >= least || IsTwoOnePoint(game, spot)) moves.vital.Insert(spot);
  }
  return moves;
}

}  // namespace tenuki
