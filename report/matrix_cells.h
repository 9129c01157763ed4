// The values of a matrix by row and column, whatever the document holds: without names of columns they are shared out
// among the rows; what is missing is NaN.
//
//   const MatrixCells cells(matrix);
//   cells.At(2, 0), cells.RowName(2)
//
// It refers to the message. Immutable: may be used from any thread.
#pragma once

#include <cstddef>
#include <string>

#include "tenuki/v1/report.pb.h"

namespace tenuki {

// Of the values that are finite; both 0 where there are none.
struct MatrixRange {
  double low = 0;
  double high = 0;
};

class MatrixCells {
 public:
  explicit MatrixCells(const v1::Matrix& matrix);

  size_t rows() const { return rows_; }
  size_t columns() const { return columns_; }

  bool Has(size_t row, size_t column) const;
  double At(size_t row, size_t column) const;
  MatrixRange Range() const;

  // On one line; empty where there is none.
  std::string RowName(size_t row) const;
  std::string ColumnName(size_t column) const;

 private:
  const v1::Matrix& matrix_;
  size_t rows_;
  size_t columns_;
};

}  // namespace tenuki
