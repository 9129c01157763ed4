#include "experiments/statistics/binomial.h"

#include <algorithm>

#include "common/portable_math.h"

namespace tenuki {

double SignTestP(int64_t successes, int64_t trials) {
  const int64_t fewer = std::min(successes, trials - successes);
  if (2 * fewer >= trials) return 1;
  // ln of binomial(trials, k) / 2^trials, from one k to the next.
  double log_term = -static_cast<double>(trials) * PortableLog(2.0);
  double tail = PortableExp(std::max(log_term, -700.0));
  for (int64_t k = 1; k <= fewer; ++k) {
    log_term += PortableLog(static_cast<double>(trials - k + 1) / static_cast<double>(k));
    if (log_term > -700) tail += PortableExp(log_term);
  }
  return std::min(1.0, 2 * tail);
}

}  // namespace tenuki
