#include "coordinator/provenance.h"

#include <optional>
#include <string>
#include <utility>

#include "common/protobuf_time.h"
#include "coordinator/commit_cursor.h"
#include "tenuki/v1/job.pb.h"

namespace tenuki {
namespace {

// Rows to a batch, or some more.
constexpr int64_t kBatchRows = 4096;

enum Column {
  kCell,
  kFirstUnit,
  kNumUnits,
  kAttempt,
  kWorker,
  kCommittedAt,
  kActivity,
  kCount,
  kTimeUs,
  kLongestUs,  // null of the job itself
};

// What one row says besides its commit.
struct Activity {
  std::string_view name;
  int64_t count = 0;
  absl::Duration time;
  std::optional<absl::Duration> longest;
};

arrow::Status Append(const CommitCursor::Item& item, const Activity& activity, arrow::RecordBatchBuilder& builder) {
  const LedgerCommit& commit = item.commit;
  ARROW_RETURN_NOT_OK(builder.GetFieldAs<arrow::Int32Builder>(kCell)->Append(item.cell));
  ARROW_RETURN_NOT_OK(builder.GetFieldAs<arrow::Int64Builder>(kFirstUnit)->Append(commit.units.first));
  ARROW_RETURN_NOT_OK(builder.GetFieldAs<arrow::Int64Builder>(kNumUnits)->Append(commit.units.size()));
  ARROW_RETURN_NOT_OK(builder.GetFieldAs<arrow::UInt64Builder>(kAttempt)->Append(commit.attempt));
  ARROW_RETURN_NOT_OK(builder.GetFieldAs<arrow::StringBuilder>(kWorker)->Append(commit.worker));
  ARROW_RETURN_NOT_OK(
      builder.GetFieldAs<arrow::TimestampBuilder>(kCommittedAt)->Append(absl::ToUnixMillis(commit.committed_at)));
  ARROW_RETURN_NOT_OK(builder.GetFieldAs<arrow::StringBuilder>(kActivity)->Append(activity.name));
  ARROW_RETURN_NOT_OK(builder.GetFieldAs<arrow::Int64Builder>(kCount)->Append(activity.count));
  ARROW_RETURN_NOT_OK(
      builder.GetFieldAs<arrow::Int64Builder>(kTimeUs)->Append(absl::ToInt64Microseconds(activity.time)));
  auto& longest = *builder.GetFieldAs<arrow::Int64Builder>(kLongestUs);
  return activity.longest.has_value() ? longest.Append(absl::ToInt64Microseconds(*activity.longest))
                                      : longest.AppendNull();
}

// The rows of one commit. Gives their number.
arrow::Result<int64_t> AppendCommit(const CommitCursor::Item& item, arrow::RecordBatchBuilder& builder) {
  const LedgerCommit& commit = item.commit;
  ARROW_RETURN_NOT_OK(
      Append(item, {.name = "job", .count = commit.units.size(), .time = commit.run_time, .longest = {}}, builder));
  v1::JobTimings timings;
  if (!timings.ParseFromString(commit.timings)) return arrow::Status::IOError("the ledger's timings cannot be read");
  for (const v1::Timing& timing : timings.timings()) {
    ARROW_RETURN_NOT_OK(Append(item,
                               {.name = timing.activity(),
                                .count = timing.count(),
                                .time = ToDuration(timing.total()),
                                .longest = ToDuration(timing.longest())},
                               builder));
  }
  return 1 + timings.timings_size();
}

class ProvenanceReader final : public arrow::RecordBatchReader {
 public:
  ProvenanceReader(StoredView view, Ledger& ledger) : view_(std::move(view)), cursor_(view_, ledger) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* out) override {
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<arrow::RecordBatchBuilder> builder,
                          arrow::RecordBatchBuilder::Make(schema_, arrow::default_memory_pool()));
    int64_t num_rows = 0;
    while (num_rows < kBatchRows) {
      const absl::StatusOr<const CommitCursor::Item*> item = cursor_.Next();
      if (!item.ok()) return arrow::Status::IOError(item.status().message());
      if (*item == nullptr) break;
      ARROW_ASSIGN_OR_RAISE(const int64_t appended, AppendCommit(**item, *builder));
      num_rows += appended;
    }
    if (num_rows == 0) {
      *out = nullptr;
      return arrow::Status::OK();
    }
    return builder->Flush().Value(out);
  }

 private:
  const StoredView view_;
  const std::shared_ptr<arrow::Schema> schema_ = ProvenanceSchema();
  CommitCursor cursor_;
};

}  // namespace

std::shared_ptr<arrow::Schema> ProvenanceSchema() {
  const auto column = [](const char* name, std::shared_ptr<arrow::DataType> type) {
    return arrow::field(name, std::move(type), /*nullable=*/false);
  };
  return arrow::schema({CellField(), column("first_unit", arrow::int64()), column("num_units", arrow::int64()),
                        column("attempt", arrow::uint64()), column("worker", arrow::utf8()),
                        column("committed_at", arrow::timestamp(arrow::TimeUnit::MILLI, "UTC")),
                        column("activity", arrow::utf8()), column("count", arrow::int64()),
                        column("time_us", arrow::int64()), arrow::field("longest_us", arrow::int64())});
}

std::shared_ptr<arrow::RecordBatchReader> ReadProvenance(StoredView view, Ledger& ledger) {
  return std::make_shared<ProvenanceReader>(std::move(view), ledger);
}

}  // namespace tenuki
