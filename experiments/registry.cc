#include "experiments/registry.h"

#include "absl/log/check.h"
#include "absl/log/log.h"
#include "experiments/analysis/analysis.h"
#include "experiments/match/match.h"
#include "experiments/phantom/phantom.h"
#include "experiments/similarity/similarity.h"
#include "experiments/tsumego/tsumego.h"

namespace tenuki {

std::span<const Kind* const> AllKinds() {
  static const AnalysisKind kAnalysis;
  static const MatchKind kMatch;
  static const PhantomKind kPhantom;
  static const SimilarityKind kSimilarity;
  static const TsumegoKind kTsumego;
  static const Kind* const kKinds[] = {&kMatch, &kSimilarity, &kPhantom, &kTsumego, &kAnalysis};
  return kKinds;
}

const Kind& KindOf(const v1::Experiment& experiment) {
  const google::protobuf::OneofDescriptor& oneof = *v1::Experiment::descriptor()->FindOneofByName("kind");
  const google::protobuf::FieldDescriptor* field =
      experiment.GetReflection()->GetOneofFieldDescriptor(experiment, &oneof);
  CHECK(field != nullptr) << "an experiment without a kind";
  for (const Kind* kind : AllKinds()) {
    if (kind->name() == field->name()) return *kind;
  }
  LOG(FATAL) << "the kind '" << field->name() << "' is not in registry.cc";
}

}  // namespace tenuki
