#include "engine/board/point.h"

namespace tenuki {
namespace {

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string ToGtp(int size, Move move) {
  if (move == kPass) return "pass";
  const int column = ColumnOf(size, move);
  const char letter = static_cast<char>('A' + column + (column >= 8 ? 1 : 0));
  return letter + std::to_string(size - RowOf(size, move));
}

std::optional<Move> MoveFromGtp(int size, std::string_view text) {
  if (text.size() == 4 && Lower(text[0]) == 'p' && Lower(text[1]) == 'a' && Lower(text[2]) == 's' &&
      Lower(text[3]) == 's') {
    return kPass;
  }
  if (text.size() < 2 || text.size() > 3) return std::nullopt;
  const char letter = Lower(text[0]);
  if (letter < 'a' || letter > 'z' || letter == 'i') return std::nullopt;
  const int column = letter - 'a' - (letter > 'i' ? 1 : 0);
  int number = 0;
  for (char digit : text.substr(1)) {
    if (digit < '0' || digit > '9') return std::nullopt;
    number = number * 10 + (digit - '0');
  }
  if (column >= size || number < 1 || number > size) return std::nullopt;
  return MakePoint(size, column, size - number);
}

std::string ToSgf(int size, Move move) {
  if (move == kPass) return "";
  return {static_cast<char>('a' + ColumnOf(size, move)), static_cast<char>('a' + RowOf(size, move))};
}

std::optional<Move> MoveFromSgf(int size, std::string_view text) {
  if (text.empty() || text == "tt") return kPass;
  if (text.size() != 2) return std::nullopt;
  const int column = text[0] - 'a';
  const int row = text[1] - 'a';
  if (column < 0 || column >= size || row < 0 || row >= size) return std::nullopt;
  return MakePoint(size, column, row);
}

std::string_view ColorName(Color color) {
  switch (color) {
    case Color::kBlack: return "black";
    case Color::kWhite: return "white";
    case Color::kEmpty: return "empty";
  }
  return "empty";
}

}  // namespace tenuki
