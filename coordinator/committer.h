// Makes results durable, many at a time: one thread takes what has gathered, appends the rows to the segment log, and
// after one sync writes one ledger transaction for all of it. So a thousand small jobs a second cost a few hundred
// syncs, and each is still durable before it is answered.
//
//   Committer committer(log, ledger, lock, hooks);
//   absl::Status status = committer.Commit(std::move(result));    // blocks until it is durable, or refused
//   committer.Note({.leases = …});                                // soon, without waiting
//
// When the disk is full, everything of the group is undone and answered UNAVAILABLE; the next group tries again. When
// another coordinator has claimed the folder, nothing is ever written again.
//
// Thread-safe.
#pragma once

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "coordinator/data_lock.h"
#include "coordinator/ledger.h"
#include "coordinator/segment_log.h"

namespace tenuki {

// The bytes of one table: in memory, or in a staged file.
struct TableBytes {
  std::string_view ipc;
  std::string staged_path;
  int64_t staged_length = 0;
  uint32_t staged_crc32c = 0;
};

struct PendingResult {
  // Without extents. Its units may be empty: then only the lease ends.
  LedgerCommit commit;
  // One for each of commit.tables.
  std::vector<TableBytes> bytes;
};

// What the ledger should know soon, but nobody waits for.
struct LedgerNote {
  std::vector<LedgerLease> leases;
  std::vector<AttemptId> ended_leases;
  std::vector<LedgerQuarantine> quarantined;
  std::vector<std::pair<ExperimentId, ExperimentState>> states;
  std::vector<std::pair<ExperimentId, std::string>> nondeterminism_errors;
};

// Called by the committer's thread.
struct CommitterHooks {
  // Whether the units may be written; a refusal is the answer of Commit. What is admitted counts as taken.
  std::function<absl::Status(const LedgerCommit&)> admit;
  // Everything of the group that was admitted: durable with OK, else undone.
  std::function<void(const LedgerCommit&, const absl::Status&)> settled;
  // Nothing can be written any more.
  std::function<void(const absl::Status&)> lost;
};

class Committer {
 public:
  // Results that wait together.
  static constexpr size_t kMaxGroupSize = 1024;
  // How long a note may wait for a commit to be written with.
  static constexpr absl::Duration kMaxNoteDelay = absl::Milliseconds(100);

  // All are borrowed.
  Committer(SegmentLog& log, Ledger& ledger, const DataLock& lock, CommitterHooks hooks);
  // Writes what has gathered.
  ~Committer();

  // REQUIRES: `result` stays as it is until then.
  absl::Status Commit(const PendingResult& result);
  void Note(LedgerNote note);
  // Of the last group; OK when it was written. When rows could not be written, this says so until rows are.
  absl::Status last_status() const;

 private:
  struct Waiting {
    const PendingResult* result = nullptr;
    absl::Status status;
    bool is_done = false;
  };

  void Run();
  absl::Status WriteGroup(const std::vector<Waiting*>& admitted, LedgerNote note);
  absl::Status AppendRows(const PendingResult& result, LedgerCommit& commit);

  SegmentLog& log_;
  Ledger& ledger_;
  const DataLock& lock_;
  const CommitterHooks hooks_;

  mutable absl::Mutex mutex_;
  std::vector<Waiting*> queue_ ABSL_GUARDED_BY(mutex_);
  LedgerNote note_ ABSL_GUARDED_BY(mutex_);
  bool has_note_ ABSL_GUARDED_BY(mutex_) = false;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  absl::Status last_status_ ABSL_GUARDED_BY(mutex_);
  bool rows_failed_ ABSL_GUARDED_BY(mutex_) = false;
  absl::Status lost_ ABSL_GUARDED_BY(mutex_);
  std::thread thread_;
};

}  // namespace tenuki
