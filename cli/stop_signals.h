// SIGINT and SIGTERM as something to wait for, instead of something that interrupts.
//
//   StopSignals signals;                                   // before any thread is made, so that all inherit it
//   if (signals.WaitFor(absl::Milliseconds(200))) …        // somebody pressed Ctrl-C
//
// Used by the main thread.
#pragma once

#include "absl/time/time.h"

namespace tenuki {

class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // Whether one came within the time. Each is told once.
  bool WaitFor(absl::Duration timeout);

 private:
  int fd_;
};

}  // namespace tenuki
