// A disk that fails on demand: a FileSystem around another one, for tests and the simulator.
//
//   FaultyFileSystem files(FileSystem::Real());
//   files.FailAppend(2, absl::UnavailableError("I/O error"), 100);   // the next but one writes 100 bytes, then fails
//   files.SetSpaceLeft(4096);                                        // full after 4096 more bytes
//   files.SetSpaceLeft(std::nullopt);                                // someone made room
//   files.FailSyncs(absl::UnavailableError("I/O error"));            // until FailSyncs(absl::OkStatus())
//   files.LosePower();                                               // what was not synchronised is gone
//
// Thread-safe. It must outlive the files that it opened.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "common/file_system.h"

namespace tenuki {

class FaultyFileSystem final : public FileSystem {
 public:
  explicit FaultyFileSystem(FileSystem& base) : base_(base) {}

  // The `nth` append from now on (1: the next), to whichever file, writes `bytes_written` of its bytes and fails.
  void FailAppend(int nth, absl::Status error, int64_t bytes_written = 0);
  // Appends beyond so many bytes write what fits and fail with RESOURCE_EXHAUSTED. Space that is given up by cutting or
  // removing files is not counted back: set it again.
  void SetSpaceLeft(std::optional<int64_t> bytes);
  // Syncs of files and folders, renames: fail with the error until it is OK again.
  void FailSyncs(absl::Status error);
  void FailRenames(absl::Status error);
  // Called before each Sync of a file, by the thread that wants it.
  void SetBeforeSync(std::function<void(const std::string& path)> hook);

  // The worst that a power failure may leave: files cut to their last Sync, names made or changed since the last
  // SyncFolder as they were before. REQUIRES: no file that was opened to append is used afterwards.
  absl::Status LosePower();

  absl::StatusOr<std::unique_ptr<AppendFile>> OpenForAppend(const std::string& path) override;
  absl::StatusOr<std::unique_ptr<ReadFile>> OpenForRead(const std::string& path) override;
  absl::Status Rename(const std::string& from, const std::string& to) override;
  absl::Status Remove(const std::string& path) override;
  absl::Status MakeFolder(const std::string& path) override;
  absl::Status SyncFolder(const std::string& path) override;
  absl::StatusOr<std::vector<std::string>> List(const std::string& path) override;

 private:
  class File;
  struct NameChange {
    // Empty for a file that was made.
    std::string from;
    std::string to;
  };
  struct AppendPlan {
    int64_t bytes_written = 0;
    absl::Status status;
  };

  AppendPlan PlanAppend(const std::string& path, int64_t size) ABSL_LOCKS_EXCLUDED(mutex_);
  void BeforeSync(const std::string& path) ABSL_LOCKS_EXCLUDED(mutex_);
  absl::Status SyncError(const std::string& path) ABSL_LOCKS_EXCLUDED(mutex_);
  void SetSynced(const std::string& path, int64_t size) ABSL_LOCKS_EXCLUDED(mutex_);
  // After a Truncate: what is gone is not brought back by a power failure.
  void LimitSynced(const std::string& path, int64_t size) ABSL_LOCKS_EXCLUDED(mutex_);

  FileSystem& base_;
  absl::Mutex mutex_;
  int appends_until_failure_ ABSL_GUARDED_BY(mutex_) = 0;
  AppendPlan append_failure_ ABSL_GUARDED_BY(mutex_);
  std::optional<int64_t> space_left_ ABSL_GUARDED_BY(mutex_);
  absl::Status sync_error_ ABSL_GUARDED_BY(mutex_);
  absl::Status rename_error_ ABSL_GUARDED_BY(mutex_);
  std::function<void(const std::string&)> before_sync_ ABSL_GUARDED_BY(mutex_);
  // By path, of files that were opened to append.
  std::map<std::string, int64_t> synced_sizes_ ABSL_GUARDED_BY(mutex_);
  std::vector<NameChange> unsynced_names_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace tenuki
