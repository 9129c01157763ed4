// What the threads of a worker do.
#include <utility>

#include "absl/log/log.h"
#include "worker/monotonic_time.h"
#include "worker/worker.h"

namespace tenuki {
namespace {

absl::Duration FromProto(const google::protobuf::Duration& duration) {
  return absl::Seconds(duration.seconds()) + absl::Nanoseconds(duration.nanos());
}

}  // namespace

// A slot.

void Worker::RunSlot() {
  JobControl control;
  while (std::optional<v1::Lease> lease = WaitForJob(control)) {
    auto job = std::make_unique<FinishedJob>(RunJob(*lease, surroundings_, control));
    const JobOutcome outcome = {.num_units_done = job->result.num_units_done(),
                                .num_bytes = static_cast<int64_t>(job->result.ByteSizeLong()),
                                .run_time = FromProto(job->result.run_time()),
                                .trouble = job->trouble};
    Aftermath aftermath;
    {
      absl::MutexLock lock(mutex_);
      const absl::Time now = MonotonicNow();
      controls_.erase(lease->attempt());
      results_[lease->attempt()] = std::move(job);
      state_.JobFinished(lease->attempt(), outcome, now);
      aftermath = AfterEvent(now);
    }
    Settle(aftermath);
  }
}

std::optional<v1::Lease> Worker::WaitForJob(JobControl& control) {
  absl::MutexLock lock(mutex_);
  while (!is_done_) {
    const absl::Time now = MonotonicNow();
    if (std::optional<v1::Lease> lease = state_.NextJob(now)) {
      control.stop = false;
      control.num_units_done = 0;
      controls_[lease->attempt()] = &control;
      WakeThreads(now);
      return lease;
    }
    ++num_idle_slots_;
    job_is_there_.Wait(&mutex_);
    --num_idle_slots_;
  }
  return std::nullopt;
}

// Deliveries, and the spool.

void Worker::RunDeliveries() {
  while (true) {
    std::optional<Delivery> delivery;
    std::optional<uint64_t> to_spool;
    std::unique_ptr<FinishedJob> job;
    std::string ledger_id;
    {
      absl::MutexLock lock(mutex_);
      while (!is_done_) {
        const absl::Time now = MonotonicNow();
        delivery = state_.NextDelivery(now);
        if (!delivery.has_value()) to_spool = state_.NextToSpool();
        if (delivery.has_value() || to_spool.has_value()) {
          WakeThreads(now);
          break;
        }
        ++num_idle_deliverers_;
        delivery_is_there_.Wait(&mutex_);
        --num_idle_deliverers_;
      }
      if (!delivery.has_value() && !to_spool.has_value()) return;
      auto result = results_.extract(delivery.has_value() ? delivery->attempt : *to_spool);
      if (!result.empty()) job = std::move(result.mapped());
      ledger_id = state_.ledger_id();
    }
    if (delivery.has_value()) {
      Deliver(*delivery, std::move(job));
    } else {
      WriteToSpool(*to_spool, ledger_id, std::move(job));
    }
  }
}

void Worker::Deliver(const Delivery& delivery, std::unique_ptr<FinishedJob> job) {
  absl::Status sent;
  bool is_gone = false;
  if (delivery.unrun.has_value()) {
    FinishedJob unrun = GiveBack(*delivery.unrun, surroundings_, delivery.reason);
    sent = Send(unrun);
  } else if (delivery.is_spooled) {
    absl::StatusOr<FinishedJob> spooled = spool_->Read(delivery.attempt);
    is_gone = absl::IsDataLoss(spooled.status()) || absl::IsNotFound(spooled.status());
    // Another error of the disk concerns this result alone, whatever its code.
    sent = spooled.ok() ? Send(*spooled) : absl::UnknownError(spooled.status().message());
    if (sent.ok()) spool_->Remove(delivery.attempt);
  } else {
    sent = Send(*job);
  }
  if (absl::IsDataLoss(sent)) {
    LOG(WARNING) << name() << ": a result is lost, and its units will be run again: " << sent.message();
    spool_->Remove(delivery.attempt);
    is_gone = true;
  }
  Aftermath aftermath;
  {
    absl::MutexLock lock(mutex_);
    const absl::Time now = MonotonicNow();
    if (!sent.ok() && job != nullptr) results_[delivery.attempt] = std::move(job);
    if (sent.ok()) {
      state_.Delivered(delivery.attempt);
    } else if (is_gone) {
      state_.ResultGone(delivery.attempt);
    } else {
      state_.DeliveryFailed(delivery.attempt, sent, now);
    }
    aftermath = AfterEvent(now);
  }
  Settle(aftermath);
}

// DATA_LOSS when the rows on disk turn out to be damaged, and only then.
absl::Status Worker::Send(FinishedJob& job) {
  for (const std::shared_ptr<SpilledTable>& table : job.spilled) {
    const absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> rows = table->Open();
    const absl::Status staged =
        rows.ok() ? client_.StageTable(job.result.attempt(), table->name(), **rows) : rows.status();
    if (staged.ok()) continue;
    const absl::Status verified = table->Verify();
    if (!verified.ok()) return absl::DataLossError(verified.message());
    return absl::IsDataLoss(staged) ? absl::UnknownError(staged.message()) : staged;
  }
  // Rows may be megabytes: they are lent, not copied.
  v1::FinishJobRequest request;
  request.mutable_result()->Swap(&job.result);
  const absl::Status finished = client_.FinishJob(request).status();
  request.mutable_result()->Swap(&job.result);
  return absl::IsDataLoss(finished) ? absl::UnknownError(finished.message()) : finished;
}

void Worker::WriteToSpool(uint64_t attempt, const std::string& ledger_id, std::unique_ptr<FinishedJob> job) {
  const absl::Status written = spool_->Write(ledger_id, *job);
  Aftermath aftermath;
  {
    absl::MutexLock lock(mutex_);
    const absl::Time now = MonotonicNow();
    if (!written.ok()) results_[attempt] = std::move(job);
    state_.Spooled(attempt, written, now);
    aftermath = AfterEvent(now);
  }
  Settle(aftermath);
}

// Synchronizing.

void Worker::RunSynchronization() {
  std::optional<std::string> taken_over;
  while (true) {
    std::optional<v1::SynchronizeRequest> request;
    {
      absl::MutexLock lock(mutex_);
      while (!is_done_ && !state_.WantsSynchronize(MonotonicNow())) synchronization_is_due_.Wait(&mutex_);
      if (is_done_) return;
      for (const auto& [attempt, control] : controls_) state_.Progress(attempt, control->num_units_done);
      request = state_.NextSynchronize(MonotonicNow());
    }
    absl::StatusOr<v1::SynchronizeResponse> response = client_.Synchronize(*request);
    Aftermath aftermath;
    {
      absl::MutexLock lock(mutex_);
      const absl::Time now = MonotonicNow();
      if (response.ok()) {
        state_.SynchronizeAnswered(*response, now);
      } else {
        state_.SynchronizeFailed(response.status(), now);
      }
      aftermath = AfterEvent(now);
    }
    Settle(aftermath);
    if (response.ok() && taken_over != response->ledger_id()) {
      TakeOver(response->ledger_id());
      taken_over = response->ledger_id();
    }
  }
}

// What other workers left for this ledger.
void Worker::TakeOver(const std::string& ledger_id) {
  const std::vector<FoundResult> found = spool_->TakeOver(ledger_id);
  if (found.empty()) return;
  LOG(INFO) << name() << ": offers " << found.size() << " results of workers that are gone";
  Aftermath aftermath;
  {
    absl::MutexLock lock(mutex_);
    const absl::Time now = MonotonicNow();
    for (const FoundResult& result : found) {
      state_.ResultFound(result.attempt, result.job, result.num_units_done, now);
    }
    aftermath = AfterEvent(now);
  }
  Settle(aftermath);
}

// Time.

void Worker::RunTimer() {
  bool is_done = false;
  while (!is_done) {
    Aftermath aftermath;
    {
      absl::MutexLock lock(mutex_);
      // What is due by now is done before the wait is for what comes after it: nothing falls between.
      const absl::Time now = MonotonicNow();
      aftermath = AfterEvent(now);
      timer_wakes_at_ = state_.NextTime(now);
      if (!is_done_ && aftermath.IsEmpty()) timer_is_late_.WaitWithTimeout(&mutex_, timer_wakes_at_ - now);
      is_done = is_done_;
    }
    Settle(aftermath);
  }
}

}  // namespace tenuki
