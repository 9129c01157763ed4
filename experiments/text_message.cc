#include "experiments/text_message.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>
#include <optional>

#include "absl/status/status_macros.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "common/nearest_name.h"
#include "experiments/field_path.h"
#include "tenuki/v1/field_rules.pb.h"

namespace tenuki {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;
using ::google::protobuf::TextFormat;

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
std::optional<Explanation> ExplainUnknownEnum(const Descriptor& root, std::string_view message) {
  const std::vector<std::string_view> parts = absl::StrSplit(message, '"');
  if (parts.size() != 5 || parts[0] != "Unknown enumeration value of ") return std::nullopt;
  const FieldDescriptor* field = FindEnumField(root, parts[3]);
  if (field == nullptr) return std::nullopt;
  return Explanation{.message = absl::StrCat(parts[3], ": '", parts[1], "' should be ", AllowedValues(*field)),
                     .word = parts[1]};
}

// Keeps the first error: those after it are mostly its consequences.
class FirstError final : public google::protobuf::io::ErrorCollector {
 public:
  FirstError(const TextMessage& text, std::string_view content, const Descriptor& root)
      : text_(text), content_(content), root_(root) {}

  void AddError(int line, int column, const std::string& message) override {
    if (!status_.ok()) return;
    std::optional<Explanation> explanation = ExplainUnknownField(message);
    if (!explanation) explanation = ExplainUnknownEnum(root_, message);
    if (!explanation) explanation = {.message = message};
    const Location reported = {std::max(line, 0), std::max(column, 0)};
    status_ = text_.ErrorAt(FindBefore(content_, reported, explanation->word), explanation->message);
  }

  const absl::Status& status() const { return status_; }

 private:
  const TextMessage& text_;
  std::string_view content_;
  const Descriptor& root_;
  absl::Status status_;
};

// Checks what the .proto says of each field, and knows where each one stands in the file.
class Validator {
 public:
  // Notes in `inputs` what the fields name.
  Validator(const TextMessage& text, std::vector<InputUse>& inputs) : text_(text), inputs_(inputs) {}

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
      return text_.ErrorAt(at, absl::StrCat(name, " is missing"));
    }
    if (field.is_map()) return absl::OkStatus();
    for (int i = 0; i < count; ++i) {
      const Location location = TextMessage::PlaceOf(locations, field, field.is_repeated() ? i : -1, at);
      if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
        if (field.is_repeated()) continue;
        const absl::Status status = CheckRange(message, field);
        if (!status.ok()) return text_.ErrorAt(location, absl::StrCat(name, ": ", status.message()));
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

  const TextMessage& text_;
  std::vector<InputUse>& inputs_;
};

}  // namespace

absl::Status TextMessage::Parse(Message& message) {
  FirstError error(*this, content_, *message.GetDescriptor());
  TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  parser.WriteLocationsTo(&locations_);
  google::protobuf::io::ArrayInputStream stream(content_.data(), static_cast<int>(content_.size()));
  if (parser.Parse(&stream, &message)) return absl::OkStatus();
  if (!error.status().ok()) return error.status();
  return ErrorAt({}, absl::StrCat("not of the form of ", message.GetDescriptor()->name()));
}

absl::Status TextMessage::CheckRules(const Message& message, std::vector<InputUse>& inputs) const {
  return Validator(*this, inputs).Check(message, &locations_, "", {});
}

absl::Status TextMessage::CheckRules(const Message& message) const {
  std::vector<InputUse> no_inputs;
  return CheckRules(message, no_inputs);
}

absl::Status TextMessage::ErrorAt(Location location, std::string_view message) const {
  return absl::InvalidArgumentError(
      absl::StrCat(file_, ":", location.line + 1, ":", location.column + 1, ": ", message));
}

Location TextMessage::PlaceOf(const LocationTree* locations, const FieldDescriptor& field, int index,
                              Location otherwise) {
  // Of what `--set` added there is no place in the file.
  if (locations == nullptr) return otherwise;
  const TextFormat::ParseLocation location = locations->GetLocation(&field, index);
  return location.line < 0 ? otherwise : Location{location.line, location.column};
}

std::string OneLine(const google::protobuf::Message& message) {
  google::protobuf::TextFormat::Printer printer;
  printer.SetSingleLineMode(true);
  printer.SetUseUtf8StringEscaping(true);
  std::string text;
  printer.PrintToString(message, &text);
  return std::string(absl::StripTrailingAsciiWhitespace(text));
}

}  // namespace tenuki
