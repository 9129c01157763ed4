// Wilson's score interval for a proportion (Wilson 1927), which stays inside 0 … 1 and holds its level for few trials.
//
//   ProportionInterval interval = WilsonInterval(/*successes=*/8, /*trials=*/10);    // 0.490 to 0.943
//
// + − × ÷ and sqrt alone, so the same on every machine. A pure function: no thread rules.
#pragma once

namespace tenuki {

struct ProportionInterval {
  double low;
  double high;
};

// The 0.975 quantile of the normal distribution: two-sided 95 %.
inline constexpr double kNormalQuantile975 = 1.959963984540054;

// Half a success, for a draw, is allowed. REQUIRES: 0 <= successes <= trials. Without trials: 0 to 1.
ProportionInterval WilsonInterval(double successes, double trials, double quantile = kNormalQuantile975);

}  // namespace tenuki
