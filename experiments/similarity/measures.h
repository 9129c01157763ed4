// The two measures of how alike positions are.
//
//   a posteriori (Def. 1)   2 |next(x) ∩ next(y)| / (|next(x)| + |next(y)|), of the sets of replies
//   a priori (Def. 2)       1 where x = y, else a function of z = α·D + β with D = Σ |f(x) − f(y)|
//
// A priori there is one measure for each influence model; where relative symmetries are asked for, a second one with
// the distance to the nearest of the other position's eight images.
//
// Printed is |1 − 2/(1 + e^z)|, which is 0 for near positions and 1 for far ones. What the paper's text and its tables
// mean is 1 less that; both can be asked for. From + − × ÷ alone (law 1). Pure functions: no thread rules.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/influence/influence.h"
#include "tenuki/v1/similarity.pb.h"

namespace tenuki {

// Stored as it is here: a pair's numbers in 32 bits.
float APosteriori(int num_common, int num_replies, int num_other_replies);

// Of measures a priori.
struct Measure {
  InfluenceModel model = InfluenceModel::kStones;
  bool is_turned = false;

  friend bool operator==(const Measure&, const Measure&) = default;
};
inline constexpr int kNumMeasures = 2 * kNumInfluenceModels;
// Those as they are first, then the turned ones.
constexpr Measure MeasureAt(int index) {
  return {.model = static_cast<InfluenceModel>(index % kNumInfluenceModels), .is_turned = index >= kNumInfluenceModels};
}
// How many of them, from the first on, an experiment asks for.
int NumMeasures(const v1::Similarity& similarity);
// "zobrist", "zobrist_turned".
std::string MeasureName(const Measure& measure);

// What a paper may say of a measure, as "stones.precision".
inline constexpr const char* kPaperQualities[] = {"precision", "recall", "accuracy", "average_error"};

struct Coefficients {
  double alpha = 0;
  double beta = 0;
};

// Those that the experiment gives for a model.
Coefficients CoefficientsOf(const v1::Similarity& similarity, InfluenceModel model);
BouzyOperator BouzyOperatorOf(const v1::BouzyModel& bouzy);

// Of two different positions.
double APriori(v1::Formula formula, const Coefficients& coefficients, int64_t distance);

// The same by table, for many pairs.
class APrioriTable {
 public:
  APrioriTable(v1::Formula formula, const Coefficients& coefficients)
      : formula_(formula), coefficients_(coefficients) {}

  float operator()(int32_t distance) {
    if (static_cast<size_t>(distance) >= values_.size()) Grow(distance);
    return values_[distance];
  }

 private:
  void Grow(int32_t distance);

  const v1::Formula formula_;
  const Coefficients coefficients_;
  // By distance.
  std::vector<float> values_;
};

}  // namespace tenuki
