// The normal distribution, from + − × ÷ and sqrt alone, so the same on every machine.
//
//   NormalTail(1.96)                        // 0.025: the probability of more
//   NormalQuantile(0.975)                   // 1.96
//   TwoSidedP(z)                            // of a test
//
// Pure functions: no thread rules.
#pragma once

namespace tenuki {

// The probability of a value above z; relative error below 1e-12.
double NormalTail(double z);
// The value that the probability p lies below. REQUIRES: 0 < p < 1.
double NormalQuantile(double p);
// The probability of a value as far from 0 as z, or farther.
double TwoSidedP(double z);

}  // namespace tenuki
