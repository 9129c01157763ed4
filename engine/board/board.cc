#include "engine/board/board.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "engine/board/board_core.h"
#include "engine/board/geometry.h"

namespace tenuki {
namespace {

void PlayStoneOf(Color color, BoardState& state, Point point) {
  const Neighbours* const neighbours = GeometryOf(state.size).neighbours;
  if (color == Color::kBlack) {
    PlayStone<true, 1>(state, neighbours, static_cast<unsigned>(point));
  } else {
    PlayStone<true, 2>(state, neighbours, static_cast<unsigned>(point));
  }
}

}  // namespace

std::string Explain(MoveError error, int size, Move move) {
  const std::string name = ToGtp(size, move);
  switch (error) {
    case MoveError::kNone: return name + " is legal";
    case MoveError::kOffBoard: return "the move is not on a board of size " + std::to_string(size);
    case MoveError::kOccupied: return name + " is occupied";
    case MoveError::kSuicide: return name + " is suicide: it would leave its own chain without liberties";
    case MoveError::kKo: return name + " retakes the ko at once";
    case MoveError::kSuperko: return name + " repeats an earlier position (superko)";
  }
  return name + " is illegal";
}

Board::Board(int size) {
  std::memset(&state_, 0, sizeof(state_));
  state_.size = size;
  state_.num_points = size * size;
  state_.ko = kNoPoint;
  state_.to_move = static_cast<uint8_t>(Color::kBlack);
  const Geometry& geometry = GeometryOf(size);
  const uint16_t off_board = static_cast<uint16_t>(geometry.num_points);
  for (unsigned point = 0; point < off_board; ++point) {
    unsigned around = (kDiagonalBlack + kDiagonalWhite) * (kSpoilingDiagonals - 2);
    bool on_edge = false;
    for (unsigned side : geometry.neighbours[point].side) {
      on_edge |= side == off_board;
      around += side == off_board ? kSideBlack + kSideWhite : kSideEmpty;
    }
    if (on_edge) around += kDiagonalBlack + kDiagonalWhite;
    state_.around[point] = static_cast<uint16_t>(around);
    state_.chain[point] = off_board;
    SetBit(state_.empty, point);
  }
  state_.color[off_board] = BoardState::kOffBoard;
  state_.around[off_board] = kOccupied;
  state_.chain[off_board] = off_board;
  state_.next[off_board] = off_board;
  // The one point of a 1×1 board has no neighbour at all: it is an eye of both, and suicide for both.
  for (unsigned point = 0; point < off_board; ++point) UpdateBarred(state_, geometry.neighbours, point);
}

Board& Board::operator=(const Board& other) {
  if (this == &other) return *this;
  const BoardState& from = other.state_;
  const auto num_cells = static_cast<size_t>(from.num_points) + 1;
  std::memcpy(&state_, &from, offsetof(BoardState, color));
  std::copy_n(from.color, num_cells, state_.color);
  std::copy_n(from.around, num_cells, state_.around);
  std::copy_n(from.chain, num_cells, state_.chain);
  std::copy_n(from.next, num_cells, state_.next);
  std::copy_n(from.helps, num_cells, state_.helps);
  std::copy_n(from.liberties, num_cells, state_.liberties);
  return *this;
}

std::optional<Board> Board::FromStones(int size, const PointSet& black, const PointSet& white, Color to_move) {
  if (!(black & white).empty() || !((black | white) - PointSet::All(size)).empty()) return std::nullopt;
  Board board(size);
  // Stone by stone nothing is ever captured, if the whole has no chain without liberties: a part of a chain that is
  // still missing a stone has that stone's point as a liberty.
  for (Color color : {Color::kBlack, Color::kWhite}) {
    for (Point point : color == Color::kBlack ? black : white) {
      PlayStoneOf(color, board.state_, point);
    }
  }
  if (board.stones(Color::kBlack) != black || board.stones(Color::kWhite) != white) return std::nullopt;
  board.state_.to_move = static_cast<uint8_t>(to_move);
  return board;
}

PointSet Board::ChainAt(Point point) const {
  PointSet chain;
  Point stone = point;
  do {
    chain.Insert(stone);
    stone = state_.next[stone];
  } while (stone != point);
  return chain;
}

PointSet Board::LibertiesAt(Point point) const {
  PointSet liberties;
  for (Point stone : ChainAt(point)) {
    for (unsigned side : GeometryOf(size()).neighbours[stone].side) {
      if (state_.color[side] == 0) liberties.Insert(static_cast<Point>(side));
    }
  }
  return liberties;
}

MoveError Board::Check(Move move, const Rules& rules) const {
  if (move == kPass) return MoveError::kNone;
  if (move < 0 || move >= num_points()) return MoveError::kOffBoard;
  if (at(move) != Color::kEmpty) return MoveError::kOccupied;
  if (move == state_.ko) return MoveError::kKo;
  const Neighbours& near = GeometryOf(size()).neighbours[move];
  const bool has_empty_neighbour = (state_.around[move] & kThreeBits) != 0;
  const unsigned color = state_.to_move;
  if (has_empty_neighbour || (HelpedColors(state_, near) & Alone(color)) != 0) return MoveError::kNone;
  if (!rules.suicide_allowed) return MoveError::kSuicide;
  bool single_stone = true;
  for (unsigned side : near.side) single_stone &= state_.color[side] != color;
  // Suicide of a single stone leaves the board as it is; after a ply that did so too, it was so two plies ago.
  return single_stone && state_.board_unchanged != 0 ? MoveError::kKo : MoveError::kNone;
}

MoveError Board::Play(Move move, const Rules& rules) {
  const MoveError error = Check(move, rules);
  if (error == MoveError::kNone) PlayUnchecked(move);
  return error;
}

void Board::PlayUnchecked(Move move) {
  if (move == kPass) {
    state_.ko = kNoPoint;
    state_.board_unchanged = 1;
    if (state_.passes < 2) ++state_.passes;
  } else {
    PlayStoneOf(to_move(), state_, move);
    state_.passes = 0;
  }
  state_.to_move = static_cast<uint8_t>(3 - state_.to_move);
}

bool Board::WouldCapture(Point point) const {
  const unsigned opponent = 3U - state_.to_move;
  for (unsigned side : GeometryOf(size()).neighbours[point].side) {
    if (state_.color[side] == opponent && AtMostOneLiberty(state_.liberties[state_.chain[side]])) return true;
  }
  return false;
}

uint64_t Board::HashAfter(Move move) const {
  if (move == kPass) return state_.hash;
  const unsigned opponent = 3U - state_.to_move;
  uint64_t hash = state_.hash ^ ZobristKey(state_.to_move, static_cast<unsigned>(move));
  unsigned taken[4];
  unsigned num_taken = 0;
  for (unsigned side : GeometryOf(size()).neighbours[move].side) {
    if (state_.color[side] != opponent) continue;
    const unsigned root = state_.chain[side];
    if (!AtMostOneLiberty(state_.liberties[root]) || std::find(taken, taken + num_taken, root) != taken + num_taken) {
      continue;
    }
    taken[num_taken++] = root;
    unsigned stone = root;
    do {
      hash ^= ZobristKey(opponent, stone);
      stone = state_.next[stone];
    } while (stone != root);
  }
  return hash;
}

void Board::SetToMove(Color color) {
  if (color == to_move()) return;
  state_.to_move = static_cast<uint8_t>(color);
  state_.ko = kNoPoint;
}

PointSet Board::PlayoutCandidates() const {
  PointSet candidates = empty() - PointSet(state_.barred[state_.to_move - 1]);
  if (state_.ko != kNoPoint) candidates.Erase(state_.ko);
  return candidates;
}

}  // namespace tenuki
