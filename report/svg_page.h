// A figure's page while it is drawn from top to bottom: the caption, a legend, what is drawn, and notes below it.
//
//   SvgPage page(caption, 640);
//   const double top = page.Advance(300);               // room for what is drawn
//   page.canvas().AddLine(page.left(), top, …);
//   page.AddNote("2 more series are not shown");
//   return page.Finish();
//
// One thread at a time.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "report/svg_canvas.h"

namespace tenuki {

// Document texts in figures are cut to so many columns.
inline constexpr size_t kMaxSvgName = 32;

inline constexpr double kSvgSignWidth = 24;

struct SvgLegendEntry {
  std::string name;
  // Draws the sign, from x on and with its middle at y; not higher than it is wide.
  std::function<void(SvgCanvas& canvas, double x, double y)> draw;
  double width = kSvgSignWidth;
};

class SvgPage {
 public:
  // Of `width` pixels between the margins, or a little more where that is too little for any text.
  SvgPage(std::string_view caption, double width);

  SvgCanvas& canvas() { return canvas_; }
  double left() const;
  double width() const { return width_; }

  // The top of the next `height` pixels.
  double Advance(double height);

  // In as many lines as needed.
  void AddLegend(const std::vector<SvgLegendEntry>& entries);

  // Shown at the end; of many, the first ones.
  void AddNote(std::string_view note);

  std::string Finish();

 private:
  const std::string title_;
  double width_;
  double bottom_;
  std::vector<std::string> notes_;
  SvgCanvas canvas_;
};

// A page that says why there is nothing to see.
std::string MessageSvg(std::string_view caption, std::string_view message);

// "2 more series are not shown", or nothing where all of them are.
void NoteIfMore(size_t count, size_t shown, std::string_view what, SvgPage& page);

}  // namespace tenuki
