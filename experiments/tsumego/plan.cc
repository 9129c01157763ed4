// What a tsumego's cell may be, beyond the rules of its fields, and how many problems it has.
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "experiments/tsumego/suite.h"
#include "experiments/tsumego/tsumego.h"

namespace tenuki {

absl::StatusOr<int64_t> TsumegoKind::PlanCell(const v1::Experiment& cell, Inputs& inputs) const {
  const v1::Tsumego& tsumego = cell.tsumego();
  if (!tsumego.expansion().thresholds().empty() && tsumego.method() == v1::PROOF) {
    return absl::InvalidArgumentError(
        "tsumego.expansion: it measures Monte-Carlo search; tsumego.method should be MONTE_CARLO or HYBRID, not PROOF");
  }
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<const Suite> suite, SuiteOf(cell, inputs));
  return static_cast<int64_t>(suite->problems.size());
}

bool TsumegoKind::IsDeterministic(const v1::Experiment& cell) const { return cell.tsumego().time_limit_seconds() == 0; }

}  // namespace tenuki
