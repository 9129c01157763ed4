#include "experiments/config.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "absl/status/status_macros.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "experiments/defaults.h"
#include "experiments/field_path.h"
#include "experiments/text_message.h"
#include "tenuki/v1/field_rules.pb.h"

namespace tenuki {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::TextFormat;

absl::Status CheckName(const TextMessage& text, const v1::Experiment& experiment) {
  const std::string& name = experiment.name();
  const bool fits =
      !name.empty() && name.size() <= kMaxExperimentNameLength && name[0] != '.' && name[0] != '-' &&
      std::ranges::all_of(name, [](char c) { return absl::ascii_isalnum(c) || absl::StrContains("-_.", c); });
  if (fits) return absl::OkStatus();
  const Location at = TextMessage::PlaceOf(
      &text.locations(), *experiment.GetDescriptor()->FindFieldByNumber(v1::Experiment::kNameFieldNumber), -1, {});
  return text.ErrorAt(
      at, absl::StrCat("name: '", name, "' should be 1 to ", kMaxExperimentNameLength,
                       " letters, digits, '-', '_' and '.', and start with a letter, a digit or '_': it is the "
                       "name of a folder"));
}

// That each value of each sweep fits its field, and no field is swept twice. Notes in `inputs` what the values name.
absl::Status CheckSweeps(const TextMessage& text, const v1::Experiment& experiment, std::vector<InputUse>& inputs) {
  const Descriptor& sweep = *v1::Sweep::descriptor();
  const FieldDescriptor& sweeps = *experiment.GetDescriptor()->FindFieldByNumber(v1::Experiment::kSweepFieldNumber);
  std::vector<std::string> seen;
  for (int i = 0; i < experiment.sweep_size(); ++i) {
    const LocationTree* inside = text.locations().GetTreeForNested(&sweeps, i);
    const Location begin = TextMessage::PlaceOf(&text.locations(), sweeps, i, {});
    const std::string& field = experiment.sweep(i).field();
    const Location at = TextMessage::PlaceOf(inside, *sweep.FindFieldByNumber(v1::Sweep::kFieldFieldNumber), -1, begin);
    absl::StatusOr<FieldPath> path = FieldPath::Resolve(*experiment.GetDescriptor(), field);
    if (!path.ok()) return text.ErrorAt(at, path.status().message());
    if (path->field().options().GetExtension(v1::rules).outside_digest()) {
      return text.ErrorAt(
          at, absl::StrCat(field, ": a sweep over it would give equal cells, as it has no effect on results"));
    }
    if (std::ranges::find(seen, field) != seen.end()) {
      return text.ErrorAt(at, absl::StrCat(field, " is swept twice"));
    }
    seen.push_back(field);
    std::vector<std::string> spelled;
    for (int j = 0; j < experiment.sweep(i).values_size(); ++j) {
      v1::Experiment cell = experiment;
      const Location value_at =
          TextMessage::PlaceOf(inside, *sweep.FindFieldByNumber(v1::Sweep::kValuesFieldNumber), j, begin);
      if (absl::Status status = path->Set(experiment.sweep(i).values(j), cell); !status.ok()) {
        return text.ErrorAt(value_at, status.message());
      }
      std::string value = path->Get(cell);
      if (std::ranges::find(spelled, value) != spelled.end()) {
        return text.ErrorAt(value_at, absl::StrCat(field, ": the value ", value, " is there twice"));
      }
      if (const v1::FieldRules& rules = path->field().options().GetExtension(v1::rules); rules.has_input()) {
        inputs.push_back({field, value, rules.input(), value_at});
      }
      spelled.push_back(std::move(value));
    }
  }
  return absl::OkStatus();
}

// Reads each input once, and writes down what was found.
absl::Status LoadInputs(const TextMessage& text, const std::vector<InputUse>& uses, InputLoader& loader,
                        v1::Experiment& experiment) {
  std::map<std::string, std::optional<Digest>> expected;
  for (const v1::Input& input : experiment.input()) expected[input.path()] = Digest::FromHex(input.digest());
  experiment.clear_input();
  std::map<std::string, std::string> ending_of;
  for (const InputUse& use : uses) {
    if (use.path.empty()) continue;
    const auto [other, is_new] = ending_of.try_emplace(use.path, use.ending);
    if (!is_new && other->second != use.ending) {
      return text.ErrorAt(
          use.at, absl::StrCat(use.field, ": '", use.path, "' is named by another field too, which takes files *",
                               other->second, ", and this one *", use.ending));
    }
    if (!is_new) continue;
    const absl::StatusOr<Digest> digest = loader.Load(use.path, use.ending, expected[use.path]);
    if (!digest.ok()) {
      return text.ErrorAt(use.at, absl::StrCat(use.field, ": '", use.path, "': ", digest.status().message()));
    }
    v1::Input& input = *experiment.add_input();
    input.set_path(use.path);
    input.set_digest(digest->ToHex());
  }
  return absl::OkStatus();
}

// As cells spell it: "0.60" is "0.6".
absl::StatusOr<std::string> Spell(const FieldPath& path, std::string_view value, const v1::Experiment& experiment) {
  v1::Experiment scratch = experiment;
  ABSL_RETURN_IF_ERROR(path.Set(value, scratch));
  return path.Get(scratch);
}

// What `--set` gives a field, as the file would have it.
std::string ValueOfTyped(const FieldPath& path, std::string_view value, const InputLoader* loader) {
  const bool is_path = path.field().options().GetExtension(v1::rules).has_input() && !value.empty();
  return is_path && loader != nullptr ? loader->PathOfTyped(std::string(value)) : std::string(value);
}

// Gives a sweep other values, separated by commas. A paper's numbers for values that are gone go with them.
absl::Status SetSwept(const FieldPath& path, std::string_view values, const InputLoader* loader, v1::Sweep& sweep,
                      v1::Experiment& experiment) {
  std::vector<std::string> spelled;
  for (std::string_view value : absl::StrSplit(values, ',')) {
    const std::string meant = ValueOfTyped(path, absl::StripAsciiWhitespace(value), loader);
    ABSL_ASSIGN_OR_RETURN(spelled.emplace_back(), Spell(path, meant, experiment));
  }
  std::vector<std::string> gone;
  for (const std::string& value : sweep.values()) {
    // What does not fit the field is reported with its place in the file, unless it is replaced here.
    const absl::StatusOr<std::string> old = Spell(path, value, experiment);
    if (old.ok() && std::ranges::find(spelled, *old) == spelled.end()) gone.push_back(*old);
  }
  const auto is_gone = [&](const v1::FieldValue& at) {
    if (at.field() != path.name()) return false;
    const absl::StatusOr<std::string> value = Spell(path, at.value(), experiment);
    return value.ok() && std::ranges::find(gone, *value) != gone.end();
  };
  if (experiment.has_paper()) {
    auto& numbers = *experiment.mutable_paper()->mutable_values();
    const auto kept = std::ranges::remove_if(
        numbers, [&](const v1::PaperValue& each) { return std::ranges::any_of(each.at(), is_gone); });
    numbers.erase(kept.begin(), kept.end());
  }
  sweep.clear_values();
  for (std::string& value : spelled) sweep.add_values(std::move(value));
  return absl::OkStatus();
}

absl::Status ApplySetting(const std::string& setting, const InputLoader* loader, v1::Experiment& experiment) {
  const size_t equals = setting.find('=');
  if (equals == setting.npos) {
    return absl::InvalidArgumentError(absl::StrCat("--set ", setting, ": expected field.path=value"));
  }
  const std::string_view value = std::string_view(setting).substr(equals + 1);
  absl::StatusOr<FieldPath> path =
      FieldPath::Resolve(*experiment.GetDescriptor(), std::string_view(setting).substr(0, equals));
  absl::Status status = path.status();
  if (path.ok()) {
    const auto sweep = std::ranges::find(*experiment.mutable_sweep(), path->name(), &v1::Sweep::field);
    status = sweep == experiment.mutable_sweep()->end() ? path->Set(ValueOfTyped(*path, value, loader), experiment)
                                                        : SetSwept(*path, value, loader, *sweep, experiment);
  }
  if (status.ok()) return status;
  return absl::InvalidArgumentError(absl::StrCat("--set ", status.message()));
}

}  // namespace

absl::StatusOr<v1::Experiment> ReadExperiment(std::string_view file, std::string_view content,
                                              const std::vector<std::string>& settings, InputLoader* loader) {
  if (content.size() > kMaxExperimentBytes) {
    return absl::InvalidArgumentError(absl::StrCat(file, ": an experiment file has at most ", kMaxExperimentBytes,
                                                   " bytes, this one ", content.size()));
  }
  v1::Experiment experiment;
  TextMessage text(file, content);
  ABSL_RETURN_IF_ERROR(text.Parse(experiment));
  for (const std::string& setting : settings) ABSL_RETURN_IF_ERROR(ApplySetting(setting, loader, experiment));
  std::vector<InputUse> inputs;
  ABSL_RETURN_IF_ERROR(text.CheckRules(experiment, inputs));
  ABSL_RETURN_IF_ERROR(CheckName(text, experiment));
  if (experiment.kind_case() == v1::Experiment::KIND_NOT_SET) {
    return text.ErrorAt({}, "the experiment says nothing of what to run: add e.g. match { … }");
  }
  ABSL_RETURN_IF_ERROR(CheckSweeps(text, experiment, inputs));
  if (loader != nullptr) {
    ABSL_RETURN_IF_ERROR(LoadInputs(text, inputs, *loader, experiment));
  }
  return experiment;
}

std::string FormatExperiment(const v1::Experiment& experiment) {
  v1::Experiment resolved = experiment;
  ResolveDefaults(resolved);
  TextFormat::Printer printer;
  printer.SetUseUtf8StringEscaping(true);
  std::string text;
  printer.PrintToString(resolved, &text);
  return absl::StrCat("# proto-file: proto/tenuki/v1/experiment.proto\n# proto-message: tenuki.v1.Experiment\n", text);
}

}  // namespace tenuki
