// The area of a chart in which values are drawn over two axes: grid lines, ticks and labels are there from the
// beginning.
//
//   const SvgPlot plot({.axis = chart.x(), .scale = x_scale}, {.axis = chart.y(), .scale = y_scale}, {}, page);
//   page.canvas().Add("circle", {{"cx", plot.X(100)}, {"cy", plot.Y(0.53)}, {"r", 3}});
//
// Immutable: may be used from any thread.
#pragma once

#include "report/scale.h"
#include "report/svg_page.h"
#include "tenuki/v1/report.pb.h"

namespace tenuki {

// Of the page of all charts.
inline constexpr double kSvgChartWidth = 640;
// A tick and its value want about this much room.
inline constexpr int kMaxSvgXSteps = 8;
inline constexpr int kMaxSvgYSteps = 6;

struct SvgAxis {
  const v1::Axis& axis;
  Scale scale;
  bool is_percent = false;
};

struct SvgPlotOptions {
  // Between the plot's left and right ends and the ends of the scale, for what is wider than a point.
  double inset = 0;
};

class SvgPlot {
 public:
  // Takes the room from the page.
  SvgPlot(const SvgAxis& x, const SvgAxis& y, const SvgPlotOptions& options, SvgPage& page);

  // REQUIRES: not NaN. Of values beyond the ends, the end.
  double X(double value) const;
  double Y(double value) const;

  double left() const { return left_; }
  double right() const { return right_; }
  double top() const { return top_; }
  double bottom() const { return bottom_; }

 private:
  Scale x_scale_;
  Scale y_scale_;
  double inset_;
  double left_;
  double right_;
  double top_;
  double bottom_;
};

}  // namespace tenuki
