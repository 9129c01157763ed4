#include "coordinator/staging.h"

#include <arrow/io/interfaces.h>
#include <arrow/ipc/writer.h>

#include <iterator>

#include "absl/crc/crc32c.h"
#include "absl/log/log.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/arrow_status.h"

namespace tenuki {
namespace {

// A file as Arrow writes to it, with the checksum of all that passes.
class StagedFile final : public arrow::io::OutputStream {
 public:
  explicit StagedFile(AppendFile& file) : file_(file) {}

  arrow::Status Write(const void* data, int64_t size) override {
    const std::string_view bytes(static_cast<const char*>(data), static_cast<size_t>(size));
    status_ = file_.Append(bytes);
    if (!status_.ok()) return arrow::Status::IOError(status_.message());
    crc_ = absl::ExtendCrc32c(crc_, bytes);
    return arrow::Status::OK();
  }
  arrow::Status Close() override {
    closed_ = true;
    return arrow::Status::OK();
  }
  arrow::Result<int64_t> Tell() const override { return file_.size(); }
  bool closed() const override { return closed_; }

  uint32_t Checksum() const { return static_cast<uint32_t>(crc_); }
  // Of the last write: Arrow's status does not tell a full disk from others.
  const absl::Status& status() const { return status_; }

 private:
  AppendFile& file_;
  absl::crc32c_t crc_{0};
  absl::Status status_;
  bool closed_ = false;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Staging>> Staging::Open(FileSystem& files, std::string folder) {
  ABSL_RETURN_IF_ERROR(files.MakeFolder(folder));
  ABSL_ASSIGN_OR_RETURN(const std::vector<std::string> names, files.List(folder));
  for (const std::string& name : names) ABSL_RETURN_IF_ERROR(files.Remove(absl::StrCat(folder, "/", name)));
  return std::unique_ptr<Staging>(new Staging(files, std::move(folder)));
}

absl::Status Staging::Stage(AttemptId attempt, const std::string& table, arrow::RecordBatchReader& rows,
                            absl::Time now) {
  RemoveOld(now);
  std::string path;
  {
    absl::MutexLock lock(mutex_);
    const auto first = tables_.lower_bound({attempt, ""});
    if (std::distance(first, tables_.lower_bound({attempt + 1, ""})) >= kMaxTables) {
      return absl::ResourceExhaustedError(absl::StrCat("an attempt has at most ", kMaxTables, " tables"));
    }
    path = absl::StrCat(folder_, "/", ++num_files_, ".arrows");
  }
  absl::StatusOr<StagedTable> staged = Write(path, rows);
  if (!staged.ok()) {
    if (absl::Status status = files_.Remove(path); !status.ok()) LOG(WARNING) << status;
    return staged.status();
  }
  std::string replaced;
  {
    absl::MutexLock lock(mutex_);
    StagedTable& place = tables_[{attempt, table}];
    replaced = std::move(place.path);
    place = *std::move(staged);
    place.staged_at = now;
  }
  return replaced.empty() ? absl::OkStatus() : files_.Remove(replaced);
}

absl::StatusOr<StagedTable> Staging::Write(const std::string& path, arrow::RecordBatchReader& rows) {
  ABSL_ASSIGN_OR_RETURN(const std::unique_ptr<AppendFile> file, files_.OpenForAppend(path));
  StagedFile stream(*file);
  // The stream's own status where there is one, else Arrow's.
  const auto check = [&](const arrow::Status& status) {
    return stream.status().ok() ? FromArrow(status) : stream.status();
  };
  auto writer = arrow::ipc::MakeStreamWriter(&stream, rows.schema());
  ABSL_RETURN_IF_ERROR(check(writer.status()));
  ABSL_ASSIGN_OR_RETURN(UploadedRows seen, ReadUploadedRows(rows, [&](const arrow::RecordBatch& batch) {
                          return check((*writer)->WriteRecordBatch(batch));
                        }));
  ABSL_RETURN_IF_ERROR(check((*writer)->Close()));
  ABSL_RETURN_IF_ERROR(file->Sync());
  return StagedTable{.path = path, .length = file->size(), .crc32c = stream.Checksum(), .rows = std::move(seen)};
}

std::optional<StagedTable> Staging::Find(AttemptId attempt, const std::string& table) const {
  absl::MutexLock lock(mutex_);
  const auto found = tables_.find({attempt, table});
  if (found == tables_.end()) return std::nullopt;
  return found->second;
}

void Staging::Remove(AttemptId attempt) {
  std::vector<std::string> paths;
  {
    absl::MutexLock lock(mutex_);
    auto each = tables_.lower_bound({attempt, ""});
    while (each != tables_.end() && each->first.first == attempt) {
      paths.push_back(std::move(each->second.path));
      each = tables_.erase(each);
    }
  }
  RemoveFiles(paths);
}

void Staging::RemoveOld(absl::Time now) {
  std::vector<std::string> paths;
  {
    absl::MutexLock lock(mutex_);
    for (auto each = tables_.begin(); each != tables_.end();) {
      if (now - each->second.staged_at <= kMaxAge) {
        ++each;
        continue;
      }
      paths.push_back(std::move(each->second.path));
      each = tables_.erase(each);
    }
  }
  RemoveFiles(paths);
}

void Staging::RemoveFiles(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    if (absl::Status status = files_.Remove(path); !status.ok()) LOG(WARNING) << status;
  }
}

}  // namespace tenuki
