#include "report/svg_page.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "report/text.h"

namespace tenuki {
namespace {

constexpr double kMargin = 20;
constexpr double kLeastWidth = 320;
constexpr double kCaptionSize = 14;
constexpr double kCaptionLine = 19;
constexpr size_t kMaxCaptionLines = 5;
constexpr double kLegendSize = 12;
constexpr double kLegendLine = 20;
constexpr double kLegendGap = 18;
constexpr double kNoteSize = 11;
constexpr double kNoteLine = 15;
constexpr size_t kMaxNoteLines = 16;
// A text is not read to its end only to be cut.
constexpr size_t kMaxTextBytes = 4000;

constexpr size_t kMaxTitle = 300;

// Of these words in lines of `width` pixels, at most `max_lines`.
std::vector<std::string> Lines(std::string_view text, double width, double letter, size_t max_lines) {
  const std::string line = OneLine(text.substr(0, kMaxTextBytes));
  std::vector<std::string> lines = Wrap(line, static_cast<size_t>(width / letter), LongWords::kBreak);
  if (lines.size() > max_lines) {
    lines.resize(max_lines);
    lines.back() += "…";
  }
  if (lines.size() == 1 && lines[0].empty()) lines.clear();
  return lines;
}

std::string TitleOf(std::string_view caption) {
  const std::string title = Shorten(OneLine(caption.substr(0, kMaxTextBytes)), kMaxTitle);
  return title.empty() ? "Figure" : title;
}

}  // namespace

SvgPage::SvgPage(std::string_view caption, double width)
    : title_(TitleOf(caption)), width_(std::max(width, kLeastWidth)), bottom_(kMargin) {
  const std::vector<std::string> lines = Lines(caption, width_, 0.64 * kCaptionSize, kMaxCaptionLines);
  for (const std::string& line : lines) {
    canvas_.AddText(left(), Advance(kCaptionLine) + kCaptionSize, line, {.size = kCaptionSize, .bold = true});
  }
  if (!lines.empty()) Advance(8);
}

double SvgPage::left() const { return kMargin; }

double SvgPage::Advance(double height) {
  const double top = bottom_;
  bottom_ += height;
  return top;
}

void SvgPage::AddLegend(const std::vector<SvgLegendEntry>& entries) {
  double line = kLegendLine;
  for (const SvgLegendEntry& entry : entries) line = std::max(line, entry.width - (kSvgSignWidth - kLegendLine));
  double x = left();
  double y = bottom_ + line / 2;
  for (const SvgLegendEntry& entry : entries) {
    const std::string name = Shorten(OneLine(entry.name), 2 * kMaxSvgName);
    const double needed = entry.width + 6 + SvgTextLength(name, kLegendSize);
    if (x > left() && x + needed > left() + width_) {
      x = left();
      y += line;
    }
    entry.draw(canvas_, x, y);
    canvas_.AddMiddleText(x + entry.width + 6, y, name, {.size = kLegendSize});
    x += needed + kLegendGap;
  }
  if (!entries.empty()) bottom_ = y + line / 2 + 8;
}

void SvgPage::AddNote(std::string_view note) {
  for (std::string& line : Lines(note, width_, 0.58 * kNoteSize, kMaxNoteLines)) {
    if (notes_.size() <= kMaxNoteLines) notes_.push_back(std::move(line));
  }
}

std::string SvgPage::Finish() {
  if (notes_.size() > kMaxNoteLines) notes_.back() = "…";
  if (!notes_.empty()) Advance(8);
  for (const std::string& note : notes_) {
    canvas_.AddText(left(), Advance(kNoteLine) + kNoteSize, note, {.size = kNoteSize, .color = kSoftInk});
  }
  return canvas_.Finish(width_ + 2 * kMargin, bottom_ + kMargin, title_);
}

std::string MessageSvg(std::string_view caption, std::string_view message) {
  SvgPage page(caption, 0);
  page.AddNote(message);
  return page.Finish();
}

void NoteIfMore(size_t count, size_t shown, std::string_view what, SvgPage& page) {
  if (count > shown) page.AddNote(absl::StrCat(count - shown, " more ", what, " are not shown"));
}

}  // namespace tenuki
