// Points, colours and moves: the words that all of engine/ speaks.
//
// A point is a number, size·column + row, with column 0 at the left and row 0 at the top, as in SGF: point order runs
// down the first column, then down the second. The order is part of the engine's semantics (playouts draw from
// candidates in point order; canonical forms compare bits in it).
//
//   size 3     a b c  (SGF columns)         GTP writes the same corner  A3 B3 C3
//          a   0 3 6                                                    A2 B2 C2
//          b   1 4 7                                                    A1 B1 C1
//          c   2 5 8
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tenuki {

inline constexpr int kMaxBoardSize = 19;
inline constexpr int kMaxPoints = kMaxBoardSize * kMaxBoardSize;

using Point = int;
inline constexpr Point kNoPoint = -2;

// A move is a point or a pass.
using Move = int;
inline constexpr Move kPass = -1;

enum class Color : uint8_t { kEmpty = 0, kBlack = 1, kWhite = 2 };

constexpr Color Opponent(Color color) { return static_cast<Color>(3 - static_cast<int>(color)); }
// 0 for Black, 1 for White: an index into arrays of two.
constexpr int Side(Color color) { return static_cast<int>(color) - 1; }

constexpr Point MakePoint(int size, int column, int row) { return size * column + row; }
constexpr int ColumnOf(int size, Point point) { return point / size; }
constexpr int RowOf(int size, Point point) { return point % size; }

// GTP vertices: "D4" (the letter I is skipped, rows count from the bottom), "pass". Reading accepts either case.
std::string ToGtp(int size, Move move);
std::optional<Move> MoveFromGtp(int size, std::string_view text);

// SGF points: "dd"; the empty text is a pass, and so is "tt" up to size 19.
std::string ToSgf(int size, Move move);
std::optional<Move> MoveFromSgf(int size, std::string_view text);

// "black", "white", "empty".
std::string_view ColorName(Color color);

}  // namespace tenuki
