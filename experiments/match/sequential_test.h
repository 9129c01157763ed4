// The sequential test of a cell's pairs: from the rows of `games` to the derived table `sequential_test`, and to words.
//
//   SequentialTest test = RunSequentialTest(cell.experiment.stop().sprt(), {{0, 3}, {1, 4}, {3, 4}});
//   test.verdict                                       // Sprt::Verdict::kContinue, so far
//
// Pure functions: no thread rules.
#pragma once

#include <arrow/api.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "experiments/experiment.h"
#include "experiments/statistics/sprt.h"
#include "tenuki/v1/report.pb.h"

namespace tenuki {

// What match.player made of one game: 2 for a win, 1 for a draw.
struct GamePoints {
  int64_t unit = 0;
  int points = 0;
};
// Of a row of `games`, as stored: after the column `cell`.
GamePoints PointsOf(const arrow::RecordBatch& games, int64_t row);

SprtOptions OptionsOf(const v1::Sprt& sprt);

struct SequentialTest {
  int32_t cell = 0;
  SprtOptions options;
  double lower_bound = 0;
  double upper_bound = 0;
  double log_likelihood_ratio = 0;
  int64_t num_pairs = 0;
  // Units before the last pair that have no games.
  int64_t num_left_out = 0;
  Sprt::Verdict verdict = Sprt::Verdict::kContinue;
};

// Of pairs (unit, points) in any order. Those after the one that decides do not count.
SequentialTest RunSequentialTest(const v1::Sprt& sprt, std::vector<std::pair<int64_t, int>> pairs);

std::shared_ptr<arrow::Schema> SequentialTestSchema();
absl::StatusOr<std::shared_ptr<arrow::RecordBatch>> ToBatch(const std::vector<SequentialTest>& tests);
// INVALID_ARGUMENT when a row belongs to no cell.
absl::StatusOr<std::vector<SequentialTest>> ReadSequentialTests(const Plan& plan, TableSource& derived_tables);

// For the report: a row a test, and what they are.
v1::Table SequentialTestTable(const Plan& plan, const std::vector<SequentialTest>& tests);
std::string DescribeSequentialTests(const std::vector<SequentialTest>& tests);

}  // namespace tenuki
