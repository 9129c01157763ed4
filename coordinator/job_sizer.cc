#include "coordinator/job_sizer.h"

#include <algorithm>
#include <iterator>

#include "absl/log/check.h"

namespace tenuki {
namespace {

// What is left of the older jobs' weight when a new one is finished.
constexpr double kFading = 0.5;
// A job that took longer than this many times what was expected was probably on a machine that slept.
constexpr double kMaxSlowdown = 8;
// A job is at most this many times as large as the largest that was measured, lest a first unit that was measured wrong
// makes a job of hours.
constexpr int64_t kMaxGrowth = 64;
constexpr double kMinUnitSeconds = 1e-9;
constexpr double kMaxRunSeconds = 30 * 24 * 3600.0;

}  // namespace

JobSizer::JobSizer(const SchedulerOptions& options, int64_t units_per_job)
    : target_seconds_(absl::ToDoubleSeconds(options.target_job_time)),
      min_seconds_(absl::ToDoubleSeconds(options.min_job_time)),
      max_units_per_job_(std::max<int64_t>(options.max_units_per_job, 1)),
      units_per_job_(std::clamp<int64_t>(units_per_job, 0, max_units_per_job_)) {}

void JobSizer::Measure(int32_t cell, int64_t num_units, absl::Duration run_time) {
  CHECK_GT(num_units, 0);
  const double count = static_cast<double>(num_units);
  double seconds = std::clamp(absl::ToDoubleSeconds(run_time), count * kMinUnitSeconds, kMaxRunSeconds);
  Times& times = cells_[cell];
  if (times.num_units > 0) seconds = std::min(seconds, kMaxSlowdown * count * times.unit_seconds());
  times.seconds = times.seconds * kFading + seconds;
  times.num_units = times.num_units * kFading + count;
  times.largest_job = std::max(times.largest_job, num_units);
}

std::optional<absl::Duration> JobSizer::UnitTime(int32_t cell) const {
  const auto it = cells_.find(cell);
  if (it == cells_.end()) return std::nullopt;
  return absl::Seconds(it->second.unit_seconds());
}

int64_t JobSizer::JobSize(int32_t cell, int64_t num_units_left, int64_t num_slots) const {
  if (units_per_job_ > 0) return units_per_job_;
  if (probing()) return 1;
  const Times& times = NearestTimes(cell);
  // What is left is taken to be like this cell. Since cells go in their order, that is true where it matters: in the
  // last one. Half of each slot's share, so that the slots end together (guided self-scheduling, Polychronopoulos &
  // Kuck 1987).
  const double seconds_left = static_cast<double>(num_units_left) * times.unit_seconds();
  const double share = seconds_left / (2.0 * static_cast<double>(std::max<int64_t>(num_slots, 1)));
  const double seconds = std::max(std::min(target_seconds_, share), min_seconds_);
  const int64_t max_size =
      times.largest_job >= max_units_per_job_ / kMaxGrowth ? max_units_per_job_ : times.largest_job * kMaxGrowth;
  const double size = std::min(seconds / times.unit_seconds(), static_cast<double>(max_size));
  return std::max<int64_t>(static_cast<int64_t>(size), 1);
}

const JobSizer::Times& JobSizer::NearestTimes(int32_t cell) const {
  const auto after = cells_.lower_bound(cell);
  if (after == cells_.begin()) return after->second;
  const auto before = std::prev(after);
  if (after == cells_.end()) return before->second;
  return after->first - cell < cell - before->first ? after->second : before->second;
}

}  // namespace tenuki
