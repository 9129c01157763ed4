#include "report/grid.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/format.h"
#include "report/matrix_cells.h"
#include "report/text.h"

namespace tenuki {
namespace {

using Rows = google::protobuf::RepeatedPtrField<v1::Row>;

Grid::Cell MakeCell(const v1::Value& value) {
  return {FormatValue(value), value.has_test() && value.test().rejected()};
}

Grid::Cell MissingCell() { return {std::string(kMissing)}; }

size_t MostValues(const Rows& rows) {
  int most = 0;
  for (const v1::Row& row : rows) most = std::max(most, row.values_size());
  return static_cast<size_t>(most);
}

// How many of `count` are shown; a note says it if that is not all of them.
size_t Limit(size_t count, size_t limit, std::string_view what, Grid& grid) {
  if (count > limit) grid.notes.push_back(absl::StrCat(count - limit, " more ", what, " are not shown"));
  return std::min(count, limit);
}

size_t LimitRows(size_t count, Grid& grid) { return Limit(count, kMaxGridRows, "rows", grid); }
size_t LimitColumns(size_t count, Grid& grid) { return Limit(count, kMaxGridColumns, "columns", grid); }

// What the brackets and stars of these values mean.
void AddLegend(const Rows& rows, Grid& grid) {
  std::set<std::string> confidences;
  bool rejected = false;
  for (const v1::Row& row : rows) {
    for (const v1::Value& value : row.values()) {
      if (value.has_interval()) confidences.insert(FormatConfidence(value.interval().confidence()));
      rejected = rejected || (value.has_test() && value.test().rejected());
    }
  }
  confidences.erase("");
  if (!confidences.empty()) {
    grid.notes.push_back(absl::StrCat("[…]: ", absl::StrJoin(confidences, " or "), " confidence interval"));
  }
  if (rejected) grid.notes.push_back("*: hypothesis rejected");
}

std::string NameAt(const google::protobuf::RepeatedPtrField<std::string>& names, size_t i) {
  return i < static_cast<size_t>(names.size()) ? OneLine(names[static_cast<int>(i)]) : "";
}

// The names of the rows, then one right-aligned column for each of `names`.
void AddNamedColumns(const google::protobuf::RepeatedPtrField<std::string>& names, size_t count, Grid& grid) {
  grid.columns.push_back({""});
  for (size_t i = 0; i < count; ++i) grid.columns.push_back({NameAt(names, i), true});
}

}  // namespace

Grid MakeGrid(const v1::Table& table) {
  Grid grid;
  AddLegend(table.rows(), grid);
  const size_t rows = LimitRows(static_cast<size_t>(table.rows_size()), grid);
  const size_t columns =
      LimitColumns(std::max(static_cast<size_t>(table.columns_size()), MostValues(table.rows())), grid);
  for (const v1::Column& column : table.columns()) {
    if (grid.columns.size() == columns) break;
    grid.columns.push_back({OneLine(column.name()), column.alignment() == v1::ALIGNMENT_RIGHT});
  }
  grid.columns.resize(columns);
  for (const v1::Row& row : table.rows()) {
    if (grid.rows.size() == rows) break;
    std::vector<Grid::Cell>& cells = grid.rows.emplace_back();
    for (const v1::Value& value : row.values()) {
      if (cells.size() < columns) cells.push_back(MakeCell(value));
    }
    cells.resize(columns, MissingCell());
  }
  return grid;
}

Grid MakeGrid(const v1::Crosstable& crosstable) {
  Grid grid;
  const size_t players = static_cast<size_t>(crosstable.players_size());
  AddLegend(crosstable.rows(), grid);
  const size_t rows = LimitRows(std::max(players, static_cast<size_t>(crosstable.rows_size())), grid);
  const size_t columns = LimitColumns(std::max(players, MostValues(crosstable.rows())), grid);
  AddNamedColumns(crosstable.players(), columns, grid);
  for (size_t i = 0; i < rows; ++i) {
    std::vector<Grid::Cell>& cells = grid.rows.emplace_back();
    cells.push_back({NameAt(crosstable.players(), i)});
    const bool has_row = i < static_cast<size_t>(crosstable.rows_size());
    const v1::Row& row = has_row ? crosstable.rows(static_cast<int>(i)) : v1::Row::default_instance();
    for (size_t j = 0; j < columns; ++j) {
      const bool has_value = j < static_cast<size_t>(row.values_size()) &&
                             row.values(static_cast<int>(j)).value_case() != v1::Value::VALUE_NOT_SET;
      if (has_value) {
        cells.push_back(MakeCell(row.values(static_cast<int>(j))));
      } else {
        cells.push_back(i == j ? Grid::Cell{} : MissingCell());
      }
    }
  }
  return grid;
}

Grid MakeGrid(const v1::Matrix& matrix) {
  Grid grid;
  const MatrixCells cells(matrix);
  const size_t rows = LimitRows(cells.rows(), grid);
  const size_t columns = LimitColumns(cells.columns(), grid);
  AddNamedColumns(matrix.column_names(), columns, grid);
  for (size_t i = 0; i < rows; ++i) {
    std::vector<Grid::Cell>& row = grid.rows.emplace_back();
    row.push_back({cells.RowName(i)});
    for (size_t j = 0; j < columns; ++j) {
      row.push_back(cells.Has(i, j) ? Grid::Cell{FormatLike(matrix, cells.At(i, j))} : MissingCell());
    }
  }
  return grid;
}

}  // namespace tenuki
