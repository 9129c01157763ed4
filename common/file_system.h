// The operating system's files behind an interface, so that tests and the simulator can make a disk full, slow or gone.
//
//   ABSL_ASSIGN_OR_RETURN(std::unique_ptr<AppendFile> file, files.OpenForAppend("segments/000001.log"));
//   ABSL_RETURN_IF_ERROR(file->Append(bytes));
//   ABSL_RETURN_IF_ERROR(file->Sync());
//
// Errors name the path and the system's reason. NOT_FOUND; PERMISSION_DENIED; RESOURCE_EXHAUSTED for a full disk or
// quota; UNAVAILABLE for everything else. Objects of FileSystem are thread-safe; files belong to one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace tenuki {

class AppendFile {
 public:
  virtual ~AppendFile() = default;
  // All of the bytes or an error; after an error the file may hold a part of them.
  virtual absl::Status Append(std::string_view bytes) = 0;
  // Durable when it returns.
  virtual absl::Status Sync() = 0;
  virtual absl::Status Truncate(int64_t size) = 0;
  virtual int64_t size() const = 0;
};

class ReadFile {
 public:
  virtual ~ReadFile() = default;
  // Fewer bytes only at the end of the file. Thread-safe.
  virtual absl::StatusOr<int64_t> ReadAt(int64_t offset, int64_t size, char* out) const = 0;
  virtual int64_t size() const = 0;
};

class FileSystem {
 public:
  virtual ~FileSystem() = default;
  // Made when missing. Its folder's entry is durable after Sync of the folder.
  virtual absl::StatusOr<std::unique_ptr<AppendFile>> OpenForAppend(const std::string& path) = 0;
  virtual absl::StatusOr<std::unique_ptr<ReadFile>> OpenForRead(const std::string& path) = 0;
  virtual absl::Status Rename(const std::string& from, const std::string& to) = 0;
  // OK when there is none.
  virtual absl::Status Remove(const std::string& path) = 0;
  // With its parents, durably; OK when it is there.
  virtual absl::Status MakeFolder(const std::string& path) = 0;
  virtual absl::Status SyncFolder(const std::string& path) = 0;
  // Names, sorted.
  virtual absl::StatusOr<std::vector<std::string>> List(const std::string& path) = 0;

  // The real one.
  static FileSystem& Real();
};

// The folder that a path is in: "." for a bare name.
std::string FolderOf(std::string_view path);

// Whole small files: reads at most `max_bytes` (RESOURCE_EXHAUSTED beyond); writes by way of a temporary file beside
// it, so that a reader sees the old content or the new one, also after a crash. One writer of a path at a time.
absl::StatusOr<std::string> ReadWholeFile(FileSystem& files, const std::string& path, int64_t max_bytes);
absl::Status WriteWholeFile(FileSystem& files, const std::string& path, std::string_view bytes);

}  // namespace tenuki
