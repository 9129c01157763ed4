// Reads a message from protobuf's text format: what a person wrote in, a checked message out, or an error that says
// where and what would be right. Experiment files and the registries of engines are read by it.
//
//   TextMessage text("engines.textproto", content);
//   v1::EngineRegistry registry;
//   ABSL_RETURN_IF_ERROR(text.Parse(registry));
//   ABSL_RETURN_IF_ERROR(text.CheckRules(registry));       // "engines.textproto:3:1: engines.command is missing"
//   return text.ErrorAt(text.PlaceOf(…), "…");             // of what only the caller can check
//
// All errors are INVALID_ARGUMENT and start with "file:line:column: ". Not thread-safe; the file's name and content
// must outlive it.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace tenuki {

// Where something stands in the file; lines and columns from 0, as protobuf has them.
struct Location {
  int line = 0;
  int column = 0;
};

// Where the fields of one message stand; nullptr when it is not known.
using LocationTree = google::protobuf::TextFormat::ParseInfoTree;

// A field that names a file or folder beside the experiment (FieldRules.input).
struct InputUse {
  std::string field;
  std::string path;
  std::string ending;
  Location at;
};

class TextMessage {
 public:
  // `file` is for error texts alone.
  TextMessage(std::string_view file, std::string_view content) : file_(file), content_(content) {}

  // The syntax, and names of fields and enumerations.
  absl::Status Parse(google::protobuf::Message& message);
  // What the .proto says of each field (field_rules.proto). REQUIRES: the message is the one that was parsed; fields
  // may have been changed since. The fields that name an input are added to `inputs`.
  absl::Status CheckRules(const google::protobuf::Message& message, std::vector<InputUse>& inputs) const;
  absl::Status CheckRules(const google::protobuf::Message& message) const;

  absl::Status ErrorAt(Location location, std::string_view message) const;
  // Of the parsed message's own fields.
  const LocationTree& locations() const { return locations_; }
  // The place of a field, of one of its values when it is repeated (else −1); `otherwise` when it is not in the file.
  static Location PlaceOf(const LocationTree* locations, const google::protobuf::FieldDescriptor& field, int index,
                          Location otherwise);

 private:
  std::string_view file_;
  std::string_view content_;
  LocationTree locations_;
};

// The other way: a message in text format on one line.
std::string OneLine(const google::protobuf::Message& message);

}  // namespace tenuki
