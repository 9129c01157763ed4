// The stored positions that are most like a given one: the paper's own use, "what did professionals play in positions
// like this?".
//
//   ABSL_ASSIGN_OR_RETURN(std::vector<StoredPosition> stored, ReadPositions(tables, cell.index));
//   ABSL_ASSIGN_OR_RETURN(auto nearest, FindNearest(similarity, stored, board, InfluenceModel::kZobrist,
//   /*count=*/10)); nearest[0].replies[0].point                // where it was played, as the given position lies
//
// A position is compared in all eight ways to lay it on the other, by the smallest distance. Only positions in which
// the same side is to move are taken. Pure functions: no thread rules.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/board/board.h"
#include "engine/influence/influence.h"
#include "experiments/similarity/collection.h"
#include "experiments/tables.h"
#include "tenuki/v1/similarity.pb.h"

namespace tenuki {

struct StoredPosition {
  // Its number in `pairs`.
  int number = 0;
  int64_t num_games = 0;
  Color to_move = Color::kBlack;
  PointSet black;
  PointSet white;
  std::vector<Reply> replies;
};

// Those of a cell, from the stored table `positions` of a board of that size. INVALID_ARGUMENT when it is not such a
// table.
absl::StatusOr<std::vector<StoredPosition>> ReadPositions(TableSource& tables, int32_t cell, int board_size);

struct Neighbour {
  int number = 0;
  int64_t num_games = 0;
  int32_t distance = 0;
  // A priori, by the experiment's formula; 1 where the stones are the same.
  double similarity = 0;
  // As the given position lies; the most games first.
  PointSet black;
  PointSet white;
  std::vector<Reply> replies;
};

// The nearest first; of those equally near the one of more games. INVALID_ARGUMENT when the board has another size, or
// no stored position has the same side to move.
absl::StatusOr<std::vector<Neighbour>> FindNearest(const v1::Similarity& similarity,
                                                   const std::vector<StoredPosition>& stored, const Board& board,
                                                   InfluenceModel model, int count);

}  // namespace tenuki
