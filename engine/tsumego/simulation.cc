#include "engine/tsumego/simulation.h"

#include <algorithm>
#include <array>

#include "engine/tsumego/life.h"

namespace tenuki {
namespace {

constexpr int kMovesPerSpot = 3;
constexpr int kPliesBetweenChecks = 6;

constexpr uint32_t kOrdinary = 2;
constexpr uint32_t kBesideLast = 4;
constexpr uint32_t kRoomy = 3;
constexpr uint32_t kSaves = 16;
constexpr uint32_t kCaptures = 24;

bool IsOwnEye(const LocalGame& game, const LocalState& state, Spot spot) {
  const bool is_closed = game.beside(spot).IsIn(state.of(state.to_move));
  return is_closed && (state.to_move == Role::kAttacker || !game.open().Contains(spot));
}

// Spots that capture, and those that give a chain in atari a liberty.
struct Threats {
  SpotSet captures;
  SpotSet saves;
};

SpotSet LastLiberties(const LocalGame& game, const LocalState& state, Role role) {
  const SpotSet empty = game.Empty(state);
  SpotSet last;
  SpotSet rest = state.of(role);
  while (!rest.empty()) {
    const LocalGame::Chain chain = game.ChainAt(state, role, rest.First());
    rest -= chain.stones;
    const SpotSet liberties = chain.around & empty;
    if (liberties.size() == 1 && !game.IsSafe(chain, role)) last |= liberties;
  }
  return last;
}

class Player {
 public:
  Player(const LocalGame& game, bool by_urgency, uint64_t seed) : game_(game), by_urgency_(by_urgency), seed_(seed) {}

  // Plays a move, or passes when there is none to play; false then.
  bool Move(LocalState& state) {
    std::array<uint32_t, kMaxSpots> urgency;
    const SpotSet empty = game_.Empty(state);
    Threats threats;
    if (by_urgency_) {
      threats = {LastLiberties(game_, state, Other(state.to_move)), LastLiberties(game_, state, state.to_move)};
    }
    uint32_t total = 0;
    for (Spot spot : empty) {
      urgency[spot] = UrgencyOf(state, threats, empty, spot);
      total += urgency[spot];
    }
    // A move that turns out to be against the rules is taken out, and another one drawn.
    while (total > 0) {
      uint32_t draw = UniformBelow(total, Random32(seed_, counter_++));
      Spot chosen = kNoSpot;
      for (Spot spot : empty) {
        chosen = spot;
        if (draw < urgency[spot]) break;
        draw -= urgency[spot];
      }
      if (game_.Play(state, chosen)) {
        last_ = chosen;
        return true;
      }
      total -= urgency[chosen];
      urgency[chosen] = 0;
    }
    game_.Play(state, kPassSpot);
    return false;
  }

 private:
  uint32_t UrgencyOf(const LocalState& state, const Threats& threats, const SpotSet& empty, Spot spot) const {
    if (IsOwnEye(game_, state, spot)) return 0;
    if (!by_urgency_) return 1;
    uint32_t urgency = kOrdinary;
    if (threats.captures.Contains(spot)) urgency += kCaptures;
    if (threats.saves.Contains(spot)) urgency += kSaves;
    if (last_ != kNoSpot && game_.beside(last_).Contains(spot)) urgency += kBesideLast;
    if ((game_.beside(spot) & empty).size() >= 3) urgency += kRoomy;
    return urgency;
  }

  const LocalGame& game_;
  const bool by_urgency_;
  const uint64_t seed_;
  uint64_t counter_ = 0;
  Spot last_ = kNoSpot;
};

}  // namespace

Simulation Simulate(const LocalGame& game, const LocalState& from, bool by_urgency, uint64_t seed) {
  LocalState state = from;
  Player player(game, by_urgency, seed);
  const int max_moves = kMovesPerSpot * game.num_spots();
  int num_passes = 0;
  for (int num_moves = 0; num_moves < max_moves; ++num_moves) {
    if (game.TargetIsCaptured(state)) return {.result = -1, .num_moves = num_moves};
    if (game.TargetIsOut(state)) return {.result = 1, .num_moves = num_moves};
    if (num_moves % kPliesBetweenChecks == 0 && IsAliveByBenson(game, state)) {
      return {.result = 1, .num_moves = num_moves};
    }
    num_passes = player.Move(state) ? 0 : num_passes + 1;
    if (num_passes == 2) return {.result = 1, .num_moves = num_moves};
  }
  return {.result = 0, .num_moves = max_moves};
}

}  // namespace tenuki
