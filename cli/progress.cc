#include "cli/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "common/protobuf_time.h"
#include "report/format.h"

namespace tenuki {
namespace {

std::string Percent(int64_t part, int64_t whole) {
  return whole == 0 ? "" : absl::StrFormat(" (%d %%)", part * 100 / whole);
}

std::string Rate(double per_second) {
  if (per_second <= 0) return "";
  if (per_second >= 10) return absl::StrCat(", ", FormatCount(std::llround(per_second)), "/s");
  return absl::StrFormat(", %.2g/s", per_second);
}

// "4 s", "3 min 20 s", "2 h 5 min"
std::string TimeLeft(absl::Duration time) {
  const int64_t seconds = std::max<int64_t>(absl::ToInt64Seconds(absl::Ceil(time, absl::Seconds(1))), 0);
  if (seconds < 60) return absl::StrCat(seconds, " s");
  if (seconds < 3600) return absl::StrCat(seconds / 60, " min ", seconds % 60, " s");
  return absl::StrCat(FormatCount(seconds / 3600), " h ", seconds % 3600 / 60, " min");
}

int TerminalWidth() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

}  // namespace

std::string DescribeProgress(const v1::ExperimentStatus& status) {
  std::string line = absl::StrCat(status.name(), ": ", FormatCount(status.num_units_committed()), " of ",
                                  FormatCount(status.num_units()), " units",
                                  Percent(status.num_units_committed(), status.num_units()));
  absl::StrAppend(&line, Rate(status.units_per_second()));
  if (status.has_time_left()) absl::StrAppend(&line, ", ", TimeLeft(ToDuration(status.time_left())), " left");
  if (status.num_units_quarantined() > 0) {
    absl::StrAppend(&line, ", ", FormatCount(status.num_units_quarantined()), " quarantined");
  }
  if (status.state() == v1::EXPERIMENT_STATE_PAUSED) absl::StrAppend(&line, ", paused");
  if (status.state() == v1::EXPERIMENT_STATE_CANCELLED) absl::StrAppend(&line, ", cancelled");
  for (const std::string& obstacle : status.obstacles()) absl::StrAppend(&line, " – ", obstacle);
  if (!status.storage_error().empty()) absl::StrAppend(&line, " – ", status.storage_error());
  return line;
}

std::string DescribeProgress(const v1::CellStatus& cell) {
  std::string line = absl::StrCat("  ", cell.place(), ": ", FormatCount(cell.num_units_committed()), " of ",
                                  FormatCount(cell.num_units()), " units",
                                  Percent(cell.num_units_committed(), cell.num_units()), Rate(cell.units_per_second()));
  if (cell.num_units_quarantined() > 0) {
    absl::StrAppend(&line, ", ", FormatCount(cell.num_units_quarantined()), " quarantined");
  }
  return line;
}

void ProgressDisplay::Show(const std::vector<v1::ExperimentStatus>& statuses, absl::Time now) {
  if (!is_terminal_ && now < next_plain_at_) return;
  next_plain_at_ = now + kPlainInterval;
  std::vector<std::string> lines;
  for (const v1::ExperimentStatus& status : statuses) {
    lines.push_back(DescribeProgress(status));
    int num_cells = 0;
    for (const v1::CellStatus& cell : status.cells()) {
      if (!is_terminal_ || cell.num_units_leased() == 0 || cell.place().empty()) continue;
      if (++num_cells <= kMaxCells) lines.push_back(DescribeProgress(cell));
    }
    if (num_cells > kMaxCells) lines.push_back(absl::StrCat("  … and ", num_cells - kMaxCells, " more cells"));
  }
  Redraw(lines);
}

void ProgressDisplay::Finish(const std::vector<v1::ExperimentStatus>& statuses) {
  std::vector<std::string> lines;
  for (const v1::ExperimentStatus& status : statuses) lines.push_back(DescribeProgress(status));
  Redraw(lines);
  num_lines_drawn_ = 0;
}

void ProgressDisplay::Redraw(const std::vector<std::string>& lines) {
  if (!is_terminal_) {
    for (const std::string& line : lines) std::cerr << line << '\n';
    return;
  }
  std::string out;
  if (num_lines_drawn_ > 0) absl::StrAppend(&out, "\033[", num_lines_drawn_, "A");
  absl::StrAppend(&out, "\r\033[J");
  const auto width = static_cast<size_t>(TerminalWidth());
  // A line that wraps would count as two.
  for (const std::string& line : lines) absl::StrAppend(&out, line.substr(0, width - 1), "\n");
  std::cerr << out << std::flush;
  num_lines_drawn_ = static_cast<int>(lines.size());
}

}  // namespace tenuki
