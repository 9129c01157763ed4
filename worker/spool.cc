#include "worker/spool.h"

#include <optional>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/log/log.h"
#include "absl/status/status_macros.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "worker/spool_file.h"

namespace tenuki {
namespace {

constexpr std::string_view kResultSuffix = ".result";
constexpr std::string_view kRowsSuffix = ".rows";
constexpr std::string_view kTemporarySuffix = ".tmp";
// Folders of the same name that were not taken over yet, before a worker gives up.
constexpr int kMaxFolderTries = 100;

std::string ResultPath(const std::string& folder, uint64_t attempt) {
  return absl::StrCat(folder, "/", AttemptFileName(attempt), kResultSuffix);
}

std::string RowsPath(const std::string& folder, uint64_t attempt, const std::string& table) {
  return absl::StrCat(folder, "/", AttemptFileName(attempt), ".", table, kRowsSuffix);
}

std::string_view AttemptPart(std::string_view file_name) { return file_name.substr(0, file_name.find('.')); }

// A folder of its own, with nothing in it: what is left in one of the same name is for TakeOver.
absl::StatusOr<std::unique_ptr<FolderLock>> TakeEmptyFolder(FileSystem& files, const std::string& folder) {
  ABSL_RETURN_IF_ERROR(files.MakeFolder(folder));
  ABSL_ASSIGN_OR_RETURN(std::unique_ptr<FolderLock> lock, FolderLock::Take(folder));
  ABSL_ASSIGN_OR_RETURN(const std::vector<std::string> names, files.List(folder));
  if (names.size() > 1) return absl::FailedPreconditionError(absl::StrCat(folder, ": is not empty"));
  return lock;
}

}  // namespace

Spool::Spool(FileSystem& files, std::string root, std::string folder, std::unique_ptr<FolderLock> lock,
             int64_t max_bytes)
    : files_(files), root_(std::move(root)), folder_(std::move(folder)), lock_(std::move(lock)), budget_(max_bytes) {}

Spool::~Spool() {
  {
    absl::MutexLock lock(mutex_);
    for (auto& [attempt, entry] : entries_) {
      for (const auto& table : entry.spilled) table->Keep();
    }
    entries_.clear();
  }
  lock_->RemoveFolder();
}

absl::StatusOr<std::unique_ptr<Spool>> Spool::Open(FileSystem& files, const std::string& folder,
                                                   const std::string& worker, int64_t max_bytes) {
  absl::Status error;
  for (int i = 0; i < kMaxFolderTries; ++i) {
    const std::string own = absl::StrCat(folder, "/", worker, i == 0 ? "" : absl::StrCat(".", i));
    absl::StatusOr<std::unique_ptr<FolderLock>> lock = TakeEmptyFolder(files, own);
    if (lock.ok()) return std::unique_ptr<Spool>(new Spool(files, folder, own, *std::move(lock), max_bytes));
    error = lock.status();
  }
  return error;
}

absl::Status Spool::Write(const std::string& ledger_id, const FinishedJob& job) {
  v1::SpooledResult spooled;
  spooled.set_ledger_id(ledger_id);
  *spooled.mutable_result() = job.result;
  for (const std::shared_ptr<SpilledTable>& table : job.spilled) {
    v1::SpooledTable& entry = *spooled.add_tables();
    entry.set_name(table->name());
    entry.set_num_bytes(table->num_bytes());
    entry.set_crc32c(static_cast<uint32_t>(table->checksum()));
  }
  const std::string bytes = EncodeSpoolFile(spooled);
  const int64_t num_bytes = static_cast<int64_t>(bytes.size());
  const std::string path = ResultPath(folder_, job.result.attempt());
  ABSL_RETURN_IF_ERROR(budget_.Take(num_bytes));
  if (absl::Status written = WriteWholeFile(files_, path, bytes); !written.ok()) {
    budget_.Give(num_bytes);
    return written;
  }
  absl::MutexLock lock(mutex_);
  entries_[job.result.attempt()] = {.path = path, .num_bytes = num_bytes, .spilled = job.spilled, .is_verified = true};
  return absl::OkStatus();
}

absl::StatusOr<FinishedJob> Spool::Read(uint64_t attempt) {
  Entry entry;
  {
    absl::MutexLock lock(mutex_);
    const auto found = entries_.find(attempt);
    if (found == entries_.end()) {
      return absl::NotFoundError(absl::StrCat("no result of attempt ", AttemptFileName(attempt), " is in the spool"));
    }
    entry = found->second;
  }
  absl::StatusOr<v1::SpooledResult> spooled = ReadFileAt(entry.path);
  absl::Status status = spooled.status();
  if (!entry.is_verified) {
    for (const std::shared_ptr<SpilledTable>& table : entry.spilled) status.Update(table->Verify());
  }
  if (absl::IsDataLoss(status) || absl::IsNotFound(status)) {
    MoveAside(entry.path, status);
    absl::MutexLock lock(mutex_);
    entries_.erase(attempt);
    budget_.Give(entry.num_bytes);
    return absl::DataLossError(status.message());
  }
  ABSL_RETURN_IF_ERROR(status);
  absl::MutexLock lock(mutex_);
  entries_[attempt].is_verified = true;
  return FinishedJob{.result = std::move(*spooled->mutable_result()), .spilled = std::move(entry.spilled)};
}

void Spool::Remove(uint64_t attempt) {
  std::optional<Entry> entry;
  {
    absl::MutexLock lock(mutex_);
    if (auto node = entries_.extract(attempt)) entry = std::move(node.mapped());
  }
  if (!entry.has_value()) return;
  if (const absl::Status removed = files_.Remove(entry->path); !removed.ok()) LOG(WARNING) << removed.message();
  budget_.Give(entry->num_bytes);
}

absl::StatusOr<v1::SpooledResult> Spool::ReadFileAt(const std::string& path) const {
  absl::StatusOr<std::string> bytes = ReadWholeFile(files_, path, kMaxSpoolFileBytes);
  if (absl::IsResourceExhausted(bytes.status())) return absl::DataLossError(bytes.status().message());
  ABSL_RETURN_IF_ERROR(bytes.status());
  return DecodeSpoolFile(*bytes);
}

void Spool::MoveAside(const std::string& path, const absl::Status& why) {
  LOG(WARNING) << path << ": a spooled result is damaged: " << why.message() << "; its units will be run again";
  const absl::Status moved = files_.Rename(path, absl::StrCat(path, ".damaged"));
  if (!moved.ok() && !absl::IsNotFound(moved)) LOG(WARNING) << moved.message();
}

std::vector<FoundResult> Spool::TakeOver(const std::string& ledger_id) {
  const absl::StatusOr<std::vector<std::string>> names = files_.List(root_);
  if (!names.ok()) {
    LOG(WARNING) << names.status().message();
    return {};
  }
  std::vector<FoundResult> found;
  for (const std::string& name : *names) {
    const std::string folder = absl::StrCat(root_, "/", name);
    if (folder == folder_) continue;
    const absl::StatusOr<std::unique_ptr<FolderLock>> lock = FolderLock::Take(folder);
    if (!lock.ok()) continue;
    for (FoundResult& result : TakeOverFolder(folder, ledger_id)) found.push_back(std::move(result));
    (*lock)->RemoveFolder();
  }
  return found;
}

// REQUIRES: the folder is locked by this process.
std::vector<FoundResult> Spool::TakeOverFolder(const std::string& folder, const std::string& ledger_id) {
  const absl::StatusOr<std::vector<std::string>> names = files_.List(folder);
  if (!names.ok()) return {};
  std::vector<FoundResult> found;
  absl::flat_hash_set<std::string_view> attempts;
  for (const std::string& name : *names) {
    if (!absl::EndsWith(name, kResultSuffix)) continue;
    attempts.insert(AttemptPart(name));
    const std::string path = absl::StrCat(folder, "/", name);
    absl::StatusOr<v1::SpooledResult> spooled = ReadFileAt(path);
    if (spooled.ok() && absl::StrCat(AttemptFileName(spooled->result().attempt()), kResultSuffix) != name) {
      spooled = absl::DataLossError("it is of another attempt than its name says");
    }
    if (absl::IsDataLoss(spooled.status())) {
      MoveAside(path, spooled.status());
    } else if (!spooled.ok()) {
      LOG(WARNING) << spooled.status().message();
    } else if (spooled->ledger_id() == ledger_id) {
      absl::StatusOr<FoundResult> adopted = Adopt(folder, *spooled);
      if (adopted.ok()) {
        found.push_back(*std::move(adopted));
      } else {
        LOG(WARNING) << "a spooled result stays where it is: " << adopted.status().message();
      }
    }
  }
  // What a worker was writing when it died.
  for (const std::string& name : *names) {
    const bool is_orphan = absl::EndsWith(name, kRowsSuffix) && !attempts.contains(AttemptPart(name));
    if (is_orphan || absl::EndsWith(name, kTemporarySuffix)) {
      files_.Remove(absl::StrCat(folder, "/", name)).IgnoreError();
    }
  }
  return found;
}

absl::StatusOr<FoundResult> Spool::Adopt(const std::string& folder, const v1::SpooledResult& spooled) {
  const uint64_t attempt = spooled.result().attempt();
  Entry entry = {.path = ResultPath(folder_, attempt),
                 .num_bytes = static_cast<int64_t>(EncodeSpoolFile(spooled).size()),
                 .spilled = {},
                 .is_verified = false};
  {
    absl::MutexLock lock(mutex_);
    if (entries_.contains(attempt)) {
      return absl::AlreadyExistsError(absl::StrCat(entry.path, ": this worker has a result of the same attempt"));
    }
  }
  ABSL_RETURN_IF_ERROR(files_.Rename(ResultPath(folder, attempt), entry.path));
  budget_.TakeAnyway(entry.num_bytes);
  for (const v1::SpooledTable& table : spooled.tables()) {
    const std::string path = RowsPath(folder_, attempt, table.name());
    // Whether it worked shows when the rows are verified.
    files_.Rename(RowsPath(folder, attempt, table.name()), path).IgnoreError();
    budget_.TakeAnyway(table.num_bytes());
    entry.spilled.push_back(std::make_shared<SpilledTable>(files_, budget_, table.name(), path, table.num_bytes(),
                                                           absl::crc32c_t{table.crc32c()}));
  }
  absl::MutexLock lock(mutex_);
  entries_[attempt] = std::move(entry);
  return FoundResult{
      .attempt = attempt, .job = spooled.result().job(), .num_units_done = spooled.result().num_units_done()};
}

}  // namespace tenuki
