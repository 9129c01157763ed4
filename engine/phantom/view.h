// What one side of a game of Phantom Go knows: its board, of the three that the game has.
//
//   PlayerView view(9, Color::kBlack, rules);
//   view.Observe(ruling.to_proposer);
//   view.known();                       // opposing stones whose place is certain
//   view.num_hidden();                  // how many more there are
//
// It is made of observations alone (observation.h), so whoever is given a view is given nothing that its side was not
// told. What it infers is certain, never a guess:
//
//   - A refused point holds an opposing stone, unless the refusal can be explained by suicide or by the rule of ko: by
//     suicide when all points that would have to be opposing stones could be; by ko when the own stones stood like that
//     before.
//   - Captured stones fill whole regions between the own stones beside the move. When the number that was announced
//     leaves no choice, it is known which.
//   - The neighbours of own stones that were captured are opposing stones.
//
// Not thread-safe for writing; many may read.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/board/board.h"
#include "engine/board/point_set.h"
#include "engine/board/rules.h"
#include "engine/phantom/observation.h"
#include "engine/phantom/own_chains.h"

namespace tenuki {

class PlayerView {
 public:
  // REQUIRES: 1 <= size <= kMaxBoardSize, rules without suicide.
  PlayerView(int size, Color color, const Rules& rules);

  void Observe(const Observation& observation);

  int size() const { return size_; }
  int num_points() const { return size_ * size_; }
  Color color() const { return color_; }
  const Rules& rules() const { return rules_; }
  // All that was observed, in order.
  std::span<const Observation> observations() const { return observations_; }

  PointSet own() const { return own_; }
  PointSet known() const { return known_; }
  // Points that are neither: empty, or hidden stones.
  PointSet unknown() const { return all_ - own_ - known_; }
  int num_opposing() const { return num_opposing_; }
  int num_hidden() const { return num_opposing_ - num_known_; }
  // Refused since the last move of either side.
  PointSet refused() const { return refused_; }
  bool is_over() const { return is_over_; }

  // An own eye as playouts mean it (playout.h), by the stones that are known. REQUIRES: the point is unknown.
  bool IsOwnEye(Point point) const { return sides_[point].open == 0 && HasEyeCorners(point); }
  // Points that are worth a proposal: unknown, not refused, no own eye.
  PointSet Candidates() const;
  // Own and known stones; the player to move. Every chain has a liberty: its real one is not known to be filled.
  Board VisibleBoard() const;

 private:
  // The position after a ply, as far as a repetition of it can be seen. Own stones by their hash: should two sets ever
  // have the same, less is held for certain than could be, and nothing that is false.
  struct Past {
    uint64_t own_hash = 0;
    int num_opposing = 0;
  };

  // The side neighbours of a point that are on the board: with own stones, without, and neither own nor known.
  struct Sides {
    uint8_t own = 0;
    uint8_t open = 4;
    uint8_t unknown = 4;
  };
  static constexpr size_t kPastBits = 1024;

  void CountSides();
  bool HasEyeCorners(Point point) const;
  // Opposing stones whose place becomes certain, or uncertain.
  void Know(Point point);
  void Forget(Point point);
  void Refuse(Point point);
  void Play(const Observation& observation);
  void LoseStones(const Observation& observation);
  void Remember() {
    past_.push_back({own_hash_, num_opposing_});
    past_bits_.set(own_hash_ % kPastBits);
  }
  bool CouldBeSuicide(Point point) const;
  bool CouldRepeat(Point point) const;
  void RemoveCaptured(Point point, int captured);
  PointSet RegionAt(Point point, int max_points) const;

  const int size_;
  const Color color_;
  const Rules rules_;
  const PointSet all_;
  std::vector<Observation> observations_;
  std::vector<Past> past_;
  // Of each past hash one bit is set: nearly all that are asked for are not there, and that is seen at once.
  std::bitset<kPastBits> past_bits_;
  PointSet own_;
  OwnChains own_chains_;
  uint64_t own_hash_ = 0;  // of the own stones, to compare with the past
  PointSet known_;
  int num_known_ = 0;
  // By point, kept up as stones come and go, since each refusal and each eye asks for them. Of points that are off the
  // board: anything.
  std::array<Sides, kMaxPoints + 1> sides_;
  PointSet refused_;
  int num_opposing_ = 0;
  bool has_lost_stones_ = false;
  bool is_over_ = false;
};

}  // namespace tenuki
