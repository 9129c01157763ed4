// Who proposes moves in Phantom Go.
//
//   std::unique_ptr<PhantomPlayer> player = MakePhantomPlayer(parameters, kernel, clock, seed);
//   Move move = player->Propose(referee.view(Color::kBlack));
//
// A player sees a view, which is made of observations alone, so it can know nothing else. With a budget of playouts a
// proposal is a function of the parameters, the seed and the observations: two games that look the same from its side
// get the same proposals bit by bit, whatever the hidden stones are. With a budget of seconds it depends on the clock.
//
// Not thread-safe: a player serves one game at a time, from its start.
#pragma once

#include <cstdint>
#include <memory>

#include "common/clock.h"
#include "engine/board/point.h"
#include "engine/phantom/view.h"
#include "engine/playout/playout.h"

namespace tenuki {

struct PhantomParameters {
  enum class Method {
    kRandom,          // uniformly among View::Candidates
    kStandard,        // Monte-Carlo evaluation with standard sampling: MCE_std
    kAllAsFirst,      // … with all-as-first sampling: MCE_all
    kLateGuess,       // UCT with late random guessing of opposing stones: UCT_rand
    kEarlyGuess,      // UCT with early probabilistic guessing: UCT_prob
    kInformationSet,  // UCT over what both sides would observe, from guessed positions
  };
  // What is averaged over playouts.
  enum class Aggregate { kMeanScore, kWinRatio };
  // What guessed stones agree with: their number, or everything that was observed.
  enum class Guess { kStoneCount, kAllObservations };
  enum class FinalChoice { kMostVisits, kBestValue };

  Method method = Method::kStandard;
  Aggregate aggregate = Aggregate::kMeanScore;
  Guess guess = Guess::kStoneCount;
  // For each search: one a turn, and one after each refusal that shows where a stone is.
  int playouts = 1000;
  // In place of playouts, for a game: 0 for no such budget.
  double seconds_per_game = 0;
  // C of eq. 1, in points under the mean score, in shares of wins under the win ratio.
  double exploration = 10;
  FinalChoice final_choice = FinalChoice::kMostVisits;
  // Of Guess::kAllObservations: positions that are kept.
  int beliefs = 32;
};

// What a game cost a player, and how well it could guess.
struct PhantomEffort {
  int64_t playouts = 0;
  // Proposals for which it had positions that agree with all observations, and those for which it found none and
  // guessed by the number of stones. Of Guess::kAllObservations.
  int64_t consistent_guesses = 0;
  int64_t inconsistent_guesses = 0;
};

class PhantomPlayer {
 public:
  virtual ~PhantomPlayer() = default;

  // A move for the view's side, whose turn it is. It never passes while there is something to propose that it does not
  // know to be bad; a point that was refused in this turn is not proposed again.
  virtual Move Propose(const PlayerView& view) = 0;

  const PhantomEffort& effort() const { return effort_; }

 protected:
  PhantomEffort effort_;
};

// The clock is only looked at under a budget of seconds. `kernel` and `clock` must outlive the player.
std::unique_ptr<PhantomPlayer> MakePhantomPlayer(const PhantomParameters& parameters, const PlayoutKernel& kernel,
                                                 const Clock& clock, uint64_t seed);

}  // namespace tenuki
