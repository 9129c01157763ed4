#include "worker/engines/engine_options.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status_macros.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "common/nearest_name.h"

namespace tenuki {
namespace {

constexpr char kValue[] = "${value}";

const v1::EngineOption* FindOption(const v1::Engine& engine, std::string_view name) {
  const auto found = absl::c_find_if(engine.options(), [&](const auto& option) { return option.name() == name; });
  return found == engine.options().end() ? nullptr : &*found;
}

template <typename Messages>
std::vector<std::string> NamesOf(const Messages& messages) {
  std::vector<std::string> names;
  for (const auto& message : messages) names.push_back(message.name());
  return names;
}

// min … max. With the whole range of 64 bits, its size is 0 in them.
std::string ReduceSeed(uint64_t seed, const v1::IntegerRange& range) {
  const uint64_t size = static_cast<uint64_t>(range.max()) - static_cast<uint64_t>(range.min()) + 1;
  const uint64_t offset = size == 0 ? seed : seed % size;
  return absl::StrCat(static_cast<int64_t>(static_cast<uint64_t>(range.min()) + offset));
}

// Nothing: the option is not passed.
std::optional<std::string> ValueOf(const v1::Engine& engine, const v1::EngineOption& option,
                                   const EngineOptions& options, std::optional<uint64_t> seed) {
  if (const auto given = options.find(option.name()); given != options.end()) return given->second;
  if (seed && option.name() == engine.seed_option()) return ReduceSeed(*seed, option.integer());
  if (option.has_default_()) return option.default_();
  return std::nullopt;
}

}  // namespace

absl::Status CheckOptionValue(const v1::EngineOption& option, std::string_view value) {
  if (option.has_integer()) {
    int64_t number = 0;
    const v1::IntegerRange& range = option.integer();
    // One spelling for one number: what is equal should look equal, and be stored as equal.
    const bool fits = absl::SimpleAtoi(value, &number) && absl::StrCat(number) == value && number >= range.min() &&
                      number <= range.max();
    if (fits) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("'", value, "' should be a whole number from ", range.min(), " to ", range.max()));
  }
  if (option.has_one_of()) {
    const std::vector<std::string> names(option.one_of().names().begin(), option.one_of().names().end());
    if (absl::c_linear_search(names, value)) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("'", value, "' should be one of ", absl::StrJoin(names, ", "), DidYouMean(value, names)));
  }
  const bool is_word = !value.empty() && absl::c_all_of(value, [](char c) {
    return !absl::ascii_isspace(c) && !absl::ascii_iscntrl(c) && c != '#';
  });
  if (is_word) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("'", value, "' should be a word: no spaces, '#' or control characters"));
}

absl::Status CheckEngineOptions(const v1::Engine& engine, const EngineOptions& options) {
  for (const auto& [name, value] : options) {
    const v1::EngineOption* option = FindOption(engine, name);
    if (option == nullptr) {
      const std::vector<std::string> names = NamesOf(engine.options());
      return absl::InvalidArgumentError(absl::StrCat("engine '", engine.name(), "' has no option '", name, "'",
                                                     DidYouMean(name, names),
                                                     " (its options: ", absl::StrJoin(names, ", "), ")"));
    }
    if (name == engine.seed_option()) {
      return absl::InvalidArgumentError(absl::StrCat("engine '", engine.name(), "': option '", name,
                                                     "' cannot be set, as it takes the seed of each game"));
    }
    if (const absl::Status status = CheckOptionValue(*option, value); !status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("engine '", engine.name(), "', option '", name, "': ", status.message()));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<EngineLaunch> MakeEngineLaunch(const v1::Engine& engine, const EngineOptions& options,
                                              std::optional<uint64_t> seed) {
  ABSL_RETURN_IF_ERROR(CheckEngineOptions(engine, options));
  EngineLaunch launch;
  for (const std::string& word : engine.command()) {
    ABSL_ASSIGN_OR_RETURN(std::string substituted, SubstituteFiles(engine, word));
    launch.command.push_back(std::move(substituted));
  }
  for (const v1::EngineOption& option : engine.options()) {
    const std::optional<std::string> value = ValueOf(engine, option, options, seed);
    if (!value) continue;
    for (const std::string& word : option.argument()) {
      launch.command.push_back(absl::StrReplaceAll(word, {{kValue, *value}}));
    }
    if (option.has_gtp()) launch.game_setup.push_back(absl::StrReplaceAll(option.gtp(), {{kValue, *value}}));
  }
  return launch;
}

absl::StatusOr<std::string> SubstituteFiles(const v1::Engine& engine, std::string_view word) {
  std::string result;
  while (true) {
    const size_t begin = word.find("${");
    result.append(word.substr(0, begin));
    if (begin == word.npos) return result;
    word.remove_prefix(begin + 2);
    const size_t end = word.find('}');
    if (end == word.npos) return absl::InvalidArgumentError("a '${' without its '}'");
    const std::string_view name = word.substr(0, end);
    const auto file = absl::c_find_if(engine.files(), [&](const auto& file) { return file.name() == name; });
    if (file == engine.files().end()) {
      const std::vector<std::string> names = NamesOf(engine.files());
      return absl::InvalidArgumentError(
          absl::StrCat("'${", name, "}' should name one of the engine's files", DidYouMean(name, names),
                       " (there are: ", names.empty() ? "none" : absl::StrJoin(names, ", "), ")"));
    }
    result.append(file->path());
    word.remove_prefix(end + 1);
  }
}

}  // namespace tenuki
