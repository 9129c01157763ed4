#include "report/text_figure.h"

#include "report/board_diagram.h"
#include "report/distributions.h"
#include "report/grid.h"
#include "report/interval_chart.h"
#include "report/matrix_cells.h"
#include "report/matrix_map.h"
#include "report/text_table.h"

namespace tenuki {
namespace {

std::string DrawMatrix(const v1::Matrix& matrix, size_t width, bool color) {
  if (MatrixCells(matrix).columns() > kMaxMatrixTableColumns) return DrawMatrixMap(matrix, width);
  return LayOutTable(MakeGrid(matrix), width, color);
}

}  // namespace

std::string DrawFigure(const v1::Figure& figure, size_t width, bool color) {
  switch (figure.figure_case()) {
    case v1::Figure::kIntervalChart: return DrawIntervalChart(figure.interval_chart(), width);
    case v1::Figure::kCrosstable: return LayOutTable(MakeGrid(figure.crosstable()), width, color);
    case v1::Figure::kHistogram: return DrawHistogram(figure.histogram(), width);
    case v1::Figure::kDistributionOverlay: return DrawDistributionOverlay(figure.distribution_overlay(), width);
    case v1::Figure::kBoard: return DrawBoard(figure.board(), width);
    case v1::Figure::kBoardTriple: return DrawBoardTriple(figure.board_triple(), width);
    case v1::Figure::kMatrix: return DrawMatrix(figure.matrix(), width, color);
    case v1::Figure::FIGURE_NOT_SET: break;
  }
  return "(an empty figure)\n";
}

}  // namespace tenuki
