#include "experiments/input_folder.h"

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

// Names and lengths come on top of the content.
constexpr int64_t kMaxFileBytes = 2 * kMaxInputBytes;

}  // namespace

std::string InputFolder::PathOf(const Digest& digest) const { return absl::StrCat(folder_, "/", digest.ToHex()); }

absl::Status InputFolder::Write(const v1::InputFiles& input) {
  ABSL_RETURN_IF_ERROR(files_.MakeFolder(folder_));
  return WriteWholeFile(files_, PathOf(InputDigest(input)), input.SerializeAsString());
}

absl::StatusOr<v1::InputFiles> InputFolder::ReadInput(const Digest& digest) {
  const std::string path = PathOf(digest);
  absl::StatusOr<std::string> bytes = ReadWholeFile(files_, path, kMaxFileBytes);
  if (absl::IsNotFound(bytes.status())) {
    return absl::NotFoundError(absl::StrCat("the input ", digest.Short(), " is not in ", folder_));
  }
  ABSL_RETURN_IF_ERROR(bytes.status());
  v1::InputFiles input;
  if (!input.ParseFromString(*bytes) || InputDigest(input) != digest) {
    return absl::DataLossError(absl::StrCat(path, ": the input is damaged"));
  }
  return input;
}

absl::StatusOr<std::unique_ptr<ReadFile>> InputFolder::Open(const Digest& digest) {
  return files_.OpenForRead(PathOf(digest));
}

}  // namespace tenuki
