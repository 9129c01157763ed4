// What a worker offers of external engines: those of its registry that can be run here.
//
//   const EngineOffers offers = OfferEngines(*host);
//   for (const std::string& text : offers.missing) LOG(INFO) << text;      // "gnugo: there is no program 'gnugo' …"
//
// A pure function, but for the host. No thread rules.
#pragma once

#include <string>
#include <vector>

#include "tenuki/v1/coordinator.pb.h"
#include "worker/engines/process_engine_host.h"

namespace tenuki {

struct EngineOffers {
  std::vector<v1::EngineOffer> offers;
  // Of those that cannot: why, by the engine's name.
  std::vector<std::string> missing;
};

// Each is identified, which starts it once.
EngineOffers OfferEngines(ProcessEngineHost& host);

}  // namespace tenuki
