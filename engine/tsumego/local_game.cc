#include "engine/tsumego/local_game.h"

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "engine/board/geometry.h"
#include "engine/tsumego/life.h"

namespace tenuki {
namespace {

Color ColorOf(const Problem& problem, Role role) {
  return role == Role::kDefender ? problem.defender : Opponent(problem.defender);
}

// Points outside the region that give a stone of `color` a liberty that nobody takes.
PointSet OutsideLiberties(const Problem& problem, Color color) {
  const PointSet outside = problem.board.empty() - problem.region;
  return color == problem.defender ? outside - problem.walled : outside;
}

// The stones of all chains of `color` that have such a liberty.
PointSet AnchoredStones(const Problem& problem, Color color) {
  const PointSet outside = OutsideLiberties(problem, color);
  PointSet anchored;
  for (Point point : problem.board.stones(color)) {
    if (anchored.Contains(point) || (problem.board.LibertiesAt(point) & outside).empty()) continue;
    anchored |= problem.board.ChainAt(point);
  }
  return anchored;
}

}  // namespace

StateKey KeyOf(const LocalState& state) {
  const uint64_t rest = static_cast<uint64_t>(state.ko + 1) * 2 + static_cast<uint64_t>(state.to_move);
  uint64_t low = 0x9AE16A3B2F90404F;
  uint64_t high = 0xC949D7C7509E6557;
  for (uint64_t word :
       {state.stones[0].word(0), state.stones[0].word(1), state.stones[1].word(0), state.stones[1].word(1), rest}) {
    low = (low ^ word) * 0x9FB21C651E98DF25;
    low ^= low >> 32;
    high = (high + word) * 0xD6E8FEB86659FD93;
    high ^= high >> 29;
  }
  return {Mix64(low), Mix64(high)};
}

absl::StatusOr<LocalGame> LocalGame::Make(const Problem& problem, KoRights ko_rights, LifeRule life_rule) {
  ABSL_RETURN_IF_ERROR(Check(problem));
  LocalGame game;
  game.board_size_ = problem.board.size();
  game.life_rule_ = life_rule;
  game.safe_liberties_ = problem.safe_liberties;
  game.ko_binds_[static_cast<int>(Role::kAttacker)] = ko_rights != KoRights::kAttacker;
  game.ko_binds_[static_cast<int>(Role::kDefender)] = ko_rights != KoRights::kDefender;
  ABSL_RETURN_IF_ERROR(game.AddSpots(problem));
  game.AddWalls(problem);
  game.start_.to_move = problem.attacker_to_move() ? Role::kAttacker : Role::kDefender;
  const Point ko = problem.board.ko();
  if (ko != kNoPoint && game.ko_binds_[static_cast<int>(game.start_.to_move)]) {
    game.start_.ko = static_cast<int16_t>(game.spots_[ko]);
  }
  return game;
}

// The region's points, and the stones of chains that have liberties there alone.
absl::Status LocalGame::AddSpots(const Problem& problem) {
  const Board& board = problem.board;
  PointSet local = problem.region;
  for (Color color : {Color::kBlack, Color::kWhite}) {
    const PointSet outside = OutsideLiberties(problem, color);
    PointSet rest = board.stones(color);
    while (!rest.empty()) {
      const PointSet chain = board.ChainAt(*rest.begin());
      const PointSet liberties = board.LibertiesAt(*rest.begin());
      rest -= chain;
      if ((liberties & outside).empty() && !(liberties & problem.region).empty()) local |= chain;
    }
  }
  if (local.size() > kMaxSpots) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the problem has ", local.size(), " points that moves may touch; at most ", kMaxSpots, " are possible"));
  }
  spots_.fill(kNoSpot);
  for (Point point : local) {
    points_[num_spots_] = static_cast<int16_t>(point);
    spots_[point] = static_cast<int16_t>(num_spots_);
    all_.Insert(num_spots_);
    if (problem.target.Contains(point)) target_.Insert(num_spots_);
    for (Role role : {Role::kAttacker, Role::kDefender}) {
      if (board.at(point) == ColorOf(problem, role)) start_.of(role).Insert(num_spots_);
    }
    ++num_spots_;
  }
  if (target_.size() < problem.target.size()) {
    return absl::InvalidArgumentError("the target is not enclosed: it has a liberty outside the region");
  }
  return absl::OkStatus();
}

void LocalGame::AddWalls(const Problem& problem) {
  const Geometry& geometry = GeometryOf(board_size_);
  PointSet safe_points[2];
  for (Role role : {Role::kAttacker, Role::kDefender}) {
    const Color color = ColorOf(problem, role);
    safe_points[static_cast<int>(role)] = AnchoredStones(problem, color) | OutsideLiberties(problem, color);
  }
  for (Spot spot = 0; spot < num_spots_; ++spot) {
    for (int side : geometry.neighbours[points_[spot]].side) {
      if (side == geometry.num_points) continue;
      if (spots_[side] != kNoSpot) {
        beside_[spot].Insert(spots_[side]);
        continue;
      }
      for (int role : {0, 1}) {
        if (safe_points[role].Contains(side)) safe_[role].Insert(spot);
      }
      if (problem.board.at(side) != problem.defender || !safe_points[1].Contains(side)) open_.Insert(spot);
    }
  }
}

LocalGame::Chain LocalGame::SingleTarget(const LocalState& state) const {
  const SpotSet left = state.of(Role::kDefender) & target_;
  if (left.empty()) return {};
  const Chain chain = ChainAt(state, Role::kDefender, left.First());
  return left.IsIn(chain.stones) ? chain : Chain{};
}

bool LocalGame::TargetIsOut(const LocalState& state) const {
  if (safe_liberties_ == 0 || state.to_move != Role::kAttacker) return false;
  const SpotSet empty = Empty(state);
  SpotSet rest = state.of(Role::kDefender) & target_;
  while (!rest.empty()) {
    const Chain chain = ChainAt(state, Role::kDefender, rest.First());
    if ((chain.around & empty).size() >= safe_liberties_) return true;
    rest -= chain.stones;
  }
  return false;
}

bool LocalGame::Play(LocalState& state, Spot spot) const {
  const Role mover = state.to_move;
  if (spot == kPassSpot) {
    const bool is_given_up = mover == Role::kDefender && state.ko == kAfterPass && !IsAliveByBenson(*this, state);
    if (is_given_up) state.of(Role::kDefender) -= target_;
    state.to_move = Other(mover);
    state.ko = life_rule_ == LifeRule::kSekiDies && mover == Role::kAttacker ? kAfterPass : kNoSpot;
    return true;
  }
  if (spot == state.ko) return false;
  SpotSet& own = state.of(mover);
  SpotSet& others = state.of(Other(mover));
  own.Insert(spot);
  SpotSet captured;
  for (Spot near : beside_[spot] & others) {
    if (captured.Contains(near)) continue;
    const Chain chain = Grow(SpotSet::Of(near), others);
    if (chain.around.IsIn(own | others) && !IsSafe(chain, Other(mover))) captured |= chain.stones;
  }
  int16_t ko = kNoSpot;
  if (captured.empty()) {
    const Chain chain = Grow(SpotSet::Of(spot), own);
    if (chain.around.IsIn(own | others) && !IsSafe(chain, mover)) {
      own.Erase(spot);
      return false;
    }
  } else {
    others -= captured;
    const bool alone = !beside_[spot].Meets(own) && !safe(mover).Contains(spot);
    const SpotSet liberties = beside_[spot] - own - others;
    if (alone && captured.size() == 1 && liberties.size() == 1 && ko_binds_[static_cast<int>(Other(mover))]) {
      ko = static_cast<int16_t>(captured.First());
    }
  }
  state.ko = ko;
  state.to_move = Other(mover);
  return true;
}

}  // namespace tenuki
