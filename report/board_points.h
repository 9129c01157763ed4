// What is on each point of a board, whatever the document holds: points that are not there, labels that no point has
// room for, two stones on one point. What cannot be shown becomes a note.
//
//   const BoardPoints points(board);
//   points.At(2, 0).is_black          // column C, top row
//   points.notes()                    // {"E1: last move", "off the board and not shown: 2"}
//
// Immutable: may be used from any thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tenuki/v1/report.pb.h"

namespace tenuki {

// Columns as Go players name them; there are no letters for more.
inline constexpr std::string_view kColumnLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
inline constexpr int kMaxDrawnBoardSize = static_cast<int>(kColumnLetters.size());

// In columns of text.
inline constexpr size_t kMaxBoardLabel = 3;

struct BoardPoint {
  bool is_black = false;
  bool is_white = false;
  bool is_marked = false;
  // On one line, at most kMaxBoardLabel wide; empty of a bare mark.
  std::string label;
  // NaN where it is no number.
  double shade = 0;
  // As a part of the value that fills a point, from −1 to 1, or NaN.
  double value = 0;

  bool has_stone() const { return is_black || is_white; }
};

class BoardPoints {
 public:
  // REQUIRES: CanDraw(board).
  explicit BoardPoints(const v1::Board& board);

  static bool CanDraw(const v1::Board& board) { return board.size() >= 1 && board.size() <= kMaxDrawnBoardSize; }

  int size() const { return size_; }
  const BoardPoint& At(int column, int row) const { return points_[static_cast<size_t>(size_ * column + row)]; }

  // 9×9 has the four corner points and the middle, 13×13 and up have the sides' too.
  bool IsStar(int column, int row) const;

  bool has_shades() const { return has_shades_; }
  bool has_values() const { return full_value_ > 0; }
  // The size of the value that fills a point.
  double full_value() const { return full_value_; }

  // The least and the greatest of the points' values, and 0.
  std::pair<double, double> ValueRange() const;

  const std::vector<std::string>& notes() const { return notes_; }

 private:
  BoardPoint* Find(int point);
  std::string NameOf(int point) const;
  void PutMark(const v1::PointMark& mark);
  void PutShades(const v1::Board& board);
  void PutValues(const v1::PointValues& values);

  int size_;
  std::vector<BoardPoint> points_;
  bool has_shades_ = false;
  double full_value_ = 0;
  int num_off_board_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace tenuki
