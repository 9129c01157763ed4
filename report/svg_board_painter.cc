#include "report/svg_board_painter.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "report/svg_colors.h"

namespace tenuki {
namespace {

constexpr std::string_view kWood = "#f3e4c4";
constexpr std::string_view kLineColor = "#6f6a60";
constexpr std::string_view kBothColor = "#8a8a8a";
// Of the distance between two lines.
constexpr double kStone = 0.47;
constexpr double kStar = 0.09;
constexpr double kFullShape = 0.45;
constexpr double kLeastShape = 0.07;
constexpr double kRing = 0.24;
constexpr double kCoordinate = 0.42;
constexpr double kLargestCoordinate = 12;

// The colour of a value from −1 to 1; that of the smallest can still be seen.
std::string ValueColor(double value) { return DivergingColor(value > 0 ? 0.68 + 0.32 * value : 0.32 + 0.32 * value); }

// By area, so that a value twice as large takes twice as much ink.
double ShapeRadius(double value, double distance) {
  return distance * std::max(kLeastShape, kFullShape * std::sqrt(std::abs(value)));
}

// One board while it is drawn, from back to front. `left` and `top` are those of the diagram.
class BoardPainter {
 public:
  BoardPainter(const v1::Board& board, const BoardPoints& points, double left, double top, double distance,
               SvgCanvas& canvas)
      : shape_(board.values().shape()),
        points_(points),
        distance_(distance),
        first_x_(left + 1.25 * distance),
        first_y_(top + 1.25 * distance),
        canvas_(canvas) {}

  void Paint() {
    AddGround();
    AddShades();
    AddLines();
    AddCoordinates();
    ForEachPoint([this](const BoardPoint& point, double x, double y) { AddStone(point, x, y); });
    ForEachPoint([this](const BoardPoint& point, double x, double y) { AddValue(point, x, y); });
    ForEachPoint([this](const BoardPoint& point, double x, double y) { AddMark(point, x, y); });
  }

 private:
  double X(int column) const { return first_x_ + column * distance_; }
  double Y(int row) const { return first_y_ + row * distance_; }
  int size() const { return points_.size(); }
  // Colours that mean something want a neutral ground.
  bool is_neutral() const { return points_.has_shades() || points_.has_values(); }
  std::string_view ground() const { return is_neutral() ? kPaper : kWood; }

  template <typename Draw>
  void ForEachPoint(const Draw& draw) {
    for (int column = 0; column < size(); ++column) {
      for (int row = 0; row < size(); ++row) draw(points_.At(column, row), X(column), Y(row));
    }
  }

  void AddGround() {
    const double side = size() * distance_;
    canvas_.Add("rect", {{"x", X(0) - distance_ / 2},
                         {"y", Y(0) - distance_ / 2},
                         {"width", side},
                         {"height", side},
                         {"fill", ground()},
                         {"stroke", kLineColor},
                         {"stroke-width", 0.6}});
  }

  void AddShades() {
    if (!points_.has_shades()) return;
    canvas_.BeginGroup({{"shape-rendering", "crispEdges"}});
    ForEachPoint([this](const BoardPoint& point, double x, double y) {
      const std::string color =
          std::isnan(point.shade) ? std::string(kNoValueColor) : DivergingColor(0.5 + point.shade / 2);
      if (point.shade == 0) return;
      canvas_.Add("rect", {{"x", x - distance_ / 2},
                           {"y", y - distance_ / 2},
                           {"width", distance_},
                           {"height", distance_},
                           {"fill", color}});
    });
    canvas_.EndGroup();
  }

  void AddLines() {
    std::string path;
    const std::string length = SvgNumber((size() - 1) * distance_);
    for (int i = 0; i < size() && size() > 1; ++i) {
      absl::StrAppend(&path, "M", SvgNumber(X(i)), " ", SvgNumber(Y(0)), "v", length);
      absl::StrAppend(&path, "M", SvgNumber(X(0)), " ", SvgNumber(Y(i)), "h", length);
    }
    canvas_.Add("path", {{"d", path}, {"stroke", kLineColor}, {"stroke-width", 0.8}, {"stroke-linecap", "square"}});
    for (int column = 0; column < size(); ++column) {
      for (int row = 0; row < size(); ++row) {
        if (!points_.IsStar(column, row)) continue;
        canvas_.Add("circle", {{"cx", X(column)}, {"cy", Y(row)}, {"r", kStar * distance_}, {"fill", kLineColor}});
      }
    }
  }

  void AddCoordinates() {
    const double last = Y(size() - 1);
    const double away = 0.85 * distance_;
    const SvgTextStyle style = {
        .size = std::min(kLargestCoordinate, kCoordinate * distance_), .anchor = "middle", .color = kSoftInk};
    for (int i = 0; i < size(); ++i) {
      const std::string_view letter = kColumnLetters.substr(static_cast<size_t>(i), 1);
      const std::string number = absl::StrCat(size() - i);
      canvas_.AddMiddleText(X(i), Y(0) - away, letter, style);
      canvas_.AddMiddleText(X(i), last + away, letter, style);
      canvas_.AddMiddleText(X(0) - away, Y(i), number, style);
      canvas_.AddMiddleText(X(size() - 1) + away, Y(i), number, style);
    }
  }

  std::string_view StoneColor(const BoardPoint& point) const {
    if (point.is_black && point.is_white) return kBothColor;
    return point.is_black ? kInk : kPaper;
  }

  void AddStone(const BoardPoint& point, double x, double y) {
    if (!point.has_stone()) return;
    canvas_.Add("circle", {{"cx", x},
                           {"cy", y},
                           {"r", kStone * distance_},
                           {"fill", StoneColor(point)},
                           {"stroke", kInk},
                           {"stroke-width", 1}});
    if (point.is_black && point.is_white) AddLabel("?", x, y, kPaper);
  }

  void AddValue(const BoardPoint& point, double x, double y) {
    if (std::isnan(point.value)) {
      AddLabel("?", x, y, kSoftInk);
    } else if (point.value != 0) {
      AddBoardShape(shape_, x, y, point.value, distance_, canvas_);
    }
  }

  void AddMark(const BoardPoint& point, double x, double y) {
    if (!point.is_marked) return;
    const std::string behind = Behind(point);
    const std::string_view ink = InkOn(behind);
    if (point.label.empty()) {
      canvas_.Add(
          "circle",
          {{"cx", x}, {"cy", y}, {"r", kRing * distance_}, {"fill", "none"}, {"stroke", ink}, {"stroke-width", 1.8}});
      return;
    }
    // The lines would go through the letters.
    if (!point.has_stone() && !HasShape(point)) {
      canvas_.Add("circle", {{"cx", x}, {"cy", y}, {"r", 0.42 * distance_}, {"fill", behind}});
    }
    AddLabel(point.label, x, y, ink);
  }

  static bool HasShape(const BoardPoint& point) { return point.value > 0 || point.value < 0; }

  // The colour that a label is read on.
  std::string Behind(const BoardPoint& point) const {
    if (HasShape(point) && std::abs(point.value) > 0.3) return ValueColor(point.value);
    if (point.has_stone()) return std::string(StoneColor(point));
    if (points_.has_shades() && point.shade != 0 && !std::isnan(point.shade)) {
      return DivergingColor(0.5 + point.shade / 2);
    }
    return std::string(ground());
  }

  void AddLabel(std::string_view label, double x, double y, std::string_view ink) {
    const double width = SvgTextLength(label, 1);
    const double size = std::min(0.5 * distance_, 0.84 * distance_ / std::max(width, 0.1));
    canvas_.AddMiddleText(x, y, label, {.size = size, .anchor = "middle", .color = ink, .bold = true});
  }

  const v1::Shape shape_;
  const BoardPoints& points_;
  const double distance_;
  const double first_x_;
  const double first_y_;
  SvgCanvas& canvas_;
};

}  // namespace

double SvgBoardSide(int size, double distance) { return distance * (size + 1.5); }

void AddBoardShape(v1::Shape shape, double x, double y, double value, double distance, SvgCanvas& canvas) {
  const double radius = ShapeRadius(value, distance);
  const std::string color = ValueColor(value);
  if (shape == v1::SHAPE_SQUARE) {
    canvas.Add("rect", {{"x", x - radius},
                        {"y", y - radius},
                        {"width", 2 * radius},
                        {"height", 2 * radius},
                        {"fill", color},
                        {"stroke", kPaper},
                        {"stroke-width", 0.8}});
  } else {
    canvas.Add("circle",
               {{"cx", x}, {"cy", y}, {"r", radius}, {"fill", color}, {"stroke", kPaper}, {"stroke-width", 0.8}});
  }
}

void PaintSvgBoard(const v1::Board& board, const BoardPoints& points, double left, double top, double distance,
                   SvgCanvas& canvas) {
  BoardPainter(board, points, left, top, distance, canvas).Paint();
}

}  // namespace tenuki
