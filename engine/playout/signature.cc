#include "engine/playout/signature.h"

#include <vector>

#include "common/random.h"

namespace tenuki {
namespace {

uint64_t Absorb(uint64_t signature, const PointSet& points) {
  for (int i = 0; i < PointSet::kWords; ++i) signature = Mix64(signature ^ points.word(i));
  return signature;
}

uint64_t Absorb(uint64_t signature, const Playout& playout) {
  signature = Mix64(signature + kGoldenGamma + static_cast<uint64_t>(playout.plies));
  for (const PointSet& points :
       {playout.area.black, playout.area.white, playout.first_played[0], playout.first_played[1]}) {
    signature = Absorb(signature, points);
  }
  return signature;
}

}  // namespace

uint64_t PlayoutSignature(const PlayoutKernel& kernel, int size) {
  const Board empty(size);
  uint64_t signature = 0;
  for (uint64_t seed = 0; seed < kSignaturePlayouts; ++seed) {
    signature = Absorb(signature, kernel.Run(empty, seed, PlayoutOptions{}));
  }
  return signature;
}

uint64_t PlayoutSignature(const BatchPlayoutKernel& kernel, int size) {
  const Board empty(size);
  std::vector<PlayoutJob> jobs;
  for (uint64_t seed = 0; seed < kSignaturePlayouts; ++seed) jobs.push_back({.start = &empty, .seed = seed});
  std::vector<Playout> playouts(jobs.size());
  kernel.Run(jobs, playouts);
  uint64_t signature = 0;
  for (const Playout& playout : playouts) signature = Absorb(signature, playout);
  return signature;
}

}  // namespace tenuki
