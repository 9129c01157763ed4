#include "engine/phantom/view.h"

#include <algorithm>
#include <array>

#include "absl/log/check.h"
#include "engine/board/geometry.h"
#include "engine/board/zobrist.h"

namespace tenuki {
namespace {

uint64_t KeyOf(Point point) { return ZobristKey(1, static_cast<unsigned>(point)); }

}  // namespace

PlayerView::PlayerView(int size, Color color, const Rules& rules)
    : size_(size), color_(color), rules_(rules), all_(PointSet::All(size)), own_chains_(size) {
  CHECK(!rules.suicide_allowed);
  observations_.reserve(static_cast<size_t>(num_points()) * 3);
  past_.reserve(static_cast<size_t>(num_points()) * 2);
  Remember();
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

void PlayerView::Refuse(Point point) {
  if (own_.Contains(point)) return;
  refused_.Insert(point);
  if (!CouldBeSuicide(point) && !CouldRepeat(point)) known_.Insert(point);
}

void PlayerView::Play(const Observation& observation) {
  own_chains_.Add(observation.point, own_);
  own_.Insert(observation.point);
  own_hash_ ^= KeyOf(observation.point);
  if (observation.captured == 0) return;
  has_captures_ = true;
  num_opposing_ -= observation.captured;
  RemoveCaptured(observation.point, observation.captured);
}

void PlayerView::LoseStones(const Observation& observation) {
  has_captures_ = true;
  own_ -= observation.lost;
  for (Point point : observation.lost) {
    own_hash_ ^= KeyOf(point);
    for (unsigned side : GeometryOf(size_).neighbours[point].side) {
      const auto near = static_cast<Point>(side);
      if (near == num_points() || own_.Contains(near) || observation.lost.Contains(near)) continue;
      known_.Insert(near);
    }
  }
}

// If the point is empty, a stone there is suicide only when every liberty that it would have is an opposing stone.
bool PlayerView::CouldBeSuicide(Point point) const {
  int unknown = 0;
  bool extends_a_chain = false;
  for (unsigned side : GeometryOf(size_).neighbours[point].side) {
    const auto near = static_cast<Point>(side);
    if (near == num_points()) continue;
    const bool is_own = own_.Contains(near);
    extends_a_chain |= is_own;
    unknown += !is_own && !known_.Contains(near);
  }
  // Liberties of a chain only add to those of the point itself.
  if (!extends_a_chain || unknown > num_hidden()) return unknown <= num_hidden();
  return (own_chains_.AroundWith(point, own_) - known_).size() <= num_hidden();
}

// Both rules of ko forbid positions that were there before, the own stones among them.
bool PlayerView::CouldRepeat(Point point) const {
  if (!has_captures_) return false;
  const uint64_t hash = own_hash_ ^ KeyOf(point);
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
// regions that make up the announced number are looked at (a larger one cannot be among them); one that was known to be
// full cannot have been spared.
void PlayerView::RemoveCaptured(Point point, int captured) {
  std::array<PointSet, 4> regions;
  int num_regions = 0;
  PointSet seen;
  for (unsigned side : GeometryOf(size_).neighbours[point].side) {
    const auto near = static_cast<Point>(side);
    if (near == num_points() || own_.Contains(near) || seen.Contains(near)) continue;
    regions[num_regions] = RegionAt(near, captured + 1);
    seen |= regions[num_regions++];
  }
  PointSet possible;
  for (unsigned choice = 1; choice < 1U << num_regions; ++choice) {
    PointSet taken;
    bool spares_a_full_one = false;
    for (int i = 0; i < num_regions; ++i) {
      if ((choice >> i & 1) != 0) {
        taken |= regions[i];
      } else {
        spares_a_full_one |= regions[i].size() <= captured && (regions[i] - known_).empty();
      }
    }
    if (taken.size() == captured && !spares_a_full_one) possible |= taken;
  }
  // Of stones that may or may not have been taken the place is no longer certain.
  known_ -= possible;
}

bool PlayerView::IsOwnEye(Point point) const {
  const Neighbours& near = GeometryOf(size_).neighbours[point];
  bool on_edge = false;
  for (unsigned side : near.side) {
    const auto at = static_cast<Point>(side);
    if (at == num_points()) {
      on_edge = true;
    } else if (!own_.Contains(at)) {
      return false;
    }
  }
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
