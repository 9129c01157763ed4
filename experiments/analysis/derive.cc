// From what was counted to densities, clusters, criticalities, covariances and regions.
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status_macros.h"
#include "engine/criticality/criticality.h"
#include "engine/criticality/regions.h"
#include "engine/criticality/score_clusters.h"
#include "experiments/analysis/analysis.h"
#include "experiments/analysis/counts.h"
#include "experiments/analysis/schema.h"
#include "experiments/score_clustering.h"
#include "experiments/sgf_points.h"
#include "experiments/table_rows.h"

namespace tenuki {
namespace analysis {
namespace {

RegionOptions RegionOptionsOf(const v1::Localisation& localisation) {
  return {.threshold = localisation.threshold(),
          .likeness = localisation.likeness(),
          .min_points = localisation.min_points()};
}

// All that is found in one sample of a position.
struct Finding {
  Finding(const ScoreTable& table, int komi, const v1::Analysis& settings)
      : histogram(table.Histogram()),
        clusters(FindClusters(histogram, ClusterOptionsOf(settings.clustering()))),
        winners(WinnersOf(histogram, clusters, komi)),
        misleads(MeanMisleads(histogram, clusters, komi, settings.heavy_weight())),
        criticality(table, clusters.cluster_of, static_cast<int>(clusters.clusters.size())),
        of_winners(table, WinnerGroups(histogram, komi), 2),
        localisation(Localise(criticality, clusters, RegionOptionsOf(settings.localisation()))) {}

  std::vector<double> CovarianceMap() const {
    std::vector<double> map;
    for (Point point = 0; point < of_winners.size() * of_winners.size(); ++point) {
      map.push_back(WinCovariance(of_winners, point));
    }
    return map;
  }

  ScoreHistogram histogram;
  ScoreClusters clusters;
  std::vector<Color> winners;
  bool misleads;
  Criticality criticality;
  Criticality of_winners;
  Localisation localisation;
};

std::string_view WinnerName(Color winner) { return winner == Color::kEmpty ? "neither" : ColorName(winner); }

// Pearson's, or nothing where one of them does not vary.
std::optional<double> Correlation(const std::vector<double>& a, const std::vector<double>& b) {
  double a_mean = 0, b_mean = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    a_mean += a[i] / static_cast<double>(a.size());
    b_mean += b[i] / static_cast<double>(b.size());
  }
  double product = 0, a_square = 0, b_square = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    product += (a[i] - a_mean) * (b[i] - b_mean);
    a_square += (a[i] - a_mean) * (a[i] - a_mean);
    b_square += (b[i] - b_mean) * (b[i] - b_mean);
  }
  if (a_square == 0 || b_square == 0) return std::nullopt;
  return product / (std::sqrt(a_square) * std::sqrt(b_square));
}

double ShareOf(const PointSet& stones, const PointSet& points) {
  return stones.empty() ? 0 : static_cast<double>((stones & points).size()) / stones.size();
}

// The rows of all derived tables.
class DerivedRows {
 public:
  static absl::StatusOr<DerivedRows> Make() {
    std::vector<TableRows> tables;
    const AnalysisKind kind;
    for (const TableDefinition& table : kind.derived_tables()) {
      ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(table.schema));
      tables.push_back(std::move(rows));
    }
    return DerivedRows(std::move(tables));
  }

  void AddPosition(int32_t cell, int64_t unit, const PositionCounts& position, const v1::Analysis& settings) {
    if (position.samples.empty()) return;
    const Finding last(position.samples.rbegin()->second.table, position.komi_half_points, settings);
    const std::vector<double> last_map = last.CovarianceMap();
    for (const auto& [simulations, sample] : position.samples) {
      key_ = {.cell = cell, .unit = unit, .simulations = simulations};
      const Finding finding(sample.table, position.komi_half_points, settings);
      const std::vector<double> map = finding.CovarianceMap();
      AddOverview(position, sample, finding, Correlation(map, last_map));
      AddDensity(finding);
      AddClusters(finding);
      AddCriticality(finding);
      AddCovariance(finding, map);
      AddSemeai(position.size, finding);
      AddFound(position, finding);
    }
  }

  absl::Status Give(TableSink& sink) {
    for (size_t table = 0; table < tables_.size(); ++table) {
      ABSL_RETURN_IF_ERROR(tables_[table].Give(table, sink));
    }
    return absl::OkStatus();
  }

 private:
  struct Key {
    int32_t cell = 0;
    int64_t unit = 0;
    int32_t simulations = 0;
  };

  explicit DerivedRows(std::vector<TableRows> tables) : tables_(std::move(tables)) {}

  template <typename... Values>
  void Add(AnalysisDerivedTable table, const Values&... values) {
    TableRows& rows = tables_[table];
    rows.Add(key_.cell);
    rows.Add(key_.unit);
    rows.Add(key_.simulations);
    (rows.Add(values), ...);
  }

  void AddOverview(const PositionCounts& position, const PositionCounts::Sample& sample, const Finding& finding,
                   std::optional<double> agreement) {
    const ScoreMoments& moments = finding.clusters.moments;
    const PositionCounts::Choice choice = sample.choice.value_or(PositionCounts::Choice());
    Add(kOverviewTable, position.name, position.size, position.komi_half_points / 2.0, position.to_move, position.black,
        position.white, moments.count, moments.mean, moments.deviation, finding.clusters.bandwidth,
        BlackWinRate(finding.histogram, position.komi_half_points),
        static_cast<int32_t>(finding.clusters.clusters.size()), finding.misleads,
        static_cast<int32_t>(finding.localisation.semeai.size()), agreement, choice.move, choice.visits,
        sample.choice.has_value() ? std::optional<double>(choice.win_rate) : std::nullopt);
  }

  void AddDensity(const Finding& finding) {
    const ScoreHistogram& histogram = finding.histogram;
    if (histogram.empty()) return;
    const auto margin = static_cast<int>(std::ceil(finding.clusters.bandwidth));
    size_t next = 0;
    for (int score = histogram.front().score - margin; score <= histogram.back().score + margin; ++score) {
      const bool occurred = next < histogram.size() && histogram[next].score == score;
      Add(kDensityTable, score, occurred ? histogram[next].count : int64_t{0},
          DensityAt(histogram, finding.clusters.bandwidth, score),
          occurred ? static_cast<int32_t>(finding.clusters.cluster_of[next] + 1) : 0,
          occurred ? std::optional<double>(finding.clusters.mode_of[next]) : std::nullopt);
      next += occurred;
    }
  }

  void AddClusters(const Finding& finding) {
    for (int32_t number = 0; number < std::ssize(finding.clusters.clusters); ++number) {
      const ScoreCluster& cluster = finding.clusters.clusters[number];
      Add(kClustersTable, number + 1, cluster.mode, cluster.density, cluster.first_score, cluster.last_score,
          cluster.count, finding.clusters.Weight(number), WinnerName(finding.winners[number]));
    }
  }

  void AddCriticality(const Finding& finding) {
    const Criticality& criticality = finding.criticality;
    for (int32_t cluster = 0; cluster < criticality.num_groups(); ++cluster) {
      for (Point point = 0; point < criticality.size() * criticality.size(); ++point) {
        Add(kCriticalityTable, cluster + 1, static_cast<uint16_t>(point), criticality.At(Color::kBlack, point, cluster),
            criticality.At(Color::kWhite, point, cluster));
      }
    }
  }

  void AddCovariance(const Finding& finding, const std::vector<double>& map) {
    for (Point point = 0; point < std::ssize(map); ++point) {
      Add(kCovarianceTable, static_cast<uint16_t>(point), map[point], FormerCriticality(finding.of_winners, point),
          finding.criticality.ShareControlled(Color::kBlack, point),
          finding.criticality.ShareControlled(Color::kWhite, point));
    }
  }

  void AddSemeai(int size, const Finding& finding) {
    int32_t number = 0;
    for (const Semeai& semeai : finding.localisation.semeai) {
      Add(kSemeaiTable, ++number, SgfPoints(size, semeai.points), static_cast<int32_t>(semeai.points.size()),
          semeai.worth);
    }
    for (const CriticalRegion& region : finding.localisation.regions) {
      Add(kRegionsTable, static_cast<int32_t>(region.cluster + 1), static_cast<int32_t>(region.semeai + 1),
          SgfPoints(size, region.points), static_cast<int32_t>(region.points.size()), ColorName(region.holder),
          region.mean, region.peak, finding.localisation.semeai[region.semeai].black_share[region.cluster]);
    }
  }

  void AddFound(const PositionCounts& position, const Finding& finding) {
    for (const auto& [number, known] : position.known) {
      const PointSet black = PointsFromSgf(position.size, known.black).value_or(PointSet());
      const PointSet white = PointsFromSgf(position.size, known.white).value_or(PointSet());
      int32_t best = 0;
      Semeai nearest;
      for (int32_t i = 0; i < std::ssize(finding.localisation.semeai); ++i) {
        const Semeai& semeai = finding.localisation.semeai[i];
        if (((black | white) & semeai.points).size() <= ((black | white) & nearest.points).size()) continue;
        best = i + 1;
        nearest = semeai;
      }
      Add(kFoundTable, number, known.black, known.white, known.black_first, known.white_first, best,
          ShareOf(black, nearest.points), ShareOf(white, nearest.points), nearest.worth);
    }
  }

  Key key_;
  std::vector<TableRows> tables_;
};

}  // namespace
}  // namespace analysis

absl::Status AnalysisKind::Derive(const Plan& plan, TableSource& unit_tables, TableSink& sink) const {
  ABSL_ASSIGN_OR_RETURN(analysis::DerivedRows rows, analysis::DerivedRows::Make());
  ABSL_RETURN_IF_ERROR(analysis::ForEachPosition(
      plan, unit_tables, [&](const Cell& cell, int64_t unit, const analysis::PositionCounts& position) {
        rows.AddPosition(cell.index, unit, position, cell.experiment.analysis());
      }));
  return rows.Give(sink);
}

}  // namespace tenuki
