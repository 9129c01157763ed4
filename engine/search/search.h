// Monte-Carlo tree search: UCT (Kocsis & Szepesvári 2006; Gelly & Wang 2006), RAVE (Gelly & Silver 2007), and UCT that
// is guided by covariance (Pellegrino et al. 2009) or criticality (Graf et al. 2013).
//
// A search is a step machine. It says which playout it needs next and takes the result; who plays it out, alone or many
// games together, makes no difference:
//
//   Search search(game, parameters, seed);
//   RunAlone(search, kernel);                  // or RunTogether, with the searches of other games
//   search.BestMove();
//
// In the tree a move is one of Board::PlayoutCandidates, or a pass; at the root superko is obeyed, below it the simple
// rule of ko. Two passes end a game in the tree, which is then counted as it stands and needs no playout. Moves of a
// node are in an order that is drawn from the seed; of several with the same value the first is taken.
//
// For analysis, a search also counts how its simulations end: CountInto.
//
// Everything follows from (game, parameters, seed). Memory is bounded by max_nodes. Not thread-safe.
#pragma once

#include <array>
#include <climits>
#include <cstdint>
#include <memory>
#include <vector>

#include "common/cpu.h"
#include "engine/board/board.h"
#include "engine/board/game.h"
#include "engine/criticality/control_table.h"
#include "engine/criticality/score_table.h"
#include "engine/playout/lockstep.h"
#include "engine/playout/playout.h"
#include "engine/search/criticality_map.h"
#include "engine/search/parameters.h"
#include "engine/search/selection.h"

namespace tenuki {

// A move at the root.
struct RootMove {
  Move move = kPass;
  int visits = 0;
  // Of its playouts, for the side to move; a tie is half a win.
  double wins = 0;

  double WinRate() const { return visits == 0 ? 0 : wins / visits; }
};

// What a search holds on the heap at most, about.
int64_t MaxSearchBytes(const SearchParameters& parameters, int board_size);

class Search final : public PlayoutSource {
 public:
  // REQUIRES: playouts, expansion_visits and max_nodes are positive; exploration and the like are not negative.
  // The level makes no difference to what it does.
  Search(const Game& game, const SearchParameters& parameters, uint64_t seed, CpuLevel level = BestCpuLevel());

  // From now on the end of each simulation is counted there too, those that end in the tree as well: scores, and who
  // controls what. Null: no longer. `table` must outlive it.
  void CountInto(ScoreTable* table, ControlReading reading) {
    score_table_ = table;
    score_reading_ = reading;
  }

  const PlayoutRequest* Next() override { return Next(INT_MAX); }
  // The same, and nullptr also when `until` simulations are done.
  const PlayoutRequest* Next(int until);
  void Take(const Playout& playout) override;

  // By parameters.final_choice; of several the first in point order, a pass last. Without `may_pass` it is a pass only
  // when there is no other move.
  RootMove BestMove(bool may_pass = true) const;
  // All of them, in point order, a pass last.
  std::vector<RootMove> RootMoves() const;
  int num_playouts() const { return num_playouts_; }
  int num_nodes() const { return static_cast<int>(nodes_.size()); }
  // What it holds on the heap.
  int64_t num_bytes() const;
  // Filled by a search that is guided by covariance.
  const ControlTable& control_table() const { return *control_table_; }
  // Likewise, by criticality.
  const CriticalityMap& criticality_map() const { return *criticality_map_; }

 private:
  // Moves of a node are consecutive edges, in arrays of one value each: selection runs over them as vectors do.
  struct Node {
    uint32_t first_edge = 0;
    uint32_t num_edges = 0;
    float visits = 0;
  };
  struct Edges {
    std::vector<int16_t> move;
    std::vector<uint32_t> child;  // a node, or 0: the root is nobody's child
    std::vector<float> visits;
    std::vector<float> wins;  // for the side that moves
    std::vector<float> rave_visits;
    std::vector<float> rave_wins;
    std::vector<float> bonus;  // of covariance or criticality
  };
  struct Step {
    uint32_t node;
    uint32_t edge;
    Color color;
  };

  void AddNode(const std::vector<Move>& moves);
  std::vector<Move> MovesOf(const Board& board) const;
  uint32_t Select(const Node& node);
  void Descend();
  void EndInTree(const Board& board);
  bool CanExpand(uint32_t edge) const;
  // `black_wins` is 1, 0, or a half.
  void Back(float black_wins, const PointSet* first_played);
  void SetPlayed(const PointSet* first_played);
  void AddToRave(const Step& step, float wins);
  bool IsCollecting() const { return control_table_ != nullptr || criticality_map_ != nullptr; }
  bool HasBonus() const;
  void Collect(const Playout& playout);
  bool IsGuideDue() const;
  void UseGuide();
  float BonusOf(Move move) const;

  const SearchParameters parameters_;
  const SelectionRule rule_;
  const SelectionFunction select_;
  const RaveFunction update_rave_;
  const uint64_t seed_;
  const Board root_;
  const int komi_half_points_;
  std::vector<Node> nodes_;
  Edges edges_;
  std::unique_ptr<ControlTable> control_table_;
  std::unique_ptr<CriticalityMap> criticality_map_;
  ScoreTable* score_table_ = nullptr;
  ControlReading score_reading_ = ControlReading::kArea;
  bool is_guided_ = false;
  int num_playouts_ = 0;
  std::vector<Step> path_;
  bool is_waiting_ = false;
  PlayoutRequest request_;
  std::vector<float> values_;
  // By side, and by move + 1: whether the side was the first to play there, from the node on that is looked at.
  std::array<float, kMaxPoints + 1> played_[2] = {};
};

}  // namespace tenuki
