#include "engine/testing/colorings.h"

#include <optional>
#include <vector>

namespace tenuki {

bool NextColoring(std::vector<Color>& colors) {
  for (Color& color : colors) {
    if (color != Color::kWhite) {
      color = static_cast<Color>(static_cast<int>(color) + 1);
      return true;
    }
    color = Color::kEmpty;
  }
  return false;
}

int64_t ForEachLegalPosition(int size, absl::FunctionRef<void(const Board&)> visit) {
  int64_t legal = 0;
  std::vector<Color> colors(size * size, Color::kEmpty);
  do {
    PointSet stones[2];
    for (Point point = 0; point < size * size; ++point) {
      if (colors[point] != Color::kEmpty) stones[Side(colors[point])].Insert(point);
    }
    std::optional<Board> board = Board::FromStones(size, stones[0], stones[1], Color::kBlack);
    if (!board.has_value()) continue;
    ++legal;
    visit(*board);
  } while (NextColoring(colors));
  return legal;
}

}  // namespace tenuki
