#include "experiments/defaults.h"

#include <google/protobuf/descriptor.h>

#include "experiments/inner_messages.h"
#include "tenuki/v1/field_rules.pb.h"

namespace tenuki {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;

void SetToDefault(Message& message, const FieldDescriptor& field) {
  const Reflection& reflection = *message.GetReflection();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32: return reflection.SetInt32(&message, &field, field.default_value_int32());
    case FieldDescriptor::CPPTYPE_INT64: return reflection.SetInt64(&message, &field, field.default_value_int64());
    case FieldDescriptor::CPPTYPE_UINT32: return reflection.SetUInt32(&message, &field, field.default_value_uint32());
    case FieldDescriptor::CPPTYPE_UINT64: return reflection.SetUInt64(&message, &field, field.default_value_uint64());
    case FieldDescriptor::CPPTYPE_FLOAT: return reflection.SetFloat(&message, &field, field.default_value_float());
    case FieldDescriptor::CPPTYPE_DOUBLE: return reflection.SetDouble(&message, &field, field.default_value_double());
    case FieldDescriptor::CPPTYPE_BOOL: return reflection.SetBool(&message, &field, field.default_value_bool());
    case FieldDescriptor::CPPTYPE_ENUM: return reflection.SetEnum(&message, &field, field.default_value_enum());
    case FieldDescriptor::CPPTYPE_STRING: return reflection.SetString(&message, &field, field.default_value_string());
    case FieldDescriptor::CPPTYPE_MESSAGE: break;
  }
}

}  // namespace

void ResolveDefaults(Message& message) {
  const Descriptor& descriptor = *message.GetDescriptor();
  const Reflection& reflection = *message.GetReflection();
  for (int i = 0; i < descriptor.field_count(); ++i) {
    const FieldDescriptor& field = *descriptor.field(i);
    if (field.is_repeated() || field.containing_oneof() != nullptr || reflection.HasField(message, &field)) continue;
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      reflection.MutableMessage(&message, &field);
    } else {
      SetToDefault(message, field);
    }
  }
  ForEachMessageIn(message, [](Message& inner) { ResolveDefaults(inner); });
}

void ClearOutsideDigest(Message& message) {
  const Descriptor& descriptor = *message.GetDescriptor();
  for (int i = 0; i < descriptor.field_count(); ++i) {
    const FieldDescriptor& field = *descriptor.field(i);
    if (field.options().GetExtension(v1::rules).outside_digest()) message.GetReflection()->ClearField(&message, &field);
  }
  ForEachMessageIn(message, [](Message& inner) { ClearOutsideDigest(inner); });
}

}  // namespace tenuki
