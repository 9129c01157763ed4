// A set of points of one board, as bits in point order.
//
//   PointSet stones = board.stones(Color::kBlack);
//   for (Point point : stones) …            // ascending
//   if ((stones & region).empty()) …
//
// Plain data, 48 bytes, whatever the board size; a value type without thread rules of its own.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

#include "engine/board/point.h"

namespace tenuki {

class PointSet {
 public:
  static constexpr int kWords = (kMaxPoints + 63) / 64;

  constexpr PointSet() = default;
  explicit constexpr PointSet(const uint64_t (&words)[kWords]) {
    for (int i = 0; i < kWords; ++i) words_[i] = words[i];
  }
  // All points of a board.
  static constexpr PointSet All(int size) {
    PointSet set;
    for (Point point = 0; point < size * size; ++point) set.Insert(point);
    return set;
  }

  constexpr bool Contains(Point point) const { return (words_[point >> 6] >> (point & 63)) & 1; }
  constexpr void Insert(Point point) { words_[point >> 6] |= uint64_t{1} << (point & 63); }
  constexpr void Erase(Point point) { words_[point >> 6] &= ~(uint64_t{1} << (point & 63)); }

  constexpr bool empty() const { return *this == PointSet(); }
  constexpr int size() const {
    int count = 0;
    for (uint64_t word : words_) count += std::popcount(word);
    return count;
  }
  constexpr uint64_t word(int index) const { return words_[index]; }

  constexpr PointSet& operator|=(const PointSet& other) {
    for (int i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  constexpr PointSet& operator&=(const PointSet& other) {
    for (int i = 0; i < kWords; ++i) words_[i] &= other.words_[i];
    return *this;
  }
  constexpr PointSet& operator-=(const PointSet& other) {
    for (int i = 0; i < kWords; ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  friend constexpr PointSet operator|(PointSet a, const PointSet& b) { return a |= b; }
  friend constexpr PointSet operator&(PointSet a, const PointSet& b) { return a &= b; }
  friend constexpr PointSet operator-(PointSet a, const PointSet& b) { return a -= b; }
  friend constexpr bool operator==(const PointSet&, const PointSet&) = default;

  // Order as one long number: the highest point counts most.
  friend constexpr std::strong_ordering operator<=>(const PointSet& a, const PointSet& b) {
    for (int i = kWords - 1; i > 0; --i) {
      if (a.words_[i] != b.words_[i]) return a.words_[i] <=> b.words_[i];
    }
    return a.words_[0] <=> b.words_[0];
  }

  // Ascending iteration over the points.
  class Iterator {
   public:
    constexpr Iterator(const PointSet* set, int word) : set_(set), word_(word), rest_(set->words_[word]) { Settle(); }
    constexpr Point operator*() const { return word_ * 64 + std::countr_zero(rest_); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      Settle();
      return *this;
    }
    constexpr bool operator==(std::nullptr_t) const { return rest_ == 0; }

   private:
    constexpr void Settle() {
      while (rest_ == 0 && word_ + 1 < kWords) rest_ = set_->words_[++word_];
    }
    const PointSet* set_;
    int word_;
    uint64_t rest_;
  };
  constexpr Iterator begin() const { return Iterator(this, 0); }
  constexpr std::nullptr_t end() const { return nullptr; }

 private:
  std::array<uint64_t, kWords> words_{};
};

}  // namespace tenuki
