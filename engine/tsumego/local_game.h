// A problem as a game of its own: few points, small states, fast moves.
//
//   ABSL_ASSIGN_OR_RETURN(LocalGame game, LocalGame::Make(problem, KoRights::kNeither));
//   LocalState state = game.start();
//   if (game.Play(state, spot)) …
//
// Its spots are the points of the region and the stones that can be captured. All else is walls, and of these a state
// need not know: each spot knows whether a stone on it is beyond capture, for the attacker and for the defender.
//
// Kos: who may take back at once says KoRights. A position's value under both extremes tells whether it is a ko; with
// neither side having the right, the ko rule binds both and whoever has to play elsewhere loses a move.
//
// Immutable once made: any number of threads may use it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "common/random.h"
#include "engine/tsumego/problem.h"
#include "engine/tsumego/spot_set.h"

namespace tenuki {

enum class Role : uint8_t { kAttacker = 0, kDefender = 1 };
constexpr Role Other(Role role) { return static_cast<Role>(1 - static_cast<int>(role)); }

// Who always has a ko threat, and so may take back a ko at once.
enum class KoRights : uint8_t { kNeither, kAttacker, kDefender };

// Whether life without two eyes counts. Under kSekiDies the attacker may pass too, and a defender who passes after that
// without being unconditionally alive, having nothing better to do, is dead: so a target that lives by the one rule and
// dies by the other is in seki.
enum class LifeRule : uint8_t { kSekiLives, kSekiDies };

// A move in a local game.
inline constexpr Spot kPassSpot = 255;
// In the place of a ko: the attacker has passed, under kSekiDies.
inline constexpr Spot kAfterPass = 254;

struct LocalState {
  // By role.
  SpotSet stones[2];
  // Where the side to move may not take back, or kNoSpot.
  int16_t ko = kNoSpot;
  Role to_move = Role::kAttacker;

  const SpotSet& of(Role role) const { return stones[static_cast<int>(role)]; }
  SpotSet& of(Role role) { return stones[static_cast<int>(role)]; }
  friend bool operator==(const LocalState&, const LocalState&) = default;
  template <typename H>
  friend H AbslHashValue(H hash, const LocalState& state) {
    return H::combine(std::move(hash), state.stones[0].word(0), state.stones[0].word(1), state.stones[1].word(0),
                      state.stones[1].word(1), state.ko, state.to_move);
  }
};

// 128 bits of a state, so that two different ones are never taken for the same in a search's lifetime.
struct StateKey {
  uint64_t low = 0;
  uint64_t high = 0;
  friend bool operator==(const StateKey&, const StateKey&) = default;
};
StateKey KeyOf(const LocalState& state);

class LocalGame {
 public:
  // A chain and all spots beside it.
  struct Chain {
    SpotSet stones;
    SpotSet around;
  };

  // INVALID_ARGUMENT when the problem is wrong, or has more than kMaxSpots.
  static absl::StatusOr<LocalGame> Make(const Problem& problem, KoRights ko_rights,
                                        LifeRule life_rule = LifeRule::kSekiLives);

  const LocalState& start() const { return start_; }
  // Makes another state the first one. REQUIRES: it is of this game.
  void StartFrom(const LocalState& state) { start_ = state; }
  int num_spots() const { return num_spots_; }
  int board_size() const { return board_size_; }
  const SpotSet& all() const { return all_; }
  const SpotSet& target() const { return target_; }
  const SpotSet& beside(Spot spot) const { return beside_[spot]; }
  // Spots where a stone of that side cannot be captured.
  const SpotSet& safe(Role role) const { return safe_[static_cast<int>(role)]; }
  // Spots with a wall of the attacker's, or open space, beside them: no eye of the defender has them.
  const SpotSet& open() const { return open_; }
  Point PointOf(Spot spot) const { return spot == kPassSpot ? kPass : points_[spot]; }
  // kNoSpot outside.
  Spot SpotOf(Point point) const { return spots_[point]; }

  SpotSet Empty(const LocalState& state) const { return all_ - state.stones[0] - state.stones[1]; }
  // REQUIRES: a stone of `role` is there.
  Chain ChainAt(const LocalState& state, Role role, Spot spot) const { return Grow(SpotSet::Of(spot), state.of(role)); }
  // The connected part of `within` that has `seed`.
  Chain Grow(const SpotSet& seed, const SpotSet& within) const {
    Chain chain{seed, {}};
    SpotSet edge = seed;
    while (!edge.empty()) {
      SpotSet near;
      for (Spot spot : edge) near |= beside_[spot];
      chain.around |= near;
      edge = (near & within) - chain.stones;
      chain.stones |= edge;
    }
    chain.around -= chain.stones;
    return chain;
  }
  bool IsSafe(const Chain& chain, Role role) const { return chain.stones.Meets(safe(role)); }

  // The attacker is to move, and a chain of the target has Problem::safe_liberties.
  bool TargetIsOut(const LocalState& state) const;
  bool TargetIsCaptured(const LocalState& state) const { return !state.of(Role::kDefender).Meets(target_); }
  // When all stones of the target are one chain: that chain. Else one without stones.
  Chain SingleTarget(const LocalState& state) const;

  // Plays a stone or a pass; false, and nothing changes, where the rules forbid it. REQUIRES: the spot is empty.
  bool Play(LocalState& state, Spot spot) const;
  // The defender may always pass; the attacker where a ko alone keeps him from playing.
  bool MayPass(const LocalState& state) const {
    return state.to_move == Role::kDefender || state.ko != kNoSpot || life_rule_ == LifeRule::kSekiDies;
  }

 private:
  LocalGame() = default;
  absl::Status AddSpots(const Problem& problem);
  void AddWalls(const Problem& problem);

  LocalState start_;
  int num_spots_ = 0;
  int board_size_ = 0;
  int safe_liberties_ = 0;
  LifeRule life_rule_ = LifeRule::kSekiLives;
  // Which sides a ko binds, by role.
  bool ko_binds_[2] = {true, true};
  SpotSet all_;
  SpotSet target_;
  SpotSet safe_[2];
  SpotSet open_;
  std::array<SpotSet, kMaxSpots> beside_;
  std::array<int16_t, kMaxSpots> points_;
  std::array<int16_t, kMaxPoints + 1> spots_;
};

}  // namespace tenuki
