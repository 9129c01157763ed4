#include "report/matrix_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/text.h"

namespace tenuki {
namespace {

size_t DivideUp(size_t a, size_t b) { return (a + b - 1) / b; }

std::string NameAt(const google::protobuf::RepeatedPtrField<std::string>& names, size_t i) {
  return i < static_cast<size_t>(names.size()) ? OneLine(names[static_cast<int>(i)]) : "";
}

}  // namespace

MatrixCells::MatrixCells(const v1::Matrix& matrix) : matrix_(matrix) {
  const auto values = static_cast<size_t>(matrix.values_size());
  const auto named_rows = static_cast<size_t>(matrix.row_names_size());
  const auto named_columns = static_cast<size_t>(matrix.column_names_size());
  columns_ = named_columns > 0 ? named_columns : DivideUp(values, std::max(named_rows, size_t{1}));
  rows_ = std::max(named_rows, DivideUp(values, std::max(columns_, size_t{1})));
}

bool MatrixCells::Has(size_t row, size_t column) const {
  return column < columns_ && row * columns_ + column < static_cast<size_t>(matrix_.values_size());
}

double MatrixCells::At(size_t row, size_t column) const {
  if (!Has(row, column)) return std::numeric_limits<double>::quiet_NaN();
  return matrix_.values(static_cast<int>(row * columns_ + column));
}

MatrixRange MatrixCells::Range() const {
  MatrixRange range;
  bool is_first = true;
  for (double value : matrix_.values()) {
    if (!std::isfinite(value)) continue;
    range.low = is_first ? value : std::min(range.low, value);
    range.high = is_first ? value : std::max(range.high, value);
    is_first = false;
  }
  return range;
}

std::string MatrixCells::RowName(size_t row) const { return NameAt(matrix_.row_names(), row); }

std::string MatrixCells::ColumnName(size_t column) const { return NameAt(matrix_.column_names(), column); }

}  // namespace tenuki
