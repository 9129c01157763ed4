#include "report/text.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace tenuki {
namespace {

struct CodePoint {
  char32_t value;
  size_t bytes;
  bool valid;
};

struct Range {
  char32_t first;
  char32_t last;
};

// Unicode 16, EastAsianWidth.txt: W and F, in blocks.
constexpr Range kWide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},  {0x3041, 0x4DBF},   {0x4E00, 0xA4CF},
                           {0xA960, 0xA97C},   {0xAC00, 0xD7A3},  {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
                           {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},  {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF},
                           {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
constexpr Range kCombining[] = {{0x0300, 0x036F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200D},
                                {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};
constexpr Range kDirection[] = {{0x200E, 0x200F}, {0x202A, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}};

template <size_t kCount>
bool IsIn(char32_t c, const Range (&ranges)[kCount]) {
  return std::any_of(std::begin(ranges), std::end(ranges), [c](Range r) { return r.first <= c && c <= r.last; });
}

// Control characters, and the two separators that some terminals take for line breaks.
bool IsControl(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029; }

// The first character of a text that is not empty. Overlong forms, surrogates and cut sequences are not valid.
CodePoint First(std::string_view text) {
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const uint8_t lead = static_cast<uint8_t>(text[0]);
  if (lead < 0x80) return {lead, 1, true};
  const size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  const CodePoint invalid = {0xFFFD, 1, false};
  if (lead < 0xC0 || lead >= 0xF8 || text.size() < bytes) return invalid;
  char32_t value = lead & (0x7Fu >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    const uint8_t next = static_cast<uint8_t>(text[i]);
    if ((next & 0xC0) != 0x80) return invalid;
    value = value << 6 | (next & 0x3F);
  }
  if (value < kLeast[bytes] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return invalid;
  return {value, bytes, true};
}

size_t Width(char32_t c) {
  if (c < 0x300) return 1;
  if (IsIn(c, kCombining)) return 0;
  return IsIn(c, kWide) ? 2 : 1;
}

// How many bytes of `text` fit into `width` columns; at least one character, so that breaking a text comes to an end.
size_t FittingBytes(std::string_view text, size_t width) {
  size_t used = 0;
  size_t bytes = 0;
  while (bytes < text.size()) {
    const CodePoint c = First(text.substr(bytes));
    used += Width(c.value);
    if (used > width && bytes > 0) break;
    bytes += c.bytes;
  }
  return bytes;
}

}  // namespace

size_t TextWidth(std::string_view text) {
  size_t width = 0;
  while (!text.empty()) {
    const CodePoint c = First(text);
    width += Width(c.value);
    text.remove_prefix(c.bytes);
  }
  return width;
}

std::string OneLine(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const CodePoint c = First(text);
    if (!c.valid) {
      line += "\uFFFD";
    } else if (IsControl(c.value)) {
      line += ' ';
    } else if (!IsIn(c.value, kDirection)) {
      line += text.substr(0, c.bytes);
    }
    text.remove_prefix(c.bytes);
  }
  absl::StripAsciiWhitespace(&line);
  return line;
}

std::string PadLeft(std::string_view text, size_t width) {
  const size_t have = TextWidth(text);
  return absl::StrCat(std::string(width > have ? width - have : 0, ' '), text);
}

std::string PadRight(std::string_view text, size_t width) {
  const size_t have = TextWidth(text);
  return absl::StrCat(text, std::string(width > have ? width - have : 0, ' '));
}

std::string Shorten(std::string_view text, size_t width) {
  if (TextWidth(text) <= width) return std::string(text);
  return width > 1 ? absl::StrCat(text.substr(0, FittingBytes(text, width - 1)), "…") : "…";
}

std::vector<std::string> Wrap(std::string_view text, size_t width, LongWords long_words) {
  std::vector<std::string> lines(1);
  size_t used = 0;
  for (std::string_view word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    while (!word.empty()) {
      const size_t bytes = long_words == LongWords::kBreak ? FittingBytes(word, width) : word.size();
      const std::string_view piece = word.substr(0, bytes);
      const size_t piece_width = TextWidth(piece);
      if (used > 0 && used + 1 + piece_width > width) {
        lines.emplace_back();
        used = 0;
      }
      absl::StrAppend(&lines.back(), used > 0 ? " " : "", piece);
      used += (used > 0 ? 1 : 0) + piece_width;
      word.remove_prefix(bytes);
    }
  }
  return lines;
}

void AppendLine(std::string_view line, std::string& out) {
  absl::StrAppend(&out, absl::StripTrailingAsciiWhitespace(line), "\n");
}

}  // namespace tenuki
