// The positions of an analysis, in the order of their files and of what is in them: games of SGF, or lines of JSON.
//
//   ABSL_ASSIGN_OR_RETURN(std::shared_ptr<const Positions> positions, PositionsOf(cell, inputs));
//   positions->at(unit).board
//
// What cannot be used is an error that says where it stands: a suite is looked at position by position, and one that is
// left out in silence would be missed. Immutable: may be used from any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/board/board.h"
#include "engine/board/game.h"
#include "experiments/inputs.h"
#include "tenuki/v1/analysis.pb.h"

namespace tenuki::analysis {

// Of a semeai, as the input says it.
struct KnownSemeaiPoints {
  PointSet black;
  PointSet white;
  // "black", "white" or "neither".
  std::string black_first;
  std::string white_first;
};

struct AnalysedPosition {
  std::string name;
  // Without passes before it.
  Board board;
  int komi_half_points = 0;
  std::vector<KnownSemeaiPoints> known;

  Game StartOfGame() const { return Game(board, {.komi_half_points = komi_half_points}); }
};

class Positions {
 public:
  static constexpr int64_t kMaxPositions = 10'000;

  // INVALID_ARGUMENT with file and line.
  static absl::StatusOr<Positions> Read(const v1::InputFiles& files, const v1::Analysis& analysis);

  int64_t size() const { return static_cast<int64_t>(positions_.size()); }
  const AnalysedPosition& at(int64_t unit) const { return positions_[static_cast<size_t>(unit)]; }

 private:
  Positions() = default;

  std::vector<AnalysedPosition> positions_;
};

// Those of a cell.
absl::StatusOr<std::shared_ptr<const Positions>> PositionsOf(const v1::Experiment& cell, Inputs& inputs);

}  // namespace tenuki::analysis
