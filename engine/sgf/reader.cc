#include "engine/sgf/reader.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/status_macros.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace tenuki {
namespace {

bool IsSpace(char c) { return static_cast<unsigned char>(c) <= ' '; }

}  // namespace

// A walk over the text, a token at a time. What a recursive parser keeps on the stack is in `open_`.
//
// The text is the collection's own copy, and names are shortened in it ("AddBlack" to "AB", in place); the bytes of a
// file are never moved, so offsets stay those of the file.
class SgfParser {
 public:
  SgfParser(std::string_view text, const SgfLimits& limits) : limits_(limits), end_(text.size()) {
    collection_.text_ = text;
    game_locator_ = SgfLocator(collection_.text_);
  }

  absl::StatusOr<SgfCollection> Parse() {
    ABSL_RETURN_IF_ERROR(SkipToFirstGame());
    while (position_ < end_) {
      if (Peek() != '(') return Expected("'(' of another game or the end of the file after a game");
      ABSL_RETURN_IF_ERROR(ParseGame());
      SkipSpace();
    }
    return std::move(collection_);
  }

 private:
  struct OpenTree {
    SgfCollection::NodeId parent;
    size_t offset;  // of its '('
  };

  std::string& text() { return collection_.text_; }
  char Peek() const { return collection_.text_[position_]; }
  // Whether the text goes on with `c`.
  bool At(char c) const { return position_ < end_ && Peek() == c; }
  void SkipSpace() {
    while (position_ < end_ && IsSpace(Peek())) ++position_;
  }

  absl::Status SkipToFirstGame() {
    size_t parenthesis = text().find('(');
    while (parenthesis != std::string::npos) {
      position_ = parenthesis + 1;
      SkipSpace();
      if (At(';')) {
        position_ = parenthesis;
        return absl::OkStatus();
      }
      parenthesis = text().find('(', position_);
    }
    return ErrorAt(0, "expected a game, which starts with \"(;\", found none in the text");
  }

  absl::Status ParseGame() {
    game_locator_.At(position_);
    collection_.games_.push_back({.root = collection_.num_nodes(), .mark = game_locator_.mark()});
    ABSL_RETURN_IF_ERROR(ParseOpening());
    while (!open_.empty()) {
      SkipSpace();
      if (At('(')) {
        ABSL_RETURN_IF_ERROR(ParseOpening());
      } else if (At(')')) {
        ParseClosing();
      } else if (position_ == end_) {
        return ErrorAt(open_.back().offset, "expected ')' to end the tree that starts here, found the end of the file");
      } else if (variation_ended_) {
        return Expected("'(' or ')' after a variation");
      } else if (At(';')) {
        ABSL_RETURN_IF_ERROR(ParseNode());
      } else {
        return Expected("a property, ';', '(' or ')'");
      }
    }
    return absl::OkStatus();
  }

  // "(" and its first node.
  absl::Status ParseOpening() {
    if (open_.size() >= static_cast<size_t>(limits_.max_depth))
      return TooMany("nested trees", "max_depth", limits_.max_depth);
    open_.push_back({.parent = node_, .offset = position_});
    ++position_;
    SkipSpace();
    if (!At(';')) return Expected("';' after '('");
    return ParseNode();
  }

  void ParseClosing() {
    ++position_;
    node_ = open_.back().parent;
    open_.pop_back();
    variation_ended_ = !open_.empty();
  }

  absl::Status ParseNode() {
    if (collection_.num_nodes() >= limits_.max_nodes) return TooMany("nodes", "max_nodes", limits_.max_nodes);
    ++position_;
    node_ = collection_.AddNode(node_);
    variation_ended_ = false;
    for (SkipSpace(); position_ < end_ && absl::ascii_isalpha(static_cast<unsigned char>(Peek())); SkipSpace()) {
      ABSL_RETURN_IF_ERROR(ParseProperty());
    }
    return absl::OkStatus();
  }

  absl::Status ParseProperty() {
    if (collection_.properties_.size() >= static_cast<size_t>(limits_.max_properties)) {
      return TooMany("properties", "max_properties", limits_.max_properties);
    }
    const size_t start = position_;
    const uint32_t length = ParseName();
    if (length == 0) return ErrorAt(start, "expected a property name with an upper-case letter, found none in it");
    collection_.AddPropertyAt(static_cast<uint32_t>(start), length);
    SkipSpace();
    if (!At('[')) return Expected(absl::StrCat("'[' after the property name ", Shown(start, length)));
    do {
      ABSL_RETURN_IF_ERROR(ParseValue());
      SkipSpace();
    } while (At('['));
    return absl::OkStatus();
  }

  // Moves the name's upper-case letters to its start, and returns how many they are.
  uint32_t ParseName() {
    size_t length = position_;
    const size_t start = position_;
    for (; position_ < end_ && absl::ascii_isalpha(static_cast<unsigned char>(Peek())); ++position_) {
      if (absl::ascii_isupper(static_cast<unsigned char>(Peek()))) text()[length++] = Peek();
    }
    return static_cast<uint32_t>(length - start);
  }

  absl::Status ParseValue() {
    if (collection_.values_.size() >= static_cast<size_t>(limits_.max_values)) {
      return TooMany("values", "max_values", limits_.max_values);
    }
    const size_t start = position_ + 1;
    const size_t end = FindValueEnd(start);
    if (end >= end_) {
      return ErrorAt(position_, "expected ']' to end the value that starts here, found the end of the file");
    }
    collection_.AddValueAt(static_cast<uint32_t>(start), static_cast<uint32_t>(end - start));
    position_ = end + 1;
    return absl::OkStatus();
  }

  // The first plain ']' from `position` on; `end_` or more when there is none.
  size_t FindValueEnd(size_t position) const {
    const std::string_view text = collection_.text_;
    while (position < end_ && text[position] != ']') position += text[position] == '\\' ? 2 : 1;
    return position;
  }

  absl::Status ErrorAt(size_t offset, std::string_view message) const {
    return absl::InvalidArgumentError(absl::StrCat(SgfLocator(collection_.text_).At(offset), ": ", message));
  }
  absl::Status Expected(std::string_view what) const {
    return ErrorAt(position_, absl::StrCat("expected ", what, ", found ", Found()));
  }
  absl::Status TooMany(std::string_view what, std::string_view limit, int32_t number) const {
    return ErrorAt(position_, absl::StrCat("more ", what, " than the limit ", limit, " = ", number, " allows"));
  }

  std::string Found() const {
    if (position_ >= end_) return "the end of the file";
    const char c = Peek();
    if (absl::ascii_isgraph(static_cast<unsigned char>(c))) return absl::StrCat("'", std::string_view(&c, 1), "'");
    return absl::StrFormat("the byte 0x%02X", static_cast<unsigned char>(c));
  }

  // A name for an error text, which a hostile one must not fill.
  std::string_view Shown(size_t start, size_t length) const {
    constexpr size_t kMaxShown = 16;
    return std::string_view(collection_.text_).substr(start, std::min(length, kMaxShown));
  }

  const SgfLimits limits_;
  const size_t end_;
  SgfCollection collection_;
  SgfLocator game_locator_{""};
  size_t position_ = 0;
  std::vector<OpenTree> open_;
  // The node that the next one is a child of.
  SgfCollection::NodeId node_ = SgfCollection::kNone;
  // Whether a variation has just been closed, after which a tree can have no more nodes of its own.
  bool variation_ended_ = false;
};

absl::StatusOr<SgfCollection> ReadSgf(std::string_view text, const SgfLimits& limits) {
  if (text.size() > static_cast<size_t>(limits.max_bytes)) {
    return absl::InvalidArgumentError(absl::StrCat("line 1, column 1: the text has ", text.size(),
                                                   " bytes, more than the limit max_bytes = ", limits.max_bytes,
                                                   " allows"));
  }
  return SgfParser(text, limits).Parse();
}

}  // namespace tenuki
