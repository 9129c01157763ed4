// The problems of a suite, read from the files of an input.
//
//   ABSL_ASSIGN_OR_RETURN(std::shared_ptr<const Suite> suite, SuiteOf(cell, inputs));
//   suite->problems[unit].board
//
// SGF: each game of a file is a problem, its first position counts, and its level is the folder that the file is in. Of
// a solution tree, first moves are correct that lead to a comment with the word RIGHT or CORRECT, and refuted where
// others do; a tree without such comments has its main line's first move for correct.
//
// JSON lines: a TsumegoProblem each (tsumego.proto). Empty lines, and those that start with '#', have none.
//
// What cannot be read is an error with file and line; what is wrong with a position is the solver's to say, problem by
// problem. Values: no thread rules.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/board/board.h"
#include "engine/tsumego/inference.h"
#include "experiments/inputs.h"

namespace tenuki {

struct SuiteProblem {
  std::string id;
  std::string level;
  Board board{1};
  ProblemHints hints;
  std::vector<Move> correct;
  std::vector<Move> refuted;

  bool IsCorrect(Move move) const;
  bool IsRefuted(Move move) const;
};

struct Suite {
  std::vector<SuiteProblem> problems;

  // INVALID_ARGUMENT with file, line and what would be right.
  static absl::StatusOr<Suite> Read(const v1::InputFiles& files);
};

absl::StatusOr<std::shared_ptr<const Suite>> SuiteOf(const v1::Experiment& cell, Inputs& inputs);

}  // namespace tenuki
