// Where a fight for some stones is played: the region of a problem, found from the position.
//
//   Problem problem = {.board = board, .defender = Color::kBlack, .target = chain};
//   FindRegion(problem);                        // sets region and walled
//
// Problems show a part of the board and leave the rest empty, so walls have gaps and their other side is nobody's. We
// take what the target's side reaches first: points that are nearer to the target than to the attacker's wall, those
// within one to three steps of it in any case, by the region's width, and the liberties of stones of the attacker that
// stand inside, or beside the target and short of liberties. Of the rest, points
// nearer to the attacker's stones than to the defender's other ones are walled: whoever breaks out there finds himself
// shut in all the same, as the convention wants it ("well composed problems do not allow the group to escape into empty
// areas of the board").
//
// A judgement of the eye, not a proof: what is proven about a problem is proven of its region.
//
// Pure functions: no thread rules.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/tsumego/problem.h"

namespace tenuki {

// How wide a region is drawn. A narrow one is solved sooner, and leaves more out.
enum class RegionWidth : uint8_t { kNarrow, kMiddle, kWide };
inline constexpr int kNumRegionWidths = 3;
// "narrow", "middle", "wide".
std::string_view RegionWidthName(RegionWidth width);

struct RegionLimits {
  RegionWidth width = RegionWidth::kMiddle;
  // Of the region, in points and in steps from the target.
  int max_points = 40;
  int max_steps = 6;
};

// How wide the target's surroundings are.
struct Surroundings {
  // Points that are nearer to the target than to its enemies, up to max_steps: few when it is shut in.
  int reach = 0;
  // Stones of the attacker that stand inside.
  PointSet inside;
};

// Sets `region` and `walled`. REQUIRES: board, defender and target.
Surroundings FindRegion(Problem& problem, const RegionLimits& limits = {});

// The chains of `color`, joined to groups where two have two liberties in common, or touch at a corner with both points
// between them free of the opponent.
std::vector<PointSet> GroupsOf(const Board& board, Color color);

}  // namespace tenuki
