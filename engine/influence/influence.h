// Influence maps: a number for each point of a board that says whose it is, and how much, by one of five old models
// (Gragera 2015, section 3). Two positions are compared by the sum over all points of |a − b| (distance.h).
//
//   InfluenceMap map = ComputeInfluence(InfluenceModel::kBouzy, BouzyOperator{}, 19, black, white);
//   map.values[point] > 0                     // Black's
//
// Where the paper leaves something open, this is how we read it:
//
//   kStones (3.1)   Black stones are +1, White's −1, empty points 0.
//   kZobrist (3.2)  Stones are ±64. Four times ("for times" is a misprint: the range is "4 spaces"), every positive
//                   point gives +1, every negative one −1, to each of its neighbours that holds no stone; all at once,
//                   by the values before the round. Stones keep ±64.
//   kRyder (3.3)    Each stone adds, White's with the other sign, this diamond, centred on it and cut at the edge. The
//                   paper's table has lost the spaces that centre its rows; these are symmetric as a pattern must be.
//                   Stones add to each other too.
//                              1
//                        1  2  5  2  1
//                        2  6 13  6  2
//                     1  5 13 64 13  5  1
//                        2  6 13  6  2
//                        1  2  5  2  1
//                              1
//   kSpight (3.4)   +1 where the nearest stone is Black's, −1 where it is White's, 0 where both are equally near or
//                   there is no stone. Near is by steps along the lines. Whether a wave passes through stones or stops
//                   at them makes no difference: who comes through another's stone comes later than that one's wave.
//   kBouzy (3.5)    X_z(e, d): stones are ±64, then d dilations, then e erosions. A dilation adds to each point that is
//                   >= 0 and has no negative neighbour the number of its positive ones, and takes from each that is
//                   <= 0 and has no positive neighbour the number of its negative ones. An erosion takes from each
//                   positive point the number of its neighbours that are <= 0, but not below 0, and the same with the
//                   other sign. All at once, by the values before the step; what is off the board is no neighbour. The
//                   paper's Table 2 has the names E_z and D_z the wrong way round, and leaves out that an opposing
//                   neighbour stops a dilation; that and where erosions stop is as in the manual of GNU Go ("Bouzy's
//                   5/21 algorithm"). The paper names X_z(13, 4) and X_z(21, 5); the latter is the default here.
//
// Functions without state: thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/board/point.h"
#include "engine/board/point_set.h"

namespace tenuki {

enum class InfluenceModel : uint8_t { kStones, kZobrist, kRyder, kSpight, kBouzy };
inline constexpr int kNumInfluenceModels = 5;

// "stones", "zobrist", "ryder", "spight", "bouzy".
std::string_view InfluenceModelName(InfluenceModel model);

// X_z(erosions, dilations).
struct BouzyOperator {
  int dilations = 5;
  int erosions = 21;
};
inline constexpr int kMaxDilations = 10;
inline constexpr int kMaxErosions = 100;

// By point; positive is Black's. Points that the board does not have are 0. No model leaves −184 … 184, which is
// Ryder's in a crowd of one colour; the others stay within a byte.
struct InfluenceMap {
  int size;
  std::array<int16_t, kMaxPoints> values;
};

// `bouzy` counts for kBouzy only. REQUIRES: 1 <= size <= kMaxBoardSize; black and white are points of that board and
// have none in common; 0 <= bouzy.dilations <= kMaxDilations, 0 <= bouzy.erosions <= kMaxErosions.
InfluenceMap ComputeInfluence(InfluenceModel model, const BouzyOperator& bouzy, int size, const PointSet& black,
                              const PointSet& white);

}  // namespace tenuki
