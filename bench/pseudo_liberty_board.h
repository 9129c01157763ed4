// The anchor of bench/playout: a plain pseudo-liberty board in the manner of libego (Lew 2008), the fastest public one.
//
// It is here to be raced against, in the same minute on the same core, and nothing else uses it. Its manner: a padded
// one-dimensional board whose size is known to the compiler, chains as circular lists with pseudo-liberty counts,
// packed neighbour counts, a swap-remove list of the empty points. A move is drawn by scanning that list from a random
// start for the first point that is not an eye and not plainly illegal, which favours points behind gaps: it is *not*
// uniform. Suicide of more than one stone is noticed only after the stone is down, and carried out.
#pragma once

#include <cstdint>

namespace tenuki::bench {

template <int kSize>
class PseudoLibertyBoard {
 public:
  PseudoLibertyBoard() { Clear(); }

  // Plays to the end from the present position. Returns the number of plies.
  int PlayOut(uint64_t& random, int max_plies) {
    int passes = 0;
    int plies = 0;
    while (passes < 2 && plies < max_plies) {
      passes = PlayRandomMove(to_move_, random) ? 0 : passes + 1;
      to_move_ = 1 - to_move_;
      ++plies;
    }
    return plies;
  }

  // Black's lead: stones, and empty points all of whose neighbours are of one colour.
  int Score() const {
    int score = stones_[0] - stones_[1];
    for (int i = 0; i < empty_count_; ++i) {
      const uint32_t near = near_[empty_[i]];
      score += IsFull(near, 0) - IsFull(near, 1);
    }
    return score;
  }

 private:
  using Vertex = uint16_t;
  static constexpr int kStride = kSize + 1;
  static constexpr int kVertices = (kSize + 2) * kStride + 1;
  static constexpr int kSides[4] = {-kStride, -1, 1, kStride};
  static constexpr int kDiagonals[4] = {-kStride - 1, -kStride + 1, kStride - 1, kStride + 1};
  static constexpr uint8_t kEmpty = 2;
  static constexpr uint8_t kOff = 3;
  static constexpr Vertex kNone = 0;

  // Packed counts of neighbours: black, white, empty, eight bits each; off the board counts as black and white.
  static constexpr uint32_t kOne[3] = {1, 1 << 8, 1 << 16};
  static bool IsFull(uint32_t near, int player) { return ((near >> (8 * player)) & 0xFF) == 4; }

  void Clear() {
    for (int v = 0; v < kVertices; ++v) {
      color_[v] = kOff;
      chain_[v] = next_[v] = static_cast<Vertex>(v);
      near_[v] = 0;
      liberties_[v] = 0;
      size_[v] = 0;
    }
    for (int column = 0; column < kSize; ++column) {
      for (int row = 0; row < kSize; ++row) {
        const int v = (column + 1) * kStride + row + 1;
        color_[v] = kEmpty;
        empty_position_[v] = static_cast<Vertex>(empty_count_);
        empty_[empty_count_++] = static_cast<Vertex>(v);
      }
    }
    for (int i = 0; i < empty_count_; ++i) {
      for (int side : kSides) {
        near_[empty_[i]] += color_[empty_[i] + side] == kEmpty ? kOne[2] : kOne[0] + kOne[1];
      }
    }
  }

  static uint32_t Draw(uint64_t& random, int n) {
    random = random * 6364136223846793005 + 1442695040888963407;
    return static_cast<uint32_t>(((random >> 32) * static_cast<uint64_t>(n)) >> 32);
  }

  bool IsEye(int player, Vertex v) const {
    if (!IsFull(near_[v], player)) return false;
    int count[4] = {};
    for (int diagonal : kDiagonals) ++count[color_[v + diagonal]];
    return count[1 - player] + (count[kOff] > 0) < 2;
  }

  // Wrong only about suicide of more than one stone.
  bool IsPlausible(int player, Vertex v) const {
    if (!IsFull(near_[v], 1 - player)) return true;
    if (v == ko_) return false;
    for (int side : kSides) {
      const Vertex neighbour = static_cast<Vertex>(v + side);
      // v itself is the only liberty that a chain beside it can lose here, once for each side that touches it.
      if (color_[neighbour] == 1 - player && liberties_[chain_[neighbour]] == TouchCount(v, chain_[neighbour]))
        return true;
    }
    return false;
  }

  int TouchCount(Vertex v, Vertex chain) const {
    int count = 0;
    for (int side : kSides) count += color_[v + side] < kEmpty && chain_[v + side] == chain;
    return count;
  }

  bool PlayRandomMove(int player, uint64_t& random) {
    if (empty_count_ == 0) return false;
    const int start = static_cast<int>(Draw(random, empty_count_));
    int i = start;
    do {
      const Vertex v = empty_[i];
      if (!IsEye(player, v) && IsPlausible(player, v)) {
        Play(player, v);
        return true;
      }
      if (++i == empty_count_) i = 0;
    } while (i != start);
    ko_ = kNone;
    return false;
  }

  void Play(int player, Vertex v) {
    const bool in_enemy_eye = IsFull(near_[v], 1 - player);
    const int empty_before = empty_count_;
    Place(player, v);
    for (int side : kSides) {
      const Vertex neighbour = static_cast<Vertex>(v + side);
      near_[neighbour] += kOne[player] - kOne[2];
      const int color = color_[neighbour];
      if (color >= kEmpty) continue;
      const Vertex chain = chain_[neighbour];
      --liberties_[chain];
      if (color != player) {
        if (liberties_[chain] == 0) RemoveChain(neighbour);
      } else if (chain != chain_[v]) {
        if (size_[chain_[v]] >= size_[chain])
          Merge(v, neighbour);
        else
          Merge(neighbour, v);
      }
    }
    ko_ = kNone;
    if (in_enemy_eye && empty_before == empty_count_) ko_ = empty_[empty_count_ - 1];
    if (liberties_[chain_[v]] == 0) RemoveChain(v);
  }

  void Place(int player, Vertex v) {
    color_[v] = static_cast<uint8_t>(player);
    ++stones_[player];
    chain_[v] = next_[v] = v;
    liberties_[v] = static_cast<uint16_t>(near_[v] >> 16);
    size_[v] = 1;
    const Vertex last = empty_[--empty_count_];
    const Vertex position = empty_position_[v];
    empty_[position] = last;
    empty_position_[last] = position;
  }

  void Merge(Vertex large, Vertex small) {
    const Vertex root = chain_[large];
    liberties_[root] = static_cast<uint16_t>(liberties_[root] + liberties_[chain_[small]]);
    size_[root] = static_cast<uint16_t>(size_[root] + size_[chain_[small]]);
    Vertex v = small;
    do {
      chain_[v] = root;
      v = next_[v];
    } while (v != small);
    const Vertex swap = next_[large];
    next_[large] = next_[small];
    next_[small] = swap;
  }

  void RemoveChain(Vertex start) {
    const int player = color_[start];
    Vertex v = start;
    do {  // all stones first, so that no stone of the chain gains a liberty from another
      color_[v] = kEmpty;
      --stones_[player];
      empty_position_[v] = static_cast<Vertex>(empty_count_);
      empty_[empty_count_++] = v;
      v = next_[v];
    } while (v != start);
    do {
      for (int side : kSides) {
        const Vertex neighbour = static_cast<Vertex>(v + side);
        near_[neighbour] += kOne[2] - kOne[player];
        ++liberties_[chain_[neighbour]];
      }
      const Vertex next = next_[v];
      chain_[v] = next_[v] = v;
      v = next;
    } while (v != start);
  }

  uint8_t color_[kVertices];
  Vertex chain_[kVertices];
  Vertex next_[kVertices];
  uint16_t liberties_[kVertices];
  uint16_t size_[kVertices];
  uint32_t near_[kVertices];
  Vertex empty_position_[kVertices];
  Vertex empty_[kSize * kSize];
  int empty_count_ = 0;
  int stones_[2] = {};
  int to_move_ = 0;
  Vertex ko_ = kNone;
};

}  // namespace tenuki::bench
