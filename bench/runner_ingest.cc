// How fast a large table goes into a coordinator's store and comes out again, and what memory that takes there. The
// coordinator is a process of its own, and this one plays the worker.
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "absl/log/check.h"
#include "absl/status/status_macros.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "bench/runner_parts.h"
#include "common/arrow_status.h"
#include "coordinator/canonical_table.h"
#include "experiments/match/match.h"
#include "experiments/match/schema.h"
#include "experiments/table_digest.h"
#include "services/remote_coordinator.h"
#include "tests/child_process.h"

namespace tenuki::bench {
namespace {

constexpr int64_t kRowsPerBatch = 8192;
constexpr int64_t kRowsPerUnit = 16;

// Rows of `games`, as many as are wanted; only their units differ from batch to batch.
class ManyGames final : public arrow::RecordBatchReader {
 public:
  explicit ManyGames(int64_t num_batches) : num_batches_(num_batches) {
    std::unique_ptr<arrow::RecordBatchBuilder> builder =
        *arrow::RecordBatchBuilder::Make(MatchKind().unit_tables().front().schema, arrow::default_memory_pool());
    const std::string moves(2 * 140, 'e');
    for (int64_t row = 0; row < kRowsPerBatch; ++row) {
      const bool is_even = row % 2 == 0;
      CHECK(builder->GetFieldAs<arrow::Int64Builder>(kGamesUnit)->Append(row / kRowsPerUnit).ok());
      CHECK(builder->GetFieldAs<arrow::Int32Builder>(kGamesGame)->Append(is_even ? 0 : 1).ok());
      CHECK(builder->GetField(kGamesOpening)->AppendNull().ok());
      for (const int seed : {kGamesPlayerSeed, kGamesOpponentSeed}) {
        const uint64_t value = static_cast<uint64_t>(row + seed) * 0x9E3779B97F4A7C15;
        CHECK(builder->GetFieldAs<arrow::UInt64Builder>(seed)->Append(value).ok());
      }
      CHECK(builder->GetFieldAs<arrow::StringBuilder>(kGamesPlayerColor)->Append(is_even ? "black" : "white").ok());
      CHECK(builder->GetFieldAs<arrow::StringBuilder>(kGamesWinner)->Append(row % 3 == 0 ? "player" : "opponent").ok());
      CHECK(builder->GetFieldAs<arrow::StringBuilder>(kGamesReason)->Append("two_passes").ok());
      CHECK(builder->GetFieldAs<arrow::DoubleBuilder>(kGamesMargin)->Append(static_cast<double>(row % 41) - 20).ok());
      CHECK(builder->GetFieldAs<arrow::Int32Builder>(kGamesPlies)->Append(static_cast<int32_t>(80 + row % 60)).ok());
      for (const int playouts : {kGamesPlayerPlayouts, kGamesOpponentPlayouts}) {
        CHECK(builder->GetFieldAs<arrow::Int64Builder>(playouts)->Append(16000 * (row % 60)).ok());
      }
      CHECK(builder->GetFieldAs<arrow::StringBuilder>(kGamesMoves)->Append(moves.substr(0, 2 * (80 + row % 60))).ok());
    }
    batch_ = *builder->Flush();
  }

  static int64_t UnitsPerBatch() { return kRowsPerBatch / kRowsPerUnit; }
  int64_t num_bytes() const {
    int64_t bytes = 0;
    for (const std::shared_ptr<arrow::Array>& column : batch_->columns()) {
      for (const std::shared_ptr<arrow::Buffer>& buffer : column->data()->buffers) bytes += buffer ? buffer->size() : 0;
    }
    return bytes * num_batches_;
  }

  std::shared_ptr<arrow::Schema> schema() const override { return batch_->schema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    *batch = nullptr;
    if (next_ == num_batches_) return arrow::Status::OK();
    arrow::Int64Builder units;
    ARROW_RETURN_NOT_OK(units.Reserve(kRowsPerBatch));
    for (int64_t row = 0; row < kRowsPerBatch; ++row) {
      units.UnsafeAppend(next_ * UnitsPerBatch() + row / kRowsPerUnit);
    }
    ++next_;
    ARROW_ASSIGN_OR_RAISE(const std::shared_ptr<arrow::Array> column, units.Finish());
    return batch_->SetColumn(0, schema()->field(0), column).Value(batch);
  }

 private:
  const int64_t num_batches_;
  int64_t next_ = 0;
  std::shared_ptr<arrow::RecordBatch> batch_;
};

absl::Duration CpuTimeOf(pid_t process) {
  std::ifstream file(absl::StrCat("/proc/", process, "/stat"));
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  // After the name, which may hold anything: field 3 is the first.
  const std::vector<std::string> fields = absl::StrSplit(text.substr(text.rfind(')') + 2), ' ');
  double user = 0;
  double system = 0;
  CHECK(absl::SimpleAtod(fields.at(11), &user) && absl::SimpleAtod(fields.at(12), &system)) << text;
  return absl::Seconds((user + system) / static_cast<double>(sysconf(_SC_CLK_TCK)));
}

// Wall time, the coordinator's CPU time, and by how much its memory grew meanwhile.
class Measurement {
 public:
  explicit Measurement(pid_t process) : process_(process) {
    ForgetPeak(process);
    resident_ = MemoryOf(process, "VmRSS");
    cpu_ = CpuTimeOf(process);
    start_ = absl::Now();
  }
  double seconds() const { return absl::ToDoubleSeconds(absl::Now() - start_); }
  double cpu_seconds() const { return absl::ToDoubleSeconds(CpuTimeOf(process_) - cpu_); }
  double grown_megabytes() const { return (MemoryOf(process_, "VmHWM") - resident_) / 1e6; }

 private:
  const pid_t process_;
  double resident_ = 0;
  absl::Duration cpu_;
  absl::Time start_;
};

struct Figures {
  std::vector<double> per_second, per_cpu_second, grown_megabytes;

  void Add(const Measurement& measurement, double megabytes) {
    per_second.push_back(megabytes / measurement.seconds());
    per_cpu_second.push_back(megabytes / measurement.cpu_seconds());
    grown_megabytes.push_back(measurement.grown_megabytes());
  }
  void Print(const std::string& name, const std::string& target) const {
    PrintFigure(absl::StrCat(name, ", MB/s"), per_second, Better::kHigher, "");
    PrintFigure(absl::StrCat(name, ", MB a CPU second of the coordinator"), per_cpu_second, Better::kHigher, target);
    PrintFigure(absl::StrCat(name, ", growth of the coordinator, MB"), grown_megabytes, Better::kLower, "");
  }
};

absl::StatusOr<v1::Lease> TakeLease(RemoteCoordinator& coordinator) {
  v1::SynchronizeRequest request;
  request.set_worker("ingest");
  v1::KindVersion& kind = *request.add_kinds();
  kind.set_kind(std::string(MatchKind().name()));
  kind.set_semantic_version(MatchKind().semantic_version());
  request.set_num_slots(1);
  request.set_num_jobs_wanted(1);
  ABSL_ASSIGN_OR_RETURN(const v1::SynchronizeResponse response, coordinator.Synchronize(request));
  if (response.leases_size() != 1) return absl::InternalError("there should be one lease");
  return response.leases(0);
}

v1::FinishJobRequest ResultOf(const v1::Lease& lease, int64_t num_batches) {
  ManyGames games(num_batches);
  TableDigester digester(games.schema());
  for (std::shared_ptr<arrow::RecordBatch> batch = *games.Next(); batch != nullptr; batch = *games.Next()) {
    CHECK_OK(digester.Add(*batch));
  }
  v1::FinishJobRequest request;
  v1::JobResult& result = *request.mutable_result();
  result.set_attempt(lease.attempt());
  *result.mutable_job() = lease.job();
  result.set_num_units_done(lease.job().num_units());
  result.set_worker("ingest");
  v1::TableUpload& table = *result.add_tables();
  table.set_name("games");
  table.set_num_rows(digester.num_rows());
  table.set_digest(std::string(digester.Finish().bytes()));
  table.set_staged(true);
  v1::TableUpload& moves = *result.add_tables();
  moves.set_name("moves");
  moves.set_digest(std::string(TableDigester(MovesSchema()).Finish().bytes()));
  return request;
}

absl::Status ReadAll(RemoteCoordinator& coordinator, CanonicalTableWriter* writer) {
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<arrow::RecordBatchReader> rows, coordinator.ReadTable("ingest", "games"));
  while (true) {
    ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<arrow::RecordBatch> batch, FromArrow(rows->Next()));
    if (batch == nullptr) return absl::OkStatus();
    if (writer == nullptr) continue;
    ABSL_RETURN_IF_ERROR(writer->Append(batch));
  }
}

}  // namespace

absl::Status MeasureIngest(const RunnerOptions& options) {
  const int64_t bytes_per_batch = ManyGames(1).num_bytes();
  CHECK_GT(bytes_per_batch, 0);
  const auto num_batches = static_cast<int64_t>(1e9 * options.scale) / bytes_per_batch;
  const double megabytes = static_cast<double>(num_batches * bytes_per_batch) / 1e6;
  const int64_t num_units = num_batches * ManyGames::UnitsPerBatch();
  Figures in, out, fetch;
  std::vector<double> own_memory;
  for (int round = 0; round < options.num_rounds; ++round) {
    const TemporaryFolder folder(options);
    ABSL_ASSIGN_OR_RETURN(const std::unique_ptr<ChildProcess> child,
                          ChildProcess::Start({TENUKI_BINARY, "coordinator", "--data",
                                               absl::StrCat(folder.path(), "/data"), "--listen", "127.0.0.1:0"}));
    ABSL_ASSIGN_OR_RETURN(const std::string line, child->ReadLine(absl::Seconds(60)));
    ABSL_ASSIGN_OR_RETURN(const std::unique_ptr<RemoteCoordinator> coordinator,
                          RemoteCoordinator::Connect(std::string(absl::StripPrefix(line, "listening at "))));
    const std::string text = absl::StrCat("stop { units: ", num_units, " }");
    ABSL_RETURN_IF_ERROR(coordinator->SubmitExperiment(MatchRequest("ingest", "", text, num_units)).status());
    ABSL_ASSIGN_OR_RETURN(const v1::Lease lease, TakeLease(*coordinator));
    if (lease.job().num_units() != num_units) return absl::InternalError("the job should have all units");
    const v1::FinishJobRequest result = ResultOf(lease, num_batches);

    const Measurement ingest(child->pid());
    ManyGames games(num_batches);
    ABSL_RETURN_IF_ERROR(coordinator->StageTable(lease.attempt(), "games", games));
    ABSL_RETURN_IF_ERROR(coordinator->FinishJob(result).status());
    in.Add(ingest, megabytes);

    const Measurement reading(child->pid());
    ABSL_RETURN_IF_ERROR(ReadAll(*coordinator, nullptr));
    out.Add(reading, megabytes);

    ForgetPeak(getpid());
    const double own = MemoryOf(getpid(), "VmRSS");
    const Measurement fetching(child->pid());
    ABSL_ASSIGN_OR_RETURN(const std::unique_ptr<CanonicalTableWriter> writer,
                          CanonicalTableWriter::Open(absl::StrCat(folder.path(), "/games.parquet"),
                                                     WithCell(*MatchKind().unit_tables().front().schema)));
    ABSL_RETURN_IF_ERROR(ReadAll(*coordinator, writer.get()));
    ABSL_RETURN_IF_ERROR(writer->Close().status());
    fetch.Add(fetching, megabytes);
    own_memory.push_back((MemoryOf(getpid(), "VmHWM") - own) / 1e6);
  }
  PrintHeading(absl::StrCat("Ingest: a table of ", static_cast<int>(megabytes), " MB in one attempt"));
  in.Print("upload until durable", ">= 100");
  out.Print("reading by DoGet", ">= 100");
  fetch.Print("reading into canonical Parquet", "");
  PrintFigure("reading into canonical Parquet, growth of the reader, MB", own_memory, Better::kLower, "");
  return absl::OkStatus();
}

}  // namespace tenuki::bench
