#include "worker/engines/engine_offers.h"

#include "absl/strings/str_cat.h"

namespace tenuki {

EngineOffers OfferEngines(ProcessEngineHost& host) {
  EngineOffers offers;
  for (const v1::Engine& engine : host.registry().engines()) {
    const absl::StatusOr<EngineIdentity> identity = host.Identify(engine.name());
    if (!identity.ok()) {
      offers.missing.push_back(absl::StrCat(engine.name(), ": ", identity.status().message()));
      continue;
    }
    v1::EngineOffer& offer = offers.offers.emplace_back();
    offer.set_name(engine.name());
    offer.set_identity(std::string(identity->digest.bytes()));
    offer.set_deterministic(identity->deterministic);
    offer.set_version(identity->version);
  }
  return offers;
}

}  // namespace tenuki
