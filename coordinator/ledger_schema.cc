#include "coordinator/ledger_schema.h"

#include <array>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

// "tnki": tells our files from other databases.
constexpr int64_t kApplicationId = 0x746E6B69;

// Step i leads from version i to i + 1. Steps that were released are never changed; new ones are added behind.
constexpr std::array kSteps = {
    R"sql(
      CREATE TABLE meta (
        id BLOB NOT NULL,                    -- of the ledger, for ever
        version INTEGER NOT NULL             -- rises with every group that has commits
      );
      INSERT INTO meta VALUES (randomblob(16), 0);

      CREATE TABLE experiments (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name BLOB NOT NULL UNIQUE,
        experiment BLOB NOT NULL,            -- v1.Experiment
        state INTEGER NOT NULL,
        priority INTEGER NOT NULL,
        units_per_job INTEGER NOT NULL,
        units_reused INTEGER NOT NULL,
        submitted_at_ms INTEGER NOT NULL
      );

      -- All results under one cell digest.
      CREATE TABLE stores (
        id INTEGER PRIMARY KEY,
        digest BLOB NOT NULL UNIQUE
      );

      CREATE TABLE commits (
        store INTEGER NOT NULL,
        first_unit INTEGER NOT NULL,
        end_unit INTEGER NOT NULL,
        version INTEGER NOT NULL,
        attempt INTEGER NOT NULL,
        worker BLOB NOT NULL,
        run_time_us INTEGER NOT NULL,
        committed_at_ms INTEGER NOT NULL,
        PRIMARY KEY (store, first_unit)
      ) WITHOUT ROWID;

      -- Where the rows of a commit are, table by table.
      CREATE TABLE extents (
        store INTEGER NOT NULL,
        first_unit INTEGER NOT NULL,
        table_index INTEGER NOT NULL,
        segment INTEGER NOT NULL,
        offset INTEGER NOT NULL,
        length INTEGER NOT NULL,
        crc32c INTEGER NOT NULL,
        num_rows INTEGER NOT NULL,
        digest BLOB NOT NULL,
        PRIMARY KEY (store, first_unit, table_index)
      ) WITHOUT ROWID;

      CREATE TABLE leases (
        attempt INTEGER PRIMARY KEY,
        store INTEGER NOT NULL,
        experiment INTEGER NOT NULL,
        cell INTEGER NOT NULL,
        first_unit INTEGER NOT NULL,
        end_unit INTEGER NOT NULL,
        worker BLOB NOT NULL
      );

      CREATE TABLE quarantine (
        store INTEGER NOT NULL,
        unit INTEGER NOT NULL,
        failures INTEGER NOT NULL,
        reason BLOB NOT NULL,
        PRIMARY KEY (store, unit)
      ) WITHOUT ROWID;

      CREATE TABLE nondeterminism_errors (
        experiment INTEGER NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
        text BLOB NOT NULL
      );
    )sql",
    R"sql(
      -- Before this version commits were removed: what stood there cannot be read any more.
      ALTER TABLE meta ADD COLUMN whole_since INTEGER NOT NULL DEFAULT 0;
    )sql",
    R"sql(
      ALTER TABLE commits ADD COLUMN timings BLOB NOT NULL DEFAULT x'';  -- v1.JobTimings
    )sql",
};

absl::StatusOr<int64_t> Pragma(Database& database, std::string_view name) {
  Statement& statement = database.Prepare(absl::StrCat("PRAGMA ", name));
  statement.Start();
  ABSL_RETURN_IF_ERROR(statement.Next().status());
  const int64_t value = statement.Integer(0);
  statement.Start();
  return value;
}

}  // namespace

absl::Status MigrateLedger(Database& database) {
  ABSL_ASSIGN_OR_RETURN(const int64_t version, Pragma(database, "user_version"));
  ABSL_ASSIGN_OR_RETURN(const int64_t application, Pragma(database, "application_id"));
  ABSL_ASSIGN_OR_RETURN(const int64_t schema_changes, Pragma(database, "schema_version"));
  if (application != kApplicationId && schema_changes != 0) {
    return absl::DataLossError("the file is a database, but not a ledger of tenuki");
  }
  if (version > static_cast<int64_t>(kSteps.size())) {
    return absl::FailedPreconditionError(absl::StrCat("the ledger has version ", version,
                                                      ", written by a newer tenuki; this one reads up to version ",
                                                      kSteps.size(), ". Use the newer tenuki, or another folder"));
  }
  for (auto step = static_cast<size_t>(version); step < kSteps.size(); ++step) {
    ABSL_RETURN_IF_ERROR(database.Transact([&]() -> absl::Status {
      ABSL_RETURN_IF_ERROR(database.Execute(kSteps[step]));
      ABSL_RETURN_IF_ERROR(database.Execute(absl::StrCat("PRAGMA application_id = ", kApplicationId)));
      return database.Execute(absl::StrCat("PRAGMA user_version = ", step + 1));
    }));
  }
  return absl::OkStatus();
}

}  // namespace tenuki
