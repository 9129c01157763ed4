#include "worker/engines/engine_registry.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status_macros.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/nearest_name.h"
#include "experiments/text_message.h"
#include "worker/engines/engine_options.h"

namespace tenuki {
namespace {

// A message of the registry and where it stands.
struct Place {
  const google::protobuf::Message& message;
  const LocationTree* locations;
  Location at;

  // Of one of its fields, or of its beginning when the field is not there. A list in brackets has one place, its first
  // element's.
  Location Of(std::string_view field, int index = -1) const {
    const auto& descriptor = *message.GetDescriptor()->FindFieldByName(std::string(field));
    const Location first = TextMessage::PlaceOf(locations, descriptor, std::min(index, 0), at);
    return TextMessage::PlaceOf(locations, descriptor, index, first);
  }
  Place In(std::string_view field, int index, const google::protobuf::Message& inner) const {
    const auto& descriptor = *message.GetDescriptor()->FindFieldByName(std::string(field));
    return {inner, locations == nullptr ? nullptr : locations->GetTreeForNested(&descriptor, index), Of(field, index)};
  }
};

bool IsName(std::string_view name) {
  return !name.empty() && name[0] != '-' && name[0] != '.' &&
         std::ranges::all_of(name, [](char c) { return absl::ascii_isalnum(c) || absl::StrContains("-_.", c); });
}

absl::Status CheckName(const TextMessage& text, Location at, std::string_view field, const std::string& name,
                       std::set<std::string>& seen) {
  if (!IsName(name)) {
    return text.ErrorAt(at, absl::StrCat(field, ": '", name, "' should be letters, digits, '-', '_' and '.'"));
  }
  if (!seen.insert(name).second) return text.ErrorAt(at, absl::StrCat(field, ": '", name, "' is there twice"));
  return absl::OkStatus();
}

absl::Status CheckOption(const TextMessage& text, const Place& place, const v1::EngineOption& option) {
  if (option.argument().empty() && !option.has_gtp()) {
    return text.ErrorAt(place.at, absl::StrCat("option '", option.name(),
                                               "' is never passed: give it `argument`, e.g. "
                                               "[\"--level\", \"${value}\"], or `gtp`, e.g. \"level ${value}\""));
  }
  if (!absl::StrContains(absl::StrCat(absl::StrJoin(option.argument(), " "), option.gtp()), "${value}")) {
    const Location at = option.has_gtp() ? place.Of("gtp") : place.Of("argument", 0);
    return text.ErrorAt(at, absl::StrCat("option '", option.name(), "': ${value} is to stand somewhere in it"));
  }
  if (std::ranges::any_of(option.gtp(), [](char c) { return absl::ascii_iscntrl(c); })) {
    return text.ErrorAt(place.Of("gtp"), "engines.options.gtp should be one GTP command, without line ends");
  }
  if (option.has_integer() && option.integer().min() > option.integer().max()) {
    return text.ErrorAt(place.Of("integer"), absl::StrCat("option '", option.name(), "': min ", option.integer().min(),
                                                          " is more than max ", option.integer().max()));
  }
  if (!option.has_default_()) return absl::OkStatus();
  const absl::Status status = CheckOptionValue(option, option.default_());
  if (status.ok()) return absl::OkStatus();
  return text.ErrorAt(place.Of("default"), absl::StrCat("engines.options.default: ", status.message()));
}

absl::Status CheckSeedOption(const TextMessage& text, const Place& place, const v1::Engine& engine) {
  if (!engine.has_seed_option()) return absl::OkStatus();
  std::vector<std::string> names;
  for (const v1::EngineOption& option : engine.options()) {
    if (option.name() == engine.seed_option() && option.has_integer()) return absl::OkStatus();
    if (option.has_integer()) names.push_back(option.name());
  }
  return text.ErrorAt(
      place.Of("seed_option"),
      absl::StrCat("engines.seed_option: '", engine.seed_option(), "' should be an option with `integer`",
                   DidYouMean(engine.seed_option(), names), " (there are: ", absl::StrJoin(names, ", "), ")"));
}

absl::Status CheckEngine(const TextMessage& text, const Place& place, const v1::Engine& engine) {
  std::set<std::string> option_names;
  for (int i = 0; i < engine.options_size(); ++i) {
    const Place inner = place.In("options", i, engine.options(i));
    ABSL_RETURN_IF_ERROR(
        CheckName(text, inner.Of("name"), "engines.options.name", engine.options(i).name(), option_names));
    ABSL_RETURN_IF_ERROR(CheckOption(text, inner, engine.options(i)));
  }
  ABSL_RETURN_IF_ERROR(CheckSeedOption(text, place, engine));
  std::set<std::string> file_names;
  for (int i = 0; i < engine.files_size(); ++i) {
    const Place inner = place.In("files", i, engine.files(i));
    ABSL_RETURN_IF_ERROR(CheckName(text, inner.Of("name"), "engines.files.name", engine.files(i).name(), file_names));
  }
  for (int i = 0; i < engine.command_size(); ++i) {
    const absl::StatusOr<std::string> word = SubstituteFiles(engine, engine.command(i));
    if (!word.ok()) {
      return text.ErrorAt(place.Of("command", i), absl::StrCat("engines.command: ", word.status().message()));
    }
  }
  if (engine.command(0).empty()) return text.ErrorAt(place.Of("command", 0), "engines.command: the program is empty");
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::EngineRegistry> ReadEngineRegistry(std::string_view file, std::string_view content) {
  TextMessage text(file, content);
  if (content.size() > kMaxEngineRegistryBytes) {
    return text.ErrorAt({}, absl::StrCat("a registry of engines has at most ", kMaxEngineRegistryBytes,
                                         " bytes, this one ", content.size()));
  }
  v1::EngineRegistry registry;
  ABSL_RETURN_IF_ERROR(text.Parse(registry));
  ABSL_RETURN_IF_ERROR(text.CheckRules(registry));
  const Place root = {.message = registry, .locations = &text.locations(), .at = {}};
  std::set<std::string> names;
  for (int i = 0; i < registry.engines_size(); ++i) {
    const Place place = root.In("engines", i, registry.engines(i));
    ABSL_RETURN_IF_ERROR(CheckName(text, place.Of("name"), "engines.name", registry.engines(i).name(), names));
    ABSL_RETURN_IF_ERROR(CheckEngine(text, place, registry.engines(i)));
  }
  return registry;
}

absl::StatusOr<const v1::Engine*> FindEngine(const v1::EngineRegistry& registry, std::string_view name) {
  std::vector<std::string> names;
  for (const v1::Engine& engine : registry.engines()) {
    if (engine.name() == name) return &engine;
    names.push_back(engine.name());
  }
  if (names.empty()) {
    return absl::NotFoundError(absl::StrCat("there is no engine '", name, "' here: the registry of engines is empty"));
  }
  return absl::NotFoundError(absl::StrCat("there is no engine '", name, "' here", DidYouMean(name, names),
                                          " (the registry has: ", absl::StrJoin(names, ", "),
                                          "; docs/engines.md says how to add one)"));
}

}  // namespace tenuki
