// Text as it takes up columns in a terminal: width, padding, wrapping, and what must not reach a terminal at all.
//
//   TextWidth("± 3 ×")                                  // 5: code points, not bytes
//   PadLeft("–", 4)                                     // "   –"
//   Shorten("a long name", 7)                           // "a long…"
//   Wrap("to play elsewhere", 8, LongWords::kKeep)      // {"to play", "elsewhere"}
//
// Text is UTF-8; a byte that is not part of a character counts as one column. Nothing depends on a locale. Pure
// functions: no thread rules.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tenuki {

// Columns: none for combining marks, two for East Asian wide characters, one for the others.
size_t TextWidth(std::string_view text);

// The text on one line, harmless to a terminal: line breaks, tabs and control characters become spaces (a name from a
// foreign program may hold escape sequences), characters that reverse the direction of writing are left out, stray
// bytes become U+FFFD. No spaces at the ends.
std::string OneLine(std::string_view text);

// With spaces on the left (right) up to `width` columns; longer text is left as it is.
std::string PadLeft(std::string_view text, size_t width);
std::string PadRight(std::string_view text, size_t width);

// At most `width` columns: of a longer text the beginning and "…". REQUIRES: width > 0.
std::string Shorten(std::string_view text, size_t width);

// What to do with a word that is longer than a line: a line of its own, so that an address can still be copied, or as
// many lines as it needs.
enum class LongWords { kKeep, kBreak };

// Lines of at most `width` columns, broken at spaces; at least one line. REQUIRES: width > 0.
std::vector<std::string> Wrap(std::string_view text, size_t width, LongWords long_words);

// The line without spaces at its end, and a line break.
void AppendLine(std::string_view line, std::string& out);

}  // namespace tenuki
