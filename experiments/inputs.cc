#include "experiments/inputs.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "tenuki/v1/field_rules.pb.h"

namespace tenuki {
namespace {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;

absl::Status NameByDigest(const v1::Experiment& experiment, Message& message) {
  const Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      const int count = field->is_repeated() ? reflection.FieldSize(message, field) : 1;
      for (int i = 0; i < count; ++i) {
        Message& inner = field->is_repeated() ? *reflection.MutableRepeatedMessage(&message, field, i)
                                              : *reflection.MutableMessage(&message, field);
        ABSL_RETURN_IF_ERROR(NameByDigest(experiment, inner));
      }
    } else if (field->options().GetExtension(v1::rules).has_input()) {
      const std::string path = reflection.GetString(message, field);
      if (path.empty()) continue;
      ABSL_ASSIGN_OR_RETURN(const Digest digest, DigestOfInput(experiment, path));
      reflection.SetString(&message, field, digest.ToHex());
    }
  }
  return absl::OkStatus();
}

}  // namespace

Digest InputDigest(const v1::InputFiles& files) {
  DigestBuilder builder;
  builder.AddField("tenuki input 1");
  for (const v1::InputFile& file : files.files()) builder.AddField(file.path()).AddField(file.content());
  return builder.Finish();
}

absl::StatusOr<Digest> DigestOfInput(const v1::Experiment& experiment, std::string_view path) {
  for (const v1::Input& input : experiment.input()) {
    if (input.path() != path) continue;
    const std::optional<Digest> digest = Digest::FromHex(input.digest());
    if (digest.has_value()) return *digest;
    return absl::InvalidArgumentError(
        absl::StrCat("input.digest: '", input.digest(), "' should be 64 hexadecimal digits"));
  }
  return absl::InvalidArgumentError(absl::StrCat("'", path, "' was not read"));
}

absl::Status NameInputsByDigest(v1::Experiment& cell) {
  // A copy of the list: the cell is changed meanwhile.
  v1::Experiment inputs;
  *inputs.mutable_input() = cell.input();
  return NameByDigest(inputs, cell);
}

Digest MemoryInputs::Add(const v1::InputFiles& files) {
  const Digest digest = InputDigest(files);
  absl::MutexLock lock(mutex_);
  inputs_.try_emplace(digest, files);
  return digest;
}

absl::StatusOr<v1::InputFiles> MemoryInputs::ReadInput(const Digest& digest) {
  absl::MutexLock lock(mutex_);
  const auto found = inputs_.find(digest);
  if (found == inputs_.end()) return absl::NotFoundError(absl::StrCat("the input ", digest.Short(), " is not here"));
  return found->second;
}

Inputs& Inputs::None() {
  static Inputs& none = *new Inputs();
  return none;
}

absl::StatusOr<std::shared_ptr<const void>> Inputs::GetErased(const v1::Experiment& cell, std::string_view path,
                                                              std::string_view key, Make make) {
  ABSL_ASSIGN_OR_RETURN(const Digest digest, DigestOfInput(cell, path));
  absl::MutexLock lock(mutex_);
  const auto found =
      std::ranges::find_if(kept_, [&](const Kept& each) { return each.digest == digest && each.key == key; });
  if (found != kept_.end()) {
    kept_.splice(kept_.begin(), kept_, found);
    return kept_.front().value;
  }
  absl::StatusOr<v1::InputFiles> files =
      source_ == nullptr ? absl::NotFoundError("there are no inputs here") : source_->ReadInput(digest);
  if (!files.ok()) {
    const absl::StatusCode code =
        absl::IsNotFound(files.status()) ? absl::StatusCode::kFailedPrecondition : files.status().code();
    return absl::Status(code, absl::StrCat(path, ": ", files.status().message()));
  }
  absl::StatusOr<std::shared_ptr<const void>> made = make(*files);
  if (!made.ok()) return absl::Status(made.status().code(), absl::StrCat(path, ": ", made.status().message()));
  kept_.push_front({.digest = digest, .key = std::string(key), .value = *made});
  if (kept_.size() > kMaxKept) kept_.pop_back();
  return made;
}

}  // namespace tenuki
