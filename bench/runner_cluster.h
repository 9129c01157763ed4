// A whole cluster in one process, as `tenuki run` has it but over TCP: a coordinator with its folder on the disk, its
// server, and a worker, which notes when things happen to the units of the only cell.
//
//   ABSL_ASSIGN_OR_RETURN(std::unique_ptr<Cluster> cluster, Cluster::Make(folder, num_units));
//   ABSL_RETURN_IF_ERROR(cluster->coordinator().SubmitExperiment(request).status());
//   absl::Duration wall = cluster->RunToEnd();
//
// One thread at a time.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "coordinator/coordinator.h"
#include "experiments/match/match.h"
#include "services/coordinator_server.h"
#include "services/remote_coordinator.h"
#include "worker/worker.h"

namespace tenuki::bench {

inline constexpr int kNumSlots = 2;

// By a unit's number; of a job, those of its first unit. Each is written once.
struct UnitTimes {
  explicit UnitTimes(int64_t num_units)
      : asked(num_units), leased(num_units), started(num_units), acknowledged(num_units) {}

  // When the worker sent the request whose answer had the lease, and when it had the answer.
  std::vector<absl::Time> asked;
  std::vector<absl::Time> leased;
  std::vector<absl::Time> started;
  std::vector<absl::Time> acknowledged;
  std::atomic<int64_t> num_units_acknowledged = 0;
  std::atomic<int64_t> num_synchronizations = 0;
  // Of all of them: attempts that were mentioned.
  std::atomic<int64_t> num_mentions = 0;
  // Sum over jobs of the time within Kind::Run.
  std::atomic<int64_t> run_time_ns = 0;
};

class Cluster {
 public:
  static absl::StatusOr<std::unique_ptr<Cluster>> Make(const std::string& folder, int64_t num_units);
  ~Cluster();

  Coordinator& coordinator() { return *coordinator_; }
  const UnitTimes& times() const { return times_; }

  // From the worker's start until all units are acknowledged.
  absl::Duration RunToEnd();

 private:
  class Client;
  class TimedMatch;

  explicit Cluster(int64_t num_units);

  const int64_t num_units_;
  UnitTimes times_;
  std::unique_ptr<Coordinator> coordinator_;
  std::unique_ptr<CoordinatorServer> server_;
  std::unique_ptr<RemoteCoordinator> remote_;
  std::unique_ptr<Client> client_;
  std::unique_ptr<TimedMatch> match_;
  std::vector<const Kind*> kinds_;
  std::unique_ptr<Worker> worker_;
};

}  // namespace tenuki::bench
