// A field of an experiment by its path of names, as sweeps and `--set` give it.
//
//   ABSL_ASSIGN_OR_RETURN(FieldPath path, FieldPath::Resolve(*Experiment::descriptor(), "match.board_size"));
//   ABSL_RETURN_IF_ERROR(path.Set("13", experiment));
//
// Typed by protobuf's reflection: a field that is added to a .proto can be swept without another line of code. Errors
// are INVALID_ARGUMENT and name the field, the value and what would be right.
//
// A value, like a string; descriptors live as long as the program.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace tenuki {

class FieldPath {
 public:
  // The path has to lead to a single number, truth value, name or text, through single messages.
  static absl::StatusOr<FieldPath> Resolve(const google::protobuf::Descriptor& root, std::string_view path);

  const std::string& name() const { return name_; }
  const google::protobuf::FieldDescriptor& field() const { return *fields_.back(); }

  // Sets the field to what `value` spells, after checking its type and range. Messages on the way are made, but not in
  // the place of others (of a oneof).
  // REQUIRES: `root` is of the type that the path was resolved for.
  absl::Status Set(std::string_view value, google::protobuf::Message& root) const;
  // As Set would take it; of a field that is not set, its default.
  std::string Get(const google::protobuf::Message& root) const;

 private:
  FieldPath(std::string name, std::vector<const google::protobuf::FieldDescriptor*> fields)
      : name_(std::move(name)), fields_(std::move(fields)) {}

  std::string name_;
  std::vector<const google::protobuf::FieldDescriptor*> fields_;
};

// "2 to 19", "at least 1", "true or false", "SIMPLE_KO, POSITIONAL_SUPERKO or SITUATIONAL_SUPERKO": what the field
// takes.
std::string AllowedValues(const google::protobuf::FieldDescriptor& field);

// INVALID_ARGUMENT when the number that `message` holds there is outside the field's range. The text has no path: the
// caller knows it.
absl::Status CheckRange(const google::protobuf::Message& message, const google::protobuf::FieldDescriptor& field);

// The names of a message's fields.
std::vector<std::string> FieldNames(const google::protobuf::Descriptor& descriptor);

}  // namespace tenuki
