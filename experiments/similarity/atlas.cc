#include "experiments/similarity/atlas.h"

#include "absl/strings/str_cat.h"
#include "experiments/similarity/measures.h"

namespace tenuki {

Atlas::Atlas(const Collection& collection, const BouzyOperator& bouzy, bool with_images) {
  const int size = collection.board_size();
  for (Symmetry symmetry = 0; symmetry < (with_images ? kNumSymmetries : 1); ++symmetry) {
    for (int model = 0; model < kNumInfluenceModels; ++model) {
      InfluenceMapSet& set = sets_.emplace_back(size);
      for (const CollectedPosition& position : collection.positions()) {
        set.Add(ComputeInfluence(static_cast<InfluenceModel>(model), bouzy, size,
                                 Transform(symmetry, size, position.black), Transform(symmetry, size, position.white)));
      }
    }
  }
}

absl::StatusOr<std::shared_ptr<const Atlas>> AtlasOf(const v1::Experiment& cell, const Collection& collection,
                                                     Inputs& inputs) {
  const v1::Similarity& similarity = cell.similarity();
  const BouzyOperator bouzy = BouzyOperatorOf(similarity.bouzy());
  const std::string key = absl::StrCat("atlas ", CollectionKey(similarity), " ", bouzy.dilations, " ", bouzy.erosions,
                                       " ", similarity.relative_symmetries());
  return inputs.Get<Atlas>(cell, similarity.games(), key, [&](const v1::InputFiles&) -> absl::StatusOr<Atlas> {
    return Atlas(collection, bouzy, similarity.relative_symmetries());
  });
}

}  // namespace tenuki
