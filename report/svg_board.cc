// Positions as Go players draw them, alone or three side by side: stones, labels, shaded points, values as shapes.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "report/board_points.h"
#include "report/format.h"
#include "report/svg_board_painter.h"
#include "report/svg_colors.h"
#include "report/svg_figures.h"
#include "report/svg_page.h"
#include "report/text.h"

namespace tenuki {
namespace {

constexpr double kBoardGap = 28;
// Of a board with its title.
constexpr double kLeastBoardWidth = 160;
constexpr double kTitleSize = 13;
constexpr double kTitleLine = 22;
// Of a full value: greater ones want its sign in the legend.
constexpr double kNearlyFull = 0.6;

// Pixels between two lines: small boards are drawn larger.
double LineDistance(int size) { return size <= 9 ? 36 : size <= 13 ? 30 : 26; }
constexpr double kOneOfThree = 0.7;

SvgLegendEntry ShadeEntry(std::string name, double shade) {
  return {std::move(name),
          [shade](SvgCanvas& canvas, double x, double y) {
            canvas.Add(
                "rect",
                {{"x", x}, {"y", y - 8}, {"width", 16}, {"height", 16}, {"fill", DivergingColor(0.5 + shade / 2)}});
          },
          16};
}

// Every kind of shade and value once, whichever of the boards it is on.
class BoardLegend {
 public:
  void Add(const v1::Board& board, double distance) {
    if (!BoardPoints::CanDraw(board)) return;
    const BoardPoints points(board);
    if (points.has_shades() && !has_shades_) {
      entries_.push_back(ShadeEntry("Black's", 1));
      entries_.push_back(ShadeEntry("White's", -1));
      has_shades_ = true;
    }
    if (points.has_values()) AddValues(board.values(), points, distance);
  }

  const std::vector<SvgLegendEntry>& entries() const { return entries_; }

 private:
  void AddValues(const v1::PointValues& values, const BoardPoints& points, double distance) {
    const std::string name = Shorten(OneLine(values.name()), kMaxSvgName);
    const auto [low, high] = points.ValueRange();
    for (double part : {1.0, 0.25, -0.25, -1.0}) {
      // Large ones only where something is nearly so large.
      const double least = std::abs(part) == 1 ? kNearlyFull : 0;
      if (part > 0 ? !(high > least) : !(low < -least)) continue;
      const std::string text =
          absl::StrCat(name, name.empty() ? "" : " ", FormatLike(values, part * points.full_value()));
      const bool is_said = std::any_of(entries_.begin(), entries_.end(),
                                       [&](const SvgLegendEntry& entry) { return entry.name == text; });
      if (is_said) continue;
      const v1::Shape shape = values.shape();
      entries_.push_back({text,
                          [shape, part, distance](SvgCanvas& canvas, double x, double y) {
                            AddBoardShape(shape, x + distance / 2, y, part, distance, canvas);
                          },
                          distance});
    }
  }

  std::vector<SvgLegendEntry> entries_;
  bool has_shades_ = false;
};

std::string NotDrawn(const v1::Board& board) {
  return absl::StrCat("(a board of size ", board.size(), " is not drawn)");
}

int LargestSize(const std::vector<const v1::Board*>& boards) {
  int largest = 1;
  for (const v1::Board* board : boards) {
    if (BoardPoints::CanDraw(*board)) largest = std::max(largest, board->size());
  }
  return largest;
}

void AddTitle(std::string_view title, double middle, double top, double width, SvgCanvas& canvas) {
  const auto columns = static_cast<size_t>(width / (0.64 * kTitleSize));
  canvas.AddText(middle, top - kTitleLine + kTitleSize, Shorten(OneLine(title), columns),
                 {.size = kTitleSize, .anchor = "middle", .bold = true});
}

// In their order; what is to be said of more than one board is said once.
void AddEachOnce(const std::vector<std::string>& notes, SvgPage& page) {
  std::set<std::string_view> said;
  for (const std::string& note : notes) {
    if (said.insert(note).second) page.AddNote(note);
  }
}

}  // namespace

std::string BoardSvg(const v1::Board& board, std::string_view caption) {
  if (!BoardPoints::CanDraw(board)) return MessageSvg(caption, NotDrawn(board));
  const double distance = LineDistance(board.size());
  const double side = SvgBoardSide(board.size(), distance);
  SvgPage page(caption, side);
  BoardLegend legend;
  legend.Add(board, distance);
  page.AddLegend(legend.entries());
  const BoardPoints points(board);
  PaintSvgBoard(board, points, page.left(), page.Advance(side), distance, page.canvas());
  for (const std::string& note : points.notes()) page.AddNote(note);
  return page.Finish();
}

std::string BoardTripleSvg(const v1::BoardTriple& triple, std::string_view caption) {
  const std::vector<const v1::Board*> boards = {&triple.left(), &triple.middle(), &triple.right()};
  const double distance = LineDistance(LargestSize(boards)) * kOneOfThree;
  double height = 0;
  double width = -kBoardGap;
  std::vector<double> widths;
  BoardLegend legend;
  for (const v1::Board* board : boards) {
    const double side = BoardPoints::CanDraw(*board) ? SvgBoardSide(board->size(), distance) : 0;
    height = std::max(height, side);
    widths.push_back(std::max(side, kLeastBoardWidth));
    width += kBoardGap + widths.back();
    legend.Add(*board, distance);
  }
  SvgPage page(caption, width);
  page.AddLegend(legend.entries());
  const double title = triple.titles().empty() ? 0 : kTitleLine;
  const double top = page.Advance(height + title) + title;
  double left = page.left();
  std::vector<std::string> notes;
  for (size_t i = 0; i < boards.size(); ++i) {
    const double middle = left + widths[i] / 2;
    if (i < static_cast<size_t>(triple.titles_size())) {
      AddTitle(triple.titles(static_cast<int>(i)), middle, top, widths[i], page.canvas());
    }
    if (BoardPoints::CanDraw(*boards[i])) {
      const BoardPoints points(*boards[i]);
      const double side = SvgBoardSide(boards[i]->size(), distance);
      PaintSvgBoard(*boards[i], points, middle - side / 2, top, distance, page.canvas());
      notes.insert(notes.end(), points.notes().begin(), points.notes().end());
    } else {
      notes.push_back(NotDrawn(*boards[i]));
    }
    left += widths[i] + kBoardGap;
  }
  AddEachOnce(notes, page);
  return page.Finish();
}

}  // namespace tenuki
