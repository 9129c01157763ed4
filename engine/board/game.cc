#include "engine/board/game.h"

#include "engine/board/zobrist.h"

namespace tenuki {

Game::Game(const Board& start, const Rules& rules) : start_(start), board_(start), rules_(rules) {
  // A game of usual length then allocates nothing more.
  const auto plies = static_cast<size_t>(start.num_points()) * 3 / 2;
  plies_.reserve(plies);
  history_.reserve(plies);
  previous_.reserve(plies);
  seen_.reserve(plies);
  Remember();
}

// Enters the current position into the history.
void Game::Remember() {
  const int index = static_cast<int>(history_.size());
  history_.push_back({board_.stones(Color::kBlack), board_.stones(Color::kWhite), board_.to_move()});
  const auto [entry, is_new] = seen_.try_emplace(board_.hash(), index);
  previous_.push_back(is_new ? -1 : entry->second);
  entry->second = index;
}

// Whether the ko rule knows the position after `move` from before. REQUIRES: Board::Check allows the move.
bool Game::Repeats(Move move) const {
  if (move == kPass || rules_.ko == KoRule::kSimple) return false;  // Board::Check has seen to the simple rule
  // A side that never lost a stone has more of them after the move than ever before.
  const Color opponent = Opponent(board_.to_move());
  if (!rules_.suicide_allowed && board_.captured_by(opponent) == start_.captured_by(opponent)) return false;
  // A new hash is a new position, which spares nearly all moves the rest. Where suicide is allowed a hash is not told
  // so easily.
  if (!rules_.suicide_allowed && !seen_.contains(board_.HashAfter(move))) return false;
  Board after = board_;
  after.PlayUnchecked(move);
  const auto entry = seen_.find(after.hash());
  if (entry == seen_.end()) return false;
  // Equal hashes are only a reason to compare.
  for (int index = entry->second; index >= 0; index = previous_[index]) {
    const Snapshot& snapshot = history_[index];
    if (snapshot.black == after.stones(Color::kBlack) && snapshot.white == after.stones(Color::kWhite) &&
        (rules_.ko == KoRule::kPositionalSuperko || snapshot.to_move == after.to_move())) {
      return true;
    }
  }
  return false;
}

MoveError Game::Check(Move move) const {
  const MoveError error = board_.Check(move, rules_);
  if (error != MoveError::kNone) return error;
  return Repeats(move) ? MoveError::kSuperko : MoveError::kNone;
}

MoveError Game::Play(Move move) {
  if (const MoveError error = Check(move); error != MoveError::kNone) return error;
  plies_.push_back({board_.to_move(), move});
  board_.PlayUnchecked(move);
  Remember();
  return MoveError::kNone;
}

MoveError Game::PlayAs(Color color, Move move) {
  const Board before = board_;
  board_.SetToMove(color);
  const MoveError error = Play(move);
  if (error != MoveError::kNone) board_ = before;
  return error;
}

bool Game::Undo() {
  if (plies_.empty()) return false;
  const auto entry = seen_.find(board_.hash());
  if (previous_.back() < 0) {
    seen_.erase(entry);
  } else {
    entry->second = previous_.back();
  }
  previous_.pop_back();
  history_.pop_back();
  const Color to_move = plies_.back().color;
  plies_.pop_back();
  board_ = start_;
  for (const Ply& ply : plies_) {
    board_.SetToMove(ply.color);
    board_.PlayUnchecked(ply.move);
  }
  board_.SetToMove(to_move);
  return true;
}

}  // namespace tenuki
