// What engines did that lost them games, counted by what it was: the derived table `faults`.
//
//   FaultCounts counts;
//   counts.Add({.cell = 0, .by = "opponent", .reason = "crash", .unit = 3, .game = 1, .example = "crash: died by …"});
//   counts.faults();                      // a fault for each cell, engine and reason, with the first game that has it
//
// One thread at a time.
#pragma once

#include <arrow/api.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "experiments/experiment.h"
#include "tenuki/v1/report.pb.h"

namespace tenuki {

struct Fault {
  int32_t cell = 0;
  // "player" or "opponent", and the game's reason: "crash", "illegal_move" …
  std::string by = {};
  std::string reason = {};
  int64_t num_games = 1;
  // The first of these games, and what was seen there.
  int64_t unit = 0;
  int32_t game = 0;
  std::string example = {};
};

// Sums up, in whatever order games come.
class FaultCounts {
 public:
  void Add(Fault fault);
  std::vector<Fault> faults() const;

 private:
  using Key = std::tuple<int32_t, std::string, std::string>;
  std::map<Key, Fault> faults_;
};

std::shared_ptr<arrow::Schema> FaultsSchema();
absl::Status GiveFaults(const std::vector<Fault>& faults, size_t table, TableSink& sink);
absl::StatusOr<std::vector<Fault>> ReadFaults(const Plan& plan, TableSource& derived_tables);

// A row for each engine and reason, over all cells.
v1::Table FaultsTable(const std::vector<Fault>& faults);

}  // namespace tenuki
