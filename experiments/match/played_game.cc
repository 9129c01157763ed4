#include "experiments/match/played_game.h"

namespace tenuki {

int PlayedGame::NumPlies() const {
  const bool resigned = !plies.empty() && !plies.back().move.has_value();
  return static_cast<int>(plies.size()) - (resigned ? 1 : 0);
}

int64_t PlayedGame::NumPlayouts(Color color) const {
  int64_t playouts = 0;
  for (const PlayedPly& ply : plies) playouts += ply.color == color ? ply.info.playouts : 0;
  return playouts;
}

std::string PlayedGame::Moves(int board_size) const {
  std::string moves;
  moves.reserve(2 * plies.size());
  for (const PlayedPly& ply : plies) {
    if (ply.move.has_value()) moves += *ply.move == kPass ? "tt" : ToSgf(board_size, *ply.move);
  }
  return moves;
}

}  // namespace tenuki
