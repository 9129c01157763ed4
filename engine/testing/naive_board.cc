#include "engine/testing/naive_board.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tenuki {

NaiveStones::Neighbors NaiveStones::Existing(Point point, absl::Span<const std::pair<int, int>> offsets) const {
  Neighbors neighbors;
  for (auto [right, down] : offsets) {
    int column = point / rows_ + right;
    int row = point % rows_ + down;
    if (column >= 0 && column < columns_ && row >= 0 && row < rows_) neighbors.push_back(rows_ * column + row);
  }
  return neighbors;
}

NaiveStones::Neighbors NaiveStones::SideNeighbors(Point point) const {
  static constexpr std::pair<int, int> kOffsets[] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
  return Existing(point, kOffsets);
}

NaiveStones::Neighbors NaiveStones::DiagonalNeighbors(Point point) const {
  static constexpr std::pair<int, int> kOffsets[] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
  return Existing(point, kOffsets);
}

std::vector<Point> NaiveStones::PointsOf(Color color) const {
  std::vector<Point> points;
  for (Point point = 0; point < num_points(); ++point) {
    if (at(point) == color) points.push_back(point);
  }
  return points;
}

std::vector<Point> NaiveStones::RegionAt(Point point) const {
  std::vector<bool> found(num_points(), false);
  std::vector<Point> region = {point};
  found[point] = true;
  for (size_t i = 0; i < region.size(); ++i) {
    for (Point neighbor : SideNeighbors(region[i])) {
      if (at(neighbor) != at(point) || found[neighbor]) continue;
      found[neighbor] = true;
      region.push_back(neighbor);
    }
  }
  std::sort(region.begin(), region.end());
  return region;
}

std::vector<Point> NaiveStones::LibertiesAt(Point point) const {
  std::vector<Point> liberties;
  for (Point stone : RegionAt(point)) {
    for (Point neighbor : SideNeighbors(stone)) {
      if (at(neighbor) == Color::kEmpty) liberties.push_back(neighbor);
    }
  }
  std::sort(liberties.begin(), liberties.end());
  liberties.erase(std::unique(liberties.begin(), liberties.end()), liberties.end());
  return liberties;
}

bool NaiveStones::HasLiberty(Point point) const {
  for (Point neighbor : SideNeighbors(point)) {
    if (at(neighbor) == Color::kEmpty) return true;
  }
  return !LibertiesAt(point).empty();
}

bool NaiveStones::IsLegalPosition() const {
  for (Point point = 0; point < num_points(); ++point) {
    if (at(point) != Color::kEmpty && !HasLiberty(point)) return false;
  }
  return true;
}

std::vector<Color> NaiveStones::Owners() const {
  std::vector<Color> owners = colors_;
  std::vector<bool> decided(num_points(), false);
  for (Point point : PointsOf(Color::kEmpty)) {
    if (decided[point]) continue;
    std::vector<Point> region = RegionAt(point);
    bool reaches[2] = {false, false};
    for (Point empty : region) {
      for (Point neighbor : SideNeighbors(empty)) {
        if (at(neighbor) != Color::kEmpty) reaches[Side(at(neighbor))] = true;
      }
    }
    for (Point empty : region) {
      decided[empty] = true;
      if (reaches[0] != reaches[1]) owners[empty] = reaches[0] ? Color::kBlack : Color::kWhite;
    }
  }
  return owners;
}

int NaiveStones::Remove(absl::Span<const Point> points) {
  for (Point point : points) colors_[point] = Color::kEmpty;
  return static_cast<int>(points.size());
}

int NaiveStones::Place(Point point, Color color) {
  colors_[point] = color;
  int removed = 0;
  for (Point neighbor : SideNeighbors(point)) {
    if (at(neighbor) == Opponent(color) && !HasLiberty(neighbor)) removed += Remove(RegionAt(neighbor));
  }
  if (!HasLiberty(point)) removed += Remove(RegionAt(point));
  return removed;
}

NaiveBoard::NaiveBoard(int columns, int rows, const Rules& rules) : rules_(rules) {
  history_.push_back({NaiveStones(columns, rows), Color::kBlack});
}

MoveError NaiveBoard::CheckUnder(const Rules& rules, Move move) const {
  if (move == kPass) return MoveError::kNone;
  if (move < 0 || move >= num_points()) return MoveError::kOffBoard;
  if (at(move) != Color::kEmpty) return MoveError::kOccupied;
  NaiveStones after = stones();
  after.Place(move, to_move());
  bool is_suicide = after.at(move) == Color::kEmpty;
  if (is_suicide && !rules.suicide_allowed) return MoveError::kSuicide;
  return CheckRepetition(rules.ko, after);
}

MoveError NaiveBoard::CheckRepetition(KoRule ko, const NaiveStones& after) const {
  // The last entry of the history is one ply before `after`, the one before it two plies.
  if (history_.size() >= 2 && history_[history_.size() - 2].stones == after) return MoveError::kKo;
  if (ko == KoRule::kSimple) return MoveError::kNone;
  for (const Position& earlier : history_) {
    bool same_side_to_move = earlier.to_move == Opponent(to_move());
    if (earlier.stones != after) continue;
    if (ko == KoRule::kPositionalSuperko || same_side_to_move) return MoveError::kSuperko;
  }
  return MoveError::kNone;
}

void NaiveBoard::Play(Move move) {
  Position next = {stones(), Opponent(to_move())};
  if (move == kPass) {
    passes_ = std::min(passes_ + 1, 2);
  } else {
    passes_ = 0;
    int removed = next.stones.Place(move, to_move());
    bool is_suicide = next.stones.at(move) == Color::kEmpty;
    captured_[Side(is_suicide ? Opponent(to_move()) : to_move())] += removed;
  }
  history_.push_back(std::move(next));
}

bool NaiveBoard::IsOwnEye(Point point) const {
  for (Point neighbor : stones().SideNeighbors(point)) {
    if (at(neighbor) != to_move()) return false;
  }
  NaiveStones::Neighbors diagonals = stones().DiagonalNeighbors(point);
  auto is_opposing = [this](Point diagonal) { return at(diagonal) == Opponent(to_move()); };
  auto opposing = std::count_if(diagonals.begin(), diagonals.end(), is_opposing);
  bool on_edge = diagonals.size() < 4;
  return opposing <= (on_edge ? 0 : 1);
}

std::vector<Point> NaiveBoard::PlayoutCandidates() const {
  Rules rules{.ko = KoRule::kSimple, .suicide_allowed = false};
  std::vector<Point> candidates;
  for (Point point : stones().PointsOf(Color::kEmpty)) {
    if (!IsOwnEye(point) && CheckUnder(rules, point) == MoveError::kNone) candidates.push_back(point);
  }
  return candidates;
}

int NaiveBoard::Score() const {
  std::vector<Color> owners = stones().Owners();
  auto black = std::count(owners.begin(), owners.end(), Color::kBlack);
  auto white = std::count(owners.begin(), owners.end(), Color::kWhite);
  return static_cast<int>(black - white);
}

std::vector<Point> Points(const PointSet& set) {
  std::vector<Point> points;
  for (Point point : set) points.push_back(point);
  return points;
}

}  // namespace tenuki
