// What a similarity's cell may be, beyond the rules of its fields, and how many tiles it has.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/nearest_name.h"
#include "experiments/similarity/collection.h"
#include "experiments/similarity/measures.h"
#include "experiments/similarity/similarity.h"
#include "experiments/similarity/tiles.h"

namespace tenuki {
namespace {

absl::Status CheckPaperMeasures(const v1::Experiment& cell) {
  std::vector<std::string> names;
  for (int measure = 0; measure < NumMeasures(cell.similarity()); ++measure) {
    for (const char* quality : kPaperQualities) {
      names.push_back(absl::StrCat(MeasureName(MeasureAt(measure)), ".", quality));
    }
  }
  for (const v1::PaperValue& value : cell.paper().values()) {
    if (std::ranges::find(names, value.measure()) != names.end()) continue;
    return absl::InvalidArgumentError(absl::StrCat("paper.values.measure: '", value.measure(),
                                                   "' should be a measure and what is said of it, such as '", names[0],
                                                   "'", DidYouMean(value.measure(), names)));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<int64_t> SimilarityKind::PlanCell(const v1::Experiment& cell, Inputs& inputs) const {
  const v1::Similarity& similarity = cell.similarity();
  if (similarity.bouzy().preset() != v1::CUSTOM) {
    const v1::BouzyModel defaults;
    if (similarity.bouzy().dilations() != defaults.dilations() ||
        similarity.bouzy().erosions() != defaults.erosions()) {
      return absl::InvalidArgumentError(
          absl::StrCat("similarity.bouzy.preset: ", v1::BouzyPreset_Name(similarity.bouzy().preset()),
                       " has its own numbers of dilations and erosions; set it to CUSTOM to give others"));
    }
  }
  ABSL_RETURN_IF_ERROR(CheckPaperMeasures(cell));
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<const Collection> collection, CollectionOf(cell, inputs));
  return Tiles(collection->num_positions(), similarity.tile_size()).count();
}

}  // namespace tenuki
