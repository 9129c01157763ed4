// The positions of a collection of games, and what was played in them: what a similarity's pairs are pairs of.
//
//   ABSL_ASSIGN_OR_RETURN(std::shared_ptr<const Collection> collection, CollectionOf(cell, inputs));
//   collection->positions()[0]                  // that of the most games
//   collection->games(GameOutcome::kUnreadable) // how many could not be read, and the first of them
//
// A position is its canonical form (engine/board/symmetry.h) and whose turn it is; a reply is a move in it, folded by
// the symmetries that the position itself has. Games are read one at a time, and what is wrong with one of them is
// counted and costs no other. Nothing depends on the order of games, but for which of several troubles is the example.
//
// Immutable: no thread rules.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/board/point.h"
#include "engine/board/point_set.h"
#include "experiments/inputs.h"
#include "tenuki/v1/similarity.pb.h"

namespace tenuki {

// Numbers of positions are stored in 16 bits.
inline constexpr int kMaxPositions = 1 << 16;

struct Reply {
  Point point = 0;
  int64_t num_games = 0;
};

struct CollectedPosition {
  PointSet black;
  PointSet white;
  Color to_move = Color::kBlack;
  // Bit s: symmetry s maps it onto itself.
  uint8_t stabiliser = 1;
  // In which it was reached and a reply played, also one that is left out below.
  int64_t num_games = 0;
  // Those that were played often enough, by their points.
  std::vector<Reply> replies;

  PointSet ReplyPoints() const;
};

// What became of a game.
enum class GameOutcome : uint8_t {
  kUsed,
  kUnselected,      // its position is not among those that are taken
  kUnreadable,      // not SGF, or no list of moves
  kIllegal,         // a move on a stone, a setup that cannot be
  kOtherBoard,      // another size
  kStartingStones,  // stones on the board before the first move
  kTooShort,        // ends before the reply, or the reply is a pass
};
inline constexpr int kNumGameOutcomes = 7;
// "used", "not selected", "unreadable", …
std::string_view GameOutcomeName(GameOutcome outcome);

class Collection {
 public:
  struct Games {
    int64_t count = 0;
    // The first trouble, with file and line.
    std::string example;
  };

  // INVALID_ARGUMENT with the field's path when there is no position, fewer than `top`, or too many.
  static absl::StatusOr<Collection> Read(const v1::InputFiles& files, const v1::Similarity& similarity);

  int board_size() const { return board_size_; }
  // The most games first; of as many, the smaller canonical form.
  const std::vector<CollectedPosition>& positions() const { return positions_; }
  int num_positions() const { return static_cast<int>(positions_.size()); }
  const Games& games(GameOutcome outcome) const { return games_[static_cast<size_t>(outcome)]; }
  // Different positions before any were left out.
  int64_t num_distinct_positions() const { return num_distinct_positions_; }

 private:
  friend class CollectionReader;
  Collection() = default;

  int board_size_ = 0;
  std::vector<CollectedPosition> positions_;
  std::array<Games, kNumGameOutcomes> games_;
  int64_t num_distinct_positions_ = 0;
};

// Tells apart what is made of the same games: all fields that Collection::Read looks at.
std::string CollectionKey(const v1::Similarity& similarity);

// That of a cell.
absl::StatusOr<std::shared_ptr<const Collection>> CollectionOf(const v1::Experiment& cell, Inputs& inputs);

}  // namespace tenuki
