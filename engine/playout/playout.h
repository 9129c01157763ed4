// Playouts: random games to the end from a given position.
//
//   PlayoutKernel kernel(BestCpuLevel());
//   Playout playout = kernel.Run(board, seed, PlayoutOptions{});
//   black_wins += playout.BlackWins(komi_half_points);
//
// What a playout does is defined here, not by any data structure; every kernel (one game at a time, or many games in
// SIMD lanes: batch.h) plays the same moves:
//
//   The candidates of the side to move are the legal moves (simple ko, no suicide) that do not fill an own eye, in
//   point order; n of them. An own eye is an empty point whose side neighbours are all own stones or off the board, and
//   whose diagonal neighbours include at most one opposing stone, none on the edge. With r = Random32(seed, m), m the
//   number of plies played since the start, the move is candidate number (r·n) >> 32. With n = 0 the ply is a pass.
//   The playout ends after two passes in a row (one before its start counts), at the move limit, or by mercy, which is
//   looked at after each stone. A start that two passes have ended already is played on.
//
// The choice is uniform up to a bias below n / 2^32. Nothing here allocates; a kernel has no state and is thread-safe.
#pragma once

#include <cstdint>

#include "common/cpu.h"
#include "engine/board/area.h"
#include "engine/board/board.h"
#include "engine/board/point_set.h"

namespace tenuki {

struct PlayoutOptions {
  // The playout ends after this many plies; 0 stands for 3 · size², which one in many thousands reaches.
  int max_plies = 0;
  // Ends the playout as soon as one side has at least this many stones more on the board (the mercy threshold of
  // Hillis, as in Pellegrino et al. 2009, §1.2); 0 for never.
  int mercy_stones = 0;
};

struct Playout {
  enum class End : uint8_t { kTwoPasses, kMaxPlies, kMercy };

  Area area;                 // of the final position
  PointSet stones[2];        // Black's, White's in the final position
  PointSet first_played[2];  // points where Black, White was the first to play in this playout (all-as-first, RAVE)
  int score;                 // area.Score(): Black's lead before komi
  int plies;                 // moves and passes
  End end;
  Color mercy_winner;  // the side with more stones when end is kMercy, else kEmpty

  // Black's lead after komi in half points decides, or mercy. A tie is won by nobody.
  bool BlackWins(int komi_half_points) const {
    return end == End::kMercy ? mercy_winner == Color::kBlack : 2 * score > komi_half_points;
  }
  bool WhiteWins(int komi_half_points) const {
    return end == End::kMercy ? mercy_winner == Color::kWhite : 2 * score < komi_half_points;
  }
};

class PlayoutKernel {
 public:
  // REQUIRES: `level` is one of SupportedCpuLevels().
  explicit PlayoutKernel(CpuLevel level);

  Playout Run(const Board& start, uint64_t seed, const PlayoutOptions& options) const;

 private:
  using RunFunction = void (*)(const BoardState& start, uint64_t seed, int max_plies, int mercy_stones,
                               Playout& playout);
  RunFunction run_;
};

}  // namespace tenuki
