// What the coordinator knows, durably: experiments, which units of which cell are committed and where their rows are,
// what is on lease, what failed. A SQLite database in write-ahead mode that one process holds exclusively.
//
//   ABSL_ASSIGN_OR_RETURN(auto ledger, Ledger::Open("data/ledger.sqlite"));
//   LedgerGroup group;
//   group.commits.push_back({.store = store, .units = {0, 10}, …});
//   ABSL_RETURN_IF_ERROR(ledger->Write(group));   // one transaction; durable when it returns
//
// Results belong to a *store*: all that was ever computed under one cell digest, whichever experiments asked for it. So
// a wider sweep or more units find what is there (law 3). Its size follows cells and commits, never units.
//
// Errors: RESOURCE_EXHAUSTED for a full disk, FAILED_PRECONDITION for a ledger of a newer tenuki, DATA_LOSS for a file
// that is no ledger, UNAVAILABLE otherwise. After an error nothing of the group is written.
//
// Thread-safe: calls are serialised.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "common/digest.h"
#include "coordinator/database.h"
#include "coordinator/interval_set.h"
#include "coordinator/scheduler_messages.h"
#include "coordinator/segment_log.h"

namespace tenuki {

// All results under one cell digest.
using StoreId = int64_t;
// Rises with every commit; a reader that keeps to one sees the same rows for ever.
using LedgerVersion = int64_t;

struct LedgerVersions {
  // What stood at earlier ones cannot be read any more, as some of it turned out to be damaged.
  LedgerVersion first = 0;
  // After the last Write with commits.
  LedgerVersion current = 0;
};

enum class ExperimentState { kRunning = 1, kPaused = 2, kCancelled = 3, kFinished = 4 };

struct LedgerExperiment {
  ExperimentId id = 0;
  std::string name;
  // Serialised v1::Experiment, as submitted.
  std::string experiment;
  ExperimentState state = ExperimentState::kRunning;
  int priority = 0;
  int64_t units_per_job = 0;
  int64_t num_units_reused = 0;
  absl::Time submitted_at;
};

// Rows of one table of a commit. Without rows it has no extent.
struct StoredTable {
  Extent extent;
  int64_t num_rows = 0;
  Digest digest;
};

struct LedgerCommit {
  StoreId store = 0;
  Interval units;
  // In the order of the kind's unit tables.
  std::vector<StoredTable> tables;
  // For provenance.
  AttemptId attempt = 0;
  std::string worker;
  absl::Duration run_time;
  absl::Time committed_at;
  // Serialised v1::JobTimings.
  std::string timings = {};
};

struct LedgerQuarantine {
  StoreId store = 0;
  int64_t unit = 0;
  int num_failures = 0;
  std::string reason;
};

struct LedgerLease {
  AttemptId attempt = 0;
  StoreId store = 0;
  ExperimentId experiment = 0;
  int32_t cell = 0;
  Interval units;
  std::string worker;
};

// What is written together.
struct LedgerGroup {
  std::vector<LedgerCommit> commits;
  std::vector<LedgerLease> leases;
  std::vector<AttemptId> ended_leases;
  std::vector<LedgerQuarantine> quarantined;
  std::vector<std::pair<ExperimentId, ExperimentState>> states;
  // Of an experiment, in words.
  std::vector<std::pair<ExperimentId, std::string>> nondeterminism_errors;
};

class Ledger {
 public:
  // Made when missing, and brought up to date when an older tenuki wrote it.
  static absl::StatusOr<std::unique_ptr<Ledger>> Open(const std::string& path);

  // 16 random bytes from when the ledger was made.
  const std::string& id() const { return id_; }

  // Takes the place of an experiment of the same name. Gives it back with its id.
  absl::StatusOr<LedgerExperiment> AddExperiment(LedgerExperiment experiment);
  absl::Status SetNumUnitsReused(ExperimentId experiment, int64_t num_units);
  // In the order of submission.
  absl::StatusOr<std::vector<LedgerExperiment>> Experiments();
  // Makes those that are new.
  absl::StatusOr<std::vector<StoreId>> Stores(const std::vector<Digest>& digests);

  absl::Status Write(const LedgerGroup& group);
  // Forgets a commit whose rows turned out to be damaged: its units are missing again.
  absl::Status RemoveCommit(StoreId store, int64_t first_unit);
  // Another try for all quarantined units of the store.
  absl::Status ClearQuarantine(StoreId store);

  absl::StatusOr<LedgerVersions> Versions();
  absl::StatusOr<IntervalSet> CommittedUnits(StoreId store);
  // By their first unit, those from `from_unit` on and up to the version.
  absl::StatusOr<std::vector<LedgerCommit>> Commits(StoreId store, LedgerVersion version, int64_t from_unit,
                                                    int max_commits);
  // From which version on all was there that is stored now of the first units.
  absl::StatusOr<LedgerVersion> VersionOfUnits(StoreId store, int64_t end_unit);
  // The commit that holds the unit.
  absl::StatusOr<std::optional<LedgerCommit>> FindCommit(StoreId store, int64_t unit);
  absl::StatusOr<std::vector<LedgerQuarantine>> Quarantined(StoreId store);
  absl::StatusOr<std::vector<LedgerLease>> Leases();
  absl::StatusOr<std::vector<std::string>> NondeterminismErrors(ExperimentId experiment);
  // For each segment, the end of the last extent in it.
  absl::StatusOr<std::map<uint64_t, int64_t>> SegmentEnds();
  // Those with rows in the segment that lie, at least in part, behind the first `size` bytes.
  absl::StatusOr<std::vector<LedgerCommit>> CommitsBehind(uint64_t segment, int64_t size);

 private:
  explicit Ledger(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  absl::Mutex mutex_;
  std::unique_ptr<Database> database_ ABSL_GUARDED_BY(mutex_);
  std::string id_;
};

}  // namespace tenuki
