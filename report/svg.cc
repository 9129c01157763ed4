#include "report/svg.h"

#include "report/svg_figures.h"
#include "report/svg_page.h"

namespace tenuki {

std::string RenderSvg(const v1::Figure& figure) {
  const std::string& caption = figure.caption();
  switch (figure.figure_case()) {
    case v1::Figure::kIntervalChart: return IntervalChartSvg(figure.interval_chart(), caption);
    case v1::Figure::kCrosstable: return CrosstableSvg(figure.crosstable(), caption);
    case v1::Figure::kHistogram: return HistogramSvg(figure.histogram(), caption);
    case v1::Figure::kDistributionOverlay: return DistributionOverlaySvg(figure.distribution_overlay(), caption);
    case v1::Figure::kBoard: return BoardSvg(figure.board(), caption);
    case v1::Figure::kBoardTriple: return BoardTripleSvg(figure.board_triple(), caption);
    case v1::Figure::kMatrix: return MatrixSvg(figure.matrix(), caption);
    case v1::Figure::FIGURE_NOT_SET: break;
  }
  return MessageSvg(caption, "(an empty figure)");
}

}  // namespace tenuki
