#include "experiments/input_loader.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "absl/status/status_macros.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "common/file_system.h"
#include "experiments/input_folder.h"

namespace tenuki {
namespace {

namespace fs = std::filesystem;

class FileCollector {
 public:
  absl::Status Add(const std::string& file, std::string name) {
    if (files_.files_size() == kMaxInputFiles) {
      return absl::InvalidArgumentError(absl::StrCat("there are more than ", kMaxInputFiles, " files"));
    }
    absl::StatusOr<std::string> content = ReadWholeFile(FileSystem::Real(), file, kMaxInputBytes - num_bytes_);
    if (absl::IsResourceExhausted(content.status())) {
      return absl::InvalidArgumentError(
          absl::StrCat("the files have more than ", kMaxInputBytes >> 20, " MB, which is the most for one input"));
    }
    ABSL_RETURN_IF_ERROR(content.status());
    num_bytes_ += static_cast<int64_t>(content->size());
    v1::InputFile& added = *files_.add_files();
    added.set_path(std::move(name));
    added.set_content(*std::move(content));
    return absl::OkStatus();
  }

  v1::InputFiles Take() {
    std::ranges::sort(*files_.mutable_files(), {}, &v1::InputFile::path);
    return std::move(files_);
  }

 private:
  v1::InputFiles files_;
  int64_t num_bytes_ = 0;
};

absl::Status AddFolder(const fs::path& folder, const std::string& ending, FileCollector& files) {
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::end(entry); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (absl::StartsWith(name, ".")) {
      if (entry->is_directory()) entry.disable_recursion_pending();
      continue;
    }
    if (!absl::EndsWithIgnoreCase(name, ending) || !entry->is_regular_file()) continue;
    ABSL_RETURN_IF_ERROR(files.Add(entry->path().string(), entry->path().lexically_relative(folder).generic_string()));
  }
  if (!error) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("reading the folder: ", error.message()));
}

}  // namespace

absl::StatusOr<Digest> InputFileLoader::Load(const std::string& path, const std::string& ending,
                                             const std::optional<Digest>& expected) {
  if (expected.has_value()) {
    absl::StatusOr<v1::InputFiles> stored =
        InputFolder(FileSystem::Real(), absl::StrCat(folder_, "/inputs")).ReadInput(*expected);
    if (stored.ok()) return inputs_.Add(*stored);
    if (!absl::IsNotFound(stored.status())) return stored.status();
  }
  const fs::path place = fs::path(folder_) / path;
  std::error_code error;
  const fs::file_status status = fs::status(place, error);
  FileCollector files;
  if (fs::is_directory(status)) {
    ABSL_RETURN_IF_ERROR(AddFolder(place, ending, files));
  } else if (fs::is_regular_file(status)) {
    ABSL_RETURN_IF_ERROR(files.Add(place.string(), place.filename().string()));
  } else {
    return absl::InvalidArgumentError(absl::StrCat("there is no file or folder ", place.string()));
  }
  const v1::InputFiles input = files.Take();
  if (input.files().empty()) {
    return absl::InvalidArgumentError(absl::StrCat("the folder ", place.string(), " has no files *", ending));
  }
  const Digest digest = inputs_.Add(input);
  if (expected.has_value() && digest != *expected) {
    return absl::InvalidArgumentError(
        absl::StrCat("there are other files than when the experiment was run: their digest is ", digest.Short(),
                     ", and was ", expected->Short(), "; without `input { … }` they are taken as they are"));
  }
  return digest;
}

std::string InputFileLoader::PathOfTyped(const std::string& path) const {
  return fs::absolute(path).lexically_normal().string();
}

}  // namespace tenuki
