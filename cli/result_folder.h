// The results of an experiment as files: <out>/<experiment>/ with a Parquet file for each table, experiment.textproto
// with every default written out, and report.md with its figures beside it, figures/*.svg. When the experiment has
// inputs they come along, in a folder `inputs`: experiment.textproto can be run again from there. Where they are asked
// for, the kind's records too: games/*.sgf of a match.
//
//   ABSL_RETURN_IF_ERROR(FetchResults(coordinator, "quickstart", "results/quickstart"));
//   ABSL_RETURN_IF_ERROR(WriteRecords("results/quickstart"));
//   ABSL_ASSIGN_OR_RETURN(v1::Report report, ReportOf("results/quickstart"));
//
// One thread at a time.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/digest.h"
#include "experiments/tables.h"
#include "services/remote_coordinator.h"
#include "tenuki/v1/experiment.pb.h"
#include "tenuki/v1/report.pb.h"

namespace tenuki {

// Writes all files; each is there as a whole or as it was before. DATA_LOSS when the coordinator found stored rows
// damaged: it runs those units again, so fetch again when it has finished.
absl::Status FetchResults(RemoteCoordinator& coordinator, const std::string& experiment, const std::string& folder);

// From the tables in the folder: takes the place of the records that are there. Returns how many there are.
absl::StatusOr<int64_t> WriteRecords(const std::string& folder);

// From the derived tables in the folder. NOT_FOUND when there are no results.
absl::StatusOr<v1::Report> ReportOf(const std::string& folder);

// The experiment that the folder has results of, as it was resolved. NOT_FOUND when there are no results.
absl::StatusOr<v1::Experiment> ExperimentIn(const std::string& folder);

// The tables in the folder.
std::unique_ptr<TableSource> OpenTables(const std::string& folder);

// report.md and its figures, from the derived tables in the folder.
absl::Status WriteReport(const std::string& folder);

// The digest of every table in the folder whose rows do not depend on where it ran, by name.
absl::StatusOr<std::vector<std::pair<std::string, Digest>>> DigestsOf(const std::string& folder);

}  // namespace tenuki
