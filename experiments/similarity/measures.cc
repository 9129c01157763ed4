#include "experiments/similarity/measures.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "common/portable_math.h"

namespace tenuki {
namespace {

// Beyond it, the exponential has nothing more to say.
constexpr double kMaxExponent = 600;

}  // namespace

float APosteriori(int num_common, int num_replies, int num_other_replies) {
  return 2 * static_cast<float>(num_common) / static_cast<float>(num_replies + num_other_replies);
}

int NumMeasures(const v1::Similarity& similarity) {
  return similarity.relative_symmetries() ? kNumMeasures : kNumInfluenceModels;
}

std::string MeasureName(const Measure& measure) {
  return absl::StrCat(InfluenceModelName(measure.model), measure.is_turned ? "_turned" : "");
}

Coefficients CoefficientsOf(const v1::Similarity& similarity, InfluenceModel model) {
  const auto of = [](const auto& message) { return Coefficients{.alpha = message.alpha(), .beta = message.beta()}; };
  switch (model) {
    case InfluenceModel::kStones: return of(similarity.stones());
    case InfluenceModel::kZobrist: return of(similarity.zobrist());
    case InfluenceModel::kRyder: return of(similarity.ryder());
    case InfluenceModel::kSpight: return of(similarity.spight());
    case InfluenceModel::kBouzy: return of(similarity.bouzy());
  }
  return {};
}

BouzyOperator BouzyOperatorOf(const v1::BouzyModel& bouzy) {
  switch (bouzy.preset()) {
    case v1::X_21_5: return {.dilations = 5, .erosions = 21};
    case v1::X_13_4: return {.dilations = 4, .erosions = 13};
    case v1::CUSTOM: break;
  }
  return {.dilations = bouzy.dilations(), .erosions = bouzy.erosions()};
}

double APriori(v1::Formula formula, const Coefficients& coefficients, int64_t distance) {
  const double z =
      std::clamp(coefficients.alpha * static_cast<double>(distance) + coefficients.beta, -kMaxExponent, kMaxExponent);
  const double printed = std::fabs(1 - 2 / (1 + PortableExp(z)));
  return formula == v1::PRINTED ? printed : 1 - printed;
}

void APrioriTable::Grow(int32_t distance) {
  const size_t size = std::max<size_t>(distance + size_t{1}, 2 * values_.size());
  for (size_t d = values_.size(); d < size; ++d) {
    values_.push_back(static_cast<float>(APriori(formula_, coefficients_, static_cast<int64_t>(d))));
  }
}

}  // namespace tenuki
