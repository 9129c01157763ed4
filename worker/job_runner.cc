#include "worker/job_runner.h"

#include <arrow/util/utf8.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "absl/log/check.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "common/clock.h"
#include "common/protobuf_time.h"
#include "experiments/plan.h"
#include "worker/job_output.h"

namespace tenuki {
namespace {

// Null when this worker does not have the kind; a newer coordinator may know others.
const Kind* FindKind(const v1::Experiment& cell, std::span<const Kind* const> kinds) {
  static const google::protobuf::OneofDescriptor& oneof = *v1::Experiment::descriptor()->FindOneofByName("kind");
  const google::protobuf::FieldDescriptor* field = cell.GetReflection()->GetOneofFieldDescriptor(cell, &oneof);
  if (field == nullptr) return nullptr;
  for (const Kind* kind : kinds) {
    if (kind->name() == field->name()) return kind;
  }
  return nullptr;
}

absl::Status CheckLease(const v1::Lease& lease, const Kind* kind) {
  if (kind == nullptr) return absl::FailedPreconditionError("this worker does not have the kind of this experiment");
  const absl::StatusOr<Digest> digest = CellDigest(*kind, lease.cell());
  if (!digest.ok() || digest->bytes() != lease.job().cell_digest()) {
    return absl::FailedPreconditionError(absl::StrCat(
        "this worker computes another digest for the cell: it has another version of '", kind->name(), "'"));
  }
  if (lease.job().first_unit() < 0 || lease.job().num_units() < 1) {
    return absl::FailedPreconditionError(absl::StrCat("a lease of ", lease.job().num_units(), " units from ",
                                                      lease.job().first_unit(), " is none that could be run"));
  }
  return absl::OkStatus();
}

SpillPlace PlaceOf(const v1::Lease& lease, const JobSurroundings& surroundings) {
  return {.files = surroundings.files,
          .budget = surroundings.budget,
          .path_prefix = absl::StrCat(surroundings.folder, "/", AttemptFileName(lease.attempt()))};
}

// What a kind has noted, by activity.
class TimeNotes {
 public:
  void Add(std::string_view activity, absl::Duration time) {
    auto found = notes_.find(activity);
    if (found == notes_.end()) found = notes_.emplace(activity, Note()).first;
    Note& note = found->second;
    ++note.count;
    note.total += time;
    note.longest = std::max(note.longest, time);
  }
  v1::JobTimings ToProto() const {
    v1::JobTimings timings;
    for (const auto& [activity, note] : notes_) {
      v1::Timing& timing = *timings.add_timings();
      timing.set_activity(activity);
      timing.set_count(note.count);
      SetDuration(note.total, *timing.mutable_total());
      SetDuration(note.longest, *timing.mutable_longest());
    }
    return timings;
  }

 private:
  struct Note {
    int64_t count = 0;
    absl::Duration total;
    absl::Duration longest;
  };
  std::map<std::string, Note, std::less<>> notes_;
};

// As a `string` of a message has to be: an engine's stderr may hold anything.
std::string ValidText(std::string_view text) {
  text = text.substr(0, kMaxFailureReasonBytes);
  std::string valid(text);
  arrow::util::InitializeUTF8();
  if (arrow::util::ValidateUTF8(text)) return valid;
  for (char& c : valid) {
    if (static_cast<unsigned char>(c) >= 0x80) c = '?';
  }
  return valid;
}

FinishedJob JobOf(const v1::Lease& lease, const JobSurroundings& surroundings, JobTables tables) {
  FinishedJob job;
  job.result.set_attempt(lease.attempt());
  *job.result.mutable_job() = lease.job();
  job.result.set_worker(surroundings.worker);
  for (v1::TableUpload& upload : tables.uploads) *job.result.add_tables() = std::move(upload);
  job.spilled = std::move(tables.spilled);
  return job;
}

// Whether an error of the output came from the kind, not from this worker's disk or memory.
bool IsFaultOfKind(const absl::Status& status) {
  return status.code() == absl::StatusCode::kInternal || status.code() == absl::StatusCode::kInvalidArgument;
}

FinishedJob GiveBackInTrouble(const v1::Lease& lease, const JobSurroundings& surroundings, absl::Status trouble) {
  FinishedJob job = GiveBack(lease, surroundings, "");
  job.trouble = std::move(trouble);
  return job;
}

// REQUIRES: the lease is as CheckLease wants it.
FinishedJob RunUnits(const v1::Lease& lease, const Kind& kind, const JobSurroundings& surroundings,
                     JobControl& control) {
  const UnitRange units = {.first = lease.job().first_unit(), .count = lease.job().num_units()};
  // This fetches the inputs, so that the run finds them.
  const absl::StatusOr<int64_t> num_units = kind.PlanCell(lease.cell(), surroundings.inputs);
  if (absl::IsUnavailable(num_units.status())) return GiveBackInTrouble(lease, surroundings, num_units.status());
  if (!num_units.ok()) return GiveBack(lease, surroundings, num_units.status().message());
  const Cell cell = {.index = lease.job().cell_index(),
                     .experiment = lease.cell(),
                     .digest = *Digest::FromBytes(lease.job().cell_digest()),
                     .num_units = *num_units,
                     .values = {}};
  JobOutput output(kind.unit_tables(), units, PlaceOf(lease, surroundings));
  int64_t num_units_done = 0;
  bool stopped = false;
  const auto is_stopped = [&] {
    stopped = stopped || control.stop.load(std::memory_order_relaxed);
    return stopped;
  };
  TimeNotes time_notes;
  const RunContext context = {
      .cpu_level = surroundings.cpu_level,
      .unit_done =
          [&](int64_t) {
            control.num_units_done.store(++num_units_done, std::memory_order_relaxed);
            return !is_stopped();
          },
      .should_stop = is_stopped,
      .inputs = surroundings.inputs,
      .engines = surroundings.engines,
      .max_games_at_once = surroundings.max_games_at_once,
      .max_games_in_lockstep = surroundings.max_games_in_lockstep,
      .note_time = [&](std::string_view activity, absl::Duration time) { time_notes.Add(activity, time); }};
  absl::Status ran = kind.Run(cell, units, context, output);

  if (!output.status().ok() && !IsFaultOfKind(output.status())) {
    return GiveBackInTrouble(lease, surroundings, output.status());
  }
  absl::Status complete = output.status().ok() ? output.CheckUnits(num_units_done) : output.status();
  if (complete.ok() && ran.ok() && num_units_done != units.count) {
    complete =
        absl::InternalError(absl::StrCat("it ran ", num_units_done, " of ", units.count, " units without error"));
  }
  // Without knowing whose rows they are nothing of them may be delivered.
  if (!complete.ok()) {
    const absl::Status& cause = ran.ok() || ran == complete ? complete : ran;
    return GiveBack(lease, surroundings,
                    absl::StrCat("the kind '", kind.name(), "' does not keep its contract: ", complete.message(),
                                 &cause == &complete ? "" : absl::StrCat("; after: ", cause.message())));
  }
  absl::StatusOr<JobTables> tables = output.Finish();
  if (!tables.ok()) return GiveBackInTrouble(lease, surroundings, tables.status());
  FinishedJob job = JobOf(lease, surroundings, *std::move(tables));
  job.result.set_num_units_done(num_units_done);
  *job.result.mutable_timings() = time_notes.ToProto();
  if (!ran.ok() && !stopped) job.result.mutable_failure()->set_reason(ValidText(ran.message()));
  return job;
}

}  // namespace

FinishedJob RunJob(const v1::Lease& lease, const JobSurroundings& surroundings, JobControl& control) {
  const absl::Time start = Clock::Real().Now();
  const Kind* kind = FindKind(lease.cell(), surroundings.kinds);
  const absl::Status fit = CheckLease(lease, kind);
  FinishedJob job =
      fit.ok() ? RunUnits(lease, *kind, surroundings, control) : GiveBack(lease, surroundings, fit.message());
  SetDuration(Clock::Real().Now() - start, *job.result.mutable_run_time());
  return job;
}

FinishedJob GiveBack(const v1::Lease& lease, const JobSurroundings& surroundings, std::string_view reason) {
  JobTables tables;
  if (const Kind* kind = FindKind(lease.cell(), surroundings.kinds); kind != nullptr) {
    absl::StatusOr<JobTables> empty = JobOutput(kind->unit_tables(), {}, PlaceOf(lease, surroundings)).Finish();
    CHECK_OK(empty) << "tables without rows need no disk";
    tables = *std::move(empty);
  }
  FinishedJob job = JobOf(lease, surroundings, std::move(tables));
  if (!reason.empty()) job.result.mutable_failure()->set_reason(ValidText(reason));
  return job;
}

std::string AttemptFileName(uint64_t attempt) { return absl::StrFormat("%016x", attempt); }

}  // namespace tenuki
