// What the bytes between '[' and ']' mean as text, and the way back.
//
//   (;C[the \] ends it]PB[Honinbo  Shusaku])
//     SgfText(R"(the \] ends it)")  ==  "the ] ends it"
//     EscapeSgf("the ] ends it")    ==  R"(the \] ends it)"
//
// FF[4] has two kinds of text. In both a backslash makes the next byte plain, a backslash before a line end removes
// both (a soft line break), and white space other than line ends becomes a space. They differ at the other line ends:
// Text (comments) keeps them, here as '\n'; SimpleText (names, results) turns them into spaces.
//
// Bytes are kept as they are and nothing is decoded. This suits encodings in which the bytes of '\' and ']' mean
// nothing else: UTF-8, Latin-1, EUC, but not Shift-JIS, Big5 or GB18030.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tenuki {

std::string SgfText(std::string_view raw);
std::string SgfSimpleText(std::string_view raw);

// `text` as a value that SgfText reads as `text` again, provided its line ends are '\n' and its other white space
// spaces. A ':' is left alone: half of a composed value needs it escaped, which no text that we compose contains.
std::string EscapeSgf(std::string_view text);

// Whether `raw` can stand between '[' and ']': each ']' in it is escaped, and the last backslash escapes something.
bool IsSgfValue(std::string_view raw);

// The halves of a composed value such as "aa:cc", still raw; empty when no unescaped ':' is there.
std::optional<std::pair<std::string_view, std::string_view>> SplitComposed(std::string_view raw);

// The length of the line end that starts at text[position]: 0 (there is none), 1 (LF, CR) or 2 (CR LF, LF CR).
inline size_t SgfLineEndLength(std::string_view text, size_t position) {
  const char c = text[position];
  if (c != '\n' && c != '\r') return 0;
  const char partner = c == '\n' ? '\r' : '\n';
  return position + 1 < text.size() && text[position + 1] == partner ? 2 : 1;
}

}  // namespace tenuki
