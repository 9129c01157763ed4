// The parts of the runner's benchmark, and what they share: a place on the disk, figures, and what a process has used.
//
// Each part runs in a process of its own, so that memory and CPU time are those of the part.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "tenuki/v1/coordinator.pb.h"

namespace tenuki::bench {

struct RunnerOptions {
  // Where data folders are made: on the disk that is to be measured.
  std::string folder = "/var/tmp";
  int num_rounds = 3;
  // Shrinks the amounts of work, for a quick look.
  double scale = 1;
};

absl::Status MeasureJobs(const RunnerOptions& options);
absl::Status MeasureIngest(const RunnerOptions& options);
absl::Status MeasureEfficiency(const RunnerOptions& options);
absl::Status MeasureGrowth(const RunnerOptions& options);

// Removed with the object.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const RunnerOptions& options);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// A match of uniform players. `match` and `text` are more of the experiment file, within the match and beside it.
v1::SubmitExperimentRequest MatchRequest(const std::string& name, const std::string& match, const std::string& text,
                                         int64_t units_per_job);

// A row of the table: the best of the rounds, and all of them.
enum class Better { kHigher, kLower };
void PrintFigure(const std::string& name, const std::vector<double>& rounds, Better better, const std::string& target);
void PrintHeading(const std::string& heading);

// Of all threads of this process.
absl::Duration CpuTime();
// Of a process, e.g. "VmHWM": a peak, in bytes.
double MemoryOf(pid_t process, const std::string& field);
// Lets VmHWM begin anew.
void ForgetPeak(pid_t process);

}  // namespace tenuki::bench
