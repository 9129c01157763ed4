#include "report/well_formed_xml.h"

#include <cstdint>
#include <set>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

bool IsNameCharacter(char c) { return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == ':'; }

// XML 1.0, production 2.
bool IsAllowed(char32_t c) {
  return c == 0x9 || c == 0xA || c == 0xD || (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) ||
         (c >= 0x10000 && c <= 0x10FFFF);
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::string Read() {
    if (!ReadTag(true)) return problem_;
    while (!open_.empty()) {
      if (!ReadText('<') || !ReadTag(false)) return problem_;
    }
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] != '\n') return absl::StrCat("something after the end, at ", at_);
    }
    return "";
  }

 private:
  bool Fail(std::string_view problem) {
    problem_ = absl::StrCat(problem, ", at ", at_);
    return false;
  }

  bool Skip(std::string_view expected) {
    if (!absl::StartsWith(text_.substr(at_), expected)) return Fail(absl::StrCat("expected ", expected));
    at_ += expected.size();
    return true;
  }

  std::string_view Name() {
    const size_t from = at_;
    while (at_ < text_.size() && IsNameCharacter(text_[at_])) ++at_;
    return text_.substr(from, at_ - from);
  }

  // One character of UTF-8, in its shortest form.
  bool ReadCharacter() {
    const auto lead = static_cast<uint8_t>(text_[at_]);
    const size_t bytes = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if ((lead >= 0x80 && lead < 0xC2) || lead > 0xF4 || at_ + bytes > text_.size()) return Fail("not UTF-8");
    char32_t value = bytes == 1 ? lead : lead & (0x7Fu >> bytes);
    for (size_t i = 1; i < bytes; ++i) {
      const auto next = static_cast<uint8_t>(text_[at_ + i]);
      if ((next & 0xC0) != 0x80) return Fail("not UTF-8");
      value = value << 6 | (next & 0x3F);
    }
    const bool is_shortest = bytes == 1 || (bytes == 2 && value >= 0x80) || (bytes == 3 && value >= 0x800) ||
                             (bytes == 4 && value >= 0x10000);
    if (!is_shortest || !IsAllowed(value)) return Fail("a character that XML does not have");
    at_ += bytes;
    return true;
  }

  // Up to, not including, `end`.
  bool ReadText(char end) {
    while (at_ < text_.size() && text_[at_] != end) {
      if (text_[at_] == '<') return Fail("< in a text");
      if (text_[at_] != '&') {
        if (!ReadCharacter()) return false;
        continue;
      }
      ++at_;
      const std::string_view entity = Name();
      const bool is_known = entity == "amp" || entity == "lt" || entity == "gt" || entity == "quot" || entity == "apos";
      if (!is_known) return Fail(absl::StrCat("no entity: ", entity));
      if (!Skip(";")) return false;
    }
    return at_ < text_.size() || Fail("it ends too early");
  }

  bool ReadAttributes() {
    std::set<std::string_view> names;
    while (at_ < text_.size() && text_[at_] == ' ') {
      ++at_;
      const std::string_view name = Name();
      if (name.empty()) return Fail("an attribute without a name");
      if (!names.insert(name).second) return Fail(absl::StrCat("twice: ", name));
      if (!Skip("=\"") || !ReadText('"') || !Skip("\"")) return false;
    }
    return true;
  }

  bool ReadTag(bool is_root) {
    if (!Skip("<")) return false;
    if (!is_root && at_ < text_.size() && text_[at_] == '/') {
      ++at_;
      const std::string_view name = Name();
      if (name != open_.back()) return Fail(absl::StrCat("</", name, "> ends ", open_.back()));
      open_.pop_back();
      return Skip(">");
    }
    const std::string_view name = Name();
    if (name.empty()) return Fail("an element without a name");
    if (!ReadAttributes()) return false;
    if (at_ < text_.size() && text_[at_] == '/') return Skip("/>");
    open_.push_back(name);
    return Skip(">");
  }

  const std::string_view text_;
  size_t at_ = 0;
  std::vector<std::string_view> open_;
  std::string problem_;
};

}  // namespace

std::string WhyNotWellFormed(std::string_view text) { return Reader(text).Read(); }

}  // namespace tenuki
