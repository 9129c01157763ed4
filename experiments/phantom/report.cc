// The document: the paper's table beside ours, strengths, the paper's conclusions, what games were like, and the three
// boards of one.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "experiments/paper_comparison.h"
#include "experiments/phantom/conclusions.h"
#include "experiments/phantom/figures.h"
#include "experiments/phantom/phantom.h"
#include "experiments/phantom/players.h"
#include "experiments/phantom/summary.h"
#include "experiments/report_values.h"
#include "experiments/statistics/bradley_terry.h"

namespace tenuki {
namespace {

// What all parts of the report are made of.
struct Facts {
  const Plan& plan;
  std::vector<PhantomCell> cells;
  std::vector<PairingResult> results;
  std::vector<PaperComparison> comparisons;
  // The paper's results, of the pairings that it has and gives a number of games for.
  std::vector<PairingResult> paper_results;
  std::vector<std::string> players;

  const v1::Phantom& phantom() const { return plan.experiment.phantom(); }
  bool HasPaper() const { return !paper_results.empty(); }
  std::vector<Proportion> Scores() const {
    std::vector<Proportion> scores;
    for (const PhantomCell& cell : cells) scores.push_back(cell.Score());
    return scores;
  }
  int64_t Sum(int column) const {
    int64_t total = 0;
    for (const PhantomCell& cell : cells) total += cell.counts[column];
    return total;
  }
};

Facts MakeFacts(const Plan& plan, std::vector<PhantomCell> cells) {
  Facts facts{.plan = plan, .cells = std::move(cells)};
  for (const PhantomCell& cell : facts.cells) facts.results.push_back({cell.player, cell.opponent, cell.Score()});
  facts.players = PlayersOf(facts.results);
  facts.comparisons = CompareWithPaper(plan, facts.Scores());
  for (size_t i = 0; i < facts.cells.size(); ++i) {
    const v1::PaperValue* paper = facts.comparisons[i].paper;
    if (paper == nullptr || paper->sample_size() == 0) continue;
    const auto games = static_cast<double>(paper->sample_size());
    // Points are whole or half ones, whatever digits the share was written with.
    const double points = std::round(2 * paper->value() * games) / 2;
    facts.paper_results.push_back(
        {facts.cells[i].player, facts.cells[i].opponent, {.successes = points, .trials = games}});
  }
  return facts;
}

// Of wins, which are whole unless there were draws.
v1::Value PointsValue(double points) { return NumberValue(points, points == std::round(points) ? 0 : 1); }

v1::Value PointsAgainst(const std::vector<PairingResult>& results, const std::string& player,
                        const std::string& opponent) {
  const Proportion score = ScoreBetween(results, player, opponent);
  return score.trials > 0 ? PointsValue(score.successes) : v1::Value();
}

Proportion TotalScore(const Facts& facts, const std::vector<PairingResult>& results, const std::string& player) {
  Proportion total;
  for (const std::string& other : facts.players) {
    if (other == player) continue;
    const Proportion score = ScoreBetween(results, player, other);
    total.successes += score.successes;
    total.trials += score.trials;
  }
  return total;
}

// As Table 1 of the paper has it: victories of the row against the column, and their total.
v1::Table PaperTable(const Facts& facts) {
  v1::Table table;
  table.set_caption("Victories of the row's player against the column's");
  AddColumn(table, "", v1::ALIGNMENT_LEFT);
  AddColumn(table, "", v1::ALIGNMENT_LEFT);
  for (const std::string& player : facts.players) AddColumn(table, player, v1::ALIGNMENT_RIGHT);
  AddColumn(table, "total wins", v1::ALIGNMENT_RIGHT);
  AddColumn(table, "of games", v1::ALIGNMENT_RIGHT);
  const auto add_row = [&](const std::string& name, const char* what, const std::string& player,
                           const std::vector<PairingResult>& results) {
    v1::Row& row = *table.add_rows();
    *row.add_values() = TextValue(name);
    *row.add_values() = TextValue(what);
    for (const std::string& other : facts.players) {
      *row.add_values() = other == player ? TextValue("×") : PointsAgainst(results, player, other);
    }
    const Proportion total = TotalScore(facts, results, player);
    *row.add_values() = total.trials > 0 ? PointsValue(total.successes) : v1::Value();
    *row.add_values() = total.trials > 0 ? PointsValue(total.trials) : v1::Value();
  };
  for (const std::string& player : facts.players) {
    if (facts.HasPaper()) add_row(player, "paper", player, facts.paper_results);
    add_row(facts.HasPaper() ? "" : player, "measured", player, facts.results);
  }
  return table;
}

v1::Value RatingValue(const BradleyTerry& fit, size_t player) {
  v1::Value value;
  if (!fit.is_connected) return value;
  const BradleyTerry::Rating& rating = fit.ratings[player];
  v1::Interval& interval = *value.mutable_interval();
  interval.set_estimate(rating.elo);
  interval.set_low(rating.low);
  interval.set_high(rating.high);
  interval.set_confidence(kReportConfidence);
  interval.mutable_format()->set_decimals(0);
  return value;
}

v1::Table StrengthTable(const Facts& facts) {
  const BradleyTerry measured = FitBradleyTerry(PointsBetween(facts.players, facts.results));
  const BradleyTerry paper = FitBradleyTerry(PointsBetween(facts.players, facts.paper_results));
  v1::Table table;
  table.set_caption("Strength over all opponents");
  AddColumn(table, "player", v1::ALIGNMENT_LEFT);
  AddColumn(table, "share of points", v1::ALIGNMENT_RIGHT);
  AddColumn(table, "Elo", v1::ALIGNMENT_RIGHT);
  if (facts.HasPaper()) {
    AddColumn(table, "paper: share of points", v1::ALIGNMENT_RIGHT);
    AddColumn(table, "paper: Elo", v1::ALIGNMENT_RIGHT);
  }
  for (size_t i = 0; i < facts.players.size(); ++i) {
    v1::Row& row = *table.add_rows();
    *row.add_values() = TextValue(facts.players[i]);
    *row.add_values() = RateValue(TotalScore(facts, facts.results, facts.players[i]));
    *row.add_values() = RatingValue(measured, i);
    if (!facts.HasPaper()) continue;
    *row.add_values() = RateValue(TotalScore(facts, facts.paper_results, facts.players[i]));
    *row.add_values() = RatingValue(paper, i);
  }
  return table;
}

std::string DescribeStrength(const Facts& facts) {
  const BradleyTerry fit = FitBradleyTerry(PointsBetween(facts.players, facts.results));
  std::string text =
      "Shares of points have Wilson's 95 % interval. Elo is of the model of Bradley and Terry over all games, relative "
      "to "
      "the mean of these players, with Wald's 95 % interval";
  absl::StrAppend(&text, facts.HasPaper() ? "; the paper's is fitted to its table." : ".");
  if (!fit.is_connected) absl::StrAppend(&text, " There are too few games for ratings.");
  if (fit.has_prior) {
    absl::StrAppend(&text, " As somebody won or lost everything, each pairing was given one drawn game more for it.");
  }
  return text;
}

void AddResults(const Facts& facts, v1::Report& report) {
  v1::Section& section = *report.add_sections();
  section.set_heading("Everybody against everybody");
  *section.add_blocks()->mutable_table() = PaperTable(facts);
  *section.add_blocks()->mutable_figure() = CrosstableFigure(facts.results);
  *section.add_blocks()->mutable_table() = StrengthTable(facts);
  section.add_blocks()->set_paragraph(DescribeStrength(facts));
}

void AddConclusions(const Facts& facts, v1::Report& report) {
  const std::vector<Conclusion> conclusions = TestConclusions(facts.phantom(), facts.results);
  if (conclusions.empty()) return;
  v1::Section& section = *report.add_sections();
  section.set_heading("The paper's conclusions");
  v1::Table& table = *section.add_blocks()->mutable_table();
  for (const char* name : {"conclusion", "verdict", "measured", "test", "p"})
    AddColumn(table, name, v1::ALIGNMENT_LEFT);
  for (const Conclusion& conclusion : conclusions) {
    v1::Row& row = *table.add_rows();
    *row.add_values() = TextValue(conclusion.claim);
    *row.add_values() = TextValue(VerdictWords(conclusion.verdict));
    *row.add_values() = TextValue(conclusion.measured);
    *row.add_values() = TextValue(conclusion.test);
    *row.add_values() = TestValue(conclusion.p_value, conclusion.adjusted_p_value);
  }
  section.add_blocks()->set_paragraph(
      "p is two-sided, of the hypothesis that there is no difference, adjusted for the four by Holm's method; level 5 "
      "%. "
      "(3) is supported when the 90 % interval lies within 35 % to 65 %, and not when it lies outside or UCT wins "
      "more.");
}

std::string BudgetWords(const v1::PhantomPlayer& player) {
  if (player.has_random()) return "–";
  if (IsTimed(player)) return absl::StrFormat("%g s a game: not reproducible", player.seconds_per_game());
  return absl::StrCat(player.playouts(), " playouts a search");
}

std::string ExplorationWords(const v1::PhantomPlayer& player) {
  if (!player.has_uct() && !player.has_information_set()) return "–";
  return absl::StrFormat("%g", ParametersOf(player).exploration);
}

void AddSetting(const Facts& facts, v1::Report& report) {
  v1::Section& section = *report.add_sections();
  section.set_heading("Setting");
  v1::Table& table = *section.add_blocks()->mutable_table();
  for (const char* name : {"player", "budget", "averages", "guesses agree with", "C"}) {
    AddColumn(table, name, v1::ALIGNMENT_LEFT);
  }
  for (const v1::PhantomPlayer& player : facts.phantom().players()) {
    const bool is_random = player.has_random();
    v1::Row& row = *table.add_rows();
    *row.add_values() = TextValue(DisplayName(player));
    *row.add_values() = TextValue(BudgetWords(player));
    *row.add_values() = TextValue(is_random ? "–" : player.aggregate() == v1::WIN_RATIO ? "wins" : "scores");
    *row.add_values() = TextValue(is_random                                ? "–"
                                  : player.guess() == v1::ALL_OBSERVATIONS ? "all observations"
                                                                           : "the number of stones");
    *row.add_values() = TextValue(ExplorationWords(player));
  }
  section.add_blocks()->set_paragraph(
      absl::StrFormat("Board size %d, komi %g, %s. Each pairing is played in pairs of games with the colours swapped.",
                      facts.phantom().board_size(), facts.phantom().komi(),
                      facts.phantom().ko_rule() == v1::SIMPLE_KO ? "simple ko" : "superko"));
}

v1::Value PerGame(int64_t count, int64_t games) {
  return games == 0 ? v1::Value() : NumberValue(static_cast<double>(count) / static_cast<double>(games), 1);
}

v1::Table CellTable(const Facts& facts) {
  v1::Table table;
  for (const std::string& field : facts.plan.fields) AddColumn(table, field, v1::ALIGNMENT_LEFT);
  for (const char* name : {"games", "won", "drawn", "lost", "win rate"}) AddColumn(table, name, v1::ALIGNMENT_RIGHT);
  if (facts.HasPaper()) {
    AddColumn(table, "paper", v1::ALIGNMENT_RIGHT);
    AddColumn(table, "same as the paper?", v1::ALIGNMENT_LEFT);
  }
  for (const char* name : {"as Black", "plies a game"}) AddColumn(table, name, v1::ALIGNMENT_RIGHT);
  const PhantomKind kind;
  const bool any_timed =
      std::ranges::any_of(facts.plan.cells, [&](const Cell& cell) { return !kind.IsDeterministic(cell.experiment); });
  if (any_timed) AddColumn(table, "reproducible", v1::ALIGNMENT_LEFT);
  for (const Cell& cell : facts.plan.cells) {
    const PhantomCell& summary = facts.cells[cell.index];
    v1::Row& row = *table.add_rows();
    for (const std::string& value : cell.values) *row.add_values() = TextValue(value);
    for (int column : {kPhantomSummaryGames, kPhantomSummaryWins, kPhantomSummaryDraws, kPhantomSummaryLosses}) {
      *row.add_values() = CountValue(summary.counts[column]);
    }
    *row.add_values() = RateValue(summary.Score());
    if (facts.HasPaper()) {
      *row.add_values() = facts.comparisons[cell.index].PaperNumber();
      *row.add_values() = facts.comparisons[cell.index].Test();
    }
    *row.add_values() = RateValue(summary.ScoreAsBlack());
    *row.add_values() = PerGame(summary.counts[kPhantomSummaryPlies], summary.games());
    if (any_timed) *row.add_values() = TextValue(kind.IsDeterministic(cell.experiment) ? "yes" : "no: played on time");
  }
  return table;
}

// What a player did over all its games.
v1::Table PlayTable(const Facts& facts) {
  v1::Table table;
  table.set_caption("What the players did, a game");
  AddColumn(table, "player", v1::ALIGNMENT_LEFT);
  for (const char* name : {"proposals", "refused", "stones captured", "playouts", "guesses that agreed"}) {
    AddColumn(table, name, v1::ALIGNMENT_RIGHT);
  }
  for (const std::string& player : facts.players) {
    int64_t games = 0;
    int64_t counts[6] = {};
    for (const PhantomCell& cell : facts.cells) {
      if (cell.player != player && cell.opponent != player) continue;
      games += cell.games();
      for (int i = 0; i < 6; ++i) {
        counts[i] += cell.Count(
            static_cast<PhantomGamesColumn>(kPhantomPlayerProposals + 2 * i + (cell.player == player ? 0 : 1)));
      }
    }
    v1::Row& row = *table.add_rows();
    *row.add_values() = TextValue(player);
    for (int i = 0; i < 4; ++i) *row.add_values() = PerGame(counts[i], games);
    const int64_t guesses = counts[4] + counts[5];
    *row.add_values() =
        guesses == 0 ? v1::Value() : PercentValue(static_cast<double>(counts[4]) / static_cast<double>(guesses));
  }
  return table;
}

std::string DescribeGames(const Facts& facts) {
  const int64_t games = facts.Sum(kPhantomSummaryGames);
  if (games == 0) return "No games were played.";
  std::string text = absl::StrCat("Of ", games, " games, ", facts.Sum(kPhantomSummaryCutOff),
                                  " ended at the limit of plies. A refused proposal is free: the side proposes again.");
  if (const int64_t observations = facts.Sum(kPhantomSummaryObservations); observations > 0) {
    absl::StrAppend(&text, " The table `observations` has ", observations, " rows.");
  }
  return text;
}

void AddGames(const Facts& facts, v1::Report& report) {
  v1::Section& section = *report.add_sections();
  section.set_heading("Pairing by pairing");
  *section.add_blocks()->mutable_table() = CellTable(facts);
  if (const std::string text = DescribeComparisons(facts.comparisons, facts.Scores()); !text.empty()) {
    section.add_blocks()->set_paragraph(text);
  }
  *section.add_blocks()->mutable_table() = PlayTable(facts);
  section.add_blocks()->set_paragraph(DescribeGames(facts));
}

}  // namespace

absl::StatusOr<v1::Report> PhantomKind::MakeReport(const Plan& plan, TableSource& derived_tables) const {
  ABSL_ASSIGN_OR_RETURN(std::vector<PhantomCell> cells, ReadPhantomSummary(plan, derived_tables));
  ABSL_ASSIGN_OR_RETURN(const std::optional<ThreeBoards> boards, ReadThreeBoards(derived_tables));
  const Facts facts = MakeFacts(plan, std::move(cells));
  v1::Report report = EmptyReport(plan.experiment);
  AddResults(facts, report);
  AddConclusions(facts, report);
  AddSetting(facts, report);
  AddGames(facts, report);
  if (boards.has_value()) {
    v1::Section& section = *report.add_sections();
    section.set_heading("Three boards of one game");
    *section.add_blocks()->mutable_figure() = ThreeBoardsFigure(plan, *boards);
  }
  return report;
}

}  // namespace tenuki
