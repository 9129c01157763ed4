// What all kinds write into a report alike: its own words, and values of its tables, with one way to show a rate, an
// interval, a test.
//
//   v1::Row& row = *table.add_rows();
//   *row.add_values() = TextValue("RAVE");
//   *row.add_values() = RateValue({.successes = 30, .trials = 100});       // 30.0 % [21.9, 39.6]
//   *row.add_values() = TestValue(p_value, adjusted_p_value);
//
// Pure functions: no thread rules.
#pragma once

#include <cstdint>
#include <string>

#include "experiments/statistics/proportion_tests.h"
#include "tenuki/v1/experiment.pb.h"
#include "tenuki/v1/report.pb.h"

namespace tenuki {

inline constexpr double kReportConfidence = 0.95;
// Of tests, after the correction for several.
inline constexpr double kReportLevel = 0.05;

// With the words that the experiment has for it, and no section yet.
v1::Report EmptyReport(const v1::Experiment& experiment);

v1::Value TextValue(std::string text);
v1::Value CountValue(int64_t count);
v1::Value NumberValue(double number, int decimals);
v1::Value PercentValue(double share);
// Points of games over their number, a draw being half a win.
Proportion PointsOfGames(int64_t wins, int64_t draws, int64_t games);
// With Wilson's interval; no value without trials.
v1::Value RateValue(const Proportion& proportion);
v1::Interval RateInterval(const Proportion& proportion);
v1::Value TestValue(double p_value, double adjusted_p_value);

void AddColumn(v1::Table& table, std::string name, v1::Alignment alignment);

// "0.03", "0.0004", "below 0.0001": a p-value in a sentence.
std::string PValueWords(double p_value);

}  // namespace tenuki
