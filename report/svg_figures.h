// The figures that RenderSvg chooses from, a function each. Pure functions: no thread rules.
#pragma once

#include <string>
#include <string_view>

#include "tenuki/v1/report.pb.h"

namespace tenuki {

// svg_interval_chart.cc
std::string IntervalChartSvg(const v1::IntervalChart& chart, std::string_view caption);

// svg_distributions.cc
std::string HistogramSvg(const v1::Histogram& histogram, std::string_view caption);
std::string DistributionOverlaySvg(const v1::DistributionOverlay& overlay, std::string_view caption);

// svg_board.cc
std::string BoardSvg(const v1::Board& board, std::string_view caption);
std::string BoardTripleSvg(const v1::BoardTriple& triple, std::string_view caption);

// svg_crosstable.cc
std::string CrosstableSvg(const v1::Crosstable& crosstable, std::string_view caption);

// svg_matrix.cc
std::string MatrixSvg(const v1::Matrix& matrix, std::string_view caption);

}  // namespace tenuki
