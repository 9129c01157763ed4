#include "experiments/field_path.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "common/nearest_name.h"
#include "tenuki/v1/field_rules.pb.h"

namespace tenuki {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::EnumDescriptor;
using ::google::protobuf::EnumValueDescriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;

std::vector<std::string> EnumNames(const EnumDescriptor& descriptor) {
  std::vector<std::string> names;
  for (int i = 0; i < descriptor.value_count(); ++i) names.push_back(descriptor.value(i)->name());
  return names;
}

std::string JoinWithOr(const std::vector<std::string>& words) {
  if (words.size() < 2) return absl::StrJoin(words, "");
  return absl::StrCat(absl::StrJoin(words.begin(), words.end() - 1, ", "), " or ", words.back());
}

bool IsInteger(const FieldDescriptor& field) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
    case FieldDescriptor::CPPTYPE_INT64:
    case FieldDescriptor::CPPTYPE_UINT32:
    case FieldDescriptor::CPPTYPE_UINT64: return true;
    default: return false;
  }
}

std::string TypeWords(const FieldDescriptor& field) {
  if (IsInteger(field)) return "a whole number";
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_FLOAT:
    case FieldDescriptor::CPPTYPE_DOUBLE: return "a number";
    case FieldDescriptor::CPPTYPE_BOOL: return "true or false";
    case FieldDescriptor::CPPTYPE_ENUM: return JoinWithOr(EnumNames(*field.enum_type()));
    default: return "text";
  }
}

// The shortest spelling that reads as the same number.
std::string FormatNumber(double number) {
  std::string short_form = absl::StrCat(number);
  double again = 0;
  if (absl::SimpleAtod(short_form, &again) && again == number) return short_form;
  char buffer[32];
  std::snprintf(buffer, sizeof(buffer), "%.17g", number);
  return buffer;
}

absl::Status Unreadable(const FieldDescriptor& field, std::string_view value) {
  return absl::InvalidArgumentError(absl::StrCat("'", value, "' should be ", AllowedValues(field)));
}

template <typename Integer, typename Setter>
absl::Status SetInteger(const FieldDescriptor& field, std::string_view value, Setter set) {
  Integer number = 0;
  if (!absl::SimpleAtoi(value, &number)) return Unreadable(field, value);
  set(number);
  return absl::OkStatus();
}

absl::Status SetReal(const FieldDescriptor& field, std::string_view value, Message& message) {
  double number = 0;
  if (!absl::SimpleAtod(value, &number) || !std::isfinite(number)) return Unreadable(field, value);
  const Reflection& reflection = *message.GetReflection();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_FLOAT) {
    reflection.SetFloat(&message, &field, static_cast<float>(number));
  } else {
    reflection.SetDouble(&message, &field, number);
  }
  return absl::OkStatus();
}

absl::Status SetEnum(const FieldDescriptor& field, std::string_view value, Message& message) {
  const EnumValueDescriptor* choice = field.enum_type()->FindValueByName(std::string(value));
  if (choice == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat("'", value, "' should be ", AllowedValues(field),
                                                   DidYouMean(value, EnumNames(*field.enum_type()))));
  }
  message.GetReflection()->SetEnum(&message, &field, choice);
  return absl::OkStatus();
}

// Sets one field of a message, without a check of its range.
absl::Status SetScalar(const FieldDescriptor& field, std::string_view value, Message& message) {
  const Reflection& reflection = *message.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return SetInteger<int32_t>(field, value, [&](int32_t number) { reflection.SetInt32(&message, &field, number); });
    case FieldDescriptor::CPPTYPE_INT64:
      return SetInteger<int64_t>(field, value, [&](int64_t number) { reflection.SetInt64(&message, &field, number); });
    case FieldDescriptor::CPPTYPE_UINT32:
      return SetInteger<uint32_t>(field, value,
                                  [&](uint32_t number) { reflection.SetUInt32(&message, &field, number); });
    case FieldDescriptor::CPPTYPE_UINT64:
      return SetInteger<uint64_t>(field, value,
                                  [&](uint64_t number) { reflection.SetUInt64(&message, &field, number); });
    case FieldDescriptor::CPPTYPE_FLOAT:
    case FieldDescriptor::CPPTYPE_DOUBLE: return SetReal(field, value, message);
    case FieldDescriptor::CPPTYPE_BOOL:
      if (value != "true" && value != "false") return Unreadable(field, value);
      reflection.SetBool(&message, &field, value == "true");
      return absl::OkStatus();
    case FieldDescriptor::CPPTYPE_ENUM: return SetEnum(field, value, message);
    case FieldDescriptor::CPPTYPE_STRING:
      reflection.SetString(&message, &field, std::string(value));
      return absl::OkStatus();
    case FieldDescriptor::CPPTYPE_MESSAGE: break;
  }
  return absl::InternalError("FieldPath::Resolve let a message through");
}

// Of several messages one is chosen: a field of another is not set in silence, as that would undo the choice.
absl::Status CheckChoice(const Message& message, const FieldDescriptor& field) {
  if (field.containing_oneof() == nullptr) return absl::OkStatus();
  const FieldDescriptor* chosen = message.GetReflection()->GetOneofFieldDescriptor(message, field.containing_oneof());
  if (chosen == nullptr || chosen == &field) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("'", chosen->name(), "' is chosen there, which has no '", field.name(), "'"));
}

// Nothing for what is no number.
std::optional<double> NumberIn(const Message& message, const FieldDescriptor& field) {
  const Reflection& reflection = *message.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32: return reflection.GetInt32(message, &field);
    case FieldDescriptor::CPPTYPE_INT64: return static_cast<double>(reflection.GetInt64(message, &field));
    case FieldDescriptor::CPPTYPE_UINT32: return reflection.GetUInt32(message, &field);
    case FieldDescriptor::CPPTYPE_UINT64: return static_cast<double>(reflection.GetUInt64(message, &field));
    case FieldDescriptor::CPPTYPE_FLOAT: return reflection.GetFloat(message, &field);
    case FieldDescriptor::CPPTYPE_DOUBLE: return reflection.GetDouble(message, &field);
    default: return std::nullopt;
  }
}

}  // namespace

std::vector<std::string> FieldNames(const Descriptor& descriptor) {
  std::vector<std::string> names;
  for (int i = 0; i < descriptor.field_count(); ++i) names.push_back(descriptor.field(i)->name());
  return names;
}

std::string AllowedValues(const FieldDescriptor& field) {
  const v1::FieldRules& rules = field.options().GetExtension(v1::rules);
  std::string words = TypeWords(field);
  if (rules.has_min() && rules.has_max()) {
    absl::StrAppend(&words, " from ", FormatNumber(rules.min()), " to ", FormatNumber(rules.max()));
  } else if (rules.has_min()) {
    absl::StrAppend(&words, " of at least ", FormatNumber(rules.min()));
  } else if (rules.has_max()) {
    absl::StrAppend(&words, " of at most ", FormatNumber(rules.max()));
  }
  return words;
}

absl::Status CheckRange(const Message& message, const FieldDescriptor& field) {
  const std::optional<double> number = NumberIn(message, field);
  if (!number) return absl::OkStatus();
  const v1::FieldRules& rules = field.options().GetExtension(v1::rules);
  const bool too_small = rules.has_min() && *number < rules.min();
  const bool too_large = rules.has_max() && *number > rules.max();
  if (std::isfinite(*number) && !too_small && !too_large) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(FormatNumber(*number), " should be ", AllowedValues(field)));
}

absl::StatusOr<FieldPath> FieldPath::Resolve(const Descriptor& root, std::string_view path) {
  const Descriptor* message = &root;
  std::vector<const FieldDescriptor*> fields;
  for (std::string_view name : absl::StrSplit(path, '.')) {
    if (message == nullptr) {
      return absl::InvalidArgumentError(absl::StrCat(path, ": '", fields.back()->name(), "' is ",
                                                     TypeWords(*fields.back()), " and has no field '", name, "'"));
    }
    const FieldDescriptor* field = message->FindFieldByName(std::string(name));
    if (field == nullptr) {
      return absl::InvalidArgumentError(absl::StrCat(path, ": ", message->name(), " has no field '", name, "'",
                                                     DidYouMean(name, FieldNames(*message)),
                                                     " (its fields: ", absl::StrJoin(FieldNames(*message), ", "), ")"));
    }
    if (field->is_repeated()) {
      return absl::InvalidArgumentError(absl::StrCat(path, ": '", name, "' is a list; only single values can be set"));
    }
    fields.push_back(field);
    message = field->message_type();
  }
  if (message != nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(
        path, ": '", fields.back()->name(),
        "' is a group of fields; add one of them to the path: ", absl::StrJoin(FieldNames(*message), ", ")));
  }
  return FieldPath(std::string(path), std::move(fields));
}

absl::Status FieldPath::Set(std::string_view value, Message& root) const {
  Message* message = &root;
  for (size_t i = 0; i + 1 < fields_.size(); ++i) {
    if (absl::Status status = CheckChoice(*message, *fields_[i]); !status.ok()) {
      return absl::InvalidArgumentError(absl::StrCat(name_, ": ", status.message()));
    }
    message = message->GetReflection()->MutableMessage(message, fields_[i]);
  }
  absl::Status status = SetScalar(field(), value, *message);
  if (status.ok()) status = CheckRange(*message, field());
  if (status.ok()) return status;
  return absl::InvalidArgumentError(absl::StrCat(name_, ": ", status.message()));
}

std::string FieldPath::Get(const Message& root) const {
  const Message* message = &root;
  for (size_t i = 0; i + 1 < fields_.size(); ++i) {
    message = &message->GetReflection()->GetMessage(*message, fields_[i]);
  }
  const Reflection& reflection = *message->GetReflection();
  switch (field().cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32: return absl::StrCat(reflection.GetInt32(*message, &field()));
    case FieldDescriptor::CPPTYPE_INT64: return absl::StrCat(reflection.GetInt64(*message, &field()));
    case FieldDescriptor::CPPTYPE_UINT32: return absl::StrCat(reflection.GetUInt32(*message, &field()));
    case FieldDescriptor::CPPTYPE_UINT64: return absl::StrCat(reflection.GetUInt64(*message, &field()));
    case FieldDescriptor::CPPTYPE_FLOAT: return FormatNumber(reflection.GetFloat(*message, &field()));
    case FieldDescriptor::CPPTYPE_DOUBLE: return FormatNumber(reflection.GetDouble(*message, &field()));
    case FieldDescriptor::CPPTYPE_BOOL: return reflection.GetBool(*message, &field()) ? "true" : "false";
    case FieldDescriptor::CPPTYPE_ENUM: return reflection.GetEnum(*message, &field())->name();
    case FieldDescriptor::CPPTYPE_STRING: return reflection.GetString(*message, &field());
    case FieldDescriptor::CPPTYPE_MESSAGE: break;
  }
  return "";
}

}  // namespace tenuki
