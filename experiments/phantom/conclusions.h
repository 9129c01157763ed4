// The four conclusions of Borsboom et al. 2007, §4.2, each tested.
//
//   for (const Conclusion& conclusion : TestConclusions(plan, results)) conclusion.verdict …
//
//   (1) All-as-first sampling is better than standard sampling, (2) late guessing is better than early guessing: an
//   exact
//       sign test over the games between the two that were not drawn.
//   (3) The best UCT player does not outperform the best player of Monte-Carlo evaluation, but is similarly strong: an
//       equivalence test, by whether the 90 % Wilson interval of the share of points lies within 35 % to 65 % (two
//       one-sided tests of 5 %); and the sign test again. The best are those with most points of all games.
//   (4) Standard sampling yields the weakest player: Wald tests of the differences in strength to each of the three
//       others (bradley_terry.h); all have to be there (intersection–union), so the largest p counts.
//
// The p-values of the four are adjusted together by Holm's method, level 5 %. Pure functions: no thread rules.
#pragma once

#include <string>
#include <vector>

#include "experiments/crosstable.h"
#include "tenuki/v1/phantom.pb.h"

namespace tenuki {

struct Conclusion {
  enum class Verdict { kSupported, kNotSupported, kUndecided };

  std::string claim;
  std::string test;
  // E.g. "MCE_all won 36 of 50".
  std::string measured;
  double p_value = 1;
  double adjusted_p_value = 1;
  Verdict verdict = Verdict::kUndecided;
};

// "supported", "not supported", "undecided at this sample".
std::string VerdictWords(Conclusion::Verdict verdict);

// Empty unless the four players of the paper are among `phantom.players`: of each method the first, with the guesses of
// the paper.
std::vector<Conclusion> TestConclusions(const v1::Phantom& phantom, const std::vector<PairingResult>& results);

// Points of every player against each other one, for FitBradleyTerry.
std::vector<std::vector<double>> PointsBetween(const std::vector<std::string>& players,
                                               const std::vector<PairingResult>& results);

}  // namespace tenuki
