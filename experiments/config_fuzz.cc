// Any bytes as an experiment file: parsed, checked, planned. What comes out is an error with the file's name, or a plan
// that says of itself what it said before.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "experiments/config.h"
#include "experiments/plan.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tenuki;
  // The first line is a setting, as of --set, when it starts with '!'.
  std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> settings;
  if (absl::StartsWith(text, "!")) {
    const size_t end = text.find('\n');
    settings.emplace_back(text.substr(1, end == std::string_view::npos ? end : end - 1));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  const absl::StatusOr<v1::Experiment> experiment = ReadExperiment("fuzz.textproto", text, settings);
  if (!experiment.ok()) {
    if (!absl::IsInvalidArgument(experiment.status()) || experiment.status().message().empty()) std::abort();
    return 0;
  }
  const absl::StatusOr<Plan> plan = MakePlan(*experiment);
  if (!plan.ok()) {
    if (!absl::IsInvalidArgument(plan.status())) std::abort();
    return 0;
  }
  // As it is stored, sent and written beside the results.
  const absl::StatusOr<v1::Experiment> again = ReadExperiment("again.textproto", FormatExperiment(*experiment), {});
  if (!again.ok()) std::abort();
  const absl::StatusOr<Plan> same = MakePlan(*again);
  if (!same.ok() || same->cells.size() != plan->cells.size()) std::abort();
  for (size_t i = 0; i < plan->cells.size(); ++i) {
    if (same->cells[i].digest != plan->cells[i].digest) std::abort();
  }
  return 0;
}
