// Finished results that could not be delivered, on disk: an outage of the coordinator, or the end of the worker, loses
// no work.
//
//   ABSL_ASSIGN_OR_RETURN(std::unique_ptr<Spool> spool, Spool::Open(files, "spool", "node7.3921.a81f", options));
//   ABSL_RETURN_IF_ERROR(spool->Write(ledger_id, job));                  // one result, one file
//   ABSL_ASSIGN_OR_RETURN(FinishedJob job, spool->Read(attempt));        // to deliver it
//   spool->Remove(attempt);                                              // the coordinator has answered
//   std::vector<FoundResult> found = spool->TakeOver(ledger_id);         // of workers that died
//
// Each worker has a sub-folder, locked while it lives:
//
//   spool/node7.3921.a81f/lock
//   spool/node7.3921.a81f/0007000000000012.result          spool_file.h
//   spool/node7.3921.a81f/0007000000000012.games.rows      rows of a large table, an Arrow IPC stream
//
// A damaged file is logged, and moved aside as *.damaged: it is never fatal, since its units can be run again.
//
// Thread-safe, but only one thread at a time should deal with an attempt.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "common/file_system.h"
#include "tenuki/v1/job.pb.h"
#include "tenuki/v1/spool.pb.h"
#include "worker/byte_budget.h"
#include "worker/folder_lock.h"
#include "worker/job_runner.h"

namespace tenuki {

// A result of a worker that is gone.
struct FoundResult {
  uint64_t attempt = 0;
  v1::Job job;
  int64_t num_units_done = 0;
};

class Spool {
 public:
  static constexpr int64_t kDefaultMaxBytes = int64_t{16} << 30;

  // UNAVAILABLE or the file system's error when the folder cannot be used.
  static absl::StatusOr<std::unique_ptr<Spool>> Open(FileSystem& files, const std::string& folder,
                                                     const std::string& worker, int64_t max_bytes = kDefaultMaxBytes);
  // What was written and not removed stays for the worker that takes it over.
  ~Spool();

  // The worker's own folder, also for the rows of large tables, and what may be written there.
  const std::string& folder() const { return folder_; }
  ByteBudget& budget() { return budget_; }

  // Durable when it returns. Its rows' files belong to the spool from then on. RESOURCE_EXHAUSTED when the spool or the
  // disk is full; after an error nothing has changed.
  // REQUIRES: no result of the attempt is in the spool.
  absl::Status Write(const std::string& ledger_id, const FinishedJob& job);
  // DATA_LOSS when it is damaged: it has been moved aside, and is not in the spool any more.
  absl::StatusOr<FinishedJob> Read(uint64_t attempt);
  // Nothing happens when it is not there.
  void Remove(uint64_t attempt);

  // Moves here what workers that are gone have left for this ledger, and removes what is of no use to anybody.
  std::vector<FoundResult> TakeOver(const std::string& ledger_id);

 private:
  struct Entry {
    std::string path;
    int64_t num_bytes = 0;
    std::vector<std::shared_ptr<SpilledTable>> spilled;
    // Not so for what another worker wrote, until it was read.
    bool is_verified = false;
  };

  Spool(FileSystem& files, std::string root, std::string folder, std::unique_ptr<FolderLock> lock, int64_t max_bytes);

  absl::StatusOr<v1::SpooledResult> ReadFileAt(const std::string& path) const;
  void MoveAside(const std::string& path, const absl::Status& why);
  std::vector<FoundResult> TakeOverFolder(const std::string& folder, const std::string& ledger_id);
  absl::StatusOr<FoundResult> Adopt(const std::string& folder, const v1::SpooledResult& spooled);

  FileSystem& files_;
  const std::string root_;
  const std::string folder_;
  const std::unique_ptr<FolderLock> lock_;
  ByteBudget budget_;
  absl::Mutex mutex_;
  absl::flat_hash_map<uint64_t, Entry> entries_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace tenuki
