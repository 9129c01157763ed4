// One coordinator to a data folder. The file `lock` in it is locked, and holds the *epoch*: a number that every start
// raises by one.
//
//   ABSL_ASSIGN_OR_RETURN(auto lock, DataLock::Claim("data"));
//   ABSL_RETURN_IF_ERROR(lock->Check());     // before every commit
//
// The lock refuses a second coordinator on the same machine, and over any file system that passes locks on. Where one
// does not, the older coordinator sees the newer one's epoch in Check, and has to end before it commits anything.
//
// Check: any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace tenuki {

class DataLock {
 public:
  // FAILED_PRECONDITION with the holder's name when the folder is in use; PERMISSION_DENIED when it cannot be written.
  // REQUIRES: the folder is there.
  static absl::StatusOr<std::unique_ptr<DataLock>> Claim(const std::string& folder);
  ~DataLock();
  DataLock(const DataLock&) = delete;
  DataLock& operator=(const DataLock&) = delete;

  uint32_t epoch() const { return epoch_; }
  // FAILED_PRECONDITION when another coordinator has claimed the folder since.
  absl::Status Check() const;

 private:
  DataLock(std::string path, int fd, uint32_t epoch) : path_(std::move(path)), fd_(fd), epoch_(epoch) {}

  std::string path_;
  int fd_;
  uint32_t epoch_;
};

}  // namespace tenuki
