#include "experiments/analysis/counts.h"

#include <vector>

#include "absl/status/status_macros.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "experiments/analysis/schema.h"
#include "experiments/batch_row.h"

namespace tenuki::analysis {
namespace {

// Stored tables have the column `cell` in front.
constexpr int Stored(int column) { return column + 1; }

absl::Status Impossible(std::string_view table, std::string_view what, int64_t value) {
  return absl::InvalidArgumentError(absl::StrCat(table, ": ", what, " ", value, " cannot be"));
}

// By unit.
using CellCounts = std::map<int64_t, PositionCounts>;

// Reads the positions number `range` of the plan, counted over its cells.
class Reader {
 public:
  Reader(const Plan& plan, UnitRange range, TableSource& tables)
      : range_(range), cells_(plan.cells.size()), tables_(tables) {
    int64_t num_positions = 0;
    for (const Cell& cell : plan.cells) {
      first_of_cell_.push_back(num_positions);
      num_positions += cell.num_units;
    }
  }

  absl::Status ReadAll() {
    ABSL_RETURN_IF_ERROR(ForEachRow(tables_, "positions", *WithCell(*PositionsSchema()),
                                    [this](const BatchRow& row) { return AddPosition(row); }));
    ABSL_RETURN_IF_ERROR(ForEachOfAPosition("histogram", *HistogramSchema(), &Reader::AddHistogram));
    ABSL_RETURN_IF_ERROR(ForEachOfAPosition("control", *ControlSchema(), &Reader::AddControl));
    ABSL_RETURN_IF_ERROR(ForEachOfAPosition("searches", *SearchesSchema(), &Reader::AddSearch));
    return ForEachOfAPosition("known", *KnownSchema(), &Reader::AddKnown);
  }

  const std::vector<CellCounts>& cells() const { return cells_; }

 private:
  using AddRow = absl::Status (*)(const BatchRow& row, PositionCounts& position);

  absl::StatusOr<CellCounts*> CellOf(std::string_view table, const BatchRow& row) {
    const int32_t cell = row.Int32(0);
    if (cell < 0 || static_cast<size_t>(cell) >= cells_.size()) return Impossible(table, "cell", cell);
    return &cells_[cell];
  }

  absl::Status AddPosition(const BatchRow& row) {
    ABSL_ASSIGN_OR_RETURN(CellCounts * cell, CellOf("positions", row));
    const int64_t unit = row.Int64(Stored(kPositionsUnit));
    const int64_t number = first_of_cell_[row.Int32(0)] + unit;
    if (number < range_.first || number >= range_.first + range_.count) return absl::OkStatus();
    PositionCounts& position = (*cell)[unit];
    position.name = row.Text(Stored(kPositionsName));
    position.size = row.Int32(Stored(kPositionsSize));
    position.komi_half_points = row.Int32(Stored(kPositionsKomiHalfPoints));
    position.to_move = row.Text(Stored(kPositionsToMove));
    position.black = row.Text(Stored(kPositionsBlack));
    position.white = row.Text(Stored(kPositionsWhite));
    if (position.size >= 1 && position.size <= kMaxBoardSize) return absl::OkStatus();
    return Impossible("positions", "size", position.size);
  }

  absl::Status ForEachOfAPosition(const char* table, const arrow::Schema& schema, AddRow add) {
    return ForEachRow(tables_, table, *WithCell(schema), [&](const BatchRow& row) -> absl::Status {
      ABSL_ASSIGN_OR_RETURN(CellCounts * cell, CellOf(table, row));
      const auto position = cell->find(row.Int64(1));
      return position == cell->end() ? absl::OkStatus() : add(row, position->second);
    });
  }

  static PositionCounts::Sample& SampleOf(int32_t simulations, PositionCounts& position) {
    return position.samples.try_emplace(simulations, ScoreTable(position.size), std::nullopt).first->second;
  }

  static bool HasScore(const PositionCounts& position, int score) {
    return score >= -position.size * position.size && score <= position.size * position.size;
  }

  static absl::Status AddHistogram(const BatchRow& row, PositionCounts& position) {
    const int32_t score = row.Int32(Stored(kHistogramScore));
    const int32_t count = row.Int32(Stored(kHistogramCount));
    if (!HasScore(position, score)) return Impossible("histogram", "score", score);
    if (count < 0) return Impossible("histogram", "count", count);
    SampleOf(row.Int32(Stored(kHistogramSimulations)), position).table.AddSimulations(score, count);
    return absl::OkStatus();
  }

  static absl::Status AddControl(const BatchRow& row, PositionCounts& position) {
    const int32_t score = row.Int32(Stored(kControlScore));
    const int point = row.UInt16(Stored(kControlPoint));
    if (!HasScore(position, score)) return Impossible("control", "score", score);
    if (point >= position.size * position.size) return Impossible("control", "point", point);
    SampleOf(row.Int32(Stored(kControlSimulations)), position)
        .table.AddControl(score, point, row.Int32(Stored(kControlBlack)), row.Int32(Stored(kControlWhite)));
    return absl::OkStatus();
  }

  static absl::Status AddSearch(const BatchRow& row, PositionCounts& position) {
    SampleOf(row.Int32(Stored(kSearchesSimulations)), position).choice =
        PositionCounts::Choice{.move = row.Text(Stored(kSearchesMove)),
                               .visits = row.Int64(Stored(kSearchesVisits)),
                               .win_rate = row.Double(Stored(kSearchesWinRate))};
    return absl::OkStatus();
  }

  static absl::Status AddKnown(const BatchRow& row, PositionCounts& position) {
    position.known[row.Int32(Stored(kKnownSemeai))] = {.black = row.Text(Stored(kKnownBlack)),
                                                       .white = row.Text(Stored(kKnownWhite)),
                                                       .black_first = row.Text(Stored(kKnownBlackFirst)),
                                                       .white_first = row.Text(Stored(kKnownWhiteFirst))};
    return absl::OkStatus();
  }

  const UnitRange range_;
  std::vector<int64_t> first_of_cell_;
  std::vector<CellCounts> cells_;
  TableSource& tables_;
};

}  // namespace

absl::Status ForEachPosition(const Plan& plan, TableSource& unit_tables,
                             absl::FunctionRef<void(const Cell&, int64_t unit, const PositionCounts&)> visit) {
  int64_t num_positions = 0;
  for (const Cell& cell : plan.cells) num_positions += cell.num_units;
  for (int64_t first = 0; first < num_positions; first += kPositionsAtOnce) {
    Reader reader(plan, {.first = first, .count = kPositionsAtOnce}, unit_tables);
    ABSL_RETURN_IF_ERROR(reader.ReadAll());
    for (const Cell& cell : plan.cells) {
      for (const auto& [unit, position] : reader.cells()[cell.index]) visit(cell, unit, position);
    }
  }
  return absl::OkStatus();
}

}  // namespace tenuki::analysis
