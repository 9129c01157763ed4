// The files, in one folder. Numbers are little-endian.
//
//   000001.log       a segment that records are appended to        000002.table     a staged file that was adopted, as
//                                                                                   it is: its extent starts at 0
//   +-----------------------------------------+
//   | "tenuki segment"  version = 1  "\n"     |  16 bytes
//   +-----------------------------------------+
//   | "TREC" | CRC-32C : 4 | length : 8       |  16 bytes, the checksum being that of the payload
//   | payload : length                        |  Extent::offset is where it begins
//   +-----------------------------------------+
//   | "TREC" ...                              |
//
// Reading needs the ledger's extents alone. The headers are for people and programs that have lost the ledger.
#include "coordinator/segment_log.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "absl/crc/crc32c.h"
#include "absl/status/status_macros.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "coordinator/extent_stream.h"

namespace tenuki {
namespace {

constexpr std::string_view kLogSuffix = ".log";
constexpr std::string_view kTableSuffix = ".table";
constexpr std::string_view kFileHeader = "tenuki segment\x01\n";
constexpr std::string_view kRecordMagic = "TREC";

void PutNumber(uint64_t number, int size, std::string& out) {
  for (int i = 0; i < size; ++i) out.push_back(static_cast<char>(number >> 8 * i));
}

std::string RecordHeader(int64_t length, uint32_t crc32c) {
  std::string header(kRecordMagic);
  PutNumber(crc32c, 4, header);
  PutNumber(static_cast<uint64_t>(length), 8, header);
  return header;
}

// Nothing for files that are not segments.
std::optional<uint64_t> NumberOf(std::string_view name) {
  if (!absl::ConsumeSuffix(&name, kLogSuffix) && !absl::ConsumeSuffix(&name, kTableSuffix)) return std::nullopt;
  uint64_t number = 0;
  if (!absl::SimpleAtoi(name, &number) || absl::StrFormat("%06d", number) != name) return std::nullopt;
  return number;
}

absl::Status CheckFits(const Extent& extent, std::string_view path, int64_t size) {
  const int64_t end = extent.offset + extent.length;
  if (end <= size) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat(path, ": ", end - size, " bytes are missing: it ends at ", size,
                                          ", and the ledger has rows up to ", end));
}

}  // namespace

SegmentLog::SegmentLog(FileSystem& files, std::string folder, int64_t max_segment_bytes)
    : files_(files), folder_(std::move(folder)), max_segment_bytes_(max_segment_bytes) {}

absl::StatusOr<std::unique_ptr<SegmentLog>> SegmentLog::Open(FileSystem& files, std::string folder,
                                                             const std::map<uint64_t, int64_t>& ends,
                                                             int64_t max_segment_bytes) {
  ABSL_RETURN_IF_ERROR(files.MakeFolder(folder));
  std::unique_ptr<SegmentLog> log(new SegmentLog(files, std::move(folder), max_segment_bytes));
  ABSL_RETURN_IF_ERROR(log->TakeStock(ends));
  ABSL_RETURN_IF_ERROR(log->ResumeLastSegment(ends));
  return log;
}

absl::Status SegmentLog::TakeStock(const std::map<uint64_t, int64_t>& ends) {
  ABSL_ASSIGN_OR_RETURN(const std::vector<std::string> names, files_.List(folder_));
  for (const std::string& name : names) {
    const std::optional<uint64_t> number = NumberOf(name);
    if (!number.has_value()) continue;
    const std::string path = absl::StrCat(folder_, "/", name);
    const auto end = ends.find(*number);
    if (end == ends.end()) {
      ABSL_RETURN_IF_ERROR(files_.Remove(path));
      continue;
    }
    if (const std::optional<Segment> other = Find(*number)) {
      return absl::FailedPreconditionError(
          absl::StrCat(other->path, " and ", path, " are the same segment: remove one"));
    }
    ABSL_ASSIGN_OR_RETURN(const std::unique_ptr<ReadFile> file, files_.OpenForRead(path));
    if (file->size() > end->second) {
      ABSL_ASSIGN_OR_RETURN(const std::unique_ptr<AppendFile> longer, files_.OpenForAppend(path));
      ABSL_RETURN_IF_ERROR(longer->Truncate(end->second));
    }
    SetSegment(*number, {.path = path, .size = std::min(file->size(), end->second)});
  }
  if (!ends.empty()) next_number_ = ends.rbegin()->first + 1;
  return absl::OkStatus();
}

absl::Status SegmentLog::ResumeLastSegment(const std::map<uint64_t, int64_t>& ends) {
  for (const auto& [number, end] : std::views::reverse(ends)) {
    const std::optional<Segment> segment = Find(number);
    if (!segment.has_value() || !absl::EndsWith(segment->path, kLogSuffix)) continue;
    if (segment->size < end || segment->size >= max_segment_bytes_) return absl::OkStatus();
    std::string header(kFileHeader.size(), '\0');
    ABSL_ASSIGN_OR_RETURN(const std::unique_ptr<ReadFile> file, files_.OpenForRead(segment->path));
    ABSL_RETURN_IF_ERROR(file->ReadAt(0, static_cast<int64_t>(header.size()), header.data()).status());
    // Another version's, or damaged: its rows can be read, but nothing is added.
    if (header != kFileHeader) return absl::OkStatus();
    ABSL_ASSIGN_OR_RETURN(std::unique_ptr<AppendFile> active, files_.OpenForAppend(segment->path));
    active_ = OpenSegment{.number = number, .file = std::move(active)};
    kept_ = synced_ = Mark{.number = number, .size = segment->size};
    return absl::OkStatus();
  }
  return absl::OkStatus();
}

absl::StatusOr<Extent> SegmentLog::Append(std::string_view bytes) {
  ABSL_RETURN_IF_ERROR(failure_);
  absl::StatusOr<Extent> extent = AppendRecord(bytes);
  failure_ = extent.status();
  return extent;
}

absl::StatusOr<Extent> SegmentLog::AppendRecord(std::string_view bytes) {
  if (!active_.has_value() || active_->file->size() >= max_segment_bytes_) {
    ABSL_RETURN_IF_ERROR(BeginSegment());
  }
  const int64_t length = static_cast<int64_t>(bytes.size());
  const uint32_t crc32c = static_cast<uint32_t>(absl::ComputeCrc32c(bytes));
  ABSL_RETURN_IF_ERROR(active_->file->Append(RecordHeader(length, crc32c)));
  const int64_t offset = active_->file->size();
  ABSL_RETURN_IF_ERROR(active_->file->Append(bytes));
  SetSegment(active_->number, {.path = PathOf(active_->number, kLogSuffix), .size = offset + length});
  return Extent{.segment = active_->number, .offset = offset, .length = length, .crc32c = crc32c};
}

absl::Status SegmentLog::BeginSegment() {
  if (active_.has_value()) {
    ABSL_RETURN_IF_ERROR(SyncActive());
  }
  active_.reset();
  const uint64_t number = next_number_++;
  const std::string path = PathOf(number, kLogSuffix);
  new_segments_.push_back({.number = number, .path = path, .staged_path = ""});
  names_changed_ = true;
  ABSL_ASSIGN_OR_RETURN(std::unique_ptr<AppendFile> file, files_.OpenForAppend(path));
  active_ = OpenSegment{.number = number, .file = std::move(file)};
  return active_->file->Append(kFileHeader);
}

absl::StatusOr<Extent> SegmentLog::Adopt(const std::string& staged_path, int64_t length, uint32_t crc32c) {
  ABSL_RETURN_IF_ERROR(failure_);
  ABSL_ASSIGN_OR_RETURN(const std::unique_ptr<ReadFile> staged, files_.OpenForRead(staged_path));
  if (staged->size() != length) {
    return absl::DataLossError(absl::StrCat(staged_path, ": has ", staged->size(), " bytes, not ", length));
  }
  const uint64_t number = next_number_++;
  const std::string path = PathOf(number, kTableSuffix);
  ABSL_RETURN_IF_ERROR(files_.Rename(staged_path, path));
  new_segments_.push_back({.number = number, .path = path, .staged_path = staged_path});
  names_changed_ = true;
  SetSegment(number, {.path = path, .size = length});
  return Extent{.segment = number, .offset = 0, .length = length, .crc32c = crc32c};
}

absl::Status SegmentLog::Sync() {
  ABSL_RETURN_IF_ERROR(failure_);
  failure_ = SyncAll();
  if (!failure_.ok()) return failure_;
  synced_.reset();
  if (active_.has_value()) synced_ = Mark{.number = active_->number, .size = active_->file->size()};
  num_synced_segments_ = new_segments_.size();
  return absl::OkStatus();
}

absl::Status SegmentLog::SyncAll() {
  if (active_.has_value()) {
    ABSL_RETURN_IF_ERROR(SyncActive());
  }
  if (!names_changed_) return absl::OkStatus();
  ABSL_RETURN_IF_ERROR(files_.SyncFolder(folder_));
  names_changed_ = false;
  return absl::OkStatus();
}

absl::Status SegmentLog::SyncActive() {
  absl::Status status = active_->file->Sync();
  sync_failed_ = !status.ok();
  return status;
}

void SegmentLog::Keep() {
  kept_ = synced_;
  new_segments_.erase(new_segments_.begin(), new_segments_.begin() + static_cast<ptrdiff_t>(num_synced_segments_));
  num_synced_segments_ = 0;
}

absl::Status SegmentLog::RollBack() {
  absl::Status status;
  for (const NewSegment& segment : std::views::reverse(new_segments_)) status.Update(Undo(segment));
  new_segments_.clear();
  num_synced_segments_ = 0;
  if (kept_.has_value()) status.Update(CutToKept());
  synced_ = kept_;
  failure_ = absl::OkStatus();
  sync_failed_ = false;
  return status;
}

absl::Status SegmentLog::Undo(const NewSegment& segment) {
  if (active_.has_value() && active_->number == segment.number) active_.reset();
  ForgetSegment(segment.number);
  return segment.staged_path.empty() ? files_.Remove(segment.path) : files_.Rename(segment.path, segment.staged_path);
}

absl::Status SegmentLog::CutToKept() {
  const Mark mark = *kept_;
  std::optional<OpenSegment> segment = std::exchange(active_, std::nullopt);
  kept_.reset();
  const std::string path = PathOf(mark.number, kLogSuffix);
  SetSegment(mark.number, {.path = path, .size = mark.size});
  if (!segment.has_value() || segment->number != mark.number) {
    ABSL_ASSIGN_OR_RETURN(std::unique_ptr<AppendFile> file, files_.OpenForAppend(path));
    segment = OpenSegment{.number = mark.number, .file = std::move(file)};
  }
  ABSL_RETURN_IF_ERROR(segment->file->Truncate(mark.size));
  // After a failed Sync the system may hold pages for written that are not, and would say nothing at the next one. What
  // is kept was written before; what comes goes into a new segment.
  if (sync_failed_) return absl::OkStatus();
  active_ = std::move(segment);
  kept_ = mark;
  return absl::OkStatus();
}

absl::StatusOr<std::string> SegmentLog::Locate(const Extent& extent) const {
  const std::optional<Segment> segment = Find(extent.segment);
  if (!segment.has_value()) {
    return absl::DataLossError(
        absl::StrCat(PathOf(extent.segment, kLogSuffix), " (or ", kTableSuffix, "): is missing, with all of its rows"));
  }
  ABSL_RETURN_IF_ERROR(CheckFits(extent, segment->path, segment->size));
  return segment->path;
}

absl::Status SegmentLog::CheckExtent(const Extent& extent) const { return Locate(extent).status(); }

absl::StatusOr<std::shared_ptr<arrow::io::InputStream>> SegmentLog::Read(const Extent& extent) const {
  ABSL_ASSIGN_OR_RETURN(const std::string path, Locate(extent));
  absl::StatusOr<std::unique_ptr<ReadFile>> file = files_.OpenForRead(path);
  if (absl::IsNotFound(file.status())) return absl::DataLossError(file.status().message());
  ABSL_RETURN_IF_ERROR(file.status());
  ABSL_RETURN_IF_ERROR(CheckFits(extent, path, (*file)->size()));
  return std::make_shared<ExtentStream>(*std::move(file), path, extent);
}

std::string SegmentLog::PathOf(uint64_t number, std::string_view suffix) const {
  return absl::StrFormat("%s/%06d%s", folder_, number, suffix);
}

std::optional<SegmentLog::Segment> SegmentLog::Find(uint64_t number) const {
  absl::MutexLock lock(mutex_);
  const auto segment = segments_.find(number);
  if (segment == segments_.end()) return std::nullopt;
  return segment->second;
}

void SegmentLog::SetSegment(uint64_t number, Segment segment) {
  absl::MutexLock lock(mutex_);
  segments_[number] = std::move(segment);
}

void SegmentLog::ForgetSegment(uint64_t number) {
  absl::MutexLock lock(mutex_);
  segments_.erase(number);
}

}  // namespace tenuki
