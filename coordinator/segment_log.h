// Where committed rows are kept: files that are only appended to. The ledger says what is in them.
//
//   ABSL_ASSIGN_OR_RETURN(auto log, SegmentLog::Open(files, "data/segments", last_extent_ends));
//   ABSL_ASSIGN_OR_RETURN(Extent extent, log->Append(ipc_bytes));
//   ABSL_RETURN_IF_ERROR(log->Sync());            // now it may be written into the ledger
//   log->Keep();                                  // it is in the ledger
//   ABSL_ASSIGN_OR_RETURN(auto stream, log->Read(extent));
//
// A group of appends becomes durable by one Sync, and counts only when the ledger's transaction after it went through:
// what a crash leaves behind the last extent that the ledger knows is cut off by Open, and RollBack does the same after
// a failed write. A large table that was staged in a file of its own becomes a segment by renaming, without a copy.
//
// Append, Adopt, Sync, Keep, RollBack: one thread at a time. CheckExtent, Read: any thread, also meanwhile; what they
// gave stays readable as long as the extent is kept.
#pragma once

#include <arrow/io/interfaces.h>

#include <cstdint>
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

// A place in the log.
struct Extent {
  uint64_t segment = 0;
  int64_t offset = 0;
  int64_t length = 0;
  // CRC-32C of the bytes.
  uint32_t crc32c = 0;
  friend bool operator==(const Extent&, const Extent&) = default;
};

class SegmentLog {
 public:
  // A segment that has grown past this is closed, and the next one begun.
  static constexpr int64_t kMaxSegmentBytes = 256 << 20;

  // `ends`: for each segment that the ledger refers to, the end of its last extent. Bytes behind it are cut off,
  // segments that it does not mention are removed. Segments that are missing or too short are told by CheckExtent, and
  // never appended to. `files` must outlive the log.
  static absl::StatusOr<std::unique_ptr<SegmentLog>> Open(FileSystem& files, std::string folder,
                                                          const std::map<uint64_t, int64_t>& ends,
                                                          int64_t max_segment_bytes = kMaxSegmentBytes);

  // After an error of Append or Sync both return it again until RollBack.
  absl::StatusOr<Extent> Append(std::string_view bytes);
  // Takes a staged file, whose bytes are durable already and have this checksum, as a segment of its own. DATA_LOSS
  // when it has another length, NOT_FOUND when there is none; after an error it is where it was.
  absl::StatusOr<Extent> Adopt(const std::string& staged_path, int64_t length, uint32_t crc32c);
  // Makes durable what was appended and adopted so far.
  absl::Status Sync();
  // The ledger has what the last successful Sync made durable: RollBack will not touch it. Not what came after that
  // Sync.
  void Keep();
  // Forgets everything that was not kept. Adopted files get their staged names back, so that they can be adopted again.
  // An error says what could not be undone; the log can be used all the same, and the next Open clears it away.
  absl::Status RollBack();

  // Whether the segment's file is long enough for the extent, as Open found it and by what was written since; DATA_LOSS
  // with the file's name otherwise.
  absl::Status CheckExtent(const Extent& extent) const;
  // The bytes, piece by piece. A checksum that does not match is an IOError of the read that reaches the extent's end;
  // its text names file and offset. DATA_LOSS when the file is missing or too short.
  absl::StatusOr<std::shared_ptr<arrow::io::InputStream>> Read(const Extent& extent) const;

 private:
  struct Segment {
    std::string path;
    int64_t size = 0;
  };
  struct OpenSegment {
    uint64_t number = 0;
    std::unique_ptr<AppendFile> file;
  };
  // A segment that RollBack would undo.
  struct NewSegment {
    uint64_t number = 0;
    std::string path;
    // Empty unless it was adopted.
    std::string staged_path;
  };
  // The state to which RollBack returns: the segment that is appended to, and where it ended.
  struct Mark {
    uint64_t number = 0;
    int64_t size = 0;
  };

  SegmentLog(FileSystem& files, std::string folder, int64_t max_segment_bytes);

  absl::Status TakeStock(const std::map<uint64_t, int64_t>& ends);
  absl::Status ResumeLastSegment(const std::map<uint64_t, int64_t>& ends);
  absl::StatusOr<Extent> AppendRecord(std::string_view bytes);
  absl::Status BeginSegment();
  absl::Status SyncActive();
  absl::Status SyncAll();
  absl::Status Undo(const NewSegment& segment);
  absl::Status CutToKept();

  // The path of the extent's file; DATA_LOSS as CheckExtent has it.
  absl::StatusOr<std::string> Locate(const Extent& extent) const;
  std::string PathOf(uint64_t number, std::string_view suffix) const;
  std::optional<Segment> Find(uint64_t number) const ABSL_LOCKS_EXCLUDED(mutex_);
  void SetSegment(uint64_t number, Segment segment) ABSL_LOCKS_EXCLUDED(mutex_);
  void ForgetSegment(uint64_t number) ABSL_LOCKS_EXCLUDED(mutex_);

  FileSystem& files_;
  const std::string folder_;
  const int64_t max_segment_bytes_;

  // Never given twice by one log, so that what RollBack could not remove is not in the way.
  uint64_t next_number_ = 1;
  std::optional<OpenSegment> active_;
  // Since the last SyncFolder.
  bool names_changed_ = false;
  // What Append and Sync return until RollBack.
  absl::Status failure_;
  bool sync_failed_ = false;

  std::vector<NewSegment> new_segments_;
  std::optional<Mark> kept_;
  // What Keep would keep: the mark, and how many of new_segments_.
  std::optional<Mark> synced_;
  size_t num_synced_segments_ = 0;

  mutable absl::Mutex mutex_;
  std::map<uint64_t, Segment> segments_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace tenuki
