#include "engine/phantom/player.h"

#include "engine/phantom/evaluation_player.h"
#include "engine/phantom/information_set_player.h"
#include "engine/phantom/random_player.h"
#include "engine/phantom/uct_player.h"

namespace tenuki {

std::unique_ptr<PhantomPlayer> MakePhantomPlayer(const PhantomParameters& parameters, const PlayoutKernel& kernel,
                                                 const Clock& clock, uint64_t seed) {
  using Method = PhantomParameters::Method;
  switch (parameters.method) {
    case Method::kRandom: break;
    case Method::kStandard:
    case Method::kAllAsFirst: return std::make_unique<EvaluationPlayer>(parameters, kernel, clock, seed);
    case Method::kLateGuess:
    case Method::kEarlyGuess: return std::make_unique<UctPlayer>(parameters, kernel, clock, seed);
    case Method::kInformationSet: return std::make_unique<InformationSetPlayer>(parameters, kernel, clock, seed);
  }
  return std::make_unique<RandomPhantomPlayer>(seed);
}

}  // namespace tenuki
