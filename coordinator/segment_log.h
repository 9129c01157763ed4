// Where committed rows are kept: files that are only appended to. The ledger says what is in them.
//
//   ABSL_ASSIGN_OR_RETURN(auto log, SegmentLog::Open(files, "data/segments", last_extent_ends));
//   ABSL_ASSIGN_OR_RETURN(Extent extent, log->Append(ipc_bytes));
//   ABSL_RETURN_IF_ERROR(log->Sync());            // now it may be written into the ledger
//   ABSL_ASSIGN_OR_RETURN(auto stream, log->Read(extent));
//
// A group of appends becomes durable by one Sync, and counts only when the ledger's transaction after it went through:
// what a crash leaves behind the last extent that the ledger knows is cut off by Open, and RollBack does the same after
// a failed write. A large table that was staged in a file of its own becomes a segment by renaming, without a copy.
//
// Append, Adopt, Sync, RollBack: one thread at a time. Read: any thread, also meanwhile.
#pragma once

#include <arrow/io/interfaces.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
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

  // `ends`: for each segment that the ledger refers to, the end of its last extent. Bytes behind it are cut off, segments
  // that it does not mention are removed. Segments that are missing or too short are told by `Damaged`.
  static absl::StatusOr<std::unique_ptr<SegmentLog>> Open(FileSystem& files, std::string folder,
                                                          const std::map<uint64_t, int64_t>& ends);

  absl::StatusOr<Extent> Append(std::string_view bytes);
  // Takes a staged file, whose bytes are durable already and have this checksum, as a segment of its own.
  absl::StatusOr<Extent> Adopt(const std::string& staged_path, int64_t length, uint32_t crc32c);
  absl::Status Sync();
  // Forgets everything since the last Sync after which `Keep` was called.
  absl::Status RollBack();
  // The ledger has what was synchronised: RollBack will not touch it.
  void Keep();

  // Whether the segment's file is there and long enough for the extent; DATA_LOSS with the file's name otherwise.
  absl::Status CheckExtent(const Extent& extent) const;
  // The bytes, piece by piece. A checksum that does not match is an IOError of the read that reaches the extent's end;
  // its text names file and offset.
  absl::StatusOr<std::shared_ptr<arrow::io::InputStream>> Read(const Extent& extent) const;
};

}  // namespace tenuki
