// GTP with one engine process: commands out, answers in, and a name for everything that can go wrong.
//
// Commands have ids that no answer starts with. One is under way at a time; the first is `protocol_version`, which the
// engine answers when it has started up, and which tells a GTP program from another one. What is told apart, and how:
//
//   could not start   anything below before that first answer
//   crash             the process ended, or closed its output, and what it wrote before is no answer
//   hang              no answer within the limit of a command or of a game
//   garbage           the same, but something was written that is no answer; at once: an answer to another id, or to no
//                     command
//   flood             more output for a command, or more log in a game, than allowed
//
// An answer that is there counts, however late it is read. After a failure the process is gone.
//
// Not thread-safe.
#pragma once

#include <poll.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "common/clock.h"
#include "engine/gtp/codec.h"
#include "experiments/engine_host.h"
#include "tenuki/v1/engine.pb.h"
#include "worker/engines/engine_process.h"
#include "worker/engines/engine_reaper.h"

namespace tenuki {

// What the sessions of a host share; it must outlive them.
struct SessionSurroundings {
  const Clock& clock;
  EngineReaper& reaper;
  // Sessions whose process was not given to the reaper yet.
  std::atomic<int>& num_running;
};

class ProcessSession final : public EngineSession {
 public:
  // Counts itself in; `num_running` was not raised for it.
  ProcessSession(std::unique_ptr<EngineProcess> process, std::string command_line, std::vector<std::string> game_setup,
                 const v1::EngineLimits& limits, const SessionSurroundings& surroundings);
  ~ProcessSession() override;

  void Send(std::string_view command) override;
  std::optional<EngineEvent> Poll() override;
  const std::vector<std::string>& game_setup() const override { return game_setup_; }
  const std::string& command_line() const override { return command_line_; }
  EngineUsage usage() const override;

  // When Poll is due even if nothing happens on what AppendWaits names: in the past when it has something to return.
  absl::Time deadline() const;
  void AppendWaits(std::vector<pollfd>& waits) const;
  // To look at it, e.g. in /proc. REQUIRES: there was no failure.
  pid_t pid() const { return process_->pid(); }

 private:
  // The command that the engine was given last, until it is answered.
  struct Asked {
    int id;
    std::string command;
    absl::Time at;
  };

  void Ask(std::string command);
  std::optional<EngineEvent> TakeOutput();
  std::optional<EngineEvent> TakeResponse(GtpResponse response);
  std::optional<EngineEvent> CheckLimits();
  EngineEvent FailAtEnd();
  EngineEvent Fail(EngineFailure failure);
  std::string Evidence() const;
  absl::Time CommandDeadline() const;
  void Retire(EngineReaper::Farewell farewell);

  const std::string command_line_;
  const std::vector<std::string> game_setup_;
  const v1::EngineLimits limits_;
  const SessionSurroundings surroundings_;
  // Until it is given to the reaper.
  std::unique_ptr<EngineProcess> process_;
  GtpResponseReader reader_;
  int next_id_ = 1'000'000;
  bool is_started_ = false;
  std::optional<Asked> asked_;
  // Sent before the engine had started up.
  std::optional<std::string> held_back_;
  // Since the last command.
  int64_t num_output_bytes_ = 0;
  // Its output has ended; it has until then to end as well.
  std::optional<absl::Time> must_end_by_;
  std::optional<EngineFailure> failure_;
  EngineUsage usage_;
};

}  // namespace tenuki
