#include "experiments/phantom/conclusions.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "experiments/phantom/players.h"
#include "experiments/report_values.h"
#include "experiments/statistics/binomial.h"
#include "experiments/statistics/bradley_terry.h"
#include "experiments/statistics/normal.h"
#include "experiments/statistics/wilson.h"

namespace tenuki {
namespace {

using Verdict = Conclusion::Verdict;
using Method = PhantomParameters::Method;

// "Similarly strong": a share of points within so much of a half.
constexpr double kSimilarMargin = 0.15;
// Of a two-sided interval of 90 %: one-sided tests of 5 %.
constexpr double kNormalQuantile95 = 1.6448536269514722;

// The four players by name.
struct Roles {
  std::string standard;
  std::string all_as_first;
  std::string late;
  std::string early;
};

std::optional<std::string> FirstOf(const v1::Phantom& phantom, Method method) {
  for (const v1::PhantomPlayer& player : phantom.players()) {
    const PhantomParameters parameters = ParametersOf(player);
    if (parameters.method == method && parameters.guess == PhantomParameters::Guess::kStoneCount) {
      return DisplayName(player);
    }
  }
  return std::nullopt;
}

std::optional<Roles> RolesOf(const v1::Phantom& phantom) {
  const auto standard = FirstOf(phantom, Method::kStandard);
  const auto all_as_first = FirstOf(phantom, Method::kAllAsFirst);
  const auto late = FirstOf(phantom, Method::kLateGuess);
  const auto early = FirstOf(phantom, Method::kEarlyGuess);
  if (!standard || !all_as_first || !late || !early) return std::nullopt;
  return Roles{*standard, *all_as_first, *late, *early};
}

// Points as wins: a drawn game is half a win of both, so that pairs of draws cancel.
double SignTest(const Proportion& score) {
  return SignTestP(static_cast<int64_t>(std::floor(score.successes)),
                   static_cast<int64_t>(std::floor(score.successes)) +
                       static_cast<int64_t>(std::floor(score.trials - score.successes)));
}

std::string Words(const std::string& player, const std::string& opponent, const Proportion& score) {
  return absl::StrFormat("%s made %.4g of %.4g points against %s", player, score.successes, score.trials, opponent);
}

double TotalOf(const std::string& player, const std::vector<PairingResult>& results) {
  double total = 0;
  for (const PairingResult& result : results) {
    if (result.player == player) total += result.score.successes;
    if (result.opponent == player) total += result.score.trials - result.score.successes;
  }
  return total;
}

Conclusion Better(std::string claim, const std::string& better, const std::string& worse,
                  const std::vector<PairingResult>& results) {
  const Proportion score = ScoreBetween(results, better, worse);
  return {.claim = std::move(claim),
          .test = "exact sign test",
          .measured = Words(better, worse, score),
          .p_value = SignTest(score)};
}

// By the direction of the difference, where there is one that can be told.
Verdict VerdictOf(const Conclusion& conclusion, bool is_as_claimed) {
  if (conclusion.adjusted_p_value >= kReportLevel) return Verdict::kUndecided;
  return is_as_claimed ? Verdict::kSupported : Verdict::kNotSupported;
}

Conclusion Similar(const std::string& uct, const std::string& evaluation, const std::vector<PairingResult>& results) {
  const Proportion score = ScoreBetween(results, uct, evaluation);
  const ProportionInterval interval = WilsonInterval(score.successes, score.trials, kNormalQuantile95);
  return {.claim = "(3) The best UCT player does not outperform the best of Monte-Carlo evaluation, but is similar",
          .test = "equivalence (TOST, 35 % to 65 %) and exact sign test",
          .measured = absl::StrFormat("%s: %.1f %%, 90 %% interval %.1f to %.1f", Words(uct, evaluation, score),
                                      score.trials > 0 ? 100 * score.successes / score.trials : 0, 100 * interval.low,
                                      100 * interval.high),
          .p_value = SignTest(score)};
}

Verdict SimilarVerdict(const Conclusion& conclusion, const Proportion& score) {
  const ProportionInterval interval = WilsonInterval(score.successes, score.trials, kNormalQuantile95);
  if (interval.low > 0.5 - kSimilarMargin && interval.high < 0.5 + kSimilarMargin) return Verdict::kSupported;
  const bool is_other = interval.high < 0.5 - kSimilarMargin || interval.low > 0.5 + kSimilarMargin;
  const bool uct_outperforms = conclusion.adjusted_p_value < kReportLevel && 2 * score.successes > score.trials;
  return is_other || uct_outperforms ? Verdict::kNotSupported : Verdict::kUndecided;
}

struct Weakest {
  Conclusion conclusion;
  bool is_as_claimed = false;
};

Weakest WeakestIs(const Roles& roles, const std::vector<PairingResult>& results) {
  const std::vector<std::string> players = {roles.standard, roles.all_as_first, roles.late, roles.early};
  Weakest weakest = {.conclusion = {.claim = absl::StrCat("(4) ", roles.standard, " is the weakest player"),
                                    .test = "Wald tests of Bradley–Terry differences, intersection–union"}};
  const BradleyTerry fit = FitBradleyTerry(PointsBetween(players, results));
  if (!fit.is_connected) return weakest;
  // The least of the three differences decides either way.
  int closest = 1;
  for (int other = 2; other < 4; ++other) {
    if (fit.DifferenceOf(other, 0).z < fit.DifferenceOf(closest, 0).z) closest = other;
  }
  const BradleyTerry::Difference difference = fit.DifferenceOf(closest, 0);
  weakest.conclusion.measured = absl::StrFormat("%s is %+.0f Elo from %s, the weakest of the others", roles.standard,
                                                -difference.elo, players[closest]);
  weakest.conclusion.p_value = TwoSidedP(difference.z);
  weakest.is_as_claimed = difference.z > 0;
  return weakest;
}

}  // namespace

std::string VerdictWords(Conclusion::Verdict verdict) {
  switch (verdict) {
    case Verdict::kSupported: return "supported";
    case Verdict::kNotSupported: return "not supported";
    case Verdict::kUndecided: return "undecided at this sample";
  }
  return "";
}

std::vector<std::vector<double>> PointsBetween(const std::vector<std::string>& players,
                                               const std::vector<PairingResult>& results) {
  std::vector<std::vector<double>> points(players.size(), std::vector<double>(players.size()));
  for (size_t i = 0; i < players.size(); ++i) {
    for (size_t j = 0; j < players.size(); ++j) {
      if (i != j) points[i][j] = ScoreBetween(results, players[i], players[j]).successes;
    }
  }
  return points;
}

std::vector<Conclusion> TestConclusions(const v1::Phantom& phantom, const std::vector<PairingResult>& results) {
  const std::optional<Roles> roles = RolesOf(phantom);
  if (!roles.has_value()) return {};
  const std::string& uct = TotalOf(roles->late, results) >= TotalOf(roles->early, results) ? roles->late : roles->early;
  const std::string& evaluation = TotalOf(roles->all_as_first, results) >= TotalOf(roles->standard, results)
                                      ? roles->all_as_first
                                      : roles->standard;
  Weakest weakest = WeakestIs(*roles, results);
  std::vector<Conclusion> conclusions = {
      Better("(1) All-as-first sampling is better for Monte-Carlo evaluation than standard sampling",
             roles->all_as_first, roles->standard, results),
      Better("(2) Late random guessing is better for UCT than early probabilistic guessing", roles->late, roles->early,
             results),
      Similar(uct, evaluation, results), weakest.conclusion};
  std::vector<double> p_values;
  for (const Conclusion& conclusion : conclusions) p_values.push_back(conclusion.p_value);
  const std::vector<double> adjusted = HolmAdjusted(p_values);
  for (size_t i = 0; i < conclusions.size(); ++i) conclusions[i].adjusted_p_value = adjusted[i];
  const auto is_ahead = [&](const std::string& player, const std::string& opponent) {
    const Proportion score = ScoreBetween(results, player, opponent);
    return 2 * score.successes > score.trials;
  };
  conclusions[0].verdict = VerdictOf(conclusions[0], is_ahead(roles->all_as_first, roles->standard));
  conclusions[1].verdict = VerdictOf(conclusions[1], is_ahead(roles->late, roles->early));
  conclusions[2].verdict = SimilarVerdict(conclusions[2], ScoreBetween(results, uct, evaluation));
  conclusions[3].verdict = VerdictOf(conclusions[3], weakest.is_as_claimed);
  return conclusions;
}

}  // namespace tenuki
