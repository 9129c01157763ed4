#include "engine/sgf/text.h"

namespace tenuki {
namespace {

std::string Unescape(std::string_view raw, char hard_line_break) {
  std::string text;
  text.reserve(raw.size());
  for (size_t position = 0; position < raw.size();) {
    const bool escaped = raw[position] == '\\' && position + 1 < raw.size();
    if (escaped) ++position;
    if (const size_t line_end = SgfLineEndLength(raw, position); line_end > 0) {
      if (!escaped) text += hard_line_break;
      position += line_end;
      continue;
    }
    const char c = raw[position++];
    text += c == '\t' || c == '\v' || c == '\f' ? ' ' : c;
  }
  return text;
}

}  // namespace

std::string SgfText(std::string_view raw) { return Unescape(raw, '\n'); }

std::string SgfSimpleText(std::string_view raw) { return Unescape(raw, ' '); }

std::string EscapeSgf(std::string_view text) {
  std::string raw;
  raw.reserve(text.size());
  for (char c : text) {
    if (c == '\\' || c == ']') raw += '\\';
    raw += c;
  }
  return raw;
}

bool IsSgfValue(std::string_view raw) {
  bool escaped = false;
  for (char c : raw) {
    if (c == ']' && !escaped) return false;
    escaped = c == '\\' && !escaped;
  }
  return !escaped;
}

std::optional<std::pair<std::string_view, std::string_view>> SplitComposed(std::string_view raw) {
  for (size_t position = 0; position < raw.size(); ++position) {
    if (raw[position] == ':') return std::pair(raw.substr(0, position), raw.substr(position + 1));
    if (raw[position] == '\\') ++position;
  }
  return std::nullopt;
}

}  // namespace tenuki
