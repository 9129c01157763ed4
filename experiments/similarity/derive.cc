// From pairs to counts of them, and from these to classifications, distributions, and fitted α and β.
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status_macros.h"
#include "experiments/similarity/fit.h"
#include "experiments/similarity/measures.h"
#include "experiments/similarity/pair_counts.h"
#include "experiments/similarity/schema.h"
#include "experiments/similarity/similarity.h"
#include "experiments/similarity/tally.h"
#include "experiments/table_rows.h"

namespace tenuki {
namespace {

float ThresholdOf(const v1::Similarity& similarity) { return static_cast<float>(similarity.threshold()); }

absl::Status GiveOverview(const Plan& plan, const std::vector<Tally>& tallies, TableSink& sink) {
  ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(OverviewSchema()));
  for (const Cell& cell : plan.cells) {
    const Tally& tally = tallies[cell.index];
    const auto add = [&](const std::string& item, int64_t count, const std::string& example) {
      rows.Add(cell.index);
      rows.Add(item);
      rows.Add(count);
      rows.Add(example);
    };
    for (const Tally::Item& item : tally.collection) add(item.item, item.count, item.example);
    add(kComparedPositions, tally.num_positions, "");
    add(kComparedPairs, tally.num_pairs, "");
  }
  return rows.Give(kOverviewTable, sink);
}

absl::Status GiveClassification(const Plan& plan, const std::vector<Tally>& tallies, TableSink& sink) {
  ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(ClassificationSchema()));
  for (const Cell& cell : plan.cells) {
    const v1::Similarity& similarity = cell.experiment.similarity();
    const Tally& tally = tallies[cell.index];
    for (int measure = 0; measure < NumMeasures(similarity); ++measure) {
      const PairCounts counts = tally.Counts(measure, {kEven, kOdd, kMixed}, ThresholdOf(similarity));
      const Quality without = counts.Classify(
          similarity.formula(), CoefficientsOf(similarity, MeasureAt(measure).model), ThresholdOf(similarity));
      for (const bool with_diagonal : {true, false}) {
        const Quality quality = with_diagonal ? without.WithDiagonal(tally.num_diagonal) : without;
        rows.Add(cell.index);
        rows.Add(MeasureName(MeasureAt(measure)));
        rows.Add(with_diagonal);
        rows.Add(quality.true_positives);
        rows.Add(quality.false_positives);
        rows.Add(quality.false_negatives);
        rows.Add(quality.true_negatives);
        rows.Add(quality.precision());
        rows.Add(quality.recall());
        rows.Add(quality.accuracy());
        rows.Add(quality.average_error());
      }
    }
  }
  return rows.Give(kClassificationTable, sink);
}

float LowerEdge(int bin) { return static_cast<float>(static_cast<double>(bin) / kNumBins); }

class BinCounts {
 public:
  void Add(float value, int64_t num_pairs) {
    int bin = kNumBins - 1;
    while (bin > 0 && value < LowerEdge(bin)) --bin;
    counts_[bin] += num_pairs;
  }

  void AddTo(TableRows& rows, const Cell& cell, const std::string& measure) const {
    for (int bin = 0; bin < kNumBins; ++bin) {
      rows.Add(cell.index);
      rows.Add(measure);
      rows.Add(bin);
      rows.Add(static_cast<double>(bin) / kNumBins);
      rows.Add(counts_[bin]);
    }
  }

 private:
  std::array<int64_t, kNumBins> counts_{};
};

absl::Status GiveDistribution(const Plan& plan, const std::vector<Tally>& tallies, TableSink& sink) {
  ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(DistributionSchema()));
  for (const Cell& cell : plan.cells) {
    const v1::Similarity& similarity = cell.experiment.similarity();
    for (int measure = 0; measure < NumMeasures(similarity); ++measure) {
      const PairCounts counts = tallies[cell.index].Counts(measure, {kEven, kOdd, kMixed}, ThresholdOf(similarity));
      const Coefficients coefficients = CoefficientsOf(similarity, MeasureAt(measure).model);
      BinCounts a_priori;
      BinCounts a_posteriori;
      for (const PairCounts::Group& group : counts.groups()) {
        a_priori.Add(static_cast<float>(APriori(similarity.formula(), coefficients, group.distance)),
                     group.num_pairs());
        for (size_t i = 0; i < group.values.size(); ++i) {
          a_posteriori.Add(group.values[i], group.counts[i] - (i == 0 ? 0 : group.counts[i - 1]));
        }
      }
      if (measure == 0) a_posteriori.AddTo(rows, cell, kAPosterioriName);
      a_priori.AddTo(rows, cell, MeasureName(MeasureAt(measure)));
    }
  }
  return rows.Give(kDistributionTable, sink);
}

absl::Status GiveFit(const Plan& plan, const std::vector<Tally>& tallies, TableSink& sink) {
  ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(FitSchema()));
  for (const Cell& cell : plan.cells) {
    const v1::Similarity& similarity = cell.experiment.similarity();
    const float threshold = ThresholdOf(similarity);
    for (int index = 0; index < NumMeasures(similarity); ++index) {
      const Measure measure = MeasureAt(index);
      const PairCounts even = tallies[cell.index].Counts(index, {kEven}, threshold);
      const PairCounts odd = tallies[cell.index].Counts(index, {kOdd}, threshold);
      const Coefficients fitted = Fit(even, similarity.formula(), similarity.fit_objective(), threshold);
      rows.Add(cell.index);
      rows.Add(MeasureName(measure));
      rows.Add(v1::FitObjective_Name(similarity.fit_objective()));
      rows.Add(fitted.alpha);
      rows.Add(fitted.beta);
      for (const Quality& quality :
           {even.Classify(similarity.formula(), fitted, threshold),
            odd.Classify(similarity.formula(), fitted, threshold),
            odd.Classify(similarity.formula(), CoefficientsOf(similarity, measure.model), threshold)}) {
        rows.Add(quality.precision());
        rows.Add(quality.recall());
        rows.Add(quality.accuracy());
        rows.Add(quality.average_error());
        rows.Add(std::optional<double>(quality.f1()));
      }
    }
  }
  return rows.Give(kFitTable, sink);
}

absl::Status GiveMatrix(const Plan& plan, const std::vector<Tally>& tallies, TableSink& sink) {
  ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(MatrixSchema()));
  for (const Cell& cell : plan.cells) {
    for (const Tally::MatrixPoint& point : tallies[cell.index].matrix) {
      rows.Add(cell.index);
      rows.Add(static_cast<uint16_t>(point.i));
      rows.Add(static_cast<uint16_t>(point.j));
      rows.Add(point.a_posteriori);
    }
  }
  return rows.Give(kMatrixTable, sink);
}

}  // namespace

absl::Status SimilarityKind::Derive(const Plan& plan, TableSource& unit_tables, TableSink& sink) const {
  ABSL_ASSIGN_OR_RETURN(const std::vector<Tally> tallies, ReadTallies(plan, unit_tables));
  ABSL_RETURN_IF_ERROR(GiveOverview(plan, tallies, sink));
  ABSL_RETURN_IF_ERROR(GiveClassification(plan, tallies, sink));
  ABSL_RETURN_IF_ERROR(GiveDistribution(plan, tallies, sink));
  ABSL_RETURN_IF_ERROR(GiveFit(plan, tallies, sink));
  return GiveMatrix(plan, tallies, sink);
}

}  // namespace tenuki
