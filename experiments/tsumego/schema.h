// The tables of a tsumego experiment: each row is a struct whose Columns() lists the columns once, for the schema, for
// what writes rows and for what reads them.
//
//   ABSL_RETURN_IF_ERROR(AppendRow(row, unit, rows));       // rows.h
//
// Values: no thread rules.
#pragma once

#include <arrow/api.h>

#include <cstdint>
#include <memory>
#include <string>

namespace tenuki {

// Unit tables, in the order of TsumegoKind::unit_tables().
enum TsumegoTable { kProblemsTable, kExpansionTable };
// Derived tables, in the order of TsumegoKind::derived_tables().
enum TsumegoDerivedTable { kAnswersTable, kLevelsTable, kThresholdsTable };

// `problems`: what became of a problem. `answers` (derived) has the same rows, by cell and unit. Moves and points are
// SGF's, in lists with spaces between them; a pass is "pass".
struct ProblemRow {
  std::string id{};
  std::string level{};
  // "life and death", or "tesuji" where the goal is to capture or to connect.
  std::string genre{};
  std::string goal{};
  std::string defender{};
  std::string to_move{};
  // Why the problem was not tried; empty where it was.
  std::string error{};
  // Readings of the position that were tried, and those that the first move was found to decide.
  int32_t readings = 0;
  int32_t decided_readings = 0;
  // How wide the region of the answer was drawn: "narrow", "middle", "wide", or "given" by the suite; and its empty
  // points.
  std::string region_width{};
  int32_t empties = 0;
  std::string outcome{};
  std::string certainty{};
  std::string answer{};
  std::string other_moves{};
  std::string line{};
  // Whether the suite has an answer, and whether ours is among its correct ones, or its refuted ones.
  bool is_graded = false;
  bool is_correct = false;
  bool is_refuted = false;
  bool is_proven = false;
  // Of proof searches; of Monte-Carlo search: simulations, those that pruning saved, states, and how often a move led
  // to a state that was there already. Depth is the deepest of both.
  int64_t nodes = 0;
  int64_t playouts = 0;
  int64_t saved_playouts = 0;
  int64_t states = 0;
  int64_t merged = 0;
  int32_t depth = 0;
  // Monte-Carlo's estimate for the side to move, and half its confidence interval; 1 or −1 for what is proven.
  double value = 0;
  double half_width = 0;
  // The position, for the report's boards.
  int32_t board_size = 0;
  std::string black{};
  std::string white{};
  std::string correct{};

  template <typename Self, typename Visit>
  static void Columns(Self& row, Visit visit) {
    visit("id", row.id);
    visit("level", row.level);
    visit("genre", row.genre);
    visit("goal", row.goal);
    visit("defender", row.defender);
    visit("to_move", row.to_move);
    visit("error", row.error);
    visit("readings", row.readings);
    visit("decided_readings", row.decided_readings);
    visit("region_width", row.region_width);
    visit("empties", row.empties);
    visit("outcome", row.outcome);
    visit("certainty", row.certainty);
    visit("answer", row.answer);
    visit("other_moves", row.other_moves);
    visit("line", row.line);
    visit("is_graded", row.is_graded);
    visit("is_correct", row.is_correct);
    visit("is_refuted", row.is_refuted);
    visit("is_proven", row.is_proven);
    visit("nodes", row.nodes);
    visit("playouts", row.playouts);
    visit("saved_playouts", row.saved_playouts);
    visit("states", row.states);
    visit("merged", row.merged);
    visit("depth", row.depth);
    visit("value", row.value);
    visit("half_width", row.half_width);
    visit("board_size", row.board_size);
    visit("black", row.black);
    visit("white", row.white);
    visit("correct", row.correct);
  }
};

// `expansion`: Table 1 for a problem, a row a threshold.
struct ExpansionRow {
  int32_t threshold = 0;
  int64_t states_without_table = 0;
  int64_t states_with_table = 0;
  int64_t playouts = 0;

  template <typename Self, typename Visit>
  static void Columns(Self& row, Visit visit) {
    visit("threshold", row.threshold);
    visit("states_without_table", row.states_without_table);
    visit("states_with_table", row.states_with_table);
    visit("playouts", row.playouts);
  }
};

// `levels` (derived): a row a level and genre, Table 2.
struct LevelRow {
  std::string level{};
  std::string genre{};
  int64_t problems = 0;
  int64_t errors = 0;
  int64_t graded = 0;
  int64_t correct = 0;
  int64_t refuted = 0;
  int64_t proven = 0;
  int64_t proven_correct = 0;
  // Of correct answers, nodes and playouts together.
  int64_t most_work = 0;
  int64_t least_work = 0;
  int64_t total_work = 0;
  int64_t planned_playouts = 0;
  int64_t saved_playouts = 0;

  template <typename Self, typename Visit>
  static void Columns(Self& row, Visit visit) {
    visit("level", row.level);
    visit("genre", row.genre);
    visit("problems", row.problems);
    visit("errors", row.errors);
    visit("graded", row.graded);
    visit("correct", row.correct);
    visit("refuted", row.refuted);
    visit("proven", row.proven);
    visit("proven_correct", row.proven_correct);
    visit("most_work", row.most_work);
    visit("least_work", row.least_work);
    visit("total_work", row.total_work);
    visit("planned_playouts", row.planned_playouts);
    visit("saved_playouts", row.saved_playouts);
  }
};

// `thresholds` (derived): Table 1, summed over problems.
struct ThresholdRow {
  int32_t threshold = 0;
  int64_t problems = 0;
  int64_t states_without_table = 0;
  int64_t states_with_table = 0;
  int64_t playouts = 0;

  template <typename Self, typename Visit>
  static void Columns(Self& row, Visit visit) {
    visit("threshold", row.threshold);
    visit("problems", row.problems);
    visit("states_without_table", row.states_without_table);
    visit("states_with_table", row.states_with_table);
    visit("playouts", row.playouts);
  }
};

}  // namespace tenuki
