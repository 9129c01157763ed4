// What an analysis' cell may be, beyond the rules of its fields, and how many positions it has.
#include <cmath>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "experiments/analysis/analysis.h"
#include "experiments/analysis/positions.h"
#include "experiments/defaults.h"
#include "experiments/players.h"

namespace tenuki {
namespace {

absl::Status CheckSamples(const v1::Analysis& analysis) {
  int last = 0;
  for (int sample : analysis.samples()) {
    if (sample <= last || sample >= analysis.simulations()) {
      return absl::InvalidArgumentError(absl::StrCat("analysis.samples: ", sample,
                                                     " should be above the one before it and below "
                                                     "analysis.simulations, which is ",
                                                     analysis.simulations()));
    }
    last = sample;
  }
  return absl::OkStatus();
}

absl::Status CheckSearch(const v1::Analysis& analysis) {
  if (!analysis.has_search()) return absl::OkStatus();
  if (analysis.search().mercy_stones() > 0) {
    return absl::InvalidArgumentError(
        "analysis.search.mercy_stones: should be 0: a game that is cut short has no score to make clusters of");
  }
  v1::UctPlayer search = analysis.search();
  search.set_playouts(analysis.simulations());
  return CheckUct("analysis.search", search, "analysis.simulations");
}

}  // namespace

absl::StatusOr<KindAxis> AnalysisKind::Expand(const v1::Experiment& experiment) const {
  v1::Experiment written = experiment;
  if (written.analysis().source_case() == v1::Analysis::SOURCE_NOT_SET) {
    written.mutable_analysis()->mutable_search();
    ResolveDefaults(written);
  }
  return KindAxis{.fields = {}, .values = {{.values = {}, .experiment = written}}};
}

absl::StatusOr<int64_t> AnalysisKind::PlanCell(const v1::Experiment& cell, Inputs& inputs) const {
  const v1::Analysis& settings = cell.analysis();
  if (const double half_points = 2 * settings.komi(); half_points != std::trunc(half_points)) {
    return absl::InvalidArgumentError(
        absl::StrCat("analysis.komi: ", settings.komi(), " should be in whole or half points, such as 7 or 7.5"));
  }
  ABSL_RETURN_IF_ERROR(CheckSamples(settings));
  ABSL_RETURN_IF_ERROR(CheckSearch(settings));
  if (cell.paper().values_size() > 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "paper.values.measure: '", cell.paper().values(0).measure(),
        "': an analysis has numbers of single positions only; say in paper.assumptions what the paper has"));
  }
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<const analysis::Positions> positions,
                        analysis::PositionsOf(cell, inputs));
  return positions->size();
}

}  // namespace tenuki
