#include "engine/phantom/belief.h"

#include <algorithm>

#include "engine/board/geometry.h"

namespace tenuki {
namespace {

// Games gone over again to save one belief; and all of them together when none is left.
constexpr int kRepairs = 12;
constexpr int kLastRepairs = 60;
// Draws of a move to be moved.
constexpr int kDraws = 8;

// Some guessed move whose stone stands where nothing is certain; the last one drawn if there seems to be none.
size_t MovableMove(const PlayerView& view, const HiddenGame& game, Draws& draws) {
  const Color opponent = Opponent(view.color());
  size_t move = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    move = draws.Below(static_cast<uint32_t>(game.num_played()));
    const Point point = game.moves()[move];
    if (game.board().at(point) == opponent && !view.known().Contains(point)) break;
  }
  return move;
}

// The last move that was played at a point. REQUIRES: an opposing stone stands there.
size_t MoveAt(const HiddenGame& game, Point point) {
  size_t move = game.num_played() - 1;
  while (game.moves()[move] != point) --move;
  return move;
}

// Opposing stones beside a point.
PointSet OpposingNeighbours(const Board& board, Color opponent, Point point) {
  PointSet stones;
  for (unsigned side : GeometryOf(board.size()).neighbours[point].side) {
    const auto near = static_cast<Point>(side);
    if (near < board.num_points() && board.at(near) == opponent) stones.Insert(near);
  }
  return stones;
}

PointSet EmptyNeighbours(const Board& board, Point point) {
  PointSet points;
  for (unsigned side : GeometryOf(board.size()).neighbours[point].side) {
    const auto near = static_cast<Point>(side);
    if (near < board.num_points() && board.at(near) == Color::kEmpty) points.Insert(near);
  }
  return points;
}

// Where a stone is wanted so that an own move captures more: a liberty of a chain beside it, or an empty neighbour.
PointSet WantedForCapture(const Board& board, Color opponent, Point point) {
  PointSet wanted = EmptyNeighbours(board, point);
  for (Point stone : OpposingNeighbours(board, opponent, point)) wanted |= board.LibertiesAt(stone);
  wanted.Erase(point);
  return wanted;
}

}  // namespace

void Belief::Update(const PlayerView& view) {
  Draws draws(DeriveSeed(seed_, view.observations().size()));
  if (games_.empty()) games_.assign(static_cast<size_t>(num_beliefs_), HiddenGame(view));
  agreeing_.clear();
  std::vector<int> failed;
  for (int i = 0; i < num_beliefs_; ++i) (games_[i].Advance(view, draws) ? agreeing_ : failed).push_back(i);
  std::vector<int> lost;
  for (int i : failed) (Repair(view, kRepairs, games_[i], draws) ? agreeing_ : lost).push_back(i);
  for (size_t i = 0; agreeing_.empty() && i < lost.size(); ++i) {
    if (Repair(view, kLastRepairs, games_[lost[i]], draws)) agreeing_.push_back(lost[i]);
  }
  if (agreeing_.empty()) return;
  const auto num_agreeing = static_cast<uint32_t>(agreeing_.size());
  for (int i : lost) {
    if (std::ranges::find(agreeing_, i) != agreeing_.end()) continue;
    games_[i] = games_[agreeing_[draws.Below(num_agreeing)]];
    agreeing_.push_back(i);
  }
  for (HiddenGame& game : games_) Redraw(view, game, draws);
  std::ranges::sort(agreeing_);
}

bool Belief::Repair(const PlayerView& view, int tries, HiddenGame& game, Draws& draws) const {
  for (int i = 0; i < tries; ++i) {
    HiddenGame repaired = game;
    repaired.Restart(Mutated(view, game, draws));
    const bool agrees = repaired.Advance(view, draws);
    if (agrees || repaired.next_observation() >= game.next_observation()) game = std::move(repaired);
    if (agrees) return true;
  }
  return false;
}

void Belief::Redraw(const PlayerView& view, HiddenGame& game, Draws& draws) const {
  const PointSet empty = game.board().empty();
  if (game.num_played() == 0 || empty.empty()) return;
  std::vector<Point> moves = game.moves();
  moves[MovableMove(view, game, draws)] = draws.OneOf(empty);
  HiddenGame redrawn = game;
  redrawn.Restart(std::move(moves));
  if (redrawn.Advance(view, draws)) game = std::move(redrawn);
}

// Other moves of the opponent, which may explain the observation that the game failed at.
std::vector<Point> Belief::Mutated(const PlayerView& view, const HiddenGame& failed, Draws& draws) const {
  std::vector<Point> moves = failed.moves();
  const Observation& observation = view.observations()[failed.next_observation()];
  const Board& board = failed.board();
  const Color opponent = Opponent(view.color());
  const PointSet empty = board.empty();
  // A move that was drawn for this very observation is drawn again.
  moves.resize(std::min(moves.size(), failed.num_played()));
  if (failed.num_played() == 0 || empty.empty()) return moves;
  const auto place = [&](const PointSet& wanted) {
    if (!wanted.empty()) moves[MovableMove(view, failed, draws)] = draws.OneOf(wanted);
  };
  const auto move_away = [&](Point stone) { moves[MoveAt(failed, stone)] = draws.OneOf(empty); };
  switch (observation.kind) {
    case Observation::Kind::kRefused: moves[MovableMove(view, failed, draws)] = observation.point; break;
    case Observation::Kind::kPlayed: {
      const Point point = observation.point;
      const PointSet beside = OpposingNeighbours(board, opponent, point);
      if (board.at(point) == opponent) {
        move_away(point);
      } else if (observation.captured > 0 && draws.Below(2) == 0) {
        place(WantedForCapture(board, opponent, point));
      } else if (!beside.empty()) {
        move_away(draws.OneOf(board.ChainAt(draws.OneOf(beside))));
      }
      break;
    }
    case Observation::Kind::kOpponentPlayed:
      if (observation.captured > 0) {
        place(board.LibertiesAt(*observation.lost.begin()));
      } else {
        place(empty);
      }
      break;
    case Observation::Kind::kPassed:
    case Observation::Kind::kOpponentPassed:
    case Observation::Kind::kOver: break;
  }
  return moves;
}

std::span<const Point> Belief::Guess(const PlayerView& view, uint64_t seed) {
  if (agreeing_.empty()) return fallback_.Guess(view, seed);
  const HiddenGame& game = games_[agreeing_[UniformBelow(static_cast<uint32_t>(agreeing_.size()), Random32(seed, 0))]];
  points_.clear();
  for (Point point : game.board().stones(Opponent(view.color())) - view.known()) points_.push_back(point);
  return points_;
}

}  // namespace tenuki
