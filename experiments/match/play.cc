#include "experiments/match/play.h"

#include <utility>

#include "absl/log/check.h"

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

PlayedGame PlayGame(const v1::Match& match, Game game, Player& black, Player& white, const Clock& clock) {
  const int size = match.board_size();
  const size_t max_plies = match.max_plies() > 0 ? match.max_plies() : 4 * size * size;
  PlayedGame played;
  while (played.plies.size() < max_plies && !game.IsOver()) {
    const Color color = game.board().to_move();
    Player& player = color == Color::kBlack ? black : white;
    const absl::Time start = clock.Now();
    const std::optional<Move> move = player.ChooseMove(game);
    played.plies.push_back(
        {.color = color, .move = move, .info = player.last_choice(), .think_time = clock.Now() - start});
    if (!move.has_value()) {
      played.winner = Opponent(color);
      played.reason = "resignation";
      return played;
    }
    const MoveError error = game.Play(*move);
    CHECK(error == MoveError::kNone) << player.name() << " played an illegal move at ply " << game.plies().size();
  }
  const int lead = game.ScoreHalfPoints();
  played.winner = lead > 0 ? Color::kBlack : lead < 0 ? Color::kWhite : Color::kEmpty;
  played.black_lead_half_points = lead;
  played.reason = game.IsOver() ? "two_passes" : "max_plies";
  return played;
}

}  // namespace tenuki
