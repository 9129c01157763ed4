#include "experiments/report_values.h"

#include <utility>

#include "absl/strings/str_format.h"
#include "experiments/statistics/wilson.h"

namespace tenuki {
namespace {

constexpr int kPercentDecimals = 1;

}  // namespace

v1::Report EmptyReport(const v1::Experiment& experiment) {
  v1::Report report;
  report.set_title(experiment.name());
  report.set_description(experiment.description());
  report.set_closing(experiment.closing());
  *report.mutable_assumptions() = experiment.paper().assumptions();
  return report;
}

v1::Value TextValue(std::string text) {
  v1::Value value;
  value.set_text(std::move(text));
  return value;
}

v1::Value CountValue(int64_t count) {
  v1::Value value;
  value.set_count(count);
  return value;
}

v1::Value NumberValue(double number, int decimals) {
  v1::Value value;
  value.mutable_number()->set_value(number);
  value.mutable_number()->mutable_format()->set_decimals(decimals);
  return value;
}

v1::Value PercentValue(double share) {
  v1::Value value = NumberValue(share, kPercentDecimals);
  value.mutable_number()->mutable_format()->set_percent(true);
  return value;
}

Proportion PointsOfGames(int64_t wins, int64_t draws, int64_t games) {
  return {.successes = static_cast<double>(wins) + static_cast<double>(draws) / 2,
          .trials = static_cast<double>(games)};
}

v1::Interval RateInterval(const Proportion& proportion) {
  const ProportionInterval wilson = WilsonInterval(proportion.successes, proportion.trials);
  v1::Interval interval;
  interval.set_estimate(proportion.trials == 0 ? 0 : proportion.successes / proportion.trials);
  interval.set_low(wilson.low);
  interval.set_high(wilson.high);
  interval.set_confidence(kReportConfidence);
  interval.mutable_format()->set_percent(true);
  interval.mutable_format()->set_decimals(kPercentDecimals);
  return interval;
}

v1::Value RateValue(const Proportion& proportion) {
  v1::Value value;
  if (proportion.trials > 0) *value.mutable_interval() = RateInterval(proportion);
  return value;
}

v1::Value TestValue(double p_value, double adjusted_p_value) {
  v1::Value value;
  v1::Test& test = *value.mutable_test();
  test.set_p_value(p_value);
  test.set_adjusted_p_value(adjusted_p_value);
  test.set_rejected(adjusted_p_value < kReportLevel);
  return value;
}

void AddColumn(v1::Table& table, std::string name, v1::Alignment alignment) {
  v1::Column& column = *table.add_columns();
  column.set_name(std::move(name));
  column.set_alignment(alignment);
}

std::string PValueWords(double p_value) {
  if (p_value < 0.0001) return "below 0.0001";
  return p_value < 0.01 ? absl::StrFormat("%.4f", p_value) : absl::StrFormat("%.2f", p_value);
}

}  // namespace tenuki
