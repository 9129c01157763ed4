// What a player of Phantom Go is told, and what it knows from that.
//
// The referee alone sees the game. An event is told to the two sides as follows, and nothing else ever is:
//
//   event                          the side that proposed               the other side
//   a proposal is refused          kRefused: the point. Not why:        nothing: not even that there was one
//                                  a hidden stone, suicide, ko
//   a stone is played              kPlayed: the point, and how many     kOpponentPlayed: how many of its own stones
//   were
//                                  stones it captured                   captured, and which; not where the stone is
//   a pass                         kPassed                              kOpponentPassed
//   the game ends                  kOver: Black's lead                  kOver: Black's lead
//
// Each side knows where its own stones stand (Borsboom et al. 2007, §1.1), so the owner of captured stones sees which
// are gone, while who captured them hears a number and has to infer the rest. Passes are announced: two of them end a
// game.
//
// Values: no thread rules.
#pragma once

#include <cstdint>

#include "engine/board/point.h"
#include "engine/board/point_set.h"

namespace tenuki {

struct Observation {
  enum class Kind : uint8_t { kRefused, kPlayed, kOpponentPlayed, kPassed, kOpponentPassed, kOver };

  Kind kind = Kind::kPassed;
  // kRefused and kPlayed.
  Point point = kNoPoint;
  // kPlayed and kOpponentPlayed: the stones that this move captured.
  int captured = 0;
  // kOpponentPlayed: where they stood.
  PointSet lost = {};
  // kOver: Black's lead after komi.
  int black_lead_half_points = 0;

  friend bool operator==(const Observation&, const Observation&) = default;
};

}  // namespace tenuki
