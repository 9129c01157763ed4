// What the engine is told by an analysis' messages. Pure functions: no thread rules.
#pragma once

#include "engine/criticality/regions.h"
#include "engine/criticality/score_clusters.h"
#include "tenuki/v1/analysis.pb.h"

namespace tenuki::analysis {

ClusterOptions ClusterOptionsOf(const v1::ScoreClustering& clustering);
RegionOptions RegionOptionsOf(const v1::Localisation& localisation);

}  // namespace tenuki::analysis
