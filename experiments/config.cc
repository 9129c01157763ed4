#include "experiments/config.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "absl/status/status_macros.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "common/nearest_name.h"
#include "experiments/defaults.h"
#include "experiments/field_path.h"
#include "tenuki/v1/field_rules.pb.h"

namespace tenuki {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;
using ::google::protobuf::TextFormat;
using LocationTree = ::google::protobuf::TextFormat::ParseInfoTree;

// Where something stands in the file; lines and columns from 0, as protobuf has them.
struct Location {
  int line = 0;
  int column = 0;
};

absl::Status ErrorAt(std::string_view file, Location location, std::string_view message) {
  return absl::InvalidArgumentError(
      absl::StrCat(file, ":", location.line + 1, ":", location.column + 1, ": ", message));
}

// Where `word` stands last before `end`; `end` itself when it does not. Protobuf reports the token after the one at
// fault.
Location FindBefore(std::string_view text, Location end, std::string_view word) {
  size_t offset = 0;
  for (int line = 0; line < end.line && offset < text.size(); ++line) {
    offset = std::min(text.find('\n', offset), text.size() - 1) + 1;
  }
  const size_t line_end = std::min(text.find('\n', offset), text.size());
  const size_t found = text.rfind(word, std::min(offset + static_cast<size_t>(end.column), line_end));
  if (word.empty() || found == text.npos) return end;
  const std::string_view before = text.substr(0, found);
  const size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return {static_cast<int>(std::ranges::count(before, '\n')), static_cast<int>(found - line_start)};
}

// An error of protobuf's parser in our words, and the word of the file that it is about, if it is about one.
struct Explanation {
  std::string message;
  std::string_view word = {};
};

// With the name that was probably meant.
std::optional<Explanation> ExplainUnknownField(std::string_view message) {
  const std::vector<std::string_view> parts = absl::StrSplit(message, '"');
  if (parts.size() != 5 || parts[0] != "Message type " || parts[2] != " has no field named ") return std::nullopt;
  const Descriptor* descriptor =
      google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(std::string(parts[1]));
  if (descriptor == nullptr) return std::nullopt;
  const std::vector<std::string> names = FieldNames(*descriptor);
  return Explanation{
      .message = absl::StrCat(descriptor->name(), " has no field '", parts[3], "'", DidYouMean(parts[3], names),
                              " (its fields: ", absl::StrJoin(names, ", "), ")"),
      .word = parts[3]};
}

// The first field of that name, in `descriptor` or a message inside it, that holds an enumeration.
const FieldDescriptor* FindEnumField(const Descriptor& descriptor, std::string_view name) {
  for (int i = 0; i < descriptor.field_count(); ++i) {
    const FieldDescriptor* field = descriptor.field(i);
    if (field->name() == name && field->enum_type() != nullptr) return field;
    if (field->message_type() == nullptr || field->is_map()) continue;
    if (const FieldDescriptor* inner = FindEnumField(*field->message_type(), name)) return inner;
  }
  return nullptr;
}

// With the names that there are.
std::optional<Explanation> ExplainUnknownEnum(std::string_view message) {
  const std::vector<std::string_view> parts = absl::StrSplit(message, '"');
  if (parts.size() != 5 || parts[0] != "Unknown enumeration value of ") return std::nullopt;
  const FieldDescriptor* field = FindEnumField(*v1::Experiment::descriptor(), parts[3]);
  if (field == nullptr) return std::nullopt;
  return Explanation{.message = absl::StrCat(parts[3], ": '", parts[1], "' should be ", AllowedValues(*field)),
                     .word = parts[1]};
}

// Keeps the first error: those after it are mostly its consequences.
class FirstError final : public google::protobuf::io::ErrorCollector {
 public:
  FirstError(std::string_view file, std::string_view text) : file_(file), text_(text) {}

  void AddError(int line, int column, const std::string& message) override {
    if (!status_.ok()) return;
    std::optional<Explanation> explanation = ExplainUnknownField(message);
    if (!explanation) explanation = ExplainUnknownEnum(message);
    if (!explanation) explanation = {.message = message};
    const Location reported = {std::max(line, 0), std::max(column, 0)};
    status_ = ErrorAt(file_, FindBefore(text_, reported, explanation->word), explanation->message);
  }

  const absl::Status& status() const { return status_; }

 private:
  std::string_view file_;
  std::string_view text_;
  absl::Status status_;
};

absl::Status Parse(std::string_view file, std::string_view text, v1::Experiment& experiment, LocationTree& locations) {
  FirstError error(file, text);
  TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  parser.WriteLocationsTo(&locations);
  google::protobuf::io::ArrayInputStream stream(text.data(), static_cast<int>(text.size()));
  if (parser.Parse(&stream, &experiment)) return absl::OkStatus();
  return error.status().ok() ? absl::InvalidArgumentError(absl::StrCat(file, ": not an experiment")) : error.status();
}

// A path that a field or a value of a sweep names.
struct InputUse {
  std::string field;
  std::string path;
  std::string ending;
  Location at;
};

// Checks what the .proto says of each field, and knows where each one stands in the file.
class Validator {
 public:
  // Notes in `inputs` what the fields name.
  Validator(std::string_view file, std::vector<InputUse>& inputs) : file_(file), inputs_(inputs) {}

  // `at` is where the message begins.
  absl::Status Check(const Message& message, const LocationTree* locations, const std::string& path,
                     Location at) const {
    const Descriptor& descriptor = *message.GetDescriptor();
    for (int i = 0; i < descriptor.field_count(); ++i) {
      ABSL_RETURN_IF_ERROR(CheckField(message, *descriptor.field(i), locations, path, at));
    }
    return absl::OkStatus();
  }

 private:
  absl::Status CheckField(const Message& message, const FieldDescriptor& field, const LocationTree* locations,
                          const std::string& path, Location at) const {
    const Reflection& reflection = *message.GetReflection();
    const std::string name = path.empty() ? field.name() : absl::StrCat(path, ".", field.name());
    const int count = field.is_repeated()                    ? reflection.FieldSize(message, &field)
                      : reflection.HasField(message, &field) ? 1
                                                             : 0;
    if (count == 0 && field.options().GetExtension(v1::rules).required()) {
      return ErrorAt(file_, at, absl::StrCat(name, " is missing"));
    }
    if (field.is_map()) return absl::OkStatus();
    for (int i = 0; i < count; ++i) {
      const Location location = LocationOf(locations, field, field.is_repeated() ? i : -1, at);
      if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
        if (field.is_repeated()) continue;
        const absl::Status status = CheckRange(message, field);
        if (!status.ok()) return ErrorAt(file_, location, absl::StrCat(name, ": ", status.message()));
        if (const v1::FieldRules& rules = field.options().GetExtension(v1::rules); rules.has_input()) {
          inputs_.push_back({name, reflection.GetString(message, &field), rules.input(), location});
        }
        continue;
      }
      const Message& inner = field.is_repeated() ? reflection.GetRepeatedMessage(message, &field, i)
                                                 : reflection.GetMessage(message, &field);
      const LocationTree* inner_locations =
          locations == nullptr ? nullptr : locations->GetTreeForNested(&field, field.is_repeated() ? i : -1);
      ABSL_RETURN_IF_ERROR(Check(inner, inner_locations, name, location));
    }
    return absl::OkStatus();
  }

 public:
  // Of what `--set` added there is no place in the file; then `otherwise`.
  static Location LocationOf(const LocationTree* locations, const FieldDescriptor& field, int index,
                             Location otherwise) {
    if (locations == nullptr) return otherwise;
    const TextFormat::ParseLocation location = locations->GetLocation(&field, index);
    return location.line < 0 ? otherwise : Location{location.line, location.column};
  }

 private:
  std::string_view file_;
  std::vector<InputUse>& inputs_;
};

absl::Status CheckName(std::string_view file, const v1::Experiment& experiment, const LocationTree& locations) {
  const std::string& name = experiment.name();
  const bool fits =
      !name.empty() && name.size() <= kMaxExperimentNameLength && name[0] != '.' && name[0] != '-' &&
      std::ranges::all_of(name, [](char c) { return absl::ascii_isalnum(c) || absl::StrContains("-_.", c); });
  if (fits) return absl::OkStatus();
  const Location at = Validator::LocationOf(
      &locations, *experiment.GetDescriptor()->FindFieldByNumber(v1::Experiment::kNameFieldNumber), -1, {});
  return ErrorAt(file, at,
                 absl::StrCat("name: '", name, "' should be 1 to ", kMaxExperimentNameLength,
                              " letters, digits, '-', '_' and '.', and start with a letter, a digit or '_': it is the "
                              "name of a folder"));
}

// That each value of each sweep fits its field, and no field is swept twice. Notes in `inputs` what the values name.
absl::Status CheckSweeps(std::string_view file, const v1::Experiment& experiment, const LocationTree& locations,
                         std::vector<InputUse>& inputs) {
  const Descriptor& sweep = *v1::Sweep::descriptor();
  const FieldDescriptor& sweeps = *experiment.GetDescriptor()->FindFieldByNumber(v1::Experiment::kSweepFieldNumber);
  std::vector<std::string> seen;
  for (int i = 0; i < experiment.sweep_size(); ++i) {
    const LocationTree* inside = locations.GetTreeForNested(&sweeps, i);
    const Location begin = Validator::LocationOf(&locations, sweeps, i, {});
    const std::string& field = experiment.sweep(i).field();
    const Location at =
        Validator::LocationOf(inside, *sweep.FindFieldByNumber(v1::Sweep::kFieldFieldNumber), -1, begin);
    absl::StatusOr<FieldPath> path = FieldPath::Resolve(*experiment.GetDescriptor(), field);
    if (!path.ok()) return ErrorAt(file, at, path.status().message());
    if (path->field().options().GetExtension(v1::rules).outside_digest()) {
      return ErrorAt(file, at,
                     absl::StrCat(field, ": a sweep over it would give equal cells, as it has no effect on results"));
    }
    if (std::ranges::find(seen, field) != seen.end()) {
      return ErrorAt(file, at, absl::StrCat(field, " is swept twice"));
    }
    seen.push_back(field);
    std::vector<std::string> spelled;
    for (int j = 0; j < experiment.sweep(i).values_size(); ++j) {
      v1::Experiment cell = experiment;
      const Location value_at =
          Validator::LocationOf(inside, *sweep.FindFieldByNumber(v1::Sweep::kValuesFieldNumber), j, begin);
      if (absl::Status status = path->Set(experiment.sweep(i).values(j), cell); !status.ok()) {
        return ErrorAt(file, value_at, status.message());
      }
      std::string value = path->Get(cell);
      if (std::ranges::find(spelled, value) != spelled.end()) {
        return ErrorAt(file, value_at, absl::StrCat(field, ": the value ", value, " is there twice"));
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
absl::Status LoadInputs(std::string_view file, const std::vector<InputUse>& uses, InputLoader& loader,
                        v1::Experiment& experiment) {
  std::map<std::string, std::optional<Digest>> expected;
  for (const v1::Input& input : experiment.input()) expected[input.path()] = Digest::FromHex(input.digest());
  experiment.clear_input();
  std::map<std::string, std::string> ending_of;
  for (const InputUse& use : uses) {
    if (use.path.empty()) continue;
    const auto [other, is_new] = ending_of.try_emplace(use.path, use.ending);
    if (!is_new && other->second != use.ending) {
      return ErrorAt(file, use.at,
                     absl::StrCat(use.field, ": '", use.path, "' is named by another field too, which takes files *",
                                  other->second, ", and this one *", use.ending));
    }
    if (!is_new) continue;
    const absl::StatusOr<Digest> digest = loader.Load(use.path, use.ending, expected[use.path]);
    if (!digest.ok()) {
      return ErrorAt(file, use.at, absl::StrCat(use.field, ": '", use.path, "': ", digest.status().message()));
    }
    v1::Input& input = *experiment.add_input();
    input.set_path(use.path);
    input.set_digest(digest->ToHex());
  }
  return absl::OkStatus();
}

absl::Status ApplySetting(const std::string& setting, v1::Experiment& experiment) {
  const size_t equals = setting.find('=');
  if (equals == setting.npos) {
    return absl::InvalidArgumentError(absl::StrCat("--set ", setting, ": expected field.path=value"));
  }
  absl::StatusOr<FieldPath> path =
      FieldPath::Resolve(*experiment.GetDescriptor(), std::string_view(setting).substr(0, equals));
  absl::Status status = path.ok() ? path->Set(std::string_view(setting).substr(equals + 1), experiment) : path.status();
  if (status.ok()) return status;
  return absl::InvalidArgumentError(absl::StrCat("--set ", status.message()));
}

}  // namespace

absl::StatusOr<v1::Experiment> ReadExperiment(std::string_view file, std::string_view text,
                                              const std::vector<std::string>& settings, InputLoader* loader) {
  if (text.size() > kMaxExperimentBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ": an experiment file has at most ", kMaxExperimentBytes, " bytes, this one ", text.size()));
  }
  v1::Experiment experiment;
  LocationTree locations;
  ABSL_RETURN_IF_ERROR(Parse(file, text, experiment, locations));
  for (const std::string& setting : settings) ABSL_RETURN_IF_ERROR(ApplySetting(setting, experiment));
  std::vector<InputUse> inputs;
  ABSL_RETURN_IF_ERROR(Validator(file, inputs).Check(experiment, &locations, "", {}));
  ABSL_RETURN_IF_ERROR(CheckName(file, experiment, locations));
  if (experiment.kind_case() == v1::Experiment::KIND_NOT_SET) {
    return ErrorAt(file, {}, "the experiment says nothing of what to run: add e.g. match { … }");
  }
  ABSL_RETURN_IF_ERROR(CheckSweeps(file, experiment, locations, inputs));
  if (loader != nullptr) {
    ABSL_RETURN_IF_ERROR(LoadInputs(file, inputs, *loader, experiment));
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
