// The messages that a message holds directly, for walks over all of an experiment.
//
//   ForEachMessageIn(experiment, [](Message& inner) { … });
//
// A pure function: no thread rules.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <vector>

#include "absl/functional/function_ref.h"

namespace tenuki {

// In the order of the fields' numbers; those of maps are left out.
inline void ForEachMessageIn(google::protobuf::Message& message,
                             absl::FunctionRef<void(google::protobuf::Message&)> visit) {
  using google::protobuf::FieldDescriptor;
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE || field->is_map()) continue;
    if (!field->is_repeated()) {
      visit(*reflection.MutableMessage(&message, field));
      continue;
    }
    for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
      visit(*reflection.MutableRepeatedMessage(&message, field, i));
    }
  }
}

}  // namespace tenuki
