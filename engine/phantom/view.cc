#include "engine/phantom/view.h"

#include <algorithm>
#include <array>

#include "absl/log/check.h"
#include "engine/board/geometry.h"
#include "engine/board/zobrist.h"
#include "engine/phantom/count_points.h"

namespace tenuki {
namespace {

uint64_t KeyOf(Point point) { return ZobristKey(1, static_cast<unsigned>(point)); }

}  // namespace

PlayerView::PlayerView(int size, Color color, const Rules& rules)
    : size_(size), color_(color), rules_(rules), all_(PointSet::All(size)), own_chains_(size) {
  CHECK(!rules.suicide_allowed);
  observations_.reserve(static_cast<size_t>(num_points()) * 3);
  past_.reserve(static_cast<size_t>(num_points()) * 2);
  CountSides();
  Remember();
}

void PlayerView::CountSides() {
  for (int i = 0; i < size_; ++i) {
    for (Point edge : {MakePoint(size_, i, 0), MakePoint(size_, i, size_ - 1), MakePoint(size_, 0, i),
                       MakePoint(size_, size_ - 1, i)}) {
      --sides_[edge].open;
      --sides_[edge].unknown;
    }
  }
}

void PlayerView::Observe(const Observation& observation) {
  observations_.push_back(observation);
  switch (observation.kind) {
    case Observation::Kind::kRefused: return Refuse(observation.point);
    case Observation::Kind::kPlayed: Play(observation); break;
    case Observation::Kind::kOpponentPlayed:
      ++num_opposing_;
      if (observation.captured > 0) LoseStones(observation);
      break;
    case Observation::Kind::kPassed:
    case Observation::Kind::kOpponentPassed: break;
    case Observation::Kind::kOver: is_over_ = true; return;
  }
  refused_ = PointSet();
  Remember();
}

void PlayerView::Know(Point point) {
  if (known_.Contains(point)) return;
  known_.Insert(point);
  ++num_known_;
  for (unsigned side : GeometryOf(size_).neighbours[point].side) --sides_[side].unknown;
}

void PlayerView::Forget(Point point) {
  known_.Erase(point);
  --num_known_;
  for (unsigned side : GeometryOf(size_).neighbours[point].side) ++sides_[side].unknown;
}

void PlayerView::Refuse(Point point) {
  if (own_.Contains(point)) return;
  refused_.Insert(point);
  if (!CouldBeSuicide(point) && !CouldRepeat(point)) Know(point);
}

void PlayerView::Play(const Observation& observation) {
  own_chains_.Add(observation.point, own_);
  own_.Insert(observation.point);
  own_hash_ ^= KeyOf(observation.point);
  for (unsigned side : GeometryOf(size_).neighbours[observation.point].side) {
    ++sides_[side].own;
    --sides_[side].open;
    --sides_[side].unknown;
  }
  if (observation.captured == 0) return;
  num_opposing_ -= observation.captured;
  RemoveCaptured(observation.point, observation.captured);
}

void PlayerView::LoseStones(const Observation& observation) {
  has_lost_stones_ = true;
  own_ -= observation.lost;
  for (Point point : observation.lost) {
    own_hash_ ^= KeyOf(point);
    for (unsigned side : GeometryOf(size_).neighbours[point].side) {
      --sides_[side].own;
      ++sides_[side].open;
      ++sides_[side].unknown;
      const auto near = static_cast<Point>(side);
      if (near == num_points() || own_.Contains(near) || observation.lost.Contains(near)) continue;
      Know(near);
    }
  }
}

// If the point is empty, a stone there is suicide only when every liberty that it would have is an opposing stone.
bool PlayerView::CouldBeSuicide(Point point) const {
  const Sides& sides = sides_[point];
  // Liberties of a chain only add to those of the point itself.
  if (sides.own == 0 || sides.unknown > num_hidden()) return sides.unknown <= num_hidden();
  return CountPoints(own_chains_.AroundWith(point, own_) - known_, num_points()) <= num_hidden();
}

// Both rules of ko forbid positions that were there before, the own stones among them. Who never lost one has more than
// ever before.
bool PlayerView::CouldRepeat(Point point) const {
  if (!has_lost_stones_) return false;
  const uint64_t hash = own_hash_ ^ KeyOf(point);
  if (!past_bits_.test(hash % kPastBits)) return false;
  return std::ranges::any_of(
      past_, [&](const Past& past) { return past.own_hash == hash && past.num_opposing <= num_opposing_; });
}

// The connected points around `point` that hold no own stone: all, or the first so many.
PointSet PlayerView::RegionAt(Point point, int max_points) const {
  const Neighbours* const neighbours = GeometryOf(size_).neighbours;
  PointSet region;
  region.Insert(point);
  std::array<Point, kMaxPoints> found;
  int num_found = 0;
  found[num_found++] = point;
  for (int i = 0; i < num_found && num_found < max_points; ++i) {
    for (unsigned side : neighbours[found[i]].side) {
      const auto near = static_cast<Point>(side);
      if (near == num_points() || region.Contains(near) || own_.Contains(near)) continue;
      region.Insert(near);
      found[num_found++] = near;
    }
  }
  return region;
}

// A captured chain has nothing but own stones around it, so it is a whole region beside the move. All choices of
// regions that make up the announced number are looked at; one that was known to be full cannot have been spared. A
// region larger than the number cannot be among them, and is left out: the others have no point in common.
void PlayerView::RemoveCaptured(Point point, int captured) {
  std::array<PointSet, 4> regions;
  std::array<int, 4> sizes;
  unsigned full = 0;
  int num_regions = 0;
  PointSet seen;
  for (unsigned side : GeometryOf(size_).neighbours[point].side) {
    const auto near = static_cast<Point>(side);
    if (near == num_points() || own_.Contains(near) || seen.Contains(near)) continue;
    const PointSet region = RegionAt(near, captured + 1);
    seen |= region;
    const int size = CountPoints(region, num_points());
    if (size > captured) continue;
    regions[num_regions] = region;
    sizes[num_regions] = size;
    full |= static_cast<unsigned>((region - known_).empty()) << num_regions++;
  }
  PointSet possible;
  for (unsigned choice = 1; choice < 1U << num_regions; ++choice) {
    int taken = 0;
    for (int i = 0; i < num_regions; ++i) taken += (choice >> i & 1) != 0 ? sizes[i] : 0;
    if (taken != captured || (full & ~choice) != 0) continue;
    for (int i = 0; i < num_regions; ++i) {
      if ((choice >> i & 1) != 0) possible |= regions[i];
    }
  }
  // Of stones that may or may not have been taken the place is no longer certain.
  for (Point place : known_& possible) Forget(place);
}

// Whether known stones leave a point that own ones or the edge surround an eye.
bool PlayerView::HasEyeCorners(Point point) const {
  const Neighbours& near = GeometryOf(size_).neighbours[point];
  const bool on_edge = sides_[point].own < 4;
  int opposing = 0;
  for (unsigned diagonal : near.diagonal) {
    const auto at = static_cast<Point>(diagonal);
    opposing += at != num_points() && known_.Contains(at);
  }
  return opposing <= (on_edge ? 0 : 1);
}

PointSet PlayerView::Candidates() const {
  PointSet candidates = unknown() - refused_;
  for (Point point : unknown() - refused_) {
    if (IsOwnEye(point)) candidates.Erase(point);
  }
  return candidates;
}

Board PlayerView::VisibleBoard() const {
  const bool is_black = color_ == Color::kBlack;
  const std::optional<Board> board =
      Board::FromStones(size_, is_black ? own_ : known_, is_black ? known_ : own_, color_);
  CHECK(board.has_value()) << "a chain without liberties among stones that are certain";
  return *board;
}

}  // namespace tenuki
