// How many units make a job of one experiment: as many as take the time that a job should, by the times that finished
// jobs took.
//
//   JobSizer sizer(options, /*units_per_job=*/0);
//   sizer.JobSize(cell, 1000, 8);                               // 1: nothing is known, so a probe
//   sizer.Measure(cell, /*num_units=*/1, absl::Milliseconds(100));
//   sizer.JobSize(cell, 100'000, 8);                            // 64: no more than 64 times what was measured
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "absl/time/time.h"
#include "coordinator/scheduler_messages.h"

namespace tenuki {

class JobSizer {
 public:
  // `units_per_job` is fixed, or 0.
  JobSizer(const SchedulerOptions& options, int64_t units_per_job);

  // A job of the cell is finished. Newer and larger jobs count more. REQUIRES: num_units > 0.
  void Measure(int32_t cell, int64_t num_units, absl::Duration run_time);
  // Nothing before the cell's first job.
  std::optional<absl::Duration> UnitTime(int32_t cell) const;
  // Jobs are of one unit until the first of them is finished.
  bool probing() const { return units_per_job_ == 0 && cells_.empty(); }

  // For the next job of the cell, when the experiment has `num_units_left` units that nobody has, and the workers have
  // `num_slots` slots together.
  int64_t JobSize(int32_t cell, int64_t num_units_left, int64_t num_slots) const;

 private:
  // Sums over finished jobs, in which the older ones fade.
  struct Times {
    double seconds = 0;
    double num_units = 0;
    int64_t largest_job = 0;

    double unit_seconds() const { return seconds / num_units; }
  };
  // Of the cell, or of the nearest that has some. REQUIRES: there are some.
  const Times& NearestTimes(int32_t cell) const;

  const double target_seconds_;
  const double min_seconds_;
  const int64_t max_units_per_job_;
  const int64_t units_per_job_;
  std::map<int32_t, Times> cells_;
};

}  // namespace tenuki
