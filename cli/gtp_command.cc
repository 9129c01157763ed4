#include "cli/gtp_command.h"

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "common/cpu.h"
#include "engine/gtp/arguments.h"
#include "engine/gtp/codec.h"
#include "engine/gtp/server.h"
#include "engine/player/player.h"
#include "engine/sgf/reader.h"
#include "experiments/players.h"

namespace tenuki {
namespace {

struct GtpOptions {
  int size = kMaxBoardSize;
  std::string komi = "7.5";
  std::string rules = "positional";
  std::string player = "uniform {}";
  uint64_t seed = 0;
  std::string cpu_level = std::string(CpuLevelName(BestCpuLevel()));
};

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  std::error_code error;
  const uintmax_t bytes = std::filesystem::file_size(path, error);
  if (error) return absl::NotFoundError(error.message());
  if (bytes > static_cast<uintmax_t>(SgfLimits{}.max_bytes)) {
    return absl::ResourceExhaustedError(absl::StrCat("the file has more than ", SgfLimits{}.max_bytes, " bytes"));
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!(text << file.rdbuf())) return absl::UnavailableError("the file cannot be read");
  return text.str();
}

bool WriteAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return false;
    bytes.remove_prefix(written < 0 ? 0 : static_cast<size_t>(written));
  }
  return true;
}

// A GUI that closes its end has no more use for us, which is no failure.
ExitCode AfterFailedWrite() {
  if (errno == EPIPE) return kExitDone;
  std::cerr << "tenuki gtp: cannot write to standard output: " << std::strerror(errno) << '\n';
  return kExitCouldNotRun;
}

// Until `quit` or the end of the input. Each response is written as soon as it is there.
ExitCode Serve(GtpServer& server) {
  GtpRequestReader reader;
  char buffer[64 << 10];
  for (bool at_end = false; !at_end;) {
    const ssize_t count = read(STDIN_FILENO, buffer, sizeof(buffer));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      std::cerr << "tenuki gtp: cannot read standard input: " << std::strerror(errno) << '\n';
      return kExitCouldNotRun;
    }
    at_end = count == 0;
    reader.Feed(std::string_view(buffer, static_cast<size_t>(count)));
    if (at_end) reader.Finish();
    while (std::optional<GtpCommand> command = reader.Next()) {
      if (!WriteAll(STDOUT_FILENO, server.Handle(*command))) return AfterFailedWrite();
      if (server.done()) return kExitDone;
    }
  }
  return kExitDone;
}

ExitCode BadOption(const absl::Status& status) {
  std::string_view message = status.message();
  absl::ConsumePrefix(&message, "syntax error: ");
  std::cerr << "tenuki gtp: " << message << '\n';
  return kExitBadUsage;
}

ExitCode Run(const GtpOptions& options) {
  const absl::StatusOr<int> komi = ParseKomi(options.komi);
  if (!komi.ok()) return BadOption(komi.status());
  const absl::StatusOr<Rules> rules = ParseRules(options.rules, *komi);
  if (!rules.ok()) return BadOption(rules.status());

  const absl::StatusOr<v1::Player> player_message = ReadPlayer(options.player);
  if (!player_message.ok()) return BadOption(player_message.status());

  std::signal(SIGPIPE, SIG_IGN);  // so that a write says it
  const PlayoutKernel kernel(*ParseCpuLevel(options.cpu_level));
  const std::unique_ptr<Player> player = MakePlayer(*player_message, kernel, options.seed);
  GtpServer server(*player, kernel,
                   {.size = options.size, .rules = *rules, .version = TENUKI_VERSION, .read_file = ReadFile});
  if (isatty(STDIN_FILENO) != 0) {
    std::cerr << "Type GTP commands, e.g. `genmove black` or `showboard`; `help` lists them, `quit` ends.\n";
  }
  return Serve(server);
}

}  // namespace

Command AddGtpCommand(CLI::App& tenuki) {
  CLI::App* app = tenuki.add_subcommand("gtp", "Play Go with a GUI or a tournament program, by GTP on standard input");
  app->footer(
      "Example:\n"
      "  printf 'genmove black\\nshowboard\\nquit\\n' | tenuki gtp --size 9 --player 'uct { playouts: 5000 }'\n\n"
      "As the engine of a GUI, give it the command `tenuki gtp`. The command `help` lists what it understands.");
  auto options = std::make_shared<GtpOptions>();
  std::vector<std::string> cpu_levels;
  for (CpuLevel level : SupportedCpuLevels()) cpu_levels.emplace_back(CpuLevelName(level));
  app->add_option("--size", options->size, "Board size until `boardsize` is given")
      ->check(CLI::Range(1, kMaxBoardSize))
      ->capture_default_str();
  app->add_option("--komi", options->komi, "Komi until `komi` is given, in whole or half points")
      ->capture_default_str();
  app->add_option("--rules", options->rules,
                  "Ko rule: simple, positional or situational (superko); with ,suicide after it, suicide is allowed")
      ->capture_default_str();
  app->add_option("--player", options->player,
                  "Who plays, as in an experiment: uniform {}, uct { playouts: 5000 }, uct { rave {} }, …")
      ->capture_default_str();
  app->add_option("--seed", options->seed, "Same seed, same moves")->capture_default_str();
  app->add_option("--cpu-level", options->cpu_level, "Instructions to use; moves are the same on all levels")
      ->check(CLI::IsMember(cpu_levels))
      ->capture_default_str();
  return {app, [options] { return Run(*options); }};
}

}  // namespace tenuki
