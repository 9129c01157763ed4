#include "report/matrix_map.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "report/format.h"
#include "report/grid.h"
#include "report/matrix_cells.h"
#include "report/text.h"

namespace tenuki {
namespace {

// From little to much ink.
constexpr std::string_view kShades = " .:-=+*#%@";
constexpr size_t kMaxName = 16;
constexpr std::string_view kGap = "  ";

char ShadeOf(double value, double low, double high) {
  if (std::isnan(value)) return '?';
  // Halves, for the difference of the greatest numbers is beyond them.
  const double range = high / 2 - low / 2;
  const double place = range > 0 ? std::clamp((value / 2 - low / 2) / range, 0.0, 1.0) : 0.5;
  return kShades[static_cast<size_t>(std::lround(place * static_cast<double>(kShades.size() - 1)))];
}

}  // namespace

std::string DrawMatrixMap(const v1::Matrix& matrix, size_t width) {
  const MatrixCells cells(matrix);
  const size_t rows = std::min(cells.rows(), kMaxGridRows);
  size_t name_width = 0;
  for (size_t i = 0; i < rows; ++i) name_width = std::max(name_width, std::min(kMaxName, TextWidth(cells.RowName(i))));
  const size_t columns = std::min(cells.columns(), width - name_width - kGap.size());
  const MatrixRange range = cells.Range();
  std::string out;
  for (size_t i = 0; i < rows; ++i) {
    std::string line = absl::StrCat(PadRight(Shorten(cells.RowName(i), kMaxName), name_width), kGap);
    for (size_t j = 0; j < columns; ++j) {
      line += cells.Has(i, j) ? ShadeOf(cells.At(i, j), range.low, range.high) : ' ';
    }
    AppendLine(line, out);
  }
  const std::string name = OneLine(matrix.value_name());
  out += "\n";
  for (const std::string& line :
       Wrap(absl::StrCat(name, name.empty() ? "" : ": ", "from ", FormatLike(matrix, range.low),
                         ", blank, by . : - = + ", "* # % to ", FormatLike(matrix, range.high), ", @"),
            width, LongWords::kKeep)) {
    AppendLine(line, out);
  }
  if (cells.columns() > columns) {
    AppendLine(absl::StrCat(cells.columns() - columns, " more columns are not shown"), out);
  }
  if (cells.rows() > rows) AppendLine(absl::StrCat(cells.rows() - rows, " more rows are not shown"), out);
  return out;
}

}  // namespace tenuki
