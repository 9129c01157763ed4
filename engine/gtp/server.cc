#include "engine/gtp/server.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/gtp/arguments.h"

namespace tenuki {
namespace {

constexpr int kAnyNumber = 1 << 30;

}  // namespace

struct GtpServer::Entry {
  std::string_view name;
  int min_args;
  int max_args;
  std::string_view args;  // as `help` shows them
  Result (GtpServer::*run)(Args);
};

// All commands there are, in the order in which list_commands and help show them. To add one, write its function in
// the file of its group and a line here.
std::span<const GtpServer::Entry> GtpServer::Commands() {
  static constexpr Entry kCommands[] = {
      {"protocol_version", 0, kAnyNumber, "", &GtpServer::ProtocolVersion},
      {"name", 0, kAnyNumber, "", &GtpServer::Name},
      {"version", 0, kAnyNumber, "", &GtpServer::Version},
      {"known_command", 1, 1, "COMMAND", &GtpServer::KnownCommand},
      {"list_commands", 0, kAnyNumber, "", &GtpServer::ListCommands},
      {"help", 0, kAnyNumber, "", &GtpServer::Help},
      {"quit", 0, kAnyNumber, "", &GtpServer::Quit},

      {"boardsize", 1, 1, "SIZE", &GtpServer::BoardSize},
      {"clear_board", 0, kAnyNumber, "", &GtpServer::ClearBoard},
      {"komi", 1, 1, "KOMI", &GtpServer::Komi},
      {"fixed_handicap", 1, 1, "STONES", &GtpServer::FixedHandicapStones},
      {"place_free_handicap", 1, 1, "STONES", &GtpServer::PlaceFreeHandicap},
      {"set_free_handicap", 1, kAnyNumber, "VERTEX...", &GtpServer::SetFreeHandicap},
      {"loadsgf", 1, 2, "FILE [MOVE_NUMBER]", &GtpServer::LoadSgf},
      {"time_settings", 3, 3, "MAIN_SECONDS BYO_YOMI_SECONDS BYO_YOMI_STONES", &GtpServer::TimeSettings},
      {"time_left", 3, 3, "COLOR SECONDS STONES", &GtpServer::TimeLeft},
      {"tenuki-rules", 0, 1, "[simple|positional|situational[,suicide]]", &GtpServer::RulesOfPlay},
      {"tenuki-seed", 0, 1, "[SEED]", &GtpServer::Seed},

      {"play", 2, 2, "COLOR VERTEX", &GtpServer::Play},
      {"genmove", 1, 1, "COLOR", &GtpServer::GenMove},
      {"reg_genmove", 1, 1, "COLOR", &GtpServer::RegGenMove},
      {"undo", 0, kAnyNumber, "", &GtpServer::Undo},
      {"is_legal", 2, 2, "COLOR VERTEX", &GtpServer::IsLegal},
      {"all_legal", 1, 1, "COLOR", &GtpServer::AllLegal},
      {"list_stones", 1, 1, "COLOR", &GtpServer::ListStones},
      {"captures", 1, 1, "COLOR", &GtpServer::Captures},
      {"showboard", 0, kAnyNumber, "", &GtpServer::ShowBoard},
      {"final_score", 0, kAnyNumber, "", &GtpServer::FinalScore},
      {"final_status_list", 1, 1, "alive|dead|seki", &GtpServer::FinalStatusList},
  };
  return kCommands;
}

const GtpServer::Entry* GtpServer::Find(std::string_view name) {
  const auto entry = std::ranges::find(Commands(), name, &Entry::name);
  return entry == Commands().end() ? nullptr : &*entry;
}

GtpServer::GtpServer(Player& player, const PlayoutKernel& kernel, GtpServerOptions options)
    : player_(player), kernel_(kernel), options_(std::move(options)), game_(options_.size, options_.rules) {}

std::string GtpServer::Handle(const GtpCommand& command) {
  const Result result = Run(command);
  return FormatGtpResponse(
      {.ok = result.ok(), .id = command.id, .text = result.ok() ? *result : std::string(result.status().message())});
}

GtpServer::Result GtpServer::Run(const GtpCommand& command) {
  if (command.too_long) {
    return GtpSyntaxError(absl::StrCat("the line has more than ", kMaxGtpLineBytes, " bytes"));
  }
  if (command.name.empty()) return GtpSyntaxError("a command should follow the id");
  const Entry* entry = Find(command.name);
  if (entry == nullptr) return absl::NotFoundError("unknown command");
  const int num_args = static_cast<int>(command.args.size());
  if (num_args < entry->min_args || num_args > entry->max_args) {
    return GtpSyntaxError(absl::StrCat("expected ", entry->name, " ", entry->args));
  }
  return (this->*entry->run)(command.args);
}

GtpServer::Result GtpServer::ProtocolVersion(Args) { return "2"; }

GtpServer::Result GtpServer::Name(Args) { return absl::StrCat("tenuki ", player_.name()); }

GtpServer::Result GtpServer::Version(Args) { return options_.version; }

GtpServer::Result GtpServer::KnownCommand(Args args) { return Find(args[0]) != nullptr ? "true" : "false"; }

GtpServer::Result GtpServer::ListCommands(Args) {
  std::string text;
  for (const Entry& entry : Commands()) absl::StrAppend(&text, entry.name, "\n");
  return text;
}

GtpServer::Result GtpServer::Help(Args) {
  std::string text;
  for (const Entry& entry : Commands()) {
    absl::StrAppend(&text, "\n", entry.name, entry.args.empty() ? "" : " ", entry.args);
  }
  return text;
}

GtpServer::Result GtpServer::Quit(Args) {
  done_ = true;
  return "";
}

}  // namespace tenuki
