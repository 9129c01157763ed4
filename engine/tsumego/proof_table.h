// The transposition table of the proof-number search: bounded, and deterministic.
//
// A state has one place of four entries. Whoever is not there yet replaces the entry that the least work (nodes visited
// below it) went into; of as much, the first. Solved entries are replaced like others: what is lost is searched again,
// and nothing else follows. Entries are told apart by 64 bits of the key beside those that choose the place.
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/tsumego/local_game.h"

namespace tenuki {

inline constexpr uint32_t kInfiniteProof = 1u << 30;

// Numbers are those of the side to move: `phi` is the work left to show that it wins, `delta` that it loses.
struct ProofEntry {
  uint64_t check = 0;
  uint32_t phi = 1;
  uint32_t delta = 1;
  uint32_t work = 0;
  // The best move known; kNoMove in a state that was not expanded.
  uint8_t move = 254;
  // Plies to the end of the game in the proof, at most 255.
  uint8_t depth = 0;
  // Of a disproof by repetition: the depth, from the search's root, of the state that comes again; else kNoDependence.
  int16_t depends_on = INT16_MAX;

  bool is_solved() const { return phi == 0 || delta == 0; }
};
inline constexpr uint8_t kNoMove = 254;
inline constexpr int16_t kNoDependence = INT16_MAX;

class ProofTable {
 public:
  static constexpr int kBytesPerEntry = sizeof(ProofEntry);

  // Takes at most that many bytes, and at least one place.
  explicit ProofTable(int64_t max_bytes);

  // Null when it is not there.
  const ProofEntry* Find(const StateKey& key) const {
    const ProofEntry* place = &entries_[(key.low & mask_) * kPlace];
    for (int i = 0; i < kPlace; ++i) {
      if (place[i].check == key.high) return &place[i];
    }
    return nullptr;
  }
  void Store(const StateKey& key, ProofEntry entry);
  void Clear();
  int64_t num_stored() const { return num_stored_; }

 private:
  static constexpr int kPlace = 4;

  std::vector<ProofEntry> entries_;
  uint64_t mask_ = 0;
  int64_t num_stored_ = 0;
};

}  // namespace tenuki
