// Inputs on disk, each in a file that is named by its digest: those of a coordinator, and those beside results.
//
//   InputFolder inputs(FileSystem::Real(), "data/inputs");
//   ABSL_RETURN_IF_ERROR(inputs.Write(files));
//   inputs.ReadInput(digest);                    // checked against its digest
//
// Thread-safe; of one input, one writer at a time.
#pragma once

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/file_system.h"
#include "experiments/inputs.h"

namespace tenuki {

class InputFolder final : public InputSource {
 public:
  // The folder is made when the first input is written. `files` must outlive it.
  InputFolder(FileSystem& files, std::string folder) : files_(files), folder_(std::move(folder)) {}

  // Durable when it returns.
  absl::Status Write(const v1::InputFiles& input);
  absl::StatusOr<v1::InputFiles> ReadInput(const Digest& digest) override;
  // Its bytes, unchecked: those of the serialized message. NOT_FOUND.
  absl::StatusOr<std::unique_ptr<ReadFile>> Open(const Digest& digest);

 private:
  std::string PathOf(const Digest& digest) const;

  FileSystem& files_;
  const std::string folder_;
};

}  // namespace tenuki
