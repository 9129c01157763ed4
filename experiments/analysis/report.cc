// The document: a line for each position, known semeai beside those found, what was known how soon, and the figures and
// tables of the first positions.
#include <string>
#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "experiments/analysis/analysis.h"
#include "experiments/analysis/figures.h"
#include "experiments/analysis/findings.h"
#include "experiments/plan.h"
#include "experiments/report_values.h"

namespace tenuki {
namespace analysis {
namespace {

v1::Value OptionalNumber(const std::optional<double>& number, int decimals) {
  return number.has_value() ? NumberValue(*number, decimals) : v1::Value();
}

v1::Table TableOf(std::string caption, std::initializer_list<const char*> text_columns,
                  std::initializer_list<const char*> number_columns) {
  v1::Table table;
  table.set_caption(std::move(caption));
  for (const char* name : text_columns) AddColumn(table, name, v1::ALIGNMENT_LEFT);
  for (const char* name : number_columns) AddColumn(table, name, v1::ALIGNMENT_RIGHT);
  return table;
}

// The leftmost cluster: where it is, how much it weighs, who wins it.
void AddLeftmost(const SampleFindings& sample, v1::Row& row) {
  if (sample.clusters.empty()) {
    for (int i = 0; i < 3; ++i) row.add_values();
    return;
  }
  const SampleFindings::Cluster& leftmost = sample.clusters.begin()->second;
  *row.add_values() = NumberValue(leftmost.mode, 1);
  *row.add_values() = PercentValue(leftmost.weight);
  *row.add_values() = TextValue(leftmost.winner);
}

v1::Value ChoiceValue(const SampleFindings& sample) {
  if (!sample.win_rate.has_value()) return v1::Value();
  return TextValue(absl::StrFormat("%s, %.1f %% of %d", sample.move, 100 * *sample.win_rate, sample.visits));
}

v1::Table PositionsTable(const CellFindings& findings) {
  v1::Table table = TableOf(
      "Scores are Black's lead on the board, before komi. The leftmost cluster is White's best outcome", {"position"},
      {"simulations", "mean score", "Black wins", "clusters", "leftmost mode", "weight", "won by", "the mean misleads",
       "semeai", "best move"});
  for (const auto& [unit, position] : findings) {
    const SampleFindings& sample = position.rbegin()->second;
    v1::Row& row = *table.add_rows();
    *row.add_values() = TextValue(sample.name);
    *row.add_values() = CountValue(sample.count);
    *row.add_values() = NumberValue(sample.mean, 1);
    *row.add_values() = PercentValue(sample.black_win_rate);
    *row.add_values() = CountValue(static_cast<int64_t>(sample.clusters.size()));
    AddLeftmost(sample, row);
    *row.add_values() = TextValue(sample.mean_misleads ? "yes" : "no");
    *row.add_values() = CountValue(static_cast<int64_t>(sample.semeai.size()));
    *row.add_values() = ChoiceValue(sample);
  }
  return table;
}

void AddKnown(const CellFindings& findings, const std::string& suffix, v1::Report& report) {
  v1::Table table = TableOf("Semeai that the input tells of, and the one found that has most of their stones",
                            {"position", "semeai", "Black first", "White first"},
                            {"found as", "of Black's group", "of White's group", "worth"});
  for (const auto& [unit, position] : findings) {
    const SampleFindings& sample = position.rbegin()->second;
    for (const auto& [number, found] : sample.found) {
      v1::Row& row = *table.add_rows();
      *row.add_values() = TextValue(sample.name);
      *row.add_values() = TextValue(absl::StrCat(found.black, " against ", found.white));
      *row.add_values() = TextValue(found.black_first);
      *row.add_values() = TextValue(found.white_first);
      *row.add_values() = found.semeai == 0 ? v1::Value() : CountValue(found.semeai);
      *row.add_values() = PercentValue(found.black_stones);
      *row.add_values() = PercentValue(found.white_stones);
      *row.add_values() = OptionalNumber(found.worth, 1);
    }
  }
  if (table.rows().empty()) return;
  v1::Section& section = *report.add_sections();
  section.set_heading(absl::StrCat("Known semeai", suffix));
  *section.add_blocks()->mutable_table() = std::move(table);
}

void AddSamples(const CellFindings& findings, const std::string& suffix, v1::Report& report) {
  v1::Table table = TableOf(
      "What is known after so many simulations. The map's agreement is the correlation of the points' covariances with "
      "those at "
      "the end",
      {"position"},
      {"simulations", "mean score", "Black wins", "clusters", "leftmost mode", "weight", "won by", "semeai",
       "the map's agreement", "best move"});
  bool has_samples = false;
  for (const auto& [unit, position] : findings) {
    has_samples = has_samples || position.size() > 1;
    for (const auto& [simulations, sample] : position) {
      v1::Row& row = *table.add_rows();
      *row.add_values() = TextValue(sample.name);
      *row.add_values() = CountValue(simulations);
      *row.add_values() = NumberValue(sample.mean, 1);
      *row.add_values() = PercentValue(sample.black_win_rate);
      *row.add_values() = CountValue(static_cast<int64_t>(sample.clusters.size()));
      AddLeftmost(sample, row);
      *row.add_values() = CountValue(static_cast<int64_t>(sample.semeai.size()));
      *row.add_values() = OptionalNumber(sample.map_agreement, 3);
      *row.add_values() = ChoiceValue(sample);
    }
  }
  if (!has_samples) return;
  v1::Section& section = *report.add_sections();
  section.set_heading(absl::StrCat("How soon it is known", suffix));
  *section.add_blocks()->mutable_table() = std::move(table);
}

v1::Table ClustersTable(const SampleFindings& sample) {
  v1::Table table = TableOf(absl::StrFormat("Clusters, under a bandwidth of %.2f", sample.bandwidth), {"cluster"},
                            {"mode", "density", "from", "to", "simulations", "weight", "won by"});
  for (const auto& [number, cluster] : sample.clusters) {
    v1::Row& row = *table.add_rows();
    *row.add_values() = CountValue(number);
    *row.add_values() = NumberValue(cluster.mode, 2);
    *row.add_values() = NumberValue(cluster.density, 4);
    *row.add_values() = CountValue(cluster.first_score);
    *row.add_values() = CountValue(cluster.last_score);
    *row.add_values() = CountValue(cluster.count);
    *row.add_values() = PercentValue(cluster.weight);
    *row.add_values() = TextValue(cluster.winner);
  }
  return table;
}

// A row a semeai, a column a cluster: who has to hold it there.
v1::Table SemeaiTable(const SampleFindings& sample) {
  v1::Table table =
      TableOf("Semeai found, and who has to hold them in each cluster (the mean |g|, how often Black does)",
              {"semeai", "points"}, {"worth"});
  for (const auto& [number, cluster] : sample.clusters) {
    AddColumn(table, absl::StrCat("cluster ", number), v1::ALIGNMENT_LEFT);
  }
  for (const auto& [number, semeai] : sample.semeai) {
    v1::Row& row = *table.add_rows();
    *row.add_values() = CountValue(number);
    *row.add_values() = TextValue(semeai.points);
    *row.add_values() = OptionalNumber(semeai.worth, 1);
    for (const auto& [cluster, unused] : sample.clusters) {
      const auto in_cluster = sample.regions.find(cluster);
      const bool is_critical = in_cluster != sample.regions.end() && in_cluster->second.contains(number);
      if (!is_critical) {
        row.add_values();
        continue;
      }
      const SampleFindings::Region& region = in_cluster->second.at(number);
      *row.add_values() =
          TextValue(absl::StrFormat("%s (%.2f, %.0f %%)", region.holder, region.mean, 100 * region.black_share));
    }
  }
  return table;
}

void AddPosition(const SampleFindings& sample, const std::string& suffix, v1::Report& report) {
  v1::Section& section = *report.add_sections();
  section.set_heading(absl::StrCat(sample.name, suffix));
  section.add_blocks()->set_paragraph(
      absl::StrFormat("%s to move, komi %g: Black wins %.1f %% of %d simulations, by %.1f on average (σ̂ %.1f). %s",
                      sample.to_move == "black" ? "Black" : "White", sample.komi, 100 * sample.black_win_rate,
                      sample.count, sample.mean, sample.deviation,
                      sample.mean_misleads ? "The mean misleads here: heavy clusters are won by different sides."
                                           : "No two heavy clusters are won by different sides."));
  *section.add_blocks()->mutable_figure() = ScoreHistogramFigure(sample);
  *section.add_blocks()->mutable_table() = ClustersTable(sample);
  if (sample.clusters.size() > 1) {
    for (const auto& [number, cluster] : sample.clusters) {
      *section.add_blocks()->mutable_figure() = ClusterBoard(sample, number);
    }
    *section.add_blocks()->mutable_table() = SemeaiTable(sample);
  }
  *section.add_blocks()->mutable_figure() = CovarianceBoard(sample);
}

void AddCell(const Plan& plan, const Cell& cell, const CellFindings& findings, v1::Report& report) {
  const std::string suffix = plan.cells.size() == 1 ? "" : absl::StrCat(" (", DescribePlace(plan, cell), ")");
  v1::Section& section = *report.add_sections();
  section.set_heading(absl::StrCat("Positions", suffix));
  *section.add_blocks()->mutable_table() = PositionsTable(findings);
  const v1::Analysis& settings = cell.experiment.analysis();
  section.add_blocks()->set_paragraph(
      absl::StrFormat("The mean misleads where clusters that hold %g %% of the simulations or more are won by "
                      "different sides: what the game "
                      "comes to depends on which of them is right, and the mean is none of them.",
                      100 * settings.heavy_weight()));
  AddKnown(findings, suffix, report);
  AddSamples(findings, suffix, report);
  for (const auto& [unit, position] : findings) {
    if (unit < kMaxDrawnPositions) AddPosition(position.rbegin()->second, suffix, report);
  }
  if (cell.num_units > kMaxDrawnPositions) {
    report.mutable_sections()->rbegin()->add_blocks()->set_paragraph(absl::StrCat(
        "Figures of the first ", kMaxDrawnPositions, " of ", cell.num_units, " positions; the tables have them all."));
  }
}

}  // namespace
}  // namespace analysis

absl::StatusOr<v1::Report> AnalysisKind::MakeReport(const Plan& plan, TableSource& derived_tables) const {
  ABSL_ASSIGN_OR_RETURN(const std::vector<analysis::CellFindings> cells, analysis::ReadFindings(plan, derived_tables));
  v1::Report report = EmptyReport(plan.experiment);
  for (const Cell& cell : plan.cells) analysis::AddCell(plan, cell, cells[cell.index], report);
  return report;
}

}  // namespace tenuki
