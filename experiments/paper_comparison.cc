#include "experiments/paper_comparison.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "experiments/paper.h"
#include "experiments/report_values.h"

namespace tenuki {

v1::Value PaperComparison::PaperNumber() const { return paper == nullptr ? v1::Value() : PercentValue(paper->value()); }

v1::Value PaperComparison::Test() const {
  return test.has_value() ? TestValue(test->p_value, adjusted_p_value) : v1::Value();
}

std::vector<PaperComparison> CompareWithPaper(const Plan& plan, const std::vector<Proportion>& measured) {
  std::vector<PaperComparison> comparisons(plan.cells.size());
  std::vector<double> p_values;
  for (const Cell& cell : plan.cells) {
    PaperComparison& comparison = comparisons[cell.index];
    comparison.paper = FindPaperValue(plan, cell, "win_rate");
    if (comparison.paper == nullptr || comparison.paper->sample_size() == 0) continue;
    if (measured[cell.index].trials == 0) continue;
    const auto games = static_cast<double>(comparison.paper->sample_size());
    comparison.test = CompareProportions({comparison.paper->value() * games, games}, measured[cell.index]);
    p_values.push_back(comparison.test->p_value);
  }
  const std::vector<double> adjusted = HolmAdjusted(p_values);
  size_t next = 0;
  for (PaperComparison& comparison : comparisons) {
    if (comparison.test.has_value()) comparison.adjusted_p_value = adjusted[next++];
  }
  return comparisons;
}

std::string DescribeComparisons(const std::vector<PaperComparison>& comparisons,
                                const std::vector<Proportion>& measured) {
  int num_tests = 0;
  int num_rejected = 0;
  double smallest = 0;
  for (size_t i = 0; i < comparisons.size(); ++i) {
    if (!comparisons[i].test.has_value()) continue;
    ++num_tests;
    num_rejected += comparisons[i].adjusted_p_value < kReportLevel;
    smallest = std::max(
        smallest, SmallestDetectableDifference(comparisons[i].paper->value(), measured[i].trials,
                                               static_cast<double>(comparisons[i].paper->sample_size()), kReportLevel));
  }
  if (num_tests == 0) return "";
  return absl::StrFormat(
      "Of %d values of the paper, %d differ from what was measured (test of two proportions, two-sided, level 5 %%, "
      "adjusted by Holm's method). With these numbers of games a single test would find a true difference of %.1f "
      "points of percentage in four of five cases; smaller ones may go unseen.",
      num_tests, num_rejected, 100 * smallest);
}

}  // namespace tenuki
