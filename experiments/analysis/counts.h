// What was counted, read back from the unit tables whatever the order of their rows.
//
//   ABSL_ASSIGN_OR_RETURN(std::vector<CellCounts> cells, ReadCounts(plan, unit_tables));
//   cells[cell.index].at(unit).samples.at(1000).table
//
// All of a plan is in memory: 650 bytes for each score that occurred in a sample on 9×9, 2.9 kB on 19×19; that is 50 kB
// for a position on 9×9 and a sample of it. Values: no thread rules.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/criticality/score_table.h"
#include "experiments/experiment.h"

namespace tenuki::analysis {

struct PositionCounts {
  struct Choice {
    std::string move;
    int64_t visits = 0;
    double win_rate = 0;
  };
  struct Sample {
    ScoreTable table;
    // Of the search.
    std::optional<Choice> choice;
  };
  struct Known {
    std::string black;
    std::string white;
    std::string black_first;
    std::string white_first;
  };

  std::string name;
  int size = 0;
  int komi_half_points = 0;
  std::string to_move;
  std::string black;
  std::string white;
  // By number of simulations.
  std::map<int32_t, Sample> samples;
  // By number, from 1.
  std::map<int32_t, Known> known;
};

// By unit.
using CellCounts = std::map<int64_t, PositionCounts>;

// By cell. Rows of positions that the table `positions` does not have are left out. INVALID_ARGUMENT when a row cannot
// be.
absl::StatusOr<std::vector<CellCounts>> ReadCounts(const Plan& plan, TableSource& unit_tables);

}  // namespace tenuki::analysis
