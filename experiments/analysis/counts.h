// What was counted, read back from the unit tables whatever the order of their rows, some positions at a time.
//
//   ABSL_RETURN_IF_ERROR(ForEachPosition(plan, unit_tables, [&](const Cell& cell, int64_t unit, const PositionCounts&
//   position) {
//     position.samples.at(1000).table
//   }));
//
// A sample takes 650 bytes for each score that occurred on 9×9, 2.9 kB on 19×19: some 50 kB and 1 MB. Of
// kPositionsAtOnce positions memory holds all samples; for more of them the tables are read again. Values: no thread
// rules.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
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

inline constexpr int64_t kPositionsAtOnce = 128;

// In the order of cells and units. Positions that the table `positions` does not have are left out. INVALID_ARGUMENT
// when a row cannot be.
absl::Status ForEachPosition(const Plan& plan, TableSource& unit_tables,
                             absl::FunctionRef<void(const Cell&, int64_t unit, const PositionCounts&)> visit);

}  // namespace tenuki::analysis
