// An engine host whose engines say what a test wants, game by game.
//
//   ScriptedHost host;
//   host.NextGame({{"genmove black", "= E5"}});        // the engine that is started next; then one that knows nothing
//   Pinned(R"(name: "x" match { … engine { name: "scripted" } … })", host)
//
// One thread at a time.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "absl/log/check.h"
#include "absl/strings/str_cat.h"
#include "experiments/config.h"
#include "experiments/engines.h"
#include "experiments/plan.h"
#include "experiments/testing/scripted_session.h"

namespace tenuki {

class ScriptedHost final : public EngineHost {
 public:
  using Script = std::map<std::string, std::string>;

  void NextGame(Script script) { scripts_.push_back(std::move(script)); }
  // From now on every start fails with it.
  void Refuse(absl::Status status) { refusal_ = std::move(status); }
  int num_started() const { return num_started_; }

  absl::StatusOr<EngineIdentity> Identify(const std::string& engine) override {
    if (engine != "scripted") return absl::NotFoundError(absl::StrCat("there is no engine '", engine, "'"));
    return EngineIdentity{
        .engine = engine, .version = "1", .deterministic = is_deterministic, .digest = Sha256(program)};
  }
  absl::Status CheckOptions(const std::string&, const EngineOptions& options) override {
    return options.contains("bad") ? absl::InvalidArgumentError("there is no option 'bad'") : absl::OkStatus();
  }
  absl::StatusOr<std::unique_ptr<EngineSession>> Start(const EngineOrder&) override {
    if (!refusal_.ok()) return refusal_;
    ++num_started_;
    Script script;
    if (!scripts_.empty()) {
      script = std::move(scripts_.front());
      scripts_.pop_front();
    }
    // One that says nothing of its own passes.
    for (const char* command : {"genmove black", "genmove white"}) script.try_emplace(command, "= pass");
    return std::make_unique<ScriptedSession>(std::move(script));
  }
  void WaitForAny(std::span<EngineSession* const>, absl::Duration) override {}

  // What the engine is.
  std::string program = "a program";
  bool is_deterministic = true;

 private:
  static Digest Sha256(const std::string& text) { return DigestBuilder().AddField(text).Finish(); }

  std::deque<Script> scripts_;
  absl::Status refusal_;
  int num_started_ = 0;
};

inline Plan PinnedPlan(std::string_view text, EngineHost& host) {
  v1::Experiment experiment = ReadExperiment("x", text, {}).value();
  CHECK_OK(PinEngines(host, experiment));
  return MakePlan(experiment).value();
}

}  // namespace tenuki
