// A folder that one process has for itself, until it ends in whatever way: a flock on the file `lock` in it.
//
//   ABSL_ASSIGN_OR_RETURN(std::unique_ptr<FolderLock> lock, FolderLock::Take("spool/node7.3921.a81f"));
//
// Thread-safe: it has no methods that change it but RemoveFolder, which is to be the last one called.
#pragma once

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace tenuki {

class FolderLock {
 public:
  static constexpr char kFileName[] = "lock";

  // FAILED_PRECONDITION when someone has it; UNAVAILABLE when there is no such folder or it cannot be written.
  static absl::StatusOr<std::unique_ptr<FolderLock>> Take(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  // Removes the folder when nothing but the lock is in it.
  void RemoveFolder();

 private:
  FolderLock(std::string folder, int descriptor) : folder_(std::move(folder)), descriptor_(descriptor) {}

  const std::string folder_;
  const int descriptor_;
};

}  // namespace tenuki
