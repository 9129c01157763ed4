// What a match's games start from: the empty board, handicap stones, or the openings that match.openings names.
//
//   ABSL_ASSIGN_OR_RETURN(std::shared_ptr<const Openings> openings, OpeningsOf(cell, inputs));
//   Game game = openings->StartOf(unit);
//
// Immutable: no thread rules.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
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
  // None: every game starts with this many stones of Black. REQUIRES: FixedHandicap knows where, or it is 0.
  Openings(int board_size, const Rules& rules, int handicap = 0);
  // Every game of every file, in their order. INVALID_ARGUMENT with the file and the place in it for what is no SGF or
  // list of moves, a game on another board, an illegal move, and a game that is over.
  static absl::StatusOr<Openings> Read(const v1::InputFiles& files, int board_size, const Rules& rules);

  int32_t size() const { return static_cast<int32_t>(records_.size()); }
  // Which one the games of a unit start from; nothing when there are none.
  std::optional<int32_t> IndexOf(int64_t unit) const;
  // A game in which the opening was played.
  Game StartOf(int64_t unit) const;

 private:
  Rules rules_;
  // The start when there are none.
  Board board_;
  std::vector<SgfRecord> records_;
};

// Those of a cell.
absl::StatusOr<std::shared_ptr<const Openings>> OpeningsOf(const v1::Experiment& cell, Inputs& inputs);

}  // namespace tenuki
