#include "engine/testing/semeai_proof.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "engine/board/geometry.h"

namespace tenuki {
namespace {

class SemeaiSearch {
 public:
  SemeaiSearch(const Board& board, const PointSet& black_group, const PointSet& white_group)
      : black_group_(black_group), white_group_(white_group), region_(SemeaiRegion(board, black_group, white_group)) {}

  // 1 when Black wins, −1 when White does, else 0.
  int ValueOf(const Board& board) {
    if (!(black_group_ - board.stones(Color::kBlack)).empty()) return -1;
    if (!(white_group_ - board.stones(Color::kWhite)).empty()) return 1;
    if (board.passes() >= 2) return 0;
    const auto [known, is_new] = values_.try_emplace(KeyOf(board), kOpen);
    if (!is_new) {
      has_repetition_ = has_repetition_ || known->second == kOpen;
      return known->second == kOpen ? 0 : known->second;
    }
    const int sign = board.to_move() == Color::kBlack ? 1 : -1;
    int best = -1;
    for (Point point : region_& board.empty()) {
      Board next = board;
      if (next.Play(point, Rules{.ko = KoRule::kSimple}) != MoveError::kNone) continue;
      best = std::max(best, sign * ValueOf(next));
      if (best == 1) break;
    }
    if (best < 1) {
      Board next = board;
      next.PlayUnchecked(kPass);
      best = std::max(best, sign * ValueOf(next));
    }
    return known->second = sign * best;
  }

  bool has_repetition() const { return has_repetition_; }

 private:
  using Key = std::tuple<uint64_t, Color, Point, int>;
  static constexpr int kOpen = 2;

  static Key KeyOf(const Board& board) { return {board.hash(), board.to_move(), board.ko(), board.passes()}; }

  const PointSet black_group_;
  const PointSet white_group_;
  const PointSet region_;
  std::map<Key, int> values_;
  bool has_repetition_ = false;
};

}  // namespace

PointSet SemeaiRegion(const Board& board, const PointSet& black_group, const PointSet& white_group) {
  PointSet region;
  std::vector<Point> open;
  const auto spread = [&](Point point) {
    for (const uint16_t neighbour : GeometryOf(board.size()).neighbours[point].side) {
      if (neighbour >= board.num_points() || region.Contains(neighbour)) continue;
      if (board.at(neighbour) != Color::kEmpty) continue;
      region.Insert(neighbour);
      open.push_back(neighbour);
    }
  };
  for (Point point : black_group | white_group) spread(point);
  while (!open.empty()) {
    const Point point = open.back();
    open.pop_back();
    spread(point);
  }
  return region;
}

std::optional<Color> SolveSemeai(const Board& board, const PointSet& black_group, const PointSet& white_group,
                                 Color first) {
  SemeaiSearch search(board, black_group, white_group);
  const std::optional<Board> start =
      Board::FromStones(board.size(), board.stones(Color::kBlack), board.stones(Color::kWhite), first);
  const int value = search.ValueOf(*start);
  if (search.has_repetition()) return std::nullopt;
  return value > 0 ? Color::kBlack : value < 0 ? Color::kWhite : Color::kEmpty;
}

bool HasTwoEyes(const Board& board, Point point) {
  const PointSet chain = board.ChainAt(point);
  int eyes = 0;
  for (Point liberty : board.LibertiesAt(point)) {
    bool is_eye = true;
    for (const uint16_t neighbour : GeometryOf(board.size()).neighbours[liberty].side) {
      is_eye = is_eye && (neighbour >= board.num_points() || chain.Contains(neighbour));
    }
    eyes += static_cast<int>(is_eye);
  }
  return eyes >= 2;
}

}  // namespace tenuki
