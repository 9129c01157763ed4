// What the engine is told of clusters by their message. Pure functions: no thread rules.
#pragma once

#include "engine/criticality/score_clusters.h"
#include "tenuki/v1/score_clustering.pb.h"

namespace tenuki {

ClusterOptions ClusterOptionsOf(const v1::ScoreClustering& clustering);

}  // namespace tenuki
