#include "coordinator/committer.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/log/log.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

template <typename T>
void MoveBehind(std::vector<T> from, std::vector<T>& to) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

void MergeInto(LedgerNote from, LedgerNote& to) {
  MoveBehind(std::move(from.leases), to.leases);
  MoveBehind(std::move(from.ended_leases), to.ended_leases);
  MoveBehind(std::move(from.quarantined), to.quarantined);
  MoveBehind(std::move(from.states), to.states);
  MoveBehind(std::move(from.nondeterminism_errors), to.nondeterminism_errors);
}

// A lease that began and ended within a group needs no row.
void DropShortLeases(LedgerNote& note) {
  const absl::flat_hash_set<AttemptId> ended(note.ended_leases.begin(), note.ended_leases.end());
  absl::flat_hash_set<AttemptId> dropped;
  std::erase_if(note.leases, [&](const LedgerLease& lease) {
    if (!ended.contains(lease.attempt)) return false;
    dropped.insert(lease.attempt);
    return true;
  });
  std::erase_if(note.ended_leases, [&](AttemptId attempt) { return dropped.contains(attempt); });
}

}  // namespace

Committer::Committer(SegmentLog& log, Ledger& ledger, const DataLock& lock, CommitterHooks hooks)
    : log_(log), ledger_(ledger), lock_(lock), hooks_(std::move(hooks)), thread_([this] { Run(); }) {}

Committer::~Committer() {
  {
    absl::MutexLock lock(mutex_);
    stopping_ = true;
  }
  thread_.join();
}

absl::Status Committer::Commit(const PendingResult& result) {
  Waiting waiting{.result = &result};
  absl::MutexLock lock(mutex_);
  if (!lost_.ok()) return lost_;
  if (stopping_) return absl::UnavailableError("the coordinator is ending");
  queue_.push_back(&waiting);
  mutex_.Await(absl::Condition(&waiting.is_done));
  return waiting.status;
}

void Committer::Note(LedgerNote note) {
  absl::MutexLock lock(mutex_);
  MergeInto(std::move(note), note_);
  has_note_ = true;
}

absl::Status Committer::last_status() const {
  absl::MutexLock lock(mutex_);
  return last_status_;
}

void Committer::Run() {
  while (true) {
    std::vector<Waiting*> group;
    LedgerNote note;
    {
      absl::MutexLock lock(mutex_);
      const auto has_result = [this]() ABSL_SHARED_LOCKS_REQUIRED(mutex_) { return !queue_.empty() || stopping_; };
      mutex_.AwaitWithTimeout(absl::Condition(&has_result), kMaxNoteDelay);
      if (queue_.empty() && !has_note_) {
        if (stopping_) return;
        continue;
      }
      const size_t size = std::min(queue_.size(), kMaxGroupSize);
      group.assign(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(size));
      queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(size));
      note = std::exchange(note_, {});
      has_note_ = false;
      if (!lost_.ok()) {
        for (Waiting* each : group) std::tie(each->status, each->is_done) = std::pair(lost_, true);
        continue;
      }
    }
    std::vector<Waiting*> admitted;
    for (Waiting* each : group) {
      each->status = hooks_.admit(each->result->commit);
      if (each->status.ok()) admitted.push_back(each);
    }
    const absl::Status status = WriteGroup(admitted, note);
    for (Waiting* each : admitted) {
      if (each->status.ok()) each->status = status;
      hooks_.settled(each->result->commit, each->status);
    }
    const bool is_lost = absl::IsFailedPrecondition(status);
    const bool has_rows =
        std::ranges::any_of(admitted, [](const Waiting* each) { return !each->result->commit.units.empty(); });
    {
      absl::MutexLock lock(mutex_);
      // Where there is no room for rows there may still be some for a note, which proves nothing.
      if (!status.ok() || has_rows || !rows_failed_) {
        last_status_ = status;
        rows_failed_ = !status.ok() && (has_rows || rows_failed_);
      }
      if (is_lost) lost_ = status;
      // Written with a later group.
      if (!status.ok() && !is_lost && !stopping_) {
        MergeInto(std::exchange(note_, {}), note);
        note_ = std::move(note);
        has_note_ = true;
      }
      for (Waiting* each : group) each->is_done = true;
    }
    if (is_lost) hooks_.lost(status);
  }
}

absl::Status Committer::WriteGroup(const std::vector<Waiting*>& admitted, LedgerNote note) {
  LedgerGroup group;
  absl::Status status = [&]() -> absl::Status {
    for (Waiting* each : admitted) {
      LedgerCommit commit = each->result->commit;
      if (!commit.units.empty()) {
        absl::Status appended = AppendRows(*each->result, commit);
        if (absl::IsNotFound(appended)) {
          // A staged file is gone: that concerns this result alone. What was appended of it, nobody points to.
          each->status = absl::UnavailableError(absl::StrCat("send the result again: ", appended.message()));
          continue;
        }
        ABSL_RETURN_IF_ERROR(appended);
      }
      note.ended_leases.push_back(commit.attempt);
      if (commit.units.empty()) continue;
      group.commits.push_back(std::move(commit));
    }
    if (!group.commits.empty()) {
      ABSL_RETURN_IF_ERROR(log_.Sync());
    }
    DropShortLeases(note);
    group.leases = std::move(note.leases);
    group.ended_leases = std::move(note.ended_leases);
    group.quarantined = std::move(note.quarantined);
    group.states = std::move(note.states);
    group.nondeterminism_errors = std::move(note.nondeterminism_errors);
    ABSL_RETURN_IF_ERROR(lock_.Check());
    return ledger_.Write(group);
  }();
  if (status.ok()) {
    if (!group.commits.empty()) log_.Keep();
    return status;
  }
  LOG(ERROR) << "results cannot be stored: " << status.message();
  if (absl::Status undone = log_.RollBack(); !undone.ok()) LOG(ERROR) << undone;
  if (absl::IsFailedPrecondition(status)) return status;
  return absl::UnavailableError(absl::StrCat("results cannot be stored: ", status.message()));
}

absl::Status Committer::AppendRows(const PendingResult& result, LedgerCommit& commit) {
  for (size_t table = 0; table < commit.tables.size(); ++table) {
    const TableBytes& bytes = result.bytes[table];
    if (bytes.ipc.empty() && bytes.staged_path.empty()) continue;  // it has no rows
    absl::StatusOr<Extent> extent = bytes.staged_path.empty()
                                        ? log_.Append(bytes.ipc)
                                        : log_.Adopt(bytes.staged_path, bytes.staged_length, bytes.staged_crc32c);
    if (!extent.ok()) return extent.status();
    commit.tables[table].extent = *extent;
  }
  return absl::OkStatus();
}

}  // namespace tenuki
