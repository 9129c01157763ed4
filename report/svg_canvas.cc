#include "report/svg_canvas.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "report/text.h"

namespace tenuki {
namespace {

constexpr double kFarthest = 1e6;
constexpr std::string_view kFonts = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";

// Of the font size, a letter; classes of the widest font of those above.
double LetterWidth(char c) {
  if (std::string_view("ijl.,:;'|!I ()[]").find(c) != std::string_view::npos) return 0.37;
  if (std::string_view("mwMW%@").find(c) != std::string_view::npos) return 0.92;
  return c >= 'A' && c <= 'Z' ? 0.7 : 0.62;
}

}  // namespace

std::string SvgNumber(double value) {
  const double bounded = std::isnan(value) ? 0 : std::clamp(value, -kFarthest, kFarthest);
  const int64_t hundredths = std::llround(bounded * 100);
  const int64_t rest = std::abs(hundredths % 100);
  std::string text = absl::StrCat(hundredths < 0 ? "-" : "", std::abs(hundredths / 100));
  if (rest != 0) absl::StrAppend(&text, rest < 10 ? ".0" : ".", rest % 10 == 0 ? rest / 10 : rest);
  return text;
}

std::string SvgEscape(std::string_view text) {
  return absl::StrReplaceAll(
      OneLine(text),
      {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"\uFFFE", "\uFFFD"}, {"\uFFFF", "\uFFFD"}});
}

double SvgTextLength(std::string_view text, double font_size) {
  double ems = 0;
  std::string rest;
  for (char c : text) {
    if ((c & 0x80) == 0) {
      ems += LetterWidth(c);
    } else {
      rest += c;
    }
  }
  return (ems + 0.7 * static_cast<double>(TextWidth(rest))) * font_size;
}

void SvgAttribute::AppendTo(std::string& out) const {
  if (const double* number = std::get_if<double>(&value_)) {
    absl::StrAppend(&out, " ", name_, "=\"", SvgNumber(*number), "\"");
  } else if (const std::string_view text = std::get<std::string_view>(value_); !text.empty()) {
    absl::StrAppend(&out, " ", name_, "=\"", SvgEscape(text), "\"");
  }
}

void SvgCanvas::Add(std::string_view element, std::initializer_list<SvgAttribute> attributes,
                    std::string_view tooltip) {
  absl::StrAppend(&elements_, "<", element);
  for (const SvgAttribute& attribute : attributes) attribute.AppendTo(elements_);
  if (tooltip.empty()) {
    elements_ += "/>\n";
  } else {
    absl::StrAppend(&elements_, "><title>", SvgEscape(tooltip), "</title></", element, ">\n");
  }
}

void SvgCanvas::AddLine(double x1, double y1, double x2, double y2, std::string_view color, double width) {
  Add("line", {{"x1", x1}, {"y1", y1}, {"x2", x2}, {"y2", y2}, {"stroke", color}, {"stroke-width", width}});
}

void SvgCanvas::AddText(double x, double y, std::string_view text, const SvgTextStyle& style) {
  const std::string escaped = SvgEscape(text);
  if (escaped.empty()) return;
  const std::string turn =
      style.turn == 0 ? "" : absl::StrCat("rotate(", SvgNumber(style.turn), " ", SvgNumber(x), " ", SvgNumber(y), ")");
  elements_ += "<text";
  for (const SvgAttribute& attribute :
       std::initializer_list<SvgAttribute>{{"x", x},
                                           {"y", y},
                                           {"font-size", style.size},
                                           {"text-anchor", style.anchor == "start" ? std::string_view() : style.anchor},
                                           {"font-weight", style.bold ? "bold" : ""},
                                           {"fill", style.color},
                                           {"transform", turn}}) {
    attribute.AppendTo(elements_);
  }
  absl::StrAppend(&elements_, ">", escaped, "</text>\n");
}

void SvgCanvas::AddMiddleText(double x, double y, std::string_view text, const SvgTextStyle& style) {
  // Half of a digit's height; dominant-baseline is not understood everywhere. Across, where the text is turned upright.
  const double down = 0.36 * style.size;
  const bool upright = std::abs(style.turn) == 90;
  AddText(upright ? x + down : x, upright ? y : y + down, text, style);
}

void SvgCanvas::BeginGroup(std::initializer_list<SvgAttribute> attributes) {
  elements_ += "<g";
  for (const SvgAttribute& attribute : attributes) attribute.AppendTo(elements_);
  elements_ += ">\n";
}

void SvgCanvas::EndGroup() { elements_ += "</g>\n"; }

std::string SvgCanvas::Finish(double width, double height, std::string_view title) const {
  const std::string w = SvgNumber(width);
  const std::string h = SvgNumber(height);
  return absl::StrCat("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", w, "\" height=\"", h, "\" viewBox=\"0 0 ",
                      w, " ", h, "\" role=\"img\" font-family=\"", kFonts, "\">\n<title>", SvgEscape(title),
                      "</title>\n<rect width=\"", w, "\" height=\"", h, "\" fill=\"", kPaper, "\"/>\n", elements_,
                      "</svg>\n");
}

}  // namespace tenuki
