// The document: a table with a row a cell.
#include <arrow/api.h>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/arrow_status.h"
#include "experiments/match/match.h"
#include "experiments/match/schema.h"
#include "experiments/paper.h"
#include "experiments/statistics/wilson.h"

namespace tenuki {
namespace {

constexpr int kPercentDecimals = 1;

// `summary` as numbers, by cell and SummaryColumn.
absl::StatusOr<std::vector<std::vector<int64_t>>> ReadSummary(const Plan& plan, TableSource& tables) {
  ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::RecordBatchReader> reader, tables.Open("summary"));
  if (!reader->schema()->Equals(*SummarySchema())) {
    return absl::InvalidArgumentError(
        absl::StrCat("summary: the table has the schema\n", reader->schema()->ToString()));
  }
  std::vector<std::vector<int64_t>> cells(plan.cells.size(), std::vector<int64_t>(kSummaryNumColumns, 0));
  while (true) {
    ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::RecordBatch> batch, FromArrow(reader->Next()));
    if (batch == nullptr) return cells;
    const auto& index = static_cast<const arrow::Int32Array&>(*batch->column(kSummaryCell));
    for (int64_t row = 0; row < batch->num_rows(); ++row) {
      if (index.Value(row) < 0 || static_cast<size_t>(index.Value(row)) >= cells.size()) {
        return absl::InvalidArgumentError(absl::StrCat("summary: the plan has no cell ", index.Value(row)));
      }
      for (int column = 1; column < kSummaryNumColumns; ++column) {
        cells[index.Value(row)][column] = static_cast<const arrow::Int64Array&>(*batch->column(column)).Value(row);
      }
    }
  }
}

void AddColumn(v1::Table& table, std::string name, v1::Alignment alignment) {
  v1::Column& column = *table.add_columns();
  column.set_name(std::move(name));
  column.set_alignment(alignment);
}

void AddRate(v1::Row& row, double points, int64_t games) {
  v1::Value& value = *row.add_values();
  if (games == 0) return;
  v1::Interval& interval = *value.mutable_interval();
  const ProportionInterval wilson = WilsonInterval(points, static_cast<double>(games));
  interval.set_estimate(points / static_cast<double>(games));
  interval.set_low(wilson.low);
  interval.set_high(wilson.high);
  interval.set_confidence(0.95);
  interval.mutable_format()->set_percent(true);
  interval.mutable_format()->set_decimals(kPercentDecimals);
}

void AddNumber(v1::Row& row, double number, bool percent) {
  v1::Number& value = *row.add_values()->mutable_number();
  value.set_value(number);
  value.mutable_format()->set_percent(percent);
  value.mutable_format()->set_decimals(kPercentDecimals);
}

v1::Table MakeTable(const Plan& plan, const std::vector<std::vector<int64_t>>& summary) {
  v1::Table table;
  const bool has_paper = plan.experiment.paper().values_size() > 0;
  for (const std::string& field : plan.fields) AddColumn(table, field, v1::ALIGNMENT_LEFT);
  for (const char* name : {"games", "won", "drawn", "lost", "win rate"}) AddColumn(table, name, v1::ALIGNMENT_RIGHT);
  if (has_paper) AddColumn(table, "paper", v1::ALIGNMENT_RIGHT);
  for (const char* name : {"as Black", "as White", "moves a game"}) AddColumn(table, name, v1::ALIGNMENT_RIGHT);
  for (const Cell& cell : plan.cells) {
    const std::vector<int64_t>& counts = summary[cell.index];
    v1::Row& row = *table.add_rows();
    for (const std::string& value : cell.values) row.add_values()->set_text(value);
    for (int column : {kSummaryGames, kSummaryWins, kSummaryDraws, kSummaryLosses}) {
      row.add_values()->set_count(counts[column]);
    }
    const int64_t games = counts[kSummaryGames];
    AddRate(row, static_cast<double>(counts[kSummaryWins]) + static_cast<double>(counts[kSummaryDraws]) / 2, games);
    if (has_paper) {
      const v1::PaperValue* paper = FindPaperValue(plan, cell, "win_rate");
      if (paper != nullptr)
        AddNumber(row, paper->value(), /*percent=*/true);
      else
        row.add_values();
    }
    const int64_t as_black = counts[kSummaryGamesAsBlack];
    AddRate(row, static_cast<double>(counts[kSummaryWinsAsBlack]), as_black);
    AddRate(row, static_cast<double>(counts[kSummaryWins] - counts[kSummaryWinsAsBlack]), games - as_black);
    if (games > 0)
      AddNumber(row, static_cast<double>(counts[kSummaryPlies]) / static_cast<double>(games), /*percent=*/false);
    else
      row.add_values();
  }
  return table;
}

}  // namespace

absl::StatusOr<v1::Report> MatchKind::MakeReport(const Plan& plan, TableSource& derived_tables) const {
  ABSL_ASSIGN_OR_RETURN(const auto summary, ReadSummary(plan, derived_tables));
  v1::Report report;
  report.set_title(plan.experiment.name());
  report.set_description(plan.experiment.description());
  v1::Section& results = *report.add_sections();
  results.set_heading("Results of match.player against match.opponent");
  *results.add_blocks()->mutable_table() = MakeTable(plan, summary);
  results.add_blocks()->set_paragraph(
      "Win rates count a draw as half a win, and are given with Wilson's 95 % interval over games. The two games of a "
      "pair have the colours swapped.");
  return report;
}

}  // namespace tenuki
