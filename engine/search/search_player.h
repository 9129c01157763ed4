// A player that searches: one Search for each move.
//
//   SearchPlayer player(parameters, kernel, /*seed=*/7);
//   player.ChooseMove(game);
//   player.last_search()->RootMoves();
//
// Move number m of a game is searched with the seed DeriveSeed(seed, m). When the search prefers a pass, or the
// opponent has just passed, the position is counted as it stands:
//
//   * The opponent has passed and the count wins: it passes, and the game is won.
//   * The count does not win: it does not pass while there is another move.
//
// It resigns, where that is asked for, when the move that it would play wins too few playouts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "engine/player/player.h"
#include "engine/playout/playout.h"
#include "engine/search/parameters.h"
#include "engine/search/search.h"

namespace tenuki {

class SearchPlayer final : public Player {
 public:
  SearchPlayer(const SearchParameters& parameters, const PlayoutKernel& kernel, uint64_t seed)
      : parameters_(parameters), kernel_(kernel), seed_(seed) {}

  // "uct", "rave", "covariance", "criticality" or "rave-covariance".
  std::string_view name() const override;
  void SetSeed(uint64_t seed) override { seed_ = seed; }
  uint64_t seed() const override { return seed_; }
  PlayoutSource* BeginChoice(const Game& game) override;
  std::optional<Move> EndChoice() override;
  std::optional<Move> ChooseMove(const Game& game) override;
  ChoiceInfo last_choice() const override { return last_choice_; }

  // Of the last choice; null when none was needed.
  const Search* last_search() const { return search_.get(); }

 private:
  const SearchParameters parameters_;
  const PlayoutKernel kernel_;
  uint64_t seed_;
  std::unique_ptr<Search> search_;
  // Whether the position of the search is won for the side to move as it stands.
  bool wins_now_ = false;
  ChoiceInfo last_choice_;
};

}  // namespace tenuki
