#include "coordinator/ledger.h"

#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "coordinator/ledger_schema.h"

namespace tenuki {
namespace {

// Calls `read` for every row; `statement` has been started.
template <typename Read>
absl::Status ForEachRow(Statement& statement, Read read) {
  while (true) {
    ABSL_ASSIGN_OR_RETURN(const bool row, statement.Next());
    if (!row) return absl::OkStatus();
    read();
  }
}

absl::StatusOr<StoreId> FindOrAddStore(Database& database, const Digest& digest) {
  Statement& select = database.Prepare("SELECT id FROM stores WHERE digest = ?");
  std::optional<StoreId> store;
  select.Start(digest.bytes());
  ABSL_RETURN_IF_ERROR(ForEachRow(select, [&] { store = select.Integer(0); }));
  if (store.has_value()) return *store;
  ABSL_RETURN_IF_ERROR(database.Prepare("INSERT INTO stores (digest) VALUES (?)").Run(digest.bytes()));
  return database.LastInsertedRow();
}

absl::Status WriteCommit(Database& database, const LedgerCommit& commit, LedgerVersion version) {
  ABSL_RETURN_IF_ERROR(database.Prepare("INSERT INTO commits VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
                           .Run(commit.store, commit.units.first, commit.units.end, version,
                                static_cast<int64_t>(commit.attempt), commit.worker,
                                absl::ToInt64Microseconds(commit.run_time), absl::ToUnixMillis(commit.committed_at),
                                commit.timings));
  for (size_t table = 0; table < commit.tables.size(); ++table) {
    const StoredTable& stored = commit.tables[table];
    ABSL_RETURN_IF_ERROR(database.Prepare("INSERT INTO extents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
                             .Run(commit.store, commit.units.first, static_cast<int64_t>(table),
                                  static_cast<int64_t>(stored.extent.segment), stored.extent.offset,
                                  stored.extent.length, static_cast<int64_t>(stored.extent.crc32c), stored.num_rows,
                                  stored.digest.bytes()));
  }
  return absl::OkStatus();
}

absl::Status WriteGroup(Database& database, const LedgerGroup& group) {
  if (!group.commits.empty()) {
    ABSL_RETURN_IF_ERROR(database.Prepare("UPDATE meta SET version = version + 1").Run());
    Statement& select = database.Prepare("SELECT version FROM meta");
    LedgerVersion version = 0;
    select.Start();
    ABSL_RETURN_IF_ERROR(ForEachRow(select, [&] { version = select.Integer(0); }));
    for (const LedgerCommit& commit : group.commits) {
      ABSL_RETURN_IF_ERROR(WriteCommit(database, commit, version));
    }
  }
  for (const LedgerLease& lease : group.leases) {
    ABSL_RETURN_IF_ERROR(database.Prepare("INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?, ?, ?, ?)")
                             .Run(static_cast<int64_t>(lease.attempt), lease.store, lease.experiment, lease.cell,
                                  lease.units.first, lease.units.end, lease.worker));
  }
  for (const AttemptId attempt : group.ended_leases) {
    ABSL_RETURN_IF_ERROR(database.Prepare("DELETE FROM leases WHERE attempt = ?").Run(static_cast<int64_t>(attempt)));
  }
  for (const LedgerQuarantine& each : group.quarantined) {
    ABSL_RETURN_IF_ERROR(database.Prepare("INSERT OR REPLACE INTO quarantine VALUES (?, ?, ?, ?)")
                             .Run(each.store, each.unit, each.num_failures, each.reason));
  }
  for (const auto& [experiment, state] : group.states) {
    ABSL_RETURN_IF_ERROR(
        database.Prepare("UPDATE experiments SET state = ? WHERE id = ?").Run(static_cast<int>(state), experiment));
  }
  for (const auto& [experiment, text] : group.nondeterminism_errors) {
    ABSL_RETURN_IF_ERROR(database.Prepare("INSERT INTO nondeterminism_errors VALUES (?, ?)").Run(experiment, text));
  }
  return absl::OkStatus();
}

constexpr std::string_view kCommitColumns =
    "store, first_unit, end_unit, attempt, worker, run_time_us, committed_at_ms, timings";

LedgerCommit ReadCommit(const Statement& row) {
  return {.store = row.Integer(0),
          .units = {row.Integer(1), row.Integer(2)},
          .tables = {},
          .attempt = static_cast<AttemptId>(row.Integer(3)),
          .worker = row.Text(4),
          .run_time = absl::Microseconds(row.Integer(5)),
          .committed_at = absl::FromUnixMillis(row.Integer(6)),
          .timings = row.Text(7)};
}

absl::Status ReadTables(Database& database, LedgerCommit& commit) {
  Statement& row = database.Prepare(
      "SELECT segment, offset, length, crc32c, num_rows, digest FROM extents WHERE store = ? AND first_unit = ? "
      "ORDER BY table_index");
  row.Start(commit.store, commit.units.first);
  return ForEachRow(row, [&] {
    commit.tables.push_back({.extent = {.segment = static_cast<uint64_t>(row.Integer(0)),
                                        .offset = row.Integer(1),
                                        .length = row.Integer(2),
                                        .crc32c = static_cast<uint32_t>(row.Integer(3))},
                             .num_rows = row.Integer(4),
                             .digest = Digest::FromBytes(row.Text(5)).value_or(Digest())});
  });
}

// `statement` selects kCommitColumns and has been started.
absl::StatusOr<std::vector<LedgerCommit>> ReadCommits(Database& database, Statement& statement) {
  std::vector<LedgerCommit> commits;
  ABSL_RETURN_IF_ERROR(ForEachRow(statement, [&] { commits.push_back(ReadCommit(statement)); }));
  for (LedgerCommit& commit : commits) ABSL_RETURN_IF_ERROR(ReadTables(database, commit));
  return commits;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Ledger>> Ledger::Open(const std::string& path) {
  ABSL_ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::Open(path));
  if (absl::Status status = MigrateLedger(*database); !status.ok()) {
    return absl::Status(status.code(), absl::StrCat(path, ": ", status.message()));
  }
  Statement& select = database->Prepare("SELECT id FROM meta");
  std::string id;
  select.Start();
  ABSL_RETURN_IF_ERROR(ForEachRow(select, [&] { id = select.Text(0); }));
  std::unique_ptr<Ledger> ledger(new Ledger(std::move(database)));
  ledger->id_ = std::move(id);
  return ledger;
}

absl::StatusOr<LedgerExperiment> Ledger::AddExperiment(LedgerExperiment experiment) {
  absl::MutexLock lock(mutex_);
  ABSL_RETURN_IF_ERROR(database_->Transact([&]() -> absl::Status {
    ABSL_RETURN_IF_ERROR(database_->Prepare("DELETE FROM experiments WHERE name = ?").Run(experiment.name));
    return database_
        ->Prepare(
            "INSERT INTO experiments (name, experiment, state, priority, units_per_job, units_reused, submitted_at_ms) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)")
        .Run(experiment.name, experiment.experiment, static_cast<int>(experiment.state), experiment.priority,
             experiment.units_per_job, experiment.num_units_reused, absl::ToUnixMillis(experiment.submitted_at));
  }));
  experiment.id = database_->LastInsertedRow();
  return experiment;
}

absl::Status Ledger::SetNumUnitsReused(ExperimentId experiment, int64_t num_units) {
  absl::MutexLock lock(mutex_);
  return database_->Transact([&]() -> absl::Status {
    return database_->Prepare("UPDATE experiments SET units_reused = ? WHERE id = ?").Run(num_units, experiment);
  });
}

absl::StatusOr<std::vector<LedgerExperiment>> Ledger::Experiments() {
  absl::MutexLock lock(mutex_);
  Statement& row = database_->Prepare(
      "SELECT id, name, experiment, state, priority, units_per_job, units_reused, submitted_at_ms FROM experiments "
      "ORDER BY id");
  std::vector<LedgerExperiment> experiments;
  row.Start();
  ABSL_RETURN_IF_ERROR(ForEachRow(row, [&] {
    experiments.push_back({.id = row.Integer(0),
                           .name = row.Text(1),
                           .experiment = row.Text(2),
                           .state = static_cast<ExperimentState>(row.Integer(3)),
                           .priority = static_cast<int>(row.Integer(4)),
                           .units_per_job = row.Integer(5),
                           .num_units_reused = row.Integer(6),
                           .submitted_at = absl::FromUnixMillis(row.Integer(7))});
  }));
  return experiments;
}

absl::StatusOr<std::vector<StoreId>> Ledger::Stores(const std::vector<Digest>& digests) {
  absl::MutexLock lock(mutex_);
  std::vector<StoreId> stores;
  ABSL_RETURN_IF_ERROR(database_->Transact([&]() -> absl::Status {
    for (const Digest& digest : digests) {
      ABSL_ASSIGN_OR_RETURN(const StoreId store, FindOrAddStore(*database_, digest));
      stores.push_back(store);
    }
    return absl::OkStatus();
  }));
  return stores;
}

absl::Status Ledger::Write(const LedgerGroup& group) {
  absl::MutexLock lock(mutex_);
  return database_->Transact([&] { return WriteGroup(*database_, group); });
}

absl::Status Ledger::RemoveCommit(StoreId store, int64_t first_unit) {
  absl::MutexLock lock(mutex_);
  return database_->Transact([&]() -> absl::Status {
    ABSL_RETURN_IF_ERROR(
        database_->Prepare("DELETE FROM extents WHERE store = ? AND first_unit = ?").Run(store, first_unit));
    ABSL_RETURN_IF_ERROR(
        database_->Prepare("DELETE FROM commits WHERE store = ? AND first_unit = ?").Run(store, first_unit));
    return database_->Prepare("UPDATE meta SET version = version + 1, whole_since = version + 1").Run();
  });
}

absl::Status Ledger::ClearQuarantine(StoreId store) {
  absl::MutexLock lock(mutex_);
  return database_->Prepare("DELETE FROM quarantine WHERE store = ?").Run(store);
}

absl::StatusOr<LedgerVersions> Ledger::Versions() {
  absl::MutexLock lock(mutex_);
  Statement& row = database_->Prepare("SELECT whole_since, version FROM meta");
  LedgerVersions versions;
  row.Start();
  ABSL_RETURN_IF_ERROR(ForEachRow(row, [&] { versions = {.first = row.Integer(0), .current = row.Integer(1)}; }));
  return versions;
}

absl::StatusOr<IntervalSet> Ledger::CommittedUnits(StoreId store) {
  absl::MutexLock lock(mutex_);
  Statement& row = database_->Prepare("SELECT first_unit, end_unit FROM commits WHERE store = ? ORDER BY first_unit");
  IntervalSet units;
  row.Start(store);
  ABSL_RETURN_IF_ERROR(ForEachRow(row, [&] { units.Add({row.Integer(0), row.Integer(1)}); }));
  return units;
}

absl::StatusOr<std::vector<LedgerCommit>> Ledger::Commits(StoreId store, LedgerVersion version, int64_t from_unit,
                                                          int max_commits) {
  absl::MutexLock lock(mutex_);
  Statement& row = database_->Prepare(
      absl::StrCat("SELECT ", kCommitColumns,
                   " FROM commits WHERE store = ? AND first_unit >= ? AND version <= ? ORDER BY first_unit LIMIT ?"));
  row.Start(store, from_unit, version, max_commits);
  return ReadCommits(*database_, row);
}

absl::StatusOr<LedgerVersion> Ledger::VersionOfUnits(StoreId store, int64_t end_unit) {
  absl::MutexLock lock(mutex_);
  Statement& row = database_->Prepare("SELECT MAX(version) FROM commits WHERE store = ? AND first_unit < ?");
  LedgerVersion version = 0;
  row.Start(store, end_unit);
  ABSL_RETURN_IF_ERROR(ForEachRow(row, [&] { version = row.Integer(0); }));
  return version;
}

absl::StatusOr<std::optional<LedgerCommit>> Ledger::FindCommit(StoreId store, int64_t unit) {
  absl::MutexLock lock(mutex_);
  Statement& row = database_->Prepare(absl::StrCat(
      "SELECT ", kCommitColumns, " FROM commits WHERE store = ? AND first_unit <= ? ORDER BY first_unit DESC LIMIT 1"));
  row.Start(store, unit);
  ABSL_ASSIGN_OR_RETURN(std::vector<LedgerCommit> commits, ReadCommits(*database_, row));
  if (commits.empty() || commits.front().units.end <= unit) return std::nullopt;
  return std::move(commits.front());
}

absl::StatusOr<std::vector<LedgerQuarantine>> Ledger::Quarantined(StoreId store) {
  absl::MutexLock lock(mutex_);
  Statement& row = database_->Prepare("SELECT unit, failures, reason FROM quarantine WHERE store = ? ORDER BY unit");
  std::vector<LedgerQuarantine> units;
  row.Start(store);
  ABSL_RETURN_IF_ERROR(ForEachRow(row, [&] {
    units.push_back({.store = store,
                     .unit = row.Integer(0),
                     .num_failures = static_cast<int>(row.Integer(1)),
                     .reason = row.Text(2)});
  }));
  return units;
}

absl::StatusOr<std::vector<LedgerLease>> Ledger::Leases() {
  absl::MutexLock lock(mutex_);
  Statement& row = database_->Prepare(
      "SELECT attempt, store, experiment, cell, first_unit, end_unit, worker FROM leases ORDER BY attempt");
  std::vector<LedgerLease> leases;
  row.Start();
  ABSL_RETURN_IF_ERROR(ForEachRow(row, [&] {
    leases.push_back({.attempt = static_cast<AttemptId>(row.Integer(0)),
                      .store = row.Integer(1),
                      .experiment = row.Integer(2),
                      .cell = static_cast<int32_t>(row.Integer(3)),
                      .units = {row.Integer(4), row.Integer(5)},
                      .worker = row.Text(6)});
  }));
  return leases;
}

absl::StatusOr<std::vector<std::string>> Ledger::NondeterminismErrors(ExperimentId experiment) {
  absl::MutexLock lock(mutex_);
  Statement& row = database_->Prepare("SELECT text FROM nondeterminism_errors WHERE experiment = ? ORDER BY rowid");
  std::vector<std::string> texts;
  row.Start(experiment);
  ABSL_RETURN_IF_ERROR(ForEachRow(row, [&] { texts.push_back(row.Text(0)); }));
  return texts;
}

absl::StatusOr<std::map<uint64_t, int64_t>> Ledger::SegmentEnds() {
  absl::MutexLock lock(mutex_);
  Statement& row =
      database_->Prepare("SELECT segment, MAX(offset + length) FROM extents WHERE num_rows > 0 GROUP BY segment");
  std::map<uint64_t, int64_t> ends;
  row.Start();
  ABSL_RETURN_IF_ERROR(ForEachRow(row, [&] { ends[static_cast<uint64_t>(row.Integer(0))] = row.Integer(1); }));
  return ends;
}

absl::StatusOr<std::vector<LedgerCommit>> Ledger::CommitsBehind(uint64_t segment, int64_t size) {
  absl::MutexLock lock(mutex_);
  Statement& row = database_->Prepare(absl::StrCat(
      "SELECT ", kCommitColumns,
      " FROM commits WHERE (store, first_unit) IN (SELECT store, first_unit FROM extents WHERE segment = ? "
      "AND offset + length > ?)"));
  row.Start(static_cast<int64_t>(segment), size);
  return ReadCommits(*database_, row);
}

}  // namespace tenuki
