#include "engine/tsumego/proof_table.h"

#include <algorithm>
#include <bit>

namespace tenuki {

ProofTable::ProofTable(int64_t max_bytes) {
  const auto places = static_cast<uint64_t>(std::max<int64_t>(1, max_bytes / (kPlace * kBytesPerEntry)));
  const uint64_t size = std::bit_floor(places);
  mask_ = size - 1;
  entries_.resize(size * kPlace);
}

void ProofTable::Store(const StateKey& key, ProofEntry entry) {
  ProofEntry* place = &entries_[(key.low & mask_) * kPlace];
  ProofEntry* chosen = place;
  for (int i = 0; i < kPlace; ++i) {
    if (place[i].check == key.high) {
      chosen = &place[i];
      entry.work = std::max(entry.work, chosen->work);
      break;
    }
    if (place[i].work < chosen->work) chosen = &place[i];
  }
  if (chosen->check != key.high) ++num_stored_;
  entry.check = key.high;
  *chosen = entry;
}

void ProofTable::Clear() {
  std::ranges::fill(entries_, ProofEntry{});
  num_stored_ = 0;
}

}  // namespace tenuki
