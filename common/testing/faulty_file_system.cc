#include "common/testing/faulty_file_system.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

absl::Status WithPath(const absl::Status& status, std::string_view path) {
  if (status.ok()) return status;
  return absl::Status(status.code(), absl::StrCat(path, ": ", status.message()));
}

}  // namespace

class FaultyFileSystem::File final : public AppendFile {
 public:
  File(FaultyFileSystem& files, std::string path, std::unique_ptr<AppendFile> base)
      : files_(files), path_(std::move(path)), base_(std::move(base)) {}

  absl::Status Append(std::string_view bytes) override {
    const AppendPlan plan = files_.PlanAppend(path_, static_cast<int64_t>(bytes.size()));
    ABSL_RETURN_IF_ERROR(base_->Append(bytes.substr(0, plan.bytes_written)));
    return plan.status;
  }

  absl::Status Sync() override {
    files_.BeforeSync(path_);
    ABSL_RETURN_IF_ERROR(files_.SyncError(path_));
    ABSL_RETURN_IF_ERROR(base_->Sync());
    files_.SetSynced(path_, base_->size());
    return absl::OkStatus();
  }

  absl::Status Truncate(int64_t size) override {
    ABSL_RETURN_IF_ERROR(base_->Truncate(size));
    files_.LimitSynced(path_, size);
    return absl::OkStatus();
  }

  int64_t size() const override { return base_->size(); }

 private:
  FaultyFileSystem& files_;
  const std::string path_;
  const std::unique_ptr<AppendFile> base_;
};

void FaultyFileSystem::FailAppend(int nth, absl::Status error, int64_t bytes_written) {
  absl::MutexLock lock(mutex_);
  appends_until_failure_ = nth;
  append_failure_ = {.bytes_written = bytes_written, .status = std::move(error)};
}

void FaultyFileSystem::SetSpaceLeft(std::optional<int64_t> bytes) {
  absl::MutexLock lock(mutex_);
  space_left_ = bytes;
}

void FaultyFileSystem::FailSyncs(absl::Status error) {
  absl::MutexLock lock(mutex_);
  sync_error_ = std::move(error);
}

void FaultyFileSystem::FailRenames(absl::Status error) {
  absl::MutexLock lock(mutex_);
  rename_error_ = std::move(error);
}

FaultyFileSystem::AppendPlan FaultyFileSystem::PlanAppend(const std::string& path, int64_t size) {
  absl::MutexLock lock(mutex_);
  AppendPlan plan = {.bytes_written = size, .status = absl::OkStatus()};
  const bool fails = appends_until_failure_ == 1;
  appends_until_failure_ = std::max(0, appends_until_failure_ - 1);
  if (fails) {
    plan = {.bytes_written = std::min(size, append_failure_.bytes_written),
            .status = WithPath(append_failure_.status, path)};
  }
  if (!space_left_.has_value()) return plan;
  if (plan.bytes_written > *space_left_) {
    plan = {.bytes_written = *space_left_,
            .status = absl::ResourceExhaustedError(
                absl::StrCat(path, ": No space left on device (writing ", size - *space_left_, " bytes)"))};
  }
  *space_left_ -= plan.bytes_written;
  return plan;
}

void FaultyFileSystem::SetBeforeSync(std::function<void(const std::string& path)> hook) {
  absl::MutexLock lock(mutex_);
  before_sync_ = std::move(hook);
}

void FaultyFileSystem::BeforeSync(const std::string& path) {
  std::function<void(const std::string&)> hook;
  {
    absl::MutexLock lock(mutex_);
    hook = before_sync_;
  }
  if (hook) hook(path);
}

absl::Status FaultyFileSystem::SyncError(const std::string& path) {
  absl::MutexLock lock(mutex_);
  return WithPath(sync_error_, path);
}

void FaultyFileSystem::SetSynced(const std::string& path, int64_t size) {
  absl::MutexLock lock(mutex_);
  synced_sizes_[path] = size;
}

void FaultyFileSystem::LimitSynced(const std::string& path, int64_t size) {
  absl::MutexLock lock(mutex_);
  int64_t& synced = synced_sizes_[path];
  synced = std::min(synced, size);
}

absl::Status FaultyFileSystem::LosePower() {
  absl::MutexLock lock(mutex_);
  for (const auto& [path, size] : synced_sizes_) {
    ABSL_ASSIGN_OR_RETURN(const std::unique_ptr<AppendFile> file, base_.OpenForAppend(path));
    ABSL_RETURN_IF_ERROR(file->Truncate(std::min(size, file->size())));
  }
  for (const NameChange& change : std::views::reverse(unsynced_names_)) {
    ABSL_RETURN_IF_ERROR(change.from.empty() ? base_.Remove(change.to) : base_.Rename(change.to, change.from));
  }
  synced_sizes_.clear();
  unsynced_names_.clear();
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<AppendFile>> FaultyFileSystem::OpenForAppend(const std::string& path) {
  const bool is_new = absl::IsNotFound(base_.OpenForRead(path).status());
  ABSL_ASSIGN_OR_RETURN(std::unique_ptr<AppendFile> file, base_.OpenForAppend(path));
  {
    absl::MutexLock lock(mutex_);
    if (is_new) unsynced_names_.push_back({.from = "", .to = path});
    // What a file had before it was first opened here counts as durable.
    synced_sizes_.try_emplace(path, file->size());
  }
  return std::make_unique<File>(*this, path, std::move(file));
}

absl::StatusOr<std::unique_ptr<ReadFile>> FaultyFileSystem::OpenForRead(const std::string& path) {
  return base_.OpenForRead(path);
}

absl::Status FaultyFileSystem::Rename(const std::string& from, const std::string& to) {
  absl::MutexLock lock(mutex_);
  ABSL_RETURN_IF_ERROR(WithPath(rename_error_, from));
  ABSL_RETURN_IF_ERROR(base_.Rename(from, to));
  unsynced_names_.push_back({.from = from, .to = to});
  synced_sizes_.erase(to);
  if (auto size = synced_sizes_.extract(from); !size.empty()) {
    size.key() = to;
    synced_sizes_.insert(std::move(size));
  }
  return absl::OkStatus();
}

absl::Status FaultyFileSystem::Remove(const std::string& path) {
  absl::MutexLock lock(mutex_);
  ABSL_RETURN_IF_ERROR(base_.Remove(path));
  synced_sizes_.erase(path);
  std::erase_if(unsynced_names_, [&](const NameChange& change) { return change.to == path; });
  return absl::OkStatus();
}

absl::Status FaultyFileSystem::MakeFolder(const std::string& path) { return base_.MakeFolder(path); }

absl::Status FaultyFileSystem::SyncFolder(const std::string& path) {
  ABSL_RETURN_IF_ERROR(SyncError(path));
  ABSL_RETURN_IF_ERROR(base_.SyncFolder(path));
  absl::MutexLock lock(mutex_);
  std::erase_if(unsynced_names_, [&](const NameChange& change) { return FolderOf(change.to) == path; });
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> FaultyFileSystem::List(const std::string& path) { return base_.List(path); }

}  // namespace tenuki
