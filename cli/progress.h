// The progress of experiments on standard error: on a terminal a few lines that are drawn anew, otherwise a plain line
// now and then.
//
//   ProgressDisplay display(/*is_terminal=*/isatty(STDERR_FILENO) != 0);
//   display.Show(statuses, now);
//   display.Finish();
//
// One thread at a time.
#pragma once

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "tenuki/v1/coordinator.pb.h"

namespace tenuki {

// "quickstart: 1,200 of 4,000 units (30 %), 800/s, 4 s left, 2 quarantined"
std::string DescribeProgress(const v1::ExperimentStatus& status);
// "  match.komi=5.5: 120 of 500 units (24 %), 30/s"
std::string DescribeProgress(const v1::CellStatus& cell);

class ProgressDisplay {
 public:
  // Between two plain lines of an experiment.
  static constexpr absl::Duration kPlainInterval = absl::Seconds(10);
  // Cells that are shown on a terminal.
  static constexpr int kMaxCells = 8;

  explicit ProgressDisplay(bool is_terminal) : is_terminal_(is_terminal) {}

  void Show(const std::vector<v1::ExperimentStatus>& statuses, absl::Time now);
  // Shows the last state for good.
  void Finish(const std::vector<v1::ExperimentStatus>& statuses);

 private:
  void Redraw(const std::vector<std::string>& lines);

  const bool is_terminal_;
  int num_lines_drawn_ = 0;
  absl::Time next_plain_at_ = absl::InfinitePast();
};

}  // namespace tenuki
