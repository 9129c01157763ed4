#include "worker/engines/engine_probe.h"

#include <algorithm>
#include <set>
#include <vector>

#include "absl/status/status_macros.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "worker/engines/wait.h"

namespace tenuki {
namespace {

constexpr size_t kMaxVersionBytes = 200;
// Of a game. `final_status_list` is asked for as well, but many engines do without.
constexpr std::string_view kNeeded[] = {"boardsize", "clear_board", "komi", "play", "genmove"};

absl::Status CannotUse(std::string_view engine, std::string_view reason) {
  return absl::FailedPreconditionError(absl::StrCat("engine '", engine, "' cannot be used here: ", reason,
                                                    " (its `command` in the registry of engines starts it; it should "
                                                    "speak GTP on its standard input and output)"));
}

absl::StatusOr<EngineAnswer> Ask(std::string_view engine, std::string_view command, EngineSession& session,
                                 EngineHost& host) {
  session.Send(command);
  EngineSession* const sessions[] = {&session};
  std::optional<EngineEvent> event;
  while (!(event = session.Poll())) host.WaitForAny(sessions, absl::Seconds(1));
  if (const auto* failure = std::get_if<EngineFailure>(&*event)) {
    return CannotUse(engine, DescribeEngineFailure(*failure));
  }
  return std::get<EngineAnswer>(*std::move(event));
}

std::string VersionText(std::string_view text) {
  std::string version(absl::StripAsciiWhitespace(text.substr(0, std::min(text.find('\n'), kMaxVersionBytes))));
  for (char& c : version) {
    if (!absl::ascii_isprint(static_cast<unsigned char>(c))) c = '?';
  }
  return version;
}

}  // namespace

absl::StatusOr<std::string> CheckIsPlayer(std::string_view engine, EngineSession& session, EngineHost& host) {
  ABSL_ASSIGN_OR_RETURN(const EngineAnswer name, Ask(engine, "name", session, host));
  ABSL_ASSIGN_OR_RETURN(const EngineAnswer version, Ask(engine, "version", session, host));
  ABSL_ASSIGN_OR_RETURN(const EngineAnswer commands, Ask(engine, "list_commands", session, host));
  if (commands.ok) {
    const std::set<std::string_view> known = absl::StrSplit(commands.text, absl::ByAnyChar("\n "));
    std::vector<std::string_view> missing;
    for (const std::string_view command : kNeeded) {
      if (!known.contains(command)) missing.push_back(command);
    }
    if (!missing.empty()) {
      return CannotUse(engine, absl::StrCat("it does not know the GTP commands ", absl::StrJoin(missing, ", ")));
    }
  }
  return VersionText(absl::StrCat(name.ok ? name.text : "", " ", version.ok ? version.text : ""));
}

absl::StatusOr<std::string> ReadVersion(std::string_view engine, EngineProcess& process, absl::Time deadline,
                                        const Clock& clock) {
  process.CloseInput();
  std::string output;
  while (output.find('\n') == output.npos && output.size() < kMaxVersionBytes && clock.Now() < deadline) {
    const bool has_ended = process.HasEnded();
    const std::string read = process.Read();
    output += read;
    if (read.empty() && (has_ended || process.output_closed())) break;
    std::vector<pollfd> waits;
    if (read.empty()) process.AppendWaits(waits);
    if (read.empty()) PollUntil(waits, deadline, clock);
  }
  std::string version = VersionText(output);
  if (version.empty()) return CannotUse(engine, "its `version_command` printed nothing");
  return version;
}

}  // namespace tenuki
