#include "worker/worker.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "absl/log/check.h"
#include "absl/log/log.h"
#include "absl/random/random.h"
#include "absl/status/status_macros.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "worker/monotonic_time.h"

namespace tenuki {
namespace {

bool IsNameLetter(char c) { return absl::ascii_isalnum(c) || c == '-' || c == '_' || c == '.'; }

// "node7.3921.a81f09c2"
std::string MakeName(uint32_t random) {
  char host[256] = "";
  std::string name = gethostname(host, sizeof(host) - 1) == 0 ? host : "host";
  std::ranges::replace_if(name, [](char c) { return !IsNameLetter(c); }, '-');
  return absl::StrFormat("%s.%d.%08x", name.substr(0, 100), getpid(), random);
}

absl::Status CheckOptions(const WorkerOptions& options) {
  if (options.name.size() > Worker::kMaxNameLength || !std::ranges::all_of(options.name, IsNameLetter) ||
      options.name.starts_with('.')) {
    return absl::InvalidArgumentError(
        absl::StrCat("a worker's name has letters, digits, '-', '_' and '.', and at most ", Worker::kMaxNameLength,
                     " of them: '", options.name, "'"));
  }
  if (options.spool_folder.empty()) return absl::InvalidArgumentError("a worker needs a spool folder");
  if (options.num_slots < 0 || options.max_deliveries < 1 || options.max_attempts < std::max(1, options.num_slots)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a worker has at least one slot, one delivery, and an attempt for each slot: num_slots is ", options.num_slots,
        ", max_deliveries ", options.max_deliveries, ", max_attempts ", options.max_attempts));
  }
  return absl::OkStatus();
}

WorkerStateOptions StateOptions(const WorkerOptions& options, int num_slots, const std::string& name) {
  WorkerStateOptions state = {.worker = name,
                              .engines = options.engines,
                              .num_slots = num_slots,
                              .delivery = {.max_deliveries = options.max_deliveries, .backoff = options.backoff},
                              .max_attempts = std::max(options.max_attempts, num_slots),
                              .max_undelivered_bytes = options.max_undelivered_bytes,
                              .backoff = options.backoff};
  for (const Kind* kind : options.kinds) {
    v1::KindVersion& version = state.kinds.emplace_back();
    version.set_kind(std::string(kind->name()));
    version.set_semantic_version(kind->semantic_version());
  }
  return state;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Worker>> Worker::Make(WorkerOptions options, CoordinatorClient& client) {
  ABSL_RETURN_IF_ERROR(CheckOptions(options));
  absl::BitGen random;
  std::string name = options.name.empty() ? MakeName(absl::Uniform<uint32_t>(random)) : options.name;
  ABSL_ASSIGN_OR_RETURN(std::unique_ptr<Spool> spool,
                        Spool::Open(options.files, options.spool_folder, name, options.max_spool_bytes));
  const int num_slots =
      options.num_slots > 0 ? options.num_slots : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return std::unique_ptr<Worker>(
      new Worker(options, num_slots, std::move(name), std::move(spool), client, absl::Uniform<uint64_t>(random)));
}

Worker::Worker(const WorkerOptions& options, int num_slots, std::string name, std::unique_ptr<Spool> spool,
               CoordinatorClient& client, uint64_t seed)
    : num_slots_(num_slots),
      max_deliveries_(options.max_deliveries),
      spool_(std::move(spool)),
      client_(client),
      inputs_(client),
      surroundings_{.worker = std::move(name),
                    .cpu_level = options.cpu_level,
                    .kinds = options.kinds,
                    .files = options.files,
                    .budget = spool_->budget(),
                    .folder = spool_->folder(),
                    .inputs = inputs_,
                    .engines = options.engine_host,
                    .max_games_at_once = options.max_games_at_once,
                    .max_games_in_lockstep = options.max_games_in_lockstep},
      state_(StateOptions(options, num_slots, surroundings_.worker), seed) {}

Worker::~Worker() { Stop(); }

void Worker::Start() {
  absl::MutexLock lock(threads_mutex_);
  CHECK(threads_.empty()) << "a worker is started once";
  for (int i = 0; i < num_slots_; ++i) threads_.emplace_back([this] { RunSlot(); });
  for (int i = 0; i < max_deliveries_; ++i) threads_.emplace_back([this] { RunDeliveries(); });
  threads_.emplace_back([this] { RunSynchronization(); });
  threads_.emplace_back([this] { RunTimer(); });
}

void Worker::Drain(absl::Duration grace) {
  Aftermath aftermath;
  {
    absl::MutexLock lock(mutex_);
    const absl::Time now = MonotonicNow();
    state_.DrainRequested(grace, now);
    aftermath = AfterEvent(now);
  }
  Settle(aftermath);
}

void Worker::Wait() {
  absl::MutexLock lock(threads_mutex_);
  if (threads_.empty()) return;
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  SpoolRest();
  LOG(INFO) << name() << ": drained";
}

void Worker::Stop() {
  Drain(absl::ZeroDuration());
  Wait();
}

Worker::Aftermath Worker::AfterEvent(absl::Time now) {
  Aftermath aftermath = {.notices = state_.TakeNotices(), .files_to_remove = {}, .results = {}};
  for (uint64_t attempt : state_.TakeStops(now)) controls_.at(attempt)->stop = true;
  for (const DroppedResult& dropped : state_.TakeDropped()) {
    if (auto result = results_.extract(dropped.attempt)) aftermath.results.push_back(std::move(result.mapped()));
    if (!dropped.keep_file) aftermath.files_to_remove.push_back(dropped.attempt);
  }
  if (state_.IsDone(now)) is_done_ = true;
  WakeThreads(now);
  return aftermath;
}

void Worker::WakeThreads(absl::Time now) {
  if (is_done_) {
    for (absl::CondVar* each : {&job_is_there_, &delivery_is_there_, &synchronization_is_due_, &timer_is_late_}) {
      each->SignalAll();
    }
    return;
  }
  // One at a time: whoever takes something wakes the next for what is left.
  if (num_idle_slots_ > 0 && state_.HasNextJob(now)) job_is_there_.Signal();
  if (num_idle_deliverers_ > 0 && (state_.HasNextDelivery(now) || state_.HasNextToSpool())) {
    delivery_is_there_.Signal();
  }
  if (state_.WantsSynchronize(now)) synchronization_is_due_.Signal();
  if (state_.NextTime(now) < timer_wakes_at_) timer_is_late_.Signal();
}

void Worker::Settle(const Aftermath& aftermath) {
  for (const Notice& notice : aftermath.notices) LOG(LEVEL(notice.severity)) << name() << ": " << notice.text;
  for (uint64_t attempt : aftermath.files_to_remove) spool_->Remove(attempt);
}

void Worker::SpoolRest() {
  absl::flat_hash_map<uint64_t, std::unique_ptr<FinishedJob>> results;
  std::string ledger_id;
  {
    absl::MutexLock lock(mutex_);
    results.swap(results_);
    ledger_id = state_.ledger_id();
  }
  for (const auto& [attempt, job] : results) {
    if (const absl::Status written = spool_->Write(ledger_id, *job); !written.ok()) {
      LOG(WARNING) << name() << ": a result is lost, and its units will be run again: " << written.message();
    }
  }
}

}  // namespace tenuki
