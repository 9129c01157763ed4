#include "cli/result_folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status_macros.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "common/arrow_status.h"
#include "common/file_system.h"
#include "coordinator/canonical_table.h"
#include "coordinator/stored_tables.h"
#include "experiments/config.h"
#include "experiments/input_folder.h"
#include "experiments/plan.h"
#include "experiments/registry.h"
#include "experiments/table_digest.h"
#include "report/figure_files.h"
#include "services/grpc_status.h"

namespace tenuki {
namespace {

constexpr std::string_view kExperimentFile = "experiment.textproto";
constexpr std::string_view kParquet = ".parquet";
// Says where and when units ran, which is another thing each time.
constexpr std::string_view kVolatileTable = "provenance";

class ParquetTables final : public TableSource {
 public:
  explicit ParquetTables(std::string folder) : folder_(std::move(folder)) {}
  absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> Open(std::string_view table) override {
    return OpenParquet(absl::StrCat(folder_, "/", table, kParquet));
  }

 private:
  const std::string folder_;
};

absl::Status FetchTable(RemoteCoordinator& coordinator, const std::string& experiment, const TableDefinition& table,
                        const std::string& path) {
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<arrow::RecordBatchReader> rows,
                        coordinator.ReadTable(experiment, table.name));
  ABSL_ASSIGN_OR_RETURN(const std::unique_ptr<CanonicalTableWriter> writer,
                        CanonicalTableWriter::Open(path, rows->schema()));
  while (true) {
    arrow::Result<std::shared_ptr<arrow::RecordBatch>> batch = rows->Next();
    if (!batch.ok()) return FromFlight(batch.status());
    if (*batch == nullptr) break;
    ABSL_RETURN_IF_ERROR(writer->Append(*std::move(batch)));
  }
  return writer->Close().status();
}

InputFolder InputsOf(const std::string& folder) {
  return InputFolder(FileSystem::Real(), absl::StrCat(folder, "/inputs"));
}

// The plan of the experiment that the folder has results of.
absl::StatusOr<Plan> PlanIn(const std::string& folder, Inputs& inputs) {
  ABSL_ASSIGN_OR_RETURN(const v1::Experiment experiment, ExperimentIn(folder));
  return MakePlan(experiment, inputs);
}

absl::Status FetchInputs(RemoteCoordinator& coordinator, const v1::Experiment& experiment, InputFolder inputs) {
  for (const v1::Input& input : experiment.input()) {
    const std::optional<Digest> digest = Digest::FromHex(input.digest());
    if (!digest.has_value() || inputs.ReadInput(*digest).ok()) continue;
    ABSL_ASSIGN_OR_RETURN(const v1::InputFiles files, coordinator.ReadInput(*digest));
    ABSL_RETURN_IF_ERROR(inputs.Write(files));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::Experiment> ExperimentIn(const std::string& folder) {
  const std::string path = absl::StrCat(folder, "/", kExperimentFile);
  ABSL_ASSIGN_OR_RETURN(const std::string text, ReadWholeFile(FileSystem::Real(), path, kMaxExperimentBytes));
  return ReadExperiment(path, text, {});
}

std::unique_ptr<TableSource> OpenTables(const std::string& folder) { return std::make_unique<ParquetTables>(folder); }

absl::Status FetchResults(RemoteCoordinator& coordinator, const std::string& experiment, const std::string& folder) {
  v1::GetExperimentRequest request;
  request.set_name(experiment);
  ABSL_ASSIGN_OR_RETURN(const v1::GetExperimentResponse present, coordinator.GetExperiment(request));
  FileSystem& files = FileSystem::Real();
  ABSL_RETURN_IF_ERROR(files.MakeFolder(folder));
  for (const TableDefinition& table : StoredTableDefinitions(KindOf(present.experiment()))) {
    ABSL_RETURN_IF_ERROR(FetchTable(coordinator, experiment, table, absl::StrCat(folder, "/", table.name, kParquet)));
  }
  ABSL_RETURN_IF_ERROR(FetchInputs(coordinator, present.experiment(), InputsOf(folder)));
  ABSL_RETURN_IF_ERROR(
      WriteWholeFile(files, absl::StrCat(folder, "/", kExperimentFile), FormatExperiment(present.experiment())));
  return WriteReport(folder);
}

absl::StatusOr<int64_t> WriteRecords(const std::string& folder) {
  namespace fs = std::filesystem;
  InputFolder input_folder = InputsOf(folder);
  Inputs inputs(input_folder);
  ABSL_ASSIGN_OR_RETURN(const Plan plan, PlanIn(folder, inputs));
  ParquetTables tables(folder);
  // Records can be made again: they are not synchronised one by one, and appear together when all are there.
  const fs::path unfinished = fs::path(folder) / "records.tmp";
  const absl::Cleanup remove_unfinished = [&] {
    std::error_code ignored;
    fs::remove_all(unfinished, ignored);
  };
  std::error_code error;
  fs::remove_all(unfinished, error);
  int64_t num_records = 0;
  ABSL_RETURN_IF_ERROR(
      KindOf(plan.experiment).Export(plan, inputs, tables, [&](const std::string& path, std::string_view content) {
        const fs::path file = unfinished / path;
        fs::create_directories(file.parent_path(), error);
        std::ofstream stream(file, std::ios::binary);
        stream << content;
        stream.close();
        ++num_records;
        return stream.good() ? absl::OkStatus() : absl::UnavailableError(absl::StrCat("cannot write ", file.string()));
      }));
  if (num_records == 0) return 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(unfinished)) {
    const fs::path place = fs::path(folder) / entry.path().filename();
    fs::remove_all(place, error);
    fs::rename(entry.path(), place, error);
    if (error) return absl::UnavailableError(absl::StrCat("cannot write ", place.string(), ": ", error.message()));
  }
  return num_records;
}

absl::StatusOr<v1::Report> ReportOf(const std::string& folder) {
  InputFolder input_folder = InputsOf(folder);
  Inputs inputs(input_folder);
  ABSL_ASSIGN_OR_RETURN(const Plan plan, PlanIn(folder, inputs));
  ParquetTables tables(folder);
  return KindOf(plan.experiment).MakeReport(plan, tables);
}

absl::Status WriteReport(const std::string& folder) {
  ABSL_ASSIGN_OR_RETURN(const v1::Report report, ReportOf(folder));
  return WriteReportFiles(report, FileSystem::Real(), folder);
}

absl::StatusOr<std::vector<std::pair<std::string, Digest>>> DigestsOf(const std::string& folder) {
  ABSL_ASSIGN_OR_RETURN(const std::vector<std::string> names, FileSystem::Real().List(folder));
  std::vector<std::pair<std::string, Digest>> digests;
  for (const std::string& name : names) {
    std::string_view table = name;
    if (!absl::ConsumeSuffix(&table, kParquet) || table == kVolatileTable) continue;
    const std::string path = absl::StrCat(folder, "/", name);
    ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<arrow::RecordBatchReader> rows, OpenParquet(path));
    TableDigester digester(rows->schema());
    while (true) {
      absl::StatusOr<std::shared_ptr<arrow::RecordBatch>> batch = FromArrow(rows->Next());
      if (!batch.ok()) {
        return absl::Status(batch.status().code(), absl::StrCat(path, ": ", batch.status().message()));
      }
      if (*batch == nullptr) break;
      ABSL_RETURN_IF_ERROR(digester.Add(**batch));
    }
    digests.emplace_back(table, digester.Finish());
  }
  if (digests.empty()) return absl::NotFoundError(absl::StrCat(folder, ": there are no tables"));
  return digests;
}

}  // namespace tenuki
