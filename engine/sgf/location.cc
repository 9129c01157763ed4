#include "engine/sgf/location.h"

#include "engine/sgf/text.h"

namespace tenuki {

SgfLocation SgfLocator::At(size_t offset) {
  size_t position = mark_.position;
  while (position < offset) {
    const size_t line_end = SgfLineEndLength(text_, position);
    position += line_end > 0 ? line_end : 1;
    if (line_end == 0) continue;
    mark_.line_start = static_cast<uint32_t>(position);
    ++mark_.line;
  }
  mark_.position = static_cast<uint32_t>(position);
  return {.line = mark_.line, .column = static_cast<int>(offset - mark_.line_start) + 1};
}

}  // namespace tenuki
