// The openings that a match's games start from: what match.openings names.
//
//   ABSL_ASSIGN_OR_RETURN(std::shared_ptr<const Openings> openings, OpeningsOf(cell, inputs));
//   Game game = openings->StartOf(unit);
//
// Immutable: no thread rules.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/board/game.h"
#include "engine/sgf/record.h"
#include "experiments/inputs.h"
#include "tenuki/v1/input.pb.h"
#include "tenuki/v1/match.pb.h"

namespace tenuki {

Rules RulesOf(const v1::Match& match);

class Openings {
 public:
  // Every game of every file, in their order. INVALID_ARGUMENT with the file and the place in it for what is no SGF, a
  // game on another board, an illegal move, and a game that is over.
  static absl::StatusOr<Openings> Read(const v1::InputFiles& files, int board_size, const Rules& rules);

  int32_t size() const { return static_cast<int32_t>(records_.size()); }
  // Which one the games of a unit start from.
  int32_t IndexOf(int64_t unit) const { return static_cast<int32_t>(unit % size()); }
  // A game in which the opening was played.
  Game StartOf(int64_t unit) const;

 private:
  explicit Openings(const Rules& rules) : rules_(rules) {}

  Rules rules_;
  std::vector<SgfRecord> records_;
};

// Those of a cell, or nullptr when its games start from the empty board.
absl::StatusOr<std::shared_ptr<const Openings>> OpeningsOf(const v1::Experiment& cell, Inputs& inputs);

}  // namespace tenuki
