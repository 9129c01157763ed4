#include "engine/tsumego/life.h"

#include <array>

namespace tenuki {
namespace {

// A connected part of what is not the defender's.
struct EyeRegion {
  SpotSet empty;
  SpotSet border;
  bool is_open = false;
};

struct Chains {
  int count = 0;
  std::array<LocalGame::Chain, kMaxSpots> chains;
};

Chains ChainsOf(const LocalGame& game, const SpotSet& stones) {
  Chains all;
  SpotSet rest = stones;
  while (!rest.empty()) {
    all.chains[all.count] = game.Grow(SpotSet::Of(rest.First()), stones);
    rest -= all.chains[all.count].stones;
    ++all.count;
  }
  return all;
}

}  // namespace

bool IsAliveByBenson(const LocalGame& game, const LocalState& state) {
  const SpotSet& own = state.of(Role::kDefender);
  const SpotSet empty = game.Empty(state);
  const SpotSet not_own = game.all() - own;
  std::array<EyeRegion, kMaxSpots> regions;
  int num_regions = 0;
  SpotSet rest = not_own;
  while (!rest.empty()) {
    const LocalGame::Chain part = game.Grow(SpotSet::Of(rest.First()), not_own);
    rest -= part.stones;
    if (!part.stones.Meets(game.open())) regions[num_regions++] = {part.stones & empty, part.around};
  }
  if (num_regions < 2 && !own.Meets(game.safe(Role::kDefender))) return false;
  const Chains chains = ChainsOf(game, own);
  // A chain that cannot be captured needs no eyes.
  SpotSet alive = own;
  bool has_changed = true;
  while (has_changed) {
    has_changed = false;
    for (int i = 0; i < chains.count; ++i) {
      const LocalGame::Chain& chain = chains.chains[i];
      if (!chain.stones.IsIn(alive) || game.IsSafe(chain, Role::kDefender)) continue;
      int num_eyes = 0;
      for (int j = 0; j < num_regions && num_eyes < 2; ++j) {
        num_eyes += regions[j].border.IsIn(alive) && !regions[j].empty.empty() && regions[j].empty.IsIn(chain.around);
      }
      if (num_eyes >= 2) continue;
      alive -= chain.stones;
      has_changed = true;
    }
    if (!alive.Meets(game.target())) return false;
  }
  return true;
}

bool IsDeadShape(const LocalGame& game, const LocalState& state) {
  const SpotSet empty = game.Empty(state);
  if (empty.size() > 2) return false;
  const SpotSet& attackers = state.of(Role::kAttacker);
  SpotSet rest = attackers;
  while (!rest.empty()) {
    const LocalGame::Chain chain = game.Grow(SpotSet::Of(rest.First()), attackers);
    rest -= chain.stones;
    if (!game.IsSafe(chain, Role::kAttacker)) return false;
  }
  // Two spots apart could be two eyes. One chain is asked for: where there are several, the capture of one of them
  // makes room.
  if (empty.size() == 2 && !game.beside(empty.First()).Meets(empty)) return false;
  const LocalGame::Chain target = game.SingleTarget(state);
  return target.stones == state.of(Role::kDefender) && !game.IsSafe(target, Role::kDefender) &&
         !empty.Meets(game.safe(Role::kDefender));
}

std::optional<Role> StaticWinner(const LocalGame& game, const LocalState& state) {
  if (game.TargetIsCaptured(state)) return Role::kAttacker;
  if (state.to_move == Role::kAttacker) {
    const LocalGame::Chain target = game.SingleTarget(state);
    if (!target.stones.empty() && !game.IsSafe(target, Role::kDefender)) {
      const SpotSet liberties = target.around & game.Empty(state);
      if (liberties.size() == 1 && liberties.First() != state.ko) return Role::kAttacker;
    }
  }
  if (game.TargetIsOut(state)) return Role::kDefender;
  // A move of the attacker's hardly ever makes it alive.
  if (state.to_move == Role::kAttacker && IsAliveByBenson(game, state)) return Role::kDefender;
  if (IsDeadShape(game, state)) return Role::kAttacker;
  return std::nullopt;
}

}  // namespace tenuki
