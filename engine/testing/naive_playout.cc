#include "engine/testing/naive_playout.h"

#include <cstdlib>
#include <vector>

namespace tenuki {
namespace {

// Black's stones on the board less White's.
int StoneLead(const NaiveStones& stones) {
  return static_cast<int>(stones.PointsOf(Color::kBlack).size()) -
         static_cast<int>(stones.PointsOf(Color::kWhite).size());
}

// Returns the move played.
Move PlayOnePly(NaivePlayout& playout, absl::FunctionRef<int(int ply, int n)> choose) {
  NaiveBoard& board = playout.final_board;
  std::vector<Point> candidates = board.PlayoutCandidates();
  Move move = kPass;
  if (!candidates.empty()) {
    int ply = static_cast<int>(playout.moves.size());
    move = candidates[choose(ply, static_cast<int>(candidates.size()))];
    if (playout.first_played[move] == Color::kEmpty) playout.first_played[move] = board.to_move();
  }
  board.Play(move);
  playout.moves.push_back(move);
  return move;
}

}  // namespace

NaivePlayout RunNaivePlayout(const NaiveBoard& start, const PlayoutOptions& options,
                             absl::FunctionRef<int(int ply, int n)> choose) {
  NaivePlayout playout{.final_board = start,
                       .moves = {},
                       .first_played = std::vector<Color>(start.num_points(), Color::kEmpty),
                       .end = Playout::End::kMaxPlies};
  const size_t max_plies = options.max_plies > 0 ? options.max_plies : 3 * start.num_points();
  int passes = start.passes() == 1 ? 1 : 0;
  while (playout.moves.size() < max_plies) {
    Move move = PlayOnePly(playout, choose);
    passes = move == kPass ? passes + 1 : 0;
    if (passes == 2) {
      playout.end = Playout::End::kTwoPasses;
      break;
    }
    int lead = StoneLead(playout.final_board.stones());
    if (move != kPass && options.mercy_stones > 0 && std::abs(lead) >= options.mercy_stones) {
      playout.end = Playout::End::kMercy;
      playout.mercy_winner = lead > 0 ? Color::kBlack : Color::kWhite;
      break;
    }
  }
  return playout;
}

}  // namespace tenuki
