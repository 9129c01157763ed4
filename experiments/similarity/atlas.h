// The influence maps of a collection's positions, under each model: what distances are measured between.
//
//   ABSL_ASSIGN_OR_RETURN(std::shared_ptr<const Atlas> atlas, AtlasOf(cell, collection, inputs));
//   atlas->maps(InfluenceModel::kZobrist)
//
// Immutable: no thread rules.
#pragma once

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/board/symmetry.h"
#include "engine/influence/map_set.h"
#include "experiments/inputs.h"
#include "experiments/similarity/collection.h"

namespace tenuki {

class Atlas {
 public:
  // With `with_images` also the maps of all positions turned and mirrored.
  Atlas(const Collection& collection, const BouzyOperator& bouzy, bool with_images);

  // One map for each of the collection's positions.
  const InfluenceMapSet& maps(InfluenceModel model) const { return images(model, 0); }
  // The same of the positions' images. REQUIRES: with_images, or the symmetry is the identity.
  const InfluenceMapSet& images(InfluenceModel model, Symmetry symmetry) const {
    return sets_[symmetry * kNumInfluenceModels + static_cast<int>(model)];
  }

 private:
  // By symmetry, then by model.
  std::vector<InfluenceMapSet> sets_;
};

// That of a cell, whose collection is given.
absl::StatusOr<std::shared_ptr<const Atlas>> AtlasOf(const v1::Experiment& cell, const Collection& collection,
                                                     Inputs& inputs);

}  // namespace tenuki
