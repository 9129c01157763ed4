// A set of the spots of a local game: 128 bits.
//
// A *spot* is the number of a point that a tsumego's moves may touch (local_game.h numbers them). Few enough of them
// fit in two words, so that the states of a search are small and copied freely.
//
//   for (Spot spot : liberties) …            // ascending
//
// A value without thread rules.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace tenuki {

using Spot = int;
inline constexpr int kMaxSpots = 128;
inline constexpr Spot kNoSpot = -1;

class SpotSet {
 public:
  constexpr SpotSet() = default;
  static constexpr SpotSet Of(Spot spot) {
    SpotSet set;
    set.Insert(spot);
    return set;
  }

  constexpr bool Contains(Spot spot) const { return (words_[spot >> 6] >> (spot & 63)) & 1; }
  constexpr void Insert(Spot spot) { words_[spot >> 6] |= uint64_t{1} << (spot & 63); }
  constexpr void Erase(Spot spot) { words_[spot >> 6] &= ~(uint64_t{1} << (spot & 63)); }

  constexpr bool empty() const { return (words_[0] | words_[1]) == 0; }
  constexpr int size() const { return std::popcount(words_[0]) + std::popcount(words_[1]); }
  constexpr bool Meets(const SpotSet& other) const {
    return ((words_[0] & other.words_[0]) | (words_[1] & other.words_[1])) != 0;
  }
  constexpr bool IsIn(const SpotSet& other) const {
    return ((words_[0] & ~other.words_[0]) | (words_[1] & ~other.words_[1])) == 0;
  }
  // REQUIRES: not empty.
  constexpr Spot First() const {
    return words_[0] != 0 ? std::countr_zero(words_[0]) : 64 + std::countr_zero(words_[1]);
  }
  constexpr uint64_t word(int index) const { return words_[index]; }

  constexpr SpotSet& operator|=(const SpotSet& other) {
    words_[0] |= other.words_[0];
    words_[1] |= other.words_[1];
    return *this;
  }
  constexpr SpotSet& operator&=(const SpotSet& other) {
    words_[0] &= other.words_[0];
    words_[1] &= other.words_[1];
    return *this;
  }
  constexpr SpotSet& operator-=(const SpotSet& other) {
    words_[0] &= ~other.words_[0];
    words_[1] &= ~other.words_[1];
    return *this;
  }
  friend constexpr SpotSet operator|(SpotSet a, const SpotSet& b) { return a |= b; }
  friend constexpr SpotSet operator&(SpotSet a, const SpotSet& b) { return a &= b; }
  friend constexpr SpotSet operator-(SpotSet a, const SpotSet& b) { return a -= b; }
  friend constexpr bool operator==(const SpotSet&, const SpotSet&) = default;

  class Iterator {
   public:
    constexpr Iterator(uint64_t low, uint64_t high) : low_(low), high_(high) {}
    constexpr Spot operator*() const { return low_ != 0 ? std::countr_zero(low_) : 64 + std::countr_zero(high_); }
    constexpr Iterator& operator++() {
      uint64_t& word = low_ != 0 ? low_ : high_;
      word &= word - 1;
      return *this;
    }
    constexpr bool operator==(std::nullptr_t) const { return (low_ | high_) == 0; }

   private:
    uint64_t low_;
    uint64_t high_;
  };
  constexpr Iterator begin() const { return Iterator(words_[0], words_[1]); }
  constexpr std::nullptr_t end() const { return nullptr; }

 private:
  uint64_t words_[2] = {0, 0};
};

}  // namespace tenuki
