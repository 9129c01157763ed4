// SVG elements one after the other, well-formed whatever text they are given.
//
//   SvgCanvas canvas;
//   canvas.Add("circle", {{"cx", 12.5}, {"cy", 40}, {"r", 4}, {"fill", "#000"}}, "12 games");
//   canvas.AddText(20, 44, "a < b", {.bold = true});
//   canvas.Finish(100, 80, "A circle")
//
// Coordinates are pixels from the top left, written with at most two decimals; those that are not finite or far beyond
// any page are taken as its end. One thread at a time.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace tenuki {

inline constexpr std::string_view kInk = "#1a1a1a";
inline constexpr std::string_view kSoftInk = "#555555";
inline constexpr std::string_view kPaper = "#ffffff";

// "12.5", "-0.25", "3".
std::string SvgNumber(double value);

// On one line, with < > & " as entities, and without what XML 1.0 does not allow.
std::string SvgEscape(std::string_view text);

// About how many pixels a text takes in a sans-serif font; rather too much than too little.
double SvgTextLength(std::string_view text, double font_size);

// Left out where the value is an empty text.
class SvgAttribute {
 public:
  template <typename Number>
    requires std::is_arithmetic_v<Number>
  SvgAttribute(std::string_view name, Number value) : name_(name), value_(static_cast<double>(value)) {}
  template <std::convertible_to<std::string_view> Text>
  SvgAttribute(std::string_view name, const Text& value) : name_(name), value_(std::string_view(value)) {}

  void AppendTo(std::string& out) const;

 private:
  std::string_view name_;
  std::variant<double, std::string_view> value_;
};

struct SvgTextStyle {
  double size = 12;
  // start, middle or end.
  std::string_view anchor = "start";
  std::string_view color = kInk;
  bool bold = false;
  // Degrees clockwise, around the text's own place.
  double turn = 0;
};

class SvgCanvas {
 public:
  // A tooltip is what a browser shows when the figure is opened by itself.
  void Add(std::string_view element, std::initializer_list<SvgAttribute> attributes, std::string_view tooltip = "");

  void AddLine(double x1, double y1, double x2, double y2, std::string_view color, double width = 1);

  // `y` is the base line; AddMiddleText's the middle of the letters. Text that is empty is left out.
  void AddText(double x, double y, std::string_view text, const SvgTextStyle& style);
  void AddMiddleText(double x, double y, std::string_view text, const SvgTextStyle& style);

  // All elements up to EndGroup share its attributes.
  void BeginGroup(std::initializer_list<SvgAttribute> attributes);
  void EndGroup();

  // The whole file. REQUIRES: all groups are ended.
  std::string Finish(double width, double height, std::string_view title) const;

 private:
  std::string elements_;
};

}  // namespace tenuki
