// Where in a file something stands, as people and editors count it.
//
//   SgfLocator locator(text);
//   absl::StrCat(locator.At(offset), ": expected …")        // "line 12, column 5: expected …"
//
// Lines and columns count from 1, columns in bytes. A line ends with LF, CR, CR LF or LF CR, each counted once.
// A locator is not thread-safe; it borrows the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "absl/strings/str_format.h"

namespace tenuki {

struct SgfLocation {
  int line = 1;
  int column = 1;

  friend bool operator==(const SgfLocation&, const SgfLocation&) = default;

  template <typename Sink>
  friend void AbslStringify(Sink& sink, const SgfLocation& location) {
    absl::Format(&sink, "line %d, column %d", location.line, location.column);
  }
};

class SgfLocator {
 public:
  // How far a locator has come, to go on from there later.
  struct Mark {
    uint32_t position = 0;
    uint32_t line_start = 0;
    int32_t line = 1;
  };

  // REQUIRES: a text below 4 GB; a mark that a locator of the same text gave.
  explicit SgfLocator(std::string_view text) : SgfLocator(text, Mark()) {}
  SgfLocator(std::string_view text, const Mark& mark) : text_(text), mark_(mark) {}

  // REQUIRES: offsets never descend from one call to the next, so that many calls read the text only once.
  SgfLocation At(size_t offset);
  // Of the offset asked for last.
  const Mark& mark() const { return mark_; }

 private:
  std::string_view text_;
  Mark mark_;
};

}  // namespace tenuki
