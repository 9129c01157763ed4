// A playout as engine/playout/playout.h defines it, played on the naive board. Where the definition needs reading
// closely: two passes before the start are over and done with, so a finished game is played on; mercy is shown after
// a stone has been played, not before the first and not after a pass.
#pragma once

#include <vector>

#include "absl/functional/function_ref.h"
#include "engine/board/point.h"
#include "engine/playout/playout.h"
#include "engine/testing/naive_board.h"

namespace tenuki {

struct NaivePlayout {
  NaiveBoard final_board;
  std::vector<Move> moves;          // passes too
  std::vector<Color> first_played;  // for each point, who played there first; kEmpty for nobody
  Playout::End end;
  Color mercy_winner = Color::kEmpty;
};

// `choose(ply, n)` gives the number of the candidate to play, below n; it is not called when there is none.
NaivePlayout RunNaivePlayout(const NaiveBoard& start, const PlayoutOptions& options,
                             absl::FunctionRef<int(int ply, int n)> choose);

}  // namespace tenuki
