// The kind as a whole: from positions to derived tables and the report.
#include "experiments/analysis/analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/random.h"
#include "engine/playout/playout.h"
#include "experiments/analysis/counts.h"
#include "experiments/analysis/findings.h"
#include "experiments/analysis/positions.h"
#include "experiments/config.h"
#include "experiments/plan.h"
#include "experiments/testing/stored_rows.h"

namespace tenuki::analysis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Two races: seven against six above, with three and four liberties, and nearly so below. The walls live.
constexpr const char* kTwoRaces =
    R"json({"id": "races", "sgf": "(;SZ[9]KM[1.5]PL[B]AB[ca][da][bb][cb][db][ec][hc][ic][ed][fd][gd][hd][id][ee][ge][ie][ef][ff][gf][hf][if][eg][hg][ig][bh][ch][dh][ci][di]AW[ea][fa][ga][eb][fb][gb][hb][ac][cc][dc][ad][bd][cd][dd][be][de][af][bf][cf][df][ag][cg][dg][eh][fh][gh][hh][ei][fi][gi])", "semeai": [{"black": "cadabbcbdb", "white": "eafagaebfbgbhb", "black_first": "white", "white_first": "white"}]}
{"id": "settled", "sgf": "(;SZ[5]KM[0.5]AB[ba][bb][bc][bd][be][ab][ad]AW[da][db][dc][dd][de][eb][ed])"})json";

class TextLoader final : public InputLoader {
 public:
  explicit TextLoader(MemoryInputs& inputs) : inputs_(inputs) {}
  absl::StatusOr<Digest> Load(const std::string& path, const std::string&, const std::optional<Digest>&) override {
    v1::InputFiles files;
    files.add_files()->set_path(path);
    files.mutable_files(0)->set_content(kTwoRaces);
    return inputs_.Add(files);
  }

 private:
  MemoryInputs& inputs_;
};

class AnalysisTest : public testing::Test {
 protected:
  // The text goes into `analysis { … }`, or behind it.
  absl::StatusOr<Plan> TryPlan(std::string_view more, std::string_view behind = "") {
    const absl::StatusOr<v1::Experiment> experiment = ReadExperiment(
        "x", absl::StrCat(R"(name: "a" analysis { positions: "p.jsonl" )", more, "}", behind), {}, &loader_);
    if (!experiment.ok()) return experiment.status();
    return MakePlan(*experiment, inputs_);
  }
  Plan PlanOf(std::string_view more) { return TryPlan(more).value(); }

  MemoryTables DeriveOf(const Plan& plan) {
    MemoryTables unit_tables = StoredRowsOf(plan, inputs_);
    MemoryTables derived(kind_.derived_tables());
    EXPECT_TRUE(kind_.Derive(plan, unit_tables, derived).ok());
    return derived;
  }
  CellFindings FindingsOf(const Plan& plan) {
    MemoryTables derived = DeriveOf(plan);
    return ReadFindings(plan, derived).value()[0];
  }

  MemoryInputs contents_;
  TextLoader loader_{contents_};
  Inputs inputs_{contents_};
  const AnalysisKind kind_;
};

TEST_F(AnalysisTest, RacesAreFoundAndWhatIsSettledIsNot) {
  const CellFindings findings = FindingsOf(PlanOf("simulations: 5000 playouts {}"));
  ASSERT_EQ(findings.size(), 2);
  const SampleFindings& races = findings.at(0).at(5000);
  EXPECT_EQ(races.count, 5000);
  EXPECT_GE(races.clusters.size(), 2);
  EXPECT_EQ(races.semeai.size(), 2);
  ASSERT_EQ(races.found.size(), 1);
  EXPECT_NE(races.found.at(1).semeai, 0);
  EXPECT_EQ(races.found.at(1).black_stones, 1);
  EXPECT_EQ(races.found.at(1).white_stones, 1);
  EXPECT_GT(races.found.at(1).worth.value(), 10);
  const SampleFindings& settled = findings.at(1).at(5000);
  EXPECT_EQ(settled.clusters.size(), 1);
  EXPECT_TRUE(settled.semeai.empty());
  EXPECT_FALSE(settled.mean_misleads);
  for (const auto& [point, criticality] : settled.criticality.at(1)) {
    EXPECT_EQ(criticality.black, 0) << point;
    EXPECT_EQ(criticality.white, 0) << point;
  }
}

TEST_F(AnalysisTest, TablesAddUp) {
  const CellFindings findings = FindingsOf(PlanOf("simulations: 3000 samples: [50, 500]"));
  for (const auto& [unit, position] : findings) {
    ASSERT_EQ(position.size(), 3);
    for (const auto& [simulations, sample] : position) {
      EXPECT_EQ(sample.count, simulations);
      int64_t count = 0;
      double area = 0;
      for (const auto& [score, each] : sample.scores) {
        count += each.count;
        area += each.density;
        EXPECT_EQ(each.cluster > 0, each.count > 0);
      }
      EXPECT_EQ(count, simulations);
      EXPECT_NEAR(area, 1, 0.02) << "a density";
      double weight = 0;
      for (const auto& [number, cluster] : sample.clusters) weight += cluster.weight;
      EXPECT_NEAR(weight, 1, 1e-12);
      EXPECT_FALSE(sample.move.empty());
      EXPECT_LE(sample.win_rate.value(), 1);
    }
  }
  EXPECT_NEAR(findings.at(0).at(3000).map_agreement.value(), 1, 1e-12);
  EXPECT_LT(findings.at(0).at(50).map_agreement.value(), 0.9999);
}

TEST_F(AnalysisTest, WhatIsCountedOnTheWayChangesNothing) {
  const CellFindings with = FindingsOf(PlanOf("simulations: 1000 samples: [7, 300]"));
  const CellFindings until_300 = FindingsOf(PlanOf("simulations: 1000 samples: [300]"));
  // Other cells with other seeds: only what is of the same cell can be compared.
  EXPECT_EQ(with.at(0).at(1000).count, 1000);
  EXPECT_EQ(until_300.at(0).count(7), 0);
  const Plan plan = PlanOf("simulations: 1000 samples: [7, 300] playouts {}");
  // Playouts are those of the unit's seed, one after the other: the sample is their beginning.
  const Positions& positions = *PositionsOf(plan.cells[0].experiment, inputs_).value();
  const uint64_t seed = UnitSeed(plan.cells[0].digest, 0);
  std::map<int, int> scores;
  for (uint64_t i = 0; i < 300; ++i) {
    ++scores[PlayoutKernel(CpuLevel::kBaseline).Run(positions.at(0).board, DeriveSeed(seed, i), {}).score];
  }
  const CellFindings findings = FindingsOf(plan);
  for (const auto& [score, each] : findings.at(0).at(300).scores) EXPECT_EQ(each.count, scores[score]) << score;
}

TEST_F(AnalysisTest, ClusteringCanBeChangedWithoutASimulation) {
  const Plan plan = PlanOf("simulations: 500 playouts {}");
  const Plan other = PlanOf(
      "simulations: 500 playouts {} clustering { bandwidth: PRINTED_SILVERMAN threshold: 0 lattice_step: 1 } "
      "localisation { threshold: 0.01 min_points: 1 } heavy_weight: 0");
  EXPECT_EQ(plan.cells[0].digest, other.cells[0].digest);
  const CellFindings findings = FindingsOf(plan);
  const CellFindings other_findings = FindingsOf(other);
  EXPECT_LT(other_findings.at(0).at(500).bandwidth, findings.at(0).at(500).bandwidth + 1e-9);
  EXPECT_GE(other_findings.at(0).at(500).clusters.size(), findings.at(0).at(500).clusters.size());
  EXPECT_NE(PlanOf("simulations: 500 playouts {} control: NEIGHBORS").cells[0].digest, plan.cells[0].digest);
}

TEST_F(AnalysisTest, MorePositionsThanAreReadAtOnceAreAllDerived) {
  // Seventy cells of two positions each.
  std::string values;
  for (int i = 0; i < 70; ++i) absl::StrAppend(&values, i == 0 ? "" : ", ", "\"", i, "\"");
  const Plan plan =
      TryPlan("simulations: 3 playouts {}", absl::StrCat(" sweep { field: \"analysis.komi\" values: [", values, "] }"))
          .value();
  ASSERT_GT(2 * plan.cells.size(), kPositionsAtOnce);
  MemoryTables derived = DeriveOf(plan);
  const std::vector<CellFindings> findings = ReadFindings(plan, derived).value();
  for (const CellFindings& cell : findings) {
    ASSERT_EQ(cell.size(), 2);
    EXPECT_EQ(cell.at(0).at(3).count, 3);
    EXPECT_EQ(cell.at(1).at(3).count, 3);
  }
}

TEST_F(AnalysisTest, OneSimulationHasOneClusterAndNoCriticality) {
  for (const char* source : {"playouts {}", "search {}"}) {
    const CellFindings findings = FindingsOf(PlanOf(absl::StrCat("simulations: 1 ", source)));
    const SampleFindings& sample = findings.at(0).at(1);
    EXPECT_EQ(sample.count, 1);
    EXPECT_EQ(sample.deviation, 0);
    ASSERT_EQ(sample.clusters.size(), 1);
    EXPECT_EQ(sample.clusters.at(1).weight, 1);
    EXPECT_TRUE(sample.semeai.empty());
    EXPECT_FALSE(sample.map_agreement.has_value()) << "nothing varies";
    for (const auto& [point, each] : sample.points) EXPECT_EQ(each.covariance, 0);
  }
}

TEST_F(AnalysisTest, TheReportDrawsHistogramsClustersAndCovariances) {
  const Plan plan = PlanOf("simulations: 2000 samples: 100 playouts {}");
  MemoryTables derived = DeriveOf(plan);
  const CellFindings findings = ReadFindings(plan, derived).value()[0];
  const SampleFindings& races = findings.at(0).at(2000);
  const v1::Report report = kind_.MakeReport(plan, derived).value();
  int histograms = 0, squares = 0, circles = 0;
  for (const v1::Section& section : report.sections()) {
    for (const v1::Block& block : section.blocks()) {
      const v1::Figure& figure = block.figure();
      if (figure.has_histogram()) {
        ++histograms;
        const v1::Histogram& histogram = figure.histogram();
        EXPECT_EQ(histogram.groups_size(), histogram.counts_size());
        EXPECT_EQ(histogram.curve_size(), histogram.counts_size());
        int64_t count = 0;
        for (int64_t each : histogram.counts()) count += each;
        EXPECT_EQ(count, 2000);
      }
      if (figure.has_board()) {
        (figure.board().values().shape() == v1::SHAPE_SQUARE ? squares : circles) += 1;
        const bool is_large = figure.caption().starts_with("races");
        EXPECT_EQ(figure.board().values().values_size(), is_large ? 81 : 25);
        EXPECT_EQ(figure.board().black_size(), is_large ? 29 : 7);
      }
    }
  }
  EXPECT_EQ(histograms, 2);
  EXPECT_EQ(circles, 2);
  EXPECT_EQ(squares, static_cast<int>(races.clusters.size())) << "of one cluster there is nothing to draw";
  EXPECT_THAT(report.DebugString(), AllOf(HasSubstr("Known semeai"), HasSubstr("How soon it is known")));
}

TEST_F(AnalysisTest, ErrorsSayWhatWouldBeRight) {
  const auto error = [&](std::string_view more, std::string_view behind = "") {
    return std::string(TryPlan(more, behind).status().message());
  };
  EXPECT_THAT(error("samples: [100, 100]"), HasSubstr("analysis.samples: 100 should be above the one before it"));
  EXPECT_THAT(error("simulations: 100 samples: 100"), HasSubstr("below analysis.simulations, which is 100"));
  EXPECT_THAT(error("komi: 7.3"), HasSubstr("analysis.komi: 7.3 should be in whole or half points"));
  EXPECT_THAT(error("search { mercy_stones: 20 }"), HasSubstr("analysis.search.mercy_stones: should be 0"));
  EXPECT_THAT(
      error("simulations: 100 search { covariance {} }"),
      HasSubstr("analysis.search.covariance.collection_playouts: 8000 should be below analysis.simulations, 100"));
  EXPECT_THAT(error("move_number: 3"), HasSubstr("analysis.positions: "));
  EXPECT_THAT(error("", "paper { values { measure: 'clusters' value: 4 } }"), HasSubstr("paper.values.measure"));
}

TEST_F(AnalysisTest, TheSearchIsWrittenDownWhereNothingIsSaid) {
  EXPECT_EQ(PlanOf("").cells[0].experiment.analysis().search().expansion_visits(), 8);
  EXPECT_EQ(PlanOf("").cells[0].digest, PlanOf("search {}").cells[0].digest);
  EXPECT_TRUE(PlanOf("playouts {}").cells[0].experiment.analysis().has_playouts());
}

}  // namespace
}  // namespace tenuki::analysis
