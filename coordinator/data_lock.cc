// The file has one line: the epoch, and who claimed it, for people. E.g. "7 pid 3921 on node3".
#include "coordinator/data_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status_macros.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace tenuki {
namespace {

constexpr uint32_t kMaxEpoch = (1U << 24) - 1;

absl::Status SystemError(const std::string& path, std::string_view what) {
  const int error = errno;
  return absl::ErrnoToStatus(error, absl::StrCat(path, ": cannot ", what));
}

struct Claimed {
  uint32_t epoch = 0;
  std::string holder;
};

// Nothing when the file has something else in it.
std::optional<Claimed> Parse(std::string_view text) {
  if (text.empty()) return Claimed{};
  const std::pair<std::string_view, std::string_view> parts = absl::StrSplit(text, absl::MaxSplits(' ', 1));
  Claimed claimed;
  if (!absl::SimpleAtoi(parts.first, &claimed.epoch)) return std::nullopt;
  claimed.holder = std::string(absl::StripSuffix(parts.second, "\n"));
  return claimed;
}

absl::StatusOr<Claimed> Read(const std::string& path, int fd) {
  std::array<char, 512> buffer;
  const ssize_t size = pread(fd, buffer.data(), buffer.size(), 0);
  if (size < 0) return SystemError(path, "read it");
  const std::optional<Claimed> claimed = Parse(std::string_view(buffer.data(), static_cast<size_t>(size)));
  if (!claimed.has_value()) return absl::DataLossError(absl::StrCat(path, ": this is not a lock file of tenuki"));
  return *claimed;
}

std::string Myself() {
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  return absl::StrCat("pid ", getpid(), " on ", host.data());
}

}  // namespace

absl::StatusOr<std::unique_ptr<DataLock>> DataLock::Claim(const std::string& folder) {
  const std::string path = absl::StrCat(folder, "/lock");
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) return SystemError(path, "open it for writing");
  std::unique_ptr<DataLock> lock(new DataLock(path, fd, 0));
  const bool is_free = flock(fd, LOCK_EX | LOCK_NB) == 0;
  if (!is_free && errno != EWOULDBLOCK) return SystemError(path, "lock it");
  ABSL_ASSIGN_OR_RETURN(const Claimed claimed, Read(path, fd));
  if (!is_free) {
    return absl::FailedPreconditionError(
        absl::StrCat(folder, " is in use by another tenuki (", claimed.holder, "); end it, or choose another folder"));
  }
  if (claimed.epoch >= kMaxEpoch) return absl::ResourceExhaustedError(absl::StrCat(path, ": there are no epochs left"));
  lock->epoch_ = claimed.epoch + 1;
  const std::string line = absl::StrCat(lock->epoch_, " ", Myself(), "\n");
  // Cut after writing: a crash in between must not leave an empty file, and with it a first epoch again.
  if (pwrite(fd, line.data(), line.size(), 0) != static_cast<ssize_t>(line.size()) ||
      ftruncate(fd, static_cast<off_t>(line.size())) != 0 || fsync(fd) != 0) {
    return SystemError(path, "write it");
  }
  return lock;
}

DataLock::~DataLock() { close(fd_); }

absl::Status DataLock::Check() const {
  // Opened anew, so that a network file system looks at the server's file.
  const int fd = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return SystemError(path_, "open it");
  const absl::StatusOr<Claimed> claimed = Read(path_, fd);
  close(fd);
  if (!claimed.ok()) return claimed.status();
  if (claimed->epoch == epoch_) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(path_, ": the folder was claimed by another tenuki (",
                                                    claimed->holder, ", epoch ", claimed->epoch, " after our ", epoch_,
                                                    "); this one must not write any more"));
}

}  // namespace tenuki
