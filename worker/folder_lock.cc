#include "worker/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

// Somebody who takes over a dead worker's folder removes it, lock and all: a lock that was opened before that is on a
// file without a name, and keeps nobody out.
bool IsStillThere(const std::string& path, int descriptor) {
  struct stat by_path;
  struct stat by_descriptor;
  return stat(path.c_str(), &by_path) == 0 && fstat(descriptor, &by_descriptor) == 0 &&
         by_path.st_dev == by_descriptor.st_dev && by_path.st_ino == by_descriptor.st_ino;
}

std::string Reason(int error) { return std::generic_category().message(error); }

}  // namespace

absl::StatusOr<std::unique_ptr<FolderLock>> FolderLock::Take(const std::string& folder) {
  const std::string path = absl::StrCat(folder, "/", kFileName);
  const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return absl::UnavailableError(absl::StrCat(path, ": ", Reason(errno), " (opening)"));
  auto lock = std::unique_ptr<FolderLock>(new FolderLock(folder, descriptor));
  int locked;
  do {
    locked = flock(descriptor, LOCK_EX | LOCK_NB);
  } while (locked != 0 && errno == EINTR);
  if (locked != 0 && errno == EWOULDBLOCK) {
    return absl::FailedPreconditionError(absl::StrCat(path, ": another process has it"));
  }
  if (locked != 0) return absl::UnavailableError(absl::StrCat(path, ": ", Reason(errno), " (locking)"));
  if (!IsStillThere(path, descriptor)) return absl::UnavailableError(absl::StrCat(path, ": was removed meanwhile"));
  return lock;
}

FolderLock::~FolderLock() { close(descriptor_); }

void FolderLock::RemoveFolder() {
  std::error_code error;
  const std::filesystem::directory_iterator entries(folder_, error);
  if (error || std::distance(begin(entries), end(entries)) != 1) return;
  unlink(absl::StrCat(folder_, "/", kFileName).c_str());
  rmdir(folder_.c_str());
}

}  // namespace tenuki
