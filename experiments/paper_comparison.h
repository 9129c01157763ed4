// Whether games have shown the win rates that the paper says.
//
//   std::vector<PaperComparison> comparisons = CompareWithPaper(plan, scores);
//
// Each cell with a value of the paper is tested by itself, two proportions against each other, and all tests of the
// experiment are adjusted together by Holm's method. Pure functions: no thread rules.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/experiment.h"
#include "experiments/statistics/proportion_tests.h"
#include "tenuki/v1/report.pb.h"

namespace tenuki {

struct PaperComparison {
  // Null: the paper says nothing of this cell.
  const v1::PaperValue* paper = nullptr;
  // Where the paper says in how many games its value was measured.
  std::optional<TestResult> test = {};
  double adjusted_p_value = 1;

  v1::Value PaperNumber() const;
  v1::Value Test() const;
};

// Both by cell; without games there is no test.
std::vector<PaperComparison> CompareWithPaper(const Plan& plan, const std::vector<Proportion>& measured);

// What the tests are, what they found, and what they could have found; empty when there were none.
std::string DescribeComparisons(const std::vector<PaperComparison>& comparisons,
                                const std::vector<Proportion>& measured);

}  // namespace tenuki
