// The document: what became of the collection, the paper's Tables 3 and 4 for all measures, its figures, and the search
// for α and β.
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "experiments/paper.h"
#include "experiments/plan.h"
#include "experiments/report_values.h"
#include "experiments/similarity/collection.h"
#include "experiments/similarity/figures.h"
#include "experiments/similarity/findings.h"
#include "experiments/similarity/measures.h"
#include "experiments/similarity/similarity.h"

namespace tenuki {
namespace {

constexpr int kRateDecimals = 4;

v1::Value OptionalNumber(const std::optional<double>& number, int decimals) {
  return number.has_value() ? NumberValue(*number, decimals) : v1::Value();
}

// In the sections' headings, where there are several cells.
std::string PlaceSuffix(const Plan& plan, const Cell& cell) {
  return plan.cells.size() == 1 ? "" : absl::StrCat(" (", DescribePlace(plan, cell), ")");
}

void AddCollection(const Plan& plan, const Cell& cell, const Findings& findings, v1::Report& report) {
  v1::Section& section = *report.add_sections();
  section.set_heading(absl::StrCat("The collection", PlaceSuffix(plan, cell)));
  section.add_blocks()->set_paragraph(
      absl::StrCat(findings.CountOf(kDistinctPositions), " different positions after move ",
                   cell.experiment.similarity().move_number(), ", of which ", findings.CountOf(kComparedPositions),
                   " are compared: ", findings.CountOf(kComparedPairs),
                   " pairs, (i, j) and (j, i) being two. Positions are canonical under the eight symmetries; replies "
                   "are folded by the "
                   "symmetries that a position has itself."));
  v1::Table games;
  AddColumn(games, "games", v1::ALIGNMENT_LEFT);
  AddColumn(games, "count", v1::ALIGNMENT_RIGHT);
  AddColumn(games, "the first of them", v1::ALIGNMENT_LEFT);
  for (int i = 0; i < kNumGameOutcomes; ++i) {
    const Findings::Item* item = findings.Find(GameOutcomeName(static_cast<GameOutcome>(i)));
    if (item == nullptr) continue;
    v1::Row& row = *games.add_rows();
    *row.add_values() = TextValue(item->item);
    *row.add_values() = CountValue(item->count);
    *row.add_values() = item->example.empty() ? v1::Value() : TextValue(item->example);
  }
  if (games.rows_size() > 0) *section.add_blocks()->mutable_table() = std::move(games);
}

// What the paper says of a measure: "stones.precision".
v1::Value PaperNumber(const Plan& plan, const Cell& cell, const std::string& measure, const char* quality) {
  const v1::PaperValue* paper = FindPaperValue(plan, cell, absl::StrCat(measure, ".", quality));
  return paper == nullptr ? v1::Value() : NumberValue(paper->value(), 3);
}

bool IsInPaper(const Plan& plan, const Cell& cell, const std::string& measure) {
  for (const char* quality : kPaperQualities) {
    if (FindPaperValue(plan, cell, absl::StrCat(measure, ".", quality)) != nullptr) return true;
  }
  return false;
}

v1::Table ClassificationTable(const Plan& plan, const Cell& cell, const Findings& findings) {
  const v1::Similarity& similarity = cell.experiment.similarity();
  v1::Table table;
  table.set_caption(
      absl::StrFormat("Tables 3 and 4: \"highly similar\" (at least %g) a priori, judged by what is so a posteriori",
                      similarity.threshold()));
  AddColumn(table, "measure", v1::ALIGNMENT_LEFT);
  AddColumn(table, "diagonal", v1::ALIGNMENT_LEFT);
  for (const char* name : {"precision", "recall", "accuracy", "average error", "tp", "fp", "fn", "tn"}) {
    AddColumn(table, name, v1::ALIGNMENT_RIGHT);
  }
  for (const Findings::Classification& each : findings.classifications) {
    if (each.with_diagonal && IsInPaper(plan, cell, each.measure)) {
      v1::Row& row = *table.add_rows();
      *row.add_values() = TextValue(each.measure);
      *row.add_values() = TextValue("paper");
      for (const char* quality : kPaperQualities) *row.add_values() = PaperNumber(plan, cell, each.measure, quality);
      for (int i = 0; i < 4; ++i) row.add_values();
    }
    v1::Row& row = *table.add_rows();
    *row.add_values() = TextValue(each.measure);
    *row.add_values() = TextValue(each.with_diagonal ? "with" : "without");
    for (const std::optional<double>& number : {each.precision, each.recall, each.accuracy, each.average_error}) {
      *row.add_values() = OptionalNumber(number, kRateDecimals);
    }
    for (const int64_t count : {each.true_positives, each.false_positives, each.false_negatives, each.true_negatives}) {
      *row.add_values() = CountValue(count);
    }
  }
  return table;
}

void AddClassification(const Plan& plan, const Cell& cell, const Findings& findings, v1::Report& report) {
  const v1::Similarity& similarity = cell.experiment.similarity();
  v1::Section& section = *report.add_sections();
  section.set_heading(absl::StrCat("Highly similar positions", PlaceSuffix(plan, cell)));
  *section.add_blocks()->mutable_table() = ClassificationTable(plan, cell, findings);
  std::string coefficients;
  for (int model = 0; model < kNumInfluenceModels; ++model) {
    const Coefficients each = CoefficientsOf(similarity, static_cast<InfluenceModel>(model));
    absl::StrAppend(&coefficients, model == 0 ? "" : "; ", InfluenceModelName(static_cast<InfluenceModel>(model)),
                    absl::StrFormat(" α %g, β %g", each.alpha, each.beta));
  }
  section.add_blocks()->set_paragraph(absl::StrCat(
      "The diagonal is the pairs of a position with itself, alike by definition; the paper does not say whether its "
      "numbers have them. The average error is that of |a priori − a posteriori| over all pairs. ",
      coefficients, ". ",
      similarity.formula() == v1::PRINTED
          ? "The formula is Definition 2 as it is printed, which is 0 for near positions."
          : "The formula is 1 − |1 − 2/(1 + exp(αD + β))|, what the paper means; Definition 2 as printed is 0 for near "
            "positions.",
      similarity.relative_symmetries()
          ? " Measures called \"turned\" take the smallest distance over the eight ways to turn the other position."
          : ""));
}

void AddFigures(const Plan& plan, const Cell& cell, const Findings& findings, v1::Report& report) {
  v1::Section& section = *report.add_sections();
  section.set_heading(absl::StrCat("Distributions", PlaceSuffix(plan, cell)));
  *section.add_blocks()->mutable_figure() = APosterioriHistogram(findings);
  for (const Findings::Distribution& distribution : findings.distributions) {
    if (distribution.measure == kAPosterioriName) continue;
    if (std::optional<v1::Figure> figure = DistributionFigure(findings, distribution)) {
      *section.add_blocks()->mutable_figure() = *std::move(figure);
    }
  }
  if (std::optional<v1::Figure> matrix = APosterioriMatrix(findings)) {
    *section.add_blocks()->mutable_figure() = *std::move(matrix);
  }
}

void AddFit(const Plan& plan, const Cell& cell, const Findings& findings, v1::Report& report) {
  v1::Section& section = *report.add_sections();
  section.set_heading(absl::StrCat("Fitted α and β", PlaceSuffix(plan, cell)));
  v1::Table table;
  table.set_caption(absl::StrCat("Fitted by ", v1::FitObjective_Name(cell.experiment.similarity().fit_objective()),
                                 " on one half of the positions, tried on the other"));
  AddColumn(table, "measure", v1::ALIGNMENT_LEFT);
  for (const char* name : {"α", "β", "F1 (fitted half)", "error", "precision (other half)", "recall", "F1", "error",
                           "F1 (other half, given α and β)", "error"}) {
    AddColumn(table, name, v1::ALIGNMENT_RIGHT);
  }
  for (const Findings::Fit& fit : findings.fits) {
    v1::Row& row = *table.add_rows();
    *row.add_values() = TextValue(fit.measure);
    *row.add_values() = TextValue(absl::StrFormat("%.4g", fit.alpha));
    *row.add_values() = TextValue(absl::StrFormat("%.4g", fit.beta));
    for (const std::optional<double>& number :
         {fit.fitted.f1, fit.fitted.average_error, fit.other.precision, fit.other.recall, fit.other.f1,
          fit.other.average_error, fit.other_given.f1, fit.other_given.average_error}) {
      *row.add_values() = OptionalNumber(number, 3);
    }
  }
  *section.add_blocks()->mutable_table() = std::move(table);
  section.add_blocks()->set_paragraph(
      "Positions are numbered by their games; the even ones are the half that α and β are fitted on, the odd ones the "
      "other. Pairs of an even and an odd one, and the diagonal, are in neither.");
}

}  // namespace

absl::StatusOr<v1::Report> SimilarityKind::MakeReport(const Plan& plan, TableSource& derived_tables) const {
  ABSL_ASSIGN_OR_RETURN(const std::vector<Findings> findings, ReadFindings(plan, derived_tables));
  v1::Report report = EmptyReport(plan.experiment);
  for (const Cell& cell : plan.cells) {
    AddCollection(plan, cell, findings[cell.index], report);
    AddClassification(plan, cell, findings[cell.index], report);
    AddFigures(plan, cell, findings[cell.index], report);
    AddFit(plan, cell, findings[cell.index], report);
  }
  return report;
}

}  // namespace tenuki
