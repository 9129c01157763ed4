#include "experiments/engines.h"

#include <google/protobuf/message.h>

#include <algorithm>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "experiments/inner_messages.h"

namespace tenuki {
namespace {

using ::google::protobuf::Message;

void AddEngines(Message& message, std::vector<v1::ExternalPlayer*>& engines) {
  if (message.GetDescriptor() == v1::ExternalPlayer::descriptor()) {
    engines.push_back(static_cast<v1::ExternalPlayer*>(&message));
    return;
  }
  ForEachMessageIn(message, [&](Message& inner) { AddEngines(inner, engines); });
}

// All that are named anywhere in the experiment, as often as they are.
std::vector<v1::ExternalPlayer*> EnginesIn(v1::Experiment& experiment) {
  std::vector<v1::ExternalPlayer*> engines;
  AddEngines(experiment, engines);
  return engines;
}

EngineOptions OptionsOf(const v1::ExternalPlayer& engine) {
  EngineOptions options;
  for (const v1::EngineSetting& setting : engine.settings()) options[setting.name()] = setting.value();
  return options;
}

absl::Status PinEngine(EngineHost& host, v1::ExternalPlayer& engine) {
  ABSL_RETURN_IF_ERROR(host.CheckOptions(engine.name(), OptionsOf(engine)));
  ABSL_ASSIGN_OR_RETURN(const EngineIdentity identity, host.Identify(engine.name()));
  if (engine.has_pinned() && engine.pinned().identity() != identity.digest.ToHex()) {
    return absl::FailedPreconditionError(
        absl::StrCat("the experiment was planned with '", engine.name(), "' being ", engine.pinned().version(), " (",
                     engine.pinned().identity().substr(0, 12), "…), and here it is ", identity.version, " (",
                     identity.digest.Short(), "…); take out `pinned` to plan it with this one"));
  }
  v1::PinnedEngine& pinned = *engine.mutable_pinned();
  pinned.set_name(engine.name());
  pinned.set_identity(identity.digest.ToHex());
  pinned.set_deterministic(identity.deterministic);
  pinned.set_version(identity.version);
  return absl::OkStatus();
}

}  // namespace

std::vector<v1::PinnedEngine> PinnedEngines(v1::Experiment experiment) {
  std::vector<v1::PinnedEngine> engines;
  for (const v1::ExternalPlayer* engine : EnginesIn(experiment)) {
    const std::string& identity = engine->pinned().identity();
    if (!engine->has_pinned() || !Digest::FromHex(identity).has_value()) continue;
    if (std::ranges::find(engines, identity, &v1::PinnedEngine::identity) == engines.end()) {
      engines.push_back(engine->pinned());
    }
  }
  return engines;
}

absl::Status PinEngines(EngineHost& host, v1::Experiment& experiment) {
  for (v1::ExternalPlayer* engine : EnginesIn(experiment)) {
    ABSL_RETURN_IF_ERROR(PinEngine(host, *engine));
  }
  return absl::OkStatus();
}

absl::Status CheckEngine(std::string_view field, const v1::ExternalPlayer& engine) {
  for (int i = 0; i < engine.settings_size(); ++i) {
    for (int j = 0; j < i; ++j) {
      if (engine.settings(i).name() != engine.settings(j).name()) continue;
      return absl::InvalidArgumentError(
          absl::StrCat(field, ".engine.settings: '", engine.settings(i).name(), "' is set twice"));
    }
  }
  if (!engine.has_pinned() || !Digest::FromHex(engine.pinned().identity()).has_value()) {
    return absl::InvalidArgumentError(
        absl::StrCat(field, ".engine: which program '", engine.name(), "' is has to be known when it is planned"));
  }
  if (engine.pinned().name() == engine.name()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(field, ".engine.name: '", engine.name(), "' is pinned to what '",
                                                 engine.pinned().name(),
                                                 "' is; to compare engines list them in match.players"));
}

std::string EngineText(const v1::ExternalPlayer& engine) {
  std::string text = engine.name();
  for (const v1::EngineSetting& setting : engine.settings()) {
    absl::StrAppend(&text, " ", setting.name(), "=", setting.value());
  }
  return text;
}

absl::StatusOr<std::unique_ptr<EngineSession>> StartEngine(EngineHost& host, const v1::ExternalPlayer& engine,
                                                           uint64_t seed) {
  return host.Start({.engine = engine.name(),
                     .options = OptionsOf(engine),
                     .seed = seed,
                     .identity = Digest::FromHex(engine.pinned().identity())});
}

}  // namespace tenuki
