#include "cli/remote_engines.h"

#include <set>
#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "worker/engines/engine_options.h"
#include "worker/engines/engine_registry.h"

namespace tenuki {

absl::StatusOr<EngineIdentity> RemoteEngines::Identify(const std::string& engine) {
  ABSL_ASSIGN_OR_RETURN(const v1::ListWorkersResponse workers, coordinator_.ListWorkers({}));
  std::map<std::string, EngineIdentity> identities;
  std::set<std::string> names;
  for (const v1::WorkerStatus& worker : workers.workers()) {
    for (const v1::EngineOffer& offer : worker.engines()) {
      names.insert(offer.name());
      const std::optional<Digest> digest = Digest::FromBytes(offer.identity());
      if (offer.name() != engine || !digest.has_value()) continue;
      identities[offer.identity()] = {
          .engine = engine, .version = offer.version(), .deterministic = offer.deterministic(), .digest = *digest};
    }
  }
  if (identities.size() == 1) return identities.begin()->second;
  if (identities.empty()) {
    return absl::FailedPreconditionError(absl::StrCat(
        "no worker of this coordinator has the engine '", engine, "'",
        names.empty() ? "" : absl::StrCat("; they have ", absl::StrJoin(names, ", ")),
        ". Install it where workers run, name it in their registry, and start a worker before you submit"));
  }
  std::vector<std::string> found;
  for (const auto& [bytes, identity] : identities) {
    found.push_back(absl::StrCat(identity.version, " (", identity.digest.ToHex(), ")"));
  }
  return absl::FailedPreconditionError(
      absl::StrCat("workers have different programs as '", engine, "': ", absl::StrJoin(found, ", "),
                   ". An experiment is played by one: give them different names in the workers' registries"));
}

absl::Status RemoteEngines::CheckOptions(const std::string& engine, const EngineOptions& options) {
  const absl::StatusOr<const v1::Engine*> known = FindEngine(registry_, engine);
  return known.ok() ? CheckEngineOptions(**known, options) : absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<EngineSession>> RemoteEngines::Start(const EngineOrder& order) {
  return absl::FailedPreconditionError(absl::StrCat("'", order.engine, "' is run by workers, not here"));
}

}  // namespace tenuki
