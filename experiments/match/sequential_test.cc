#include "experiments/match/sequential_test.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "common/arrow_status.h"
#include "experiments/match/schema.h"
#include "experiments/plan.h"
#include "experiments/report_values.h"

namespace tenuki {
namespace {

enum Column {
  kCell,
  kElo0,
  kElo1,
  kAlpha,
  kBeta,
  kLowerBound,
  kUpperBound,
  kLogLikelihoodRatio,
  kPairs,
  kLeftOut,
  kVerdict,  // "elo0", "elo1" or "undecided"
};

// By Sprt::Verdict.
constexpr std::array<std::string_view, 3> kVerdicts = {"undecided", "elo0", "elo1"};

std::string VerdictWords(const SequentialTest& test) {
  switch (test.verdict) {
    case Sprt::Verdict::kContinue: return "undecided so far";
    case Sprt::Verdict::kAcceptElo0: return absl::StrFormat("%+g Elo accepted", test.options.elo0);
    case Sprt::Verdict::kAcceptElo1: return absl::StrFormat("%+g Elo accepted", test.options.elo1);
  }
  return "";
}

}  // namespace

GamePoints PointsOf(const arrow::RecordBatch& games, int64_t row) {
  const auto& units = static_cast<const arrow::Int64Array&>(*games.column(kGamesUnit + 1));
  const auto& winners = static_cast<const arrow::StringArray&>(*games.column(kGamesWinner + 1));
  const std::string_view winner = winners.Value(row);
  return {.unit = units.Value(row), .points = winner == "player" ? 2 : winner == "opponent" ? 0 : 1};
}

SprtOptions OptionsOf(const v1::Sprt& sprt) {
  return {.elo0 = sprt.elo0(),
          .elo1 = sprt.elo1(),
          .alpha = sprt.alpha(),
          .beta = sprt.beta(),
          .min_pairs = sprt.min_pairs()};
}

SequentialTest RunSequentialTest(const v1::Sprt& options, std::vector<std::pair<int64_t, int>> pairs) {
  std::ranges::sort(pairs);
  Sprt sprt(OptionsOf(options));
  int64_t end = 0;
  for (const auto& [unit, points] : pairs) {
    if (sprt.verdict() != Sprt::Verdict::kContinue) break;
    sprt.Add(points);
    end = unit + 1;
  }
  return {.options = OptionsOf(options),
          .lower_bound = sprt.lower_bound(),
          .upper_bound = sprt.upper_bound(),
          .log_likelihood_ratio = sprt.log_likelihood_ratio(),
          .num_pairs = sprt.num_pairs(),
          .num_left_out = end - sprt.num_pairs(),
          .verdict = sprt.verdict()};
}

std::shared_ptr<arrow::Schema> SequentialTestSchema() {
  const auto column = [](const char* name, std::shared_ptr<arrow::DataType> type) {
    return arrow::field(name, std::move(type), /*nullable=*/false);
  };
  return arrow::schema({CellField(), column("elo0", arrow::float64()), column("elo1", arrow::float64()),
                        column("alpha", arrow::float64()), column("beta", arrow::float64()),
                        column("lower_bound", arrow::float64()), column("upper_bound", arrow::float64()),
                        column("log_likelihood_ratio", arrow::float64()), column("pairs", arrow::int64()),
                        column("left_out", arrow::int64()), column("verdict", arrow::utf8())});
}

absl::StatusOr<std::shared_ptr<arrow::RecordBatch>> ToBatch(const std::vector<SequentialTest>& tests) {
  ABSL_ASSIGN_OR_RETURN(
      const std::unique_ptr<arrow::RecordBatchBuilder> builder,
      FromArrow(arrow::RecordBatchBuilder::Make(SequentialTestSchema(), arrow::default_memory_pool())));
  for (const SequentialTest& test : tests) {
    ABSL_RETURN_IF_ERROR(FromArrow(builder->GetFieldAs<arrow::Int32Builder>(kCell)->Append(test.cell)));
    for (const auto& [column, value] :
         {std::pair(kElo0, test.options.elo0), std::pair(kElo1, test.options.elo1),
          std::pair(kAlpha, test.options.alpha), std::pair(kBeta, test.options.beta),
          std::pair(kLowerBound, test.lower_bound), std::pair(kUpperBound, test.upper_bound),
          std::pair(kLogLikelihoodRatio, test.log_likelihood_ratio)}) {
      ABSL_RETURN_IF_ERROR(FromArrow(builder->GetFieldAs<arrow::DoubleBuilder>(column)->Append(value)));
    }
    ABSL_RETURN_IF_ERROR(FromArrow(builder->GetFieldAs<arrow::Int64Builder>(kPairs)->Append(test.num_pairs)));
    ABSL_RETURN_IF_ERROR(FromArrow(builder->GetFieldAs<arrow::Int64Builder>(kLeftOut)->Append(test.num_left_out)));
    ABSL_RETURN_IF_ERROR(FromArrow(
        builder->GetFieldAs<arrow::StringBuilder>(kVerdict)->Append(kVerdicts[static_cast<size_t>(test.verdict)])));
  }
  return FromArrow(builder->Flush());
}

absl::StatusOr<std::vector<SequentialTest>> ReadSequentialTests(const Plan& plan, TableSource& derived_tables) {
  std::vector<SequentialTest> tests;
  ABSL_RETURN_IF_ERROR(ForEachBatch(
      derived_tables, "sequential_test", *SequentialTestSchema(), [&](const arrow::RecordBatch& batch) -> absl::Status {
        const auto number = [&](Column column, int64_t row) {
          return static_cast<const arrow::DoubleArray&>(*batch.column(column)).Value(row);
        };
        const auto count = [&](Column column, int64_t row) {
          return static_cast<const arrow::Int64Array&>(*batch.column(column)).Value(row);
        };
        for (int64_t row = 0; row < batch.num_rows(); ++row) {
          const int32_t cell = static_cast<const arrow::Int32Array&>(*batch.column(kCell)).Value(row);
          const std::string_view verdict = static_cast<const arrow::StringArray&>(*batch.column(kVerdict)).Value(row);
          const auto found = std::ranges::find(kVerdicts, verdict);
          if (cell < 0 || static_cast<size_t>(cell) >= plan.cells.size() || found == kVerdicts.end()) {
            return absl::InvalidArgumentError(
                absl::StrCat("sequential_test: a row of cell ", cell, " with the verdict '", verdict, "'"));
          }
          tests.push_back({.cell = cell,
                           .options = {.elo0 = number(kElo0, row),
                                       .elo1 = number(kElo1, row),
                                       .alpha = number(kAlpha, row),
                                       .beta = number(kBeta, row)},
                           .lower_bound = number(kLowerBound, row),
                           .upper_bound = number(kUpperBound, row),
                           .log_likelihood_ratio = number(kLogLikelihoodRatio, row),
                           .num_pairs = count(kPairs, row),
                           .num_left_out = count(kLeftOut, row),
                           .verdict = static_cast<Sprt::Verdict>(found - kVerdicts.begin())});
        }
        return absl::OkStatus();
      }));
  return tests;
}

v1::Table SequentialTestTable(const Plan& plan, const std::vector<SequentialTest>& tests) {
  v1::Table table;
  if (plan.cells.size() > 1) AddColumn(table, "cell", v1::ALIGNMENT_LEFT);
  AddColumn(table, "hypotheses, Elo", v1::ALIGNMENT_LEFT);
  for (const char* name : {"pairs", "log-likelihood ratio", "decides at"}) AddColumn(table, name, v1::ALIGNMENT_RIGHT);
  AddColumn(table, "verdict", v1::ALIGNMENT_LEFT);
  AddColumn(table, "pairs left out", v1::ALIGNMENT_RIGHT);
  for (const SequentialTest& test : tests) {
    v1::Row& row = *table.add_rows();
    if (plan.cells.size() > 1) *row.add_values() = TextValue(DescribePlace(plan, plan.cells[test.cell]));
    *row.add_values() = TextValue(absl::StrFormat("%+g or %+g", test.options.elo0, test.options.elo1));
    *row.add_values() = CountValue(test.num_pairs);
    *row.add_values() = NumberValue(test.log_likelihood_ratio, 2);
    *row.add_values() = TextValue(absl::StrFormat("%.2f, %.2f", test.lower_bound, test.upper_bound));
    *row.add_values() = TextValue(VerdictWords(test));
    *row.add_values() = CountValue(test.num_left_out);
  }
  return table;
}

std::string DescribeSequentialTests(const std::vector<SequentialTest>& tests) {
  if (tests.empty()) return "";
  const SprtOptions& options = tests.front().options;
  return absl::StrFormat(
      "A sequential probability ratio test (generalised, normal approximation) over pairs in their order, whenever "
      "they "
      "were played; with a probability of at most %g the first hypothesis is rejected where it holds, and with %g the "
      "second. Games stop where the test has decided: win rates and intervals of such a cell are biased towards its "
      "verdict.",
      options.alpha, options.beta);
}

}  // namespace tenuki
