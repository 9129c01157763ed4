#include "worker/engines/process_engine_host.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "worker/engines/engine_probe.h"
#include "worker/engines/engine_registry.h"
#include "worker/engines/wait.h"

namespace tenuki {
namespace {

EngineProcessOptions ProcessOptions(const v1::Engine& engine, std::vector<std::string> command) {
  return {.command = std::move(command), .max_memory_bytes = engine.limits().max_memory_mb() << 20};
}

}  // namespace

absl::StatusOr<std::unique_ptr<ProcessEngineHost>> ProcessEngineHost::Make(v1::EngineRegistry registry,
                                                                           const ProcessEngineHostOptions& options) {
  ABSL_ASSIGN_OR_RETURN(std::unique_ptr<EngineGuardian> guardian, EngineGuardian::Start());
  return std::unique_ptr<ProcessEngineHost>(new ProcessEngineHost(std::move(registry), options, std::move(guardian)));
}

ProcessEngineHost::ProcessEngineHost(v1::EngineRegistry registry, const ProcessEngineHostOptions& options,
                                     std::unique_ptr<EngineGuardian> guardian)
    : registry_(std::move(registry)), options_(options), guardian_(std::move(guardian)), reaper_(options.clock) {}

absl::StatusOr<EngineIdentity> ProcessEngineHost::Identify(const std::string& name) {
  ABSL_ASSIGN_OR_RETURN(const v1::Engine* engine, FindEngine(registry_, name));
  ABSL_ASSIGN_OR_RETURN(const std::string program, FindProgram(engine->command(0)));
  ABSL_ASSIGN_OR_RETURN(std::string version, Version(*engine, program));
  ABSL_ASSIGN_OR_RETURN(const Digest digest, EngineDigest(*engine, program, version, digests_));
  return EngineIdentity{
      .engine = name, .version = std::move(version), .deterministic = engine->deterministic(), .digest = digest};
}

absl::StatusOr<std::string> ProcessEngineHost::Version(const v1::Engine& engine, const std::string& program) {
  ABSL_ASSIGN_OR_RETURN(const Digest content, digests_.Of(program));
  const std::pair<std::string, Digest> key = {engine.name(), content};
  {
    absl::MutexLock lock(mutex_);
    if (const auto found = versions_.find(key); found != versions_.end()) return found->second;
  }
  // Two threads may both come here; they find the same.
  ABSL_ASSIGN_OR_RETURN(EngineLaunch launch, MakeEngineLaunch(engine, {}, /*seed=*/0));
  ABSL_ASSIGN_OR_RETURN(const std::unique_ptr<ProcessSession> session, Launch(engine, std::move(launch)));
  ABSL_ASSIGN_OR_RETURN(std::string version, CheckIsPlayer(engine.name(), *session, *this));
  if (!engine.version_command().empty()) {
    std::vector<std::string> command(engine.version_command().begin(), engine.version_command().end());
    ABSL_ASSIGN_OR_RETURN(command[0], FindProgram(command[0]));
    ABSL_ASSIGN_OR_RETURN(const std::unique_ptr<EngineProcess> process,
                          EngineProcess::Start(ProcessOptions(engine, command), *guardian_));
    const absl::Time deadline = options_.clock.Now() + absl::Milliseconds(engine.limits().start_timeout_ms());
    ABSL_ASSIGN_OR_RETURN(version, ReadVersion(engine.name(), *process, deadline, options_.clock));
  }
  absl::MutexLock lock(mutex_);
  versions_[key] = version;
  return version;
}

absl::Status ProcessEngineHost::CheckOptions(const std::string& name, const EngineOptions& options) {
  ABSL_ASSIGN_OR_RETURN(const v1::Engine* engine, FindEngine(registry_, name));
  return CheckEngineOptions(*engine, options);
}

absl::StatusOr<std::unique_ptr<EngineSession>> ProcessEngineHost::Start(const EngineOrder& order) {
  ABSL_ASSIGN_OR_RETURN(const v1::Engine* engine, FindEngine(registry_, order.engine));
  ABSL_ASSIGN_OR_RETURN(EngineLaunch launch, MakeEngineLaunch(*engine, order.options, order.seed));
  if (order.identity) {
    ABSL_ASSIGN_OR_RETURN(const EngineIdentity here, Identify(order.engine));
    if (here.digest != *order.identity) {
      return absl::FailedPreconditionError(absl::StrCat("engine '", order.engine, "' is here ", here.version,
                                                        " with identity ", here.digest.Short(), ", but ",
                                                        order.identity->Short(),
                                                        " is asked for: program, arguments, options and files "
                                                        "have to be the same on all workers"));
    }
  }
  return Launch(*engine, std::move(launch));
}

absl::StatusOr<std::unique_ptr<ProcessSession>> ProcessEngineHost::Launch(const v1::Engine& engine,
                                                                          EngineLaunch launch) {
  std::vector<std::string> words = launch.command;
  words[0] = words[0].substr(words[0].rfind('/') + 1);
  std::string command_line = absl::StrJoin(words, " ");
  ABSL_ASSIGN_OR_RETURN(launch.command[0], FindProgram(launch.command[0]));
  if (num_running_ >= options_.max_processes) {
    return absl::ResourceExhaustedError(
        absl::StrCat(options_.max_processes, " engines are running, as many as this worker may have"));
  }
  ABSL_ASSIGN_OR_RETURN(std::unique_ptr<EngineProcess> process,
                        EngineProcess::Start(ProcessOptions(engine, std::move(launch.command)), *guardian_));
  return std::make_unique<ProcessSession>(
      std::move(process), std::move(command_line), std::move(launch.game_setup), engine.limits(),
      SessionSurroundings{.clock = options_.clock, .reaper = reaper_, .num_running = num_running_});
}

void ProcessEngineHost::WaitForAny(std::span<EngineSession* const> sessions, absl::Duration at_most) {
  absl::Time deadline = options_.clock.Now() + at_most;
  std::vector<pollfd> waits;
  for (EngineSession* session : sessions) {
    // This host makes no others.
    const auto& process_session = static_cast<const ProcessSession&>(*session);
    deadline = std::min(deadline, process_session.deadline());
    process_session.AppendWaits(waits);
  }
  PollUntil(waits, deadline, options_.clock);
}

}  // namespace tenuki
