#include "common/clock.h"

#include <chrono>

#include "absl/time/clock.h"

namespace tenuki {
namespace {

class RealClock final : public Clock {
 public:
  absl::Time Now() const override {
    return start_ + absl::FromChrono(std::chrono::steady_clock::now() - steady_start_);
  }
  absl::Time WallTime() const override { return absl::Now(); }

 private:
  const absl::Time start_ = absl::Now();
  const std::chrono::steady_clock::time_point steady_start_ = std::chrono::steady_clock::now();
};

}  // namespace

const Clock& Clock::Real() {
  static const RealClock clock;
  return clock;
}

}  // namespace tenuki
