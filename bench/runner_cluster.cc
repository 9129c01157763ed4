#include "bench/runner_cluster.h"

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"

namespace tenuki::bench {

class Cluster::Client final : public CoordinatorClient {
 public:
  Client(CoordinatorClient& client, UnitTimes& times) : client_(client), times_(times) {}

  absl::StatusOr<v1::SynchronizeResponse> Synchronize(const v1::SynchronizeRequest& request) override {
    const absl::Time asked = absl::Now();
    ++times_.num_synchronizations;
    times_.num_mentions += request.attempts_size();
    absl::StatusOr<v1::SynchronizeResponse> response = client_.Synchronize(request);
    if (!response.ok()) return response;
    const absl::Time leased = absl::Now();
    for (const v1::Lease& lease : response->leases()) {
      times_.asked[lease.job().first_unit()] = asked;
      times_.leased[lease.job().first_unit()] = leased;
    }
    return response;
  }
  absl::StatusOr<v1::FinishJobResponse> FinishJob(const v1::FinishJobRequest& request) override {
    absl::StatusOr<v1::FinishJobResponse> response = client_.FinishJob(request);
    if (!response.ok()) return response;
    times_.acknowledged[request.result().job().first_unit()] = absl::Now();
    times_.num_units_acknowledged += request.result().num_units_done();
    return response;
  }
  absl::Status StageTable(uint64_t attempt, const std::string& table, arrow::RecordBatchReader& rows) override {
    return client_.StageTable(attempt, table, rows);
  }
  absl::StatusOr<v1::InputFiles> ReadInput(const Digest& digest) override { return client_.ReadInput(digest); }

 private:
  CoordinatorClient& client_;
  UnitTimes& times_;
};

class Cluster::TimedMatch final : public Kind {
 public:
  explicit TimedMatch(UnitTimes& times) : times_(times) {}

  std::string_view name() const override { return match_.name(); }
  int semantic_version() const override { return match_.semantic_version(); }
  absl::StatusOr<int64_t> PlanCell(const v1::Experiment& cell, Inputs& inputs) const override {
    return match_.PlanCell(cell, inputs);
  }
  const std::vector<TableDefinition>& unit_tables() const override { return match_.unit_tables(); }
  const std::vector<TableDefinition>& derived_tables() const override { return match_.derived_tables(); }
  absl::Status Run(const Cell& cell, UnitRange units, const RunContext& context, TableSink& sink) const override {
    const absl::Time start = absl::Now();
    times_.started[units.first] = start;
    absl::Status status = match_.Run(cell, units, context, sink);
    times_.run_time_ns += absl::ToInt64Nanoseconds(absl::Now() - start);
    return status;
  }
  absl::Status Derive(const Plan& plan, TableSource& unit_tables, TableSink& sink) const override {
    return match_.Derive(plan, unit_tables, sink);
  }
  absl::StatusOr<v1::Report> MakeReport(const Plan& plan, TableSource& derived_tables) const override {
    return match_.MakeReport(plan, derived_tables);
  }

 private:
  const MatchKind match_;
  UnitTimes& times_;
};

Cluster::Cluster(int64_t num_units) : num_units_(num_units), times_(num_units) {}

Cluster::~Cluster() = default;

absl::StatusOr<std::unique_ptr<Cluster>> Cluster::Make(const std::string& folder, int64_t num_units) {
  std::unique_ptr<Cluster> cluster(new Cluster(num_units));
  ABSL_ASSIGN_OR_RETURN(cluster->coordinator_, Coordinator::Open({.folder = absl::StrCat(folder, "/data")},
                                                                 FileSystem::Real(), Clock::Real()));
  ABSL_ASSIGN_OR_RETURN(cluster->server_, CoordinatorServer::Start(*cluster->coordinator_, "127.0.0.1:0"));
  ABSL_ASSIGN_OR_RETURN(cluster->remote_, RemoteCoordinator::Connect(cluster->server_->address()));
  cluster->client_ = std::make_unique<Client>(*cluster->remote_, cluster->times_);
  cluster->match_ = std::make_unique<TimedMatch>(cluster->times_);
  cluster->kinds_ = {cluster->match_.get()};
  ABSL_ASSIGN_OR_RETURN(
      cluster->worker_,
      Worker::Make({.num_slots = kNumSlots, .spool_folder = absl::StrCat(folder, "/spool"), .kinds = cluster->kinds_},
                   *cluster->client_));
  return cluster;
}

absl::Duration Cluster::RunToEnd() {
  const absl::Time start = absl::Now();
  worker_->Start();
  while (times_.num_units_acknowledged < num_units_) absl::SleepFor(absl::Milliseconds(1));
  return absl::Now() - start;
}

}  // namespace tenuki::bench
