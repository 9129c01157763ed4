#include "experiments/score_clustering.h"

namespace tenuki {

ClusterOptions ClusterOptionsOf(const v1::ScoreClustering& clustering) {
  return {.bandwidth = clustering.bandwidth() == v1::PRINTED_SILVERMAN ? ClusterOptions::Bandwidth::kPrinted
                                                                       : ClusterOptions::Bandwidth::kLattice,
          .lattice_factor = clustering.lattice_factor(),
          .lattice_step = clustering.lattice_step(),
          .threshold = clustering.threshold(),
          .threshold_is_relative = clustering.threshold_unit() == v1::OF_HIGHEST,
          .merge_tolerance = clustering.merge_tolerance()};
}

}  // namespace tenuki
