// External engines (GTP programs) as kinds of experiments see them: no processes, no pipes, no clock.
//
//   ABSL_ASSIGN_OR_RETURN(EngineIdentity identity, host.Identify("gnugo"));       // when planning
//   ABSL_RETURN_IF_ERROR(host.CheckOptions("gnugo", {{"level", "8"}}));
//
//   ABSL_ASSIGN_OR_RETURN(std::unique_ptr<EngineSession> session,                 // for each game
//                         host.Start({.engine = "gnugo", .options = {{"level", "8"}}, .seed = 7}));
//   session->Send("boardsize 9");
//   std::optional<EngineEvent> event;
//   while (!(event = session->Poll())) host.WaitForAny({&one, &other, session}, absl::Seconds(1));
//   if (const auto* failure = std::get_if<EngineFailure>(&*event)) return Forfeit(*failure);
//
// Nothing but WaitForAny waits for an engine: one thread drives several games, and while one engine thinks the core
// works for another game.
//
// What an engine does is never a Status: an answer, whether `=` or `?`, or a failure, is data of the game (law 4). A
// Status says that this host cannot do what it was asked.
//
// A host is thread-safe. A session belongs to one thread at a time, and must not outlive its host.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "common/digest.h"

namespace tenuki {

// What runs under an engine's name here. A cell is pinned to the digest (law 6).
struct EngineIdentity {
  std::string engine = {};
  // For people, e.g. "GNU Go 3.9.1".
  std::string version = {};
  // The same seed, options and commands give the same moves.
  bool deterministic = false;
  // Of the program, its version and arguments, the declared options, and files such as weights; not of where they are.
  Digest digest = {};
};

using EngineOptions = std::map<std::string, std::string>;

struct EngineOrder {
  std::string engine = {};
  // Those left out have their defaults.
  EngineOptions options = {};
  // Of the game; reduced to the range that the engine takes. Of no effect on an engine that takes none.
  std::optional<uint64_t> seed = {};
  // When given, the engine is not started unless it is that one.
  std::optional<Digest> identity = {};
};

// An answer to the command that was sent.
struct EngineAnswer {
  // "=" or "?".
  bool ok = true;
  std::string text = {};
  // From the sending on. For provenance: no result depends on it.
  absl::Duration time = absl::ZeroDuration();
};

// The process is gone, or had to be stopped. It is the last event of a session.
struct EngineFailure {
  enum class Kind {
    kCouldNotStart,  // before the first command was answered
    kCrash,          // it ended, or closed its output, instead of answering
    kHang,           // it was silent for too long
    kGarbage,        // what it wrote is not an answer to what it was asked
    kFlood,          // it wrote too much
  };
  Kind kind = Kind::kCrash;
  // In words, e.g. "died by signal 11 (Segmentation fault)".
  std::string what = {};
  // The one that was not answered; empty when there was none.
  std::string command = {};
  // What it ended with by itself, if it did.
  std::optional<int> exit_code = {};
  std::optional<int> signal = {};
  // The last lines of its standard error, as printable ASCII; at most kMaxEngineLastWords bytes.
  std::string last_words = {};
};
inline constexpr size_t kMaxEngineLastWords = 4 << 10;

using EngineEvent = std::variant<EngineAnswer, EngineFailure>;

// "crash", "hang" …: the words of tables and reports.
std::string_view EngineFailureName(EngineFailure::Kind kind);
// "crash: died by signal 11 (Segmentation fault), when asked 'genmove b'; its last words: …"
std::string DescribeEngineFailure(const EngineFailure& failure);

// For provenance.
struct EngineUsage {
  // Spent in commands.
  absl::Duration wall_time = absl::ZeroDuration();
  // User and system time of the process, its threads included; at least up to the last event.
  absl::Duration cpu_time = absl::ZeroDuration();
};

// One process, for one game. It is asked to quit when the session goes, and made to if it does not.
class EngineSession {
 public:
  virtual ~EngineSession() = default;

  // A GTP command without id and line end. It may be sent at once: the engine need not have started up.
  // REQUIRES: every command before it was answered, and there was no failure.
  virtual void Send(std::string_view command) = 0;
  // The answer to the command, or a failure, which may come without any command. Nothing: not yet. Does not wait.
  virtual std::optional<EngineEvent> Poll() = 0;
  // Commands to be sent in each game after clear_board: options that the engine takes so, the seed among them.
  virtual const std::vector<std::string>& game_setup() const = 0;
  // What it was started with, e.g. "gnugo --mode gtp --level 8": without the folder of the program.
  virtual const std::string& command_line() const = 0;
  virtual EngineUsage usage() const = 0;
};

class EngineHost {
 public:
  virtual ~EngineHost() = default;

  // May start the engine, the first time, and waits for it. NOT_FOUND names the engines that there are;
  // FAILED_PRECONDITION when it cannot be run here, with what to do.
  virtual absl::StatusOr<EngineIdentity> Identify(const std::string& engine) = 0;
  // INVALID_ARGUMENT for an option that is not declared or a value that it does not take; NOT_FOUND as above.
  virtual absl::Status CheckOptions(const std::string& engine, const EngineOptions& options) = 0;
  // The errors of both; FAILED_PRECONDITION when the engine here is not the one of the order; RESOURCE_EXHAUSTED when
  // as many engines as the host allows are running: end a session first.
  virtual absl::StatusOr<std::unique_ptr<EngineSession>> Start(const EngineOrder& order) = 0;
  // Until Poll of one of the sessions may return something, or the time is over. REQUIRES: they are of this host, and
  // there is one.
  virtual void WaitForAny(std::span<EngineSession* const> sessions, absl::Duration at_most) = 0;

  // Has no engines.
  static EngineHost& None();
};

}  // namespace tenuki
