// Tables on their way in that are too large to ride in a message: each is written to a file of its own as it comes, and
// waits there for the FinishJob of its attempt.
//
//   ABSL_RETURN_IF_ERROR(staging->Stage(attempt, "games", reader));
//   std::optional<StagedTable> table = staging->Find(attempt, "games");
//
// The file becomes a segment of the log by renaming. What nobody asks for is removed when the attempt is over, an hour
// later at the next table that comes, or at the next start. Memory holds a batch at a time.
//
// Thread-safe.
#pragma once

#include <arrow/api.h>

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
#include "common/file_system.h"
#include "coordinator/scheduler_messages.h"
#include "coordinator/uploaded_table.h"

namespace tenuki {

struct StagedTable {
  std::string path;
  int64_t length = 0;
  uint32_t crc32c = 0;
  UploadedRows rows;
  absl::Time staged_at;
};

class Staging {
 public:
  // Of one attempt.
  static constexpr int kMaxTables = 64;
  // How long a table waits for its FinishJob; it can be staged again.
  static constexpr absl::Duration kMaxAge = absl::Hours(1);

  // Removes what an earlier process left.
  static absl::StatusOr<std::unique_ptr<Staging>> Open(FileSystem& files, std::string folder);

  // Durable when it returns. Staging the same table again replaces it. INVALID_ARGUMENT for rows that are no valid
  // Arrow data, RESOURCE_EXHAUSTED for a full disk or too many tables.
  absl::Status Stage(AttemptId attempt, const std::string& table, arrow::RecordBatchReader& rows, absl::Time now);
  std::optional<StagedTable> Find(AttemptId attempt, const std::string& table) const;
  void Remove(AttemptId attempt);

 private:
  Staging(FileSystem& files, std::string folder) : files_(files), folder_(std::move(folder)) {}

  void RemoveOld(absl::Time now) ABSL_LOCKS_EXCLUDED(mutex_);
  void RemoveFiles(const std::vector<std::string>& paths);
  absl::StatusOr<StagedTable> Write(const std::string& path, arrow::RecordBatchReader& rows);

  FileSystem& files_;
  const std::string folder_;
  mutable absl::Mutex mutex_;
  uint64_t num_files_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<std::pair<AttemptId, std::string>, StagedTable> tables_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace tenuki
