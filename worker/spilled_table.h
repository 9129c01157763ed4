// Rows of a table that are too many for memory: an Arrow IPC stream that is kept in memory while it is short, and in a
// file when it is long.
//
//   SpillableStream stream(place);                          // an arrow::io::OutputStream
//   ABSL_RETURN_IF_ERROR(stream.Spill("games"));            // from now on in a file
//   ABSL_ASSIGN_OR_RETURN(std::shared_ptr<SpilledTable> table, stream.FinishFile());
//   ABSL_ASSIGN_OR_RETURN(auto rows, table->Open());        // batch by batch
//
// A SpillableStream belongs to one thread. A SpilledTable is thread-safe.
#pragma once

#include <arrow/api.h>
#include <arrow/io/interfaces.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/crc/crc32c.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/file_system.h"
#include "worker/byte_budget.h"

namespace tenuki {

// Where the rows of one attempt go. What it refers to must outlive the tables.
struct SpillPlace {
  FileSystem& files;
  ByteBudget& budget;
  // A table's file is <path_prefix>.<table>.rows.
  std::string path_prefix;
};

// A file of rows. It is removed with its last owner, unless it is to be kept.
class SpilledTable {
 public:
  SpilledTable(FileSystem& files, ByteBudget& budget, std::string name, std::string path, int64_t num_bytes,
               absl::crc32c_t crc32c);
  ~SpilledTable();
  SpilledTable(const SpilledTable&) = delete;
  SpilledTable& operator=(const SpilledTable&) = delete;

  // The file stays when nobody knows it any more: a spooled result refers to it.
  void Keep() { keep_ = true; }

  // DATA_LOSS with the file's name unless it has the size and the checksum that it should. Reads all of it.
  absl::Status Verify() const;
  absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> Open() const;

  const std::string& name() const { return name_; }
  const std::string& path() const { return path_; }
  int64_t num_bytes() const { return num_bytes_; }
  absl::crc32c_t checksum() const { return crc32c_; }

 private:
  FileSystem& files_;
  ByteBudget& budget_;
  const std::string name_;
  const std::string path_;
  const int64_t num_bytes_;
  const absl::crc32c_t crc32c_;
  std::atomic<bool> keep_ = false;
};

class SpillableStream final : public arrow::io::OutputStream {
 public:
  // Bytes that are gathered before they are written to the file.
  static constexpr size_t kFileBufferBytes = 256 << 10;

  explicit SpillableStream(const SpillPlace& place) : place_(place) {}
  // An unfinished file is removed.
  ~SpillableStream() override;

  // Moves what there is to the file of the table of that name, and writes there from now on.
  absl::Status Spill(std::string_view table);
  bool is_spilled() const { return file_ != nullptr; }
  size_t num_bytes_in_memory() const { return buffer_.size(); }

  // REQUIRES: it is spilled. The stream is not used any more.
  absl::StatusOr<std::shared_ptr<SpilledTable>> FinishFile();
  // REQUIRES: it is not spilled. The stream is not used any more.
  std::string TakeBytes() { return std::move(buffer_); }

  // arrow::io::OutputStream
  arrow::Status Write(const void* data, int64_t num_bytes) override;
  using arrow::io::OutputStream::Write;
  arrow::Result<int64_t> Tell() const override { return position_; }
  arrow::Status Close() override;
  bool closed() const override { return closed_; }

 private:
  absl::Status WriteBufferToFile();

  const SpillPlace& place_;
  std::string buffer_;
  int64_t position_ = 0;
  bool closed_ = false;
  std::string name_;
  std::string path_;
  std::unique_ptr<AppendFile> file_;
  int64_t num_bytes_taken_ = 0;
  absl::crc32c_t crc32c_{0};
};

}  // namespace tenuki
