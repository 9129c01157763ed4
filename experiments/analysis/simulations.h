// The simulations of a position, by a search or plain playouts, up to any number of them and on from there.
//
//   Simulations simulations(position.StartOfGame(), analysis, kernel, UnitSeed(cell.digest, unit));
//   simulations.RunUntil(1000);
//   simulations.table().Histogram()
//
// Everything follows from (position, analysis, seed); where it stops on the way makes no difference. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/board/game.h"
#include "engine/criticality/score_table.h"
#include "engine/playout/playout.h"
#include "engine/search/search.h"
#include "tenuki/v1/analysis.pb.h"

namespace tenuki::analysis {

class Simulations {
 public:
  // REQUIRES: PlanCell is content with the analysis.
  Simulations(const Game& start, const v1::Analysis& analysis, const PlayoutKernel& kernel, uint64_t seed);

  // REQUIRES: `count` is at most analysis.simulations(), and not less than it was.
  void RunUntil(int count);

  const ScoreTable& table() const { return table_; }
  // The move that the search would play now; nothing where there is no tree.
  std::optional<RootMove> BestMove() const;

 private:
  // The search knows where the table is.
  Simulations(const Simulations&) = delete;
  Simulations& operator=(const Simulations&) = delete;

  const Board start_;
  const PlayoutKernel kernel_;
  const uint64_t seed_;
  const ControlReading reading_;
  ScoreTable table_;
  int num_playouts_ = 0;
  std::optional<Search> search_;
};

}  // namespace tenuki::analysis
