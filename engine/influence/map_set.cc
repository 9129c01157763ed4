#include "engine/influence/map_set.h"

#include <algorithm>

namespace tenuki {
namespace {

constexpr int kBytesPerWord = 8;
constexpr int kHalvesPerWord = 4;
constexpr int kByteBias = 128;

int LinesPerBlock(int size, int values_per_word) { return (size * size + values_per_word - 1) / values_per_word; }

}  // namespace

InfluenceMapSet::InfluenceMapSet(int size) : size_(size) {}

InfluenceMapSet::Layout InfluenceMapSet::bytes() const {
  return {bytes_.empty() ? nullptr : bytes_.front().words.data(), LinesPerBlock(size_, kBytesPerWord)};
}

InfluenceMapSet::Layout InfluenceMapSet::halves() const {
  return {halves_.empty() ? nullptr : halves_.front().words.data(), LinesPerBlock(size_, kHalvesPerWord)};
}

void InfluenceMapSet::Add(const InfluenceMap& map) {
  const int num_points = size_ * size_;
  const auto begin = map.values.begin();
  if (fits_bytes_ &&
      !std::all_of(begin, begin + num_points, [](int value) { return value == static_cast<int8_t>(value); })) {
    fits_bytes_ = false;
    bytes_ = {};
  }
  const int lane = num_maps_ % kMapsPerBlock;
  const auto place = [&](std::vector<Line>& lines, int values_per_word, auto bits) {
    const int lines_per_block = LinesPerBlock(size_, values_per_word);
    if (lane == 0) lines.resize(lines.size() + lines_per_block);
    Line* const block = &lines[lines.size() - lines_per_block];
    for (Point point = 0; point < num_points; ++point) {
      const int shift = point % values_per_word * (64 / values_per_word);
      block[point / values_per_word].words[lane] |= uint64_t{bits(map.values[point])} << shift;
    }
  };
  if (fits_bytes_) {
    place(bytes_, kBytesPerWord, [](int value) { return static_cast<uint8_t>(value + kByteBias); });
  }
  place(halves_, kHalvesPerWord, [](int value) { return static_cast<uint16_t>(value); });
  ++num_maps_;
}

}  // namespace tenuki
