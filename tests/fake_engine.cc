// A GTP engine that plays uniformly among its legal moves, and misbehaves on demand: what supervision is tested
// against.
//
//   fake_engine --seed=7                  an engine like any other; the same seed, the same moves
//   fake_engine --crash-at=3              dies by SIGSEGV at the third genmove, its last words on standard error
//   fake_engine --crash-at=3 --once=FILE  only if there is no FILE, which it makes then
//
// Faults at the N-th genmove:  --crash-at --exit-at --hang-at --garbage-at --wrong-id-at --twice-at --unfinished-at
//                              --flood-stdout-at --flood-stderr-at --close-stdout-at --illegal-at --resign-at
//                              --error-at
// From the start:              --die-at-start --hang-at-start --no-gtp --protocol=V --unknown=COMMAND --needs-mb=N
// At the end:                  --ignore-quit (and the end of input) --ignore-sigterm
// And:                         --child=FILE  starts a child that does nothing, and writes its number into the file
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "common/cpu.h"
#include "engine/gtp/codec.h"
#include "engine/gtp/command.h"
#include "engine/gtp/server.h"
#include "engine/player/uniform_player.h"
#include "engine/playout/playout.h"

namespace tenuki {
namespace {

class Arguments {
 public:
  Arguments(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
      const std::pair<std::string_view, std::string_view> parts = absl::StrSplit(argv[i], absl::MaxSplits('=', 1));
      values_[std::string(parts.first)] = parts.second;
    }
  }

  bool Has(const std::string& name) const { return values_.contains(name); }
  std::string Text(const std::string& name) const { return Has(name) ? values_.at(name) : ""; }
  int64_t Number(const std::string& name) const {
    int64_t number = 0;
    return absl::SimpleAtoi(Text(name), &number) ? number : 0;
  }

 private:
  std::map<std::string, std::string> values_;
};

void Say(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

[[noreturn]] void DoNothing() {
  while (true) pause();
}

void StartChild(const std::string& file) {
  const pid_t child = fork();
  if (child == 0) DoNothing();
  std::ofstream(file) << child << '\n';
}

class FakeEngine {
 public:
  explicit FakeEngine(const Arguments& arguments)
      : arguments_(arguments),
        player_(static_cast<uint64_t>(arguments.Number("--seed"))),
        server_(player_, PlayoutKernel(BestCpuLevel()), {.size = 9, .version = "1"}) {}

  // The answer to a command; it need not come to that.
  std::string Answer(const GtpCommand& command) {
    if (command.name == "genmove") ++num_genmoves_;
    if (command.name == "genmove" && IsDue("") && !DidAlready()) {
      if (std::optional<std::string> answer = Misbehave(command)) return *answer;
    }
    if (command.name == "protocol_version" && arguments_.Has("--protocol")) {
      return FormatGtpResponse({.id = command.id, .text = arguments_.Text("--protocol")});
    }
    std::string answer = server_.Handle(command);
    if (command.name == "list_commands" && arguments_.Has("--unknown")) {
      answer = absl::StrReplaceAll(answer, {{absl::StrCat("\n", arguments_.Text("--unknown"), "\n"), "\n"}});
    }
    return answer;
  }
  bool done() const { return server_.done(); }

 private:
  // Whether it is time for this fault, or for any.
  bool IsDue(const std::string& fault) const {
    if (!fault.empty()) return arguments_.Number(fault) == num_genmoves_;
    for (const char* each :
         {"--crash-at", "--exit-at", "--hang-at", "--garbage-at", "--wrong-id-at", "--twice-at", "--unfinished-at",
          "--flood-stdout-at", "--flood-stderr-at", "--close-stdout-at", "--illegal-at", "--resign-at", "--error-at"}) {
      if (IsDue(each)) return true;
    }
    return false;
  }

  bool DidAlready() const {
    if (!arguments_.Has("--once")) return false;
    const bool did = std::ifstream(arguments_.Text("--once")).good();
    std::ofstream(arguments_.Text("--once")) << "done" << '\n';
    return did;
  }

  std::optional<std::string> Misbehave(const GtpCommand& command) {
    std::cerr << "move " << num_genmoves_ << ": now I misbehave" << '\n';
    if (IsDue("--crash-at")) {
      signal(SIGSEGV, SIG_DFL);  // sanitizers would make an exit of it
      raise(SIGSEGV);
    }
    if (IsDue("--exit-at")) _exit(3);
    if (IsDue("--hang-at")) DoNothing();
    if (IsDue("--garbage-at")) return "I think that D4 is a good move\n\n";
    if (IsDue("--wrong-id-at")) return FormatGtpResponse({.id = *command.id - 1, .text = "D4"});
    if (IsDue("--unfinished-at")) return absl::StrCat("=", *command.id, " D4\n");
    if (IsDue("--illegal-at")) return FormatGtpResponse({.id = command.id, .text = "Z99"});
    if (IsDue("--resign-at")) return FormatGtpResponse({.id = command.id, .text = "resign"});
    if (IsDue("--error-at")) return FormatGtpResponse({.ok = false, .id = command.id, .text = "no idea"});
    while (IsDue("--flood-stdout-at")) Say("blah blah blah blah blah blah blah\n");
    while (IsDue("--flood-stderr-at")) std::cerr << "blah blah blah blah blah blah blah\n";
    if (IsDue("--twice-at")) {
      const std::string answer = server_.Handle(command);
      return answer + answer;
    }
    if (IsDue("--close-stdout-at")) {
      close(STDOUT_FILENO);
      DoNothing();
    }
    return std::nullopt;
  }

  const Arguments& arguments_;
  UniformPlayer player_;
  GtpServer server_;
  int64_t num_genmoves_ = 0;
};

int Run(const Arguments& arguments) {
  if (arguments.Has("--child")) StartChild(arguments.Text("--child"));
  if (arguments.Has("--ignore-sigterm")) signal(SIGTERM, SIG_IGN);
  if (arguments.Has("--die-at-start")) {
    std::cerr << "cannot open weights.bin" << '\n';
    return 7;
  }
  if (arguments.Has("--hang-at-start")) DoNothing();
  const auto size = static_cast<size_t>(arguments.Number("--needs-mb")) << 20;
  if (size > 0 && mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) {
    std::cerr << "out of memory" << '\n';
    return 1;
  }
  if (arguments.Has("--no-gtp")) Say("Welcome! Type 'help' for help.\n> ");
  FakeEngine engine(arguments);
  std::string line;
  while (!engine.done() && std::getline(std::cin, line)) {
    const std::optional<GtpCommand> command = ParseGtpCommand(line);
    if (command && !arguments.Has("--no-gtp")) Say(engine.Answer(*command));
  }
  if (arguments.Has("--ignore-quit")) DoNothing();
  return 0;
}

}  // namespace
}  // namespace tenuki

int main(int argc, char** argv) { return tenuki::Run(tenuki::Arguments(argc, argv)); }
