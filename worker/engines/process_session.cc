#include "worker/engines/process_session.h"

#include <string.h>
#include <sys/wait.h>

#include <algorithm>
#include <utility>

#include "absl/log/check.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace tenuki {
namespace {

constexpr char kFirstCommand[] = "protocol_version";
// From the end of the output to that of the process: in between are the kernel's tidying up and nothing else.
constexpr absl::Duration kEndingTime = absl::Seconds(2);
// Of output that is no answer, in a failure's text.
constexpr size_t kMaxEvidence = 200;

// Texts go into tables and messages, which hold UTF-8 alone; what an engine writes may be anything.
std::string Printable(std::string_view bytes) {
  std::string text(bytes);
  for (char& c : text) {
    if (!absl::ascii_isprint(static_cast<unsigned char>(c)) && c != '\n' && c != '\t') c = '?';
  }
  return std::string(absl::StripAsciiWhitespace(text));
}

absl::Duration Limit(int64_t milliseconds) { return absl::Milliseconds(milliseconds); }

}  // namespace

ProcessSession::ProcessSession(std::unique_ptr<EngineProcess> process, std::string command_line,
                               std::vector<std::string> game_setup, const v1::EngineLimits& limits,
                               const SessionSurroundings& surroundings)
    : command_line_(std::move(command_line)),
      game_setup_(std::move(game_setup)),
      limits_(limits),
      surroundings_(surroundings),
      process_(std::move(process)),
      reader_(static_cast<size_t>(limits.max_output_bytes())) {
  ++surroundings_.num_running;
  Ask(kFirstCommand);
}

ProcessSession::~ProcessSession() { Retire(EngineReaper::Farewell::kQuit); }

void ProcessSession::Retire(EngineReaper::Farewell farewell) {
  if (process_ == nullptr) return;
  usage_.cpu_time = process_->CpuTime();
  surroundings_.reaper.Retire(std::move(process_), farewell, Limit(limits_.quit_timeout_ms()));
  --surroundings_.num_running;
}

void ProcessSession::Send(std::string_view command) {
  CHECK(!failure_) << "a command after a failure: " << command;
  CHECK(!held_back_ && (!asked_ || !is_started_)) << "'" << command << "' before the last command was answered";
  CHECK(!absl::StrContains(command, '\n')) << "more than a command: " << command;
  if (is_started_) {
    Ask(std::string(command));
  } else {
    held_back_ = command;
  }
}

void ProcessSession::Ask(std::string command) {
  asked_ = {.id = next_id_++, .command = std::move(command), .at = surroundings_.clock.Now()};
  num_output_bytes_ = 0;
  process_->Write(absl::StrCat(asked_->id, " ", asked_->command, "\n"));
}

std::optional<EngineEvent> ProcessSession::Poll() {
  if (failure_) return *failure_;
  // Asked before reading: what it wrote before its end is there to be read then.
  const bool has_ended = process_->HasEnded();
  while (true) {
    const std::string output = process_->Read();
    num_output_bytes_ += static_cast<int64_t>(output.size());
    const bool fits = reader_.Feed(output).ok();
    if (std::optional<EngineEvent> event = TakeOutput()) return event;
    if (!fits || num_output_bytes_ > limits_.max_output_bytes()) {
      return Fail({.kind = EngineFailure::Kind::kFlood,
                   .what = absl::StrCat("wrote more than ", limits_.max_output_bytes(),
                                        " bytes to its standard output for one command")});
    }
    if (process_->num_log_bytes() > limits_.max_log_bytes()) {
      return Fail({.kind = EngineFailure::Kind::kFlood,
                   .what = absl::StrCat("wrote more than ", limits_.max_log_bytes(),
                                        " bytes to its standard error in one game")});
    }
    if (output.empty()) break;
  }
  if (has_ended) return FailAtEnd();
  return CheckLimits();
}

std::optional<EngineEvent> ProcessSession::TakeOutput() {
  while (std::optional<GtpResponse> response = reader_.Next()) {
    if (std::optional<EngineEvent> event = TakeResponse(*std::move(response))) return event;
  }
  return std::nullopt;
}

std::optional<EngineEvent> ProcessSession::TakeResponse(GtpResponse response) {
  if (!asked_) {
    return Fail({.kind = EngineFailure::Kind::kGarbage,
                 .what = absl::StrCat("answered without being asked: '", response.text.substr(0, kMaxEvidence), "'")});
  }
  absl::StatusOr<GtpResponse> answer = AnswerTo(asked_->id, std::move(response));
  if (!answer.ok()) {
    return Fail({.kind = EngineFailure::Kind::kGarbage, .what = std::string(answer.status().message())});
  }
  const absl::Duration time = surroundings_.clock.Now() - asked_->at;
  if (is_started_) {
    usage_.wall_time += time;
    asked_.reset();
    return EngineAnswer{.ok = answer->ok, .text = std::move(answer->text), .time = time};
  }
  if (!answer->ok || answer->text != "2") {
    return Fail({.what = absl::StrCat("speaks no GTP 2: its protocol version is '",
                                      answer->text.substr(0, kMaxEvidence), "'")});
  }
  is_started_ = true;
  asked_.reset();
  if (held_back_) Ask(*std::exchange(held_back_, std::nullopt));
  return std::nullopt;
}

std::optional<EngineEvent> ProcessSession::CheckLimits() {
  const absl::Time now = surroundings_.clock.Now();
  if (process_->output_closed()) {
    if (!must_end_by_) must_end_by_ = now + kEndingTime;
    if (now < *must_end_by_) return std::nullopt;
    return Fail({.kind = EngineFailure::Kind::kCrash, .what = "closed its standard output, but did not end"});
  }
  if (!asked_ || now < CommandDeadline()) return std::nullopt;
  const std::string evidence = Evidence();
  EngineFailure failure;
  failure.kind = evidence.empty() ? EngineFailure::Kind::kHang : EngineFailure::Kind::kGarbage;
  if (!is_started_) {
    failure.what = absl::StrCat("did not start up within ", absl::FormatDuration(Limit(limits_.start_timeout_ms())));
  } else if (now >= asked_->at + Limit(limits_.command_timeout_ms())) {
    failure.what = absl::StrCat("did not answer within ", absl::FormatDuration(Limit(limits_.command_timeout_ms())));
  } else {
    failure.what = absl::StrCat("used up the ", absl::FormatDuration(Limit(limits_.game_timeout_ms())), " of a game");
  }
  if (!evidence.empty()) absl::StrAppend(&failure.what, ", but wrote what is no answer: '", evidence, "'");
  return Fail(std::move(failure));
}

EngineEvent ProcessSession::FailAtEnd() {
  const int status = process_->wait_status();
  EngineFailure failure;
  if (WIFSIGNALED(status)) {
    failure.signal = WTERMSIG(status);
    failure.what = absl::StrCat("died by signal ", *failure.signal, " (", strsignal(*failure.signal), ")");
  } else {
    failure.exit_code = WEXITSTATUS(status);
    failure.what = absl::StrCat("ended with exit code ", *failure.exit_code);
  }
  if (const std::string evidence = Evidence(); !evidence.empty()) {
    absl::StrAppend(&failure.what, "; before that it wrote what is no answer: '", evidence, "'");
  }
  return Fail(std::move(failure));
}

EngineEvent ProcessSession::Fail(EngineFailure failure) {
  if (!is_started_) {
    failure.kind = EngineFailure::Kind::kCouldNotStart;
  } else if (asked_) {
    failure.command = asked_->command;
    usage_.wall_time += surroundings_.clock.Now() - asked_->at;
  }
  failure.last_words = Printable(process_->log());
  failure.what = Printable(failure.what);
  failure_ = std::move(failure);
  Retire(EngineReaper::Farewell::kTerminate);
  return *failure_;
}

// What it wrote since the last command, on one line; and before, if it wrote anything since.
std::string ProcessSession::Evidence() const {
  if (num_output_bytes_ == 0) return "";
  return Printable(absl::StrReplaceAll(reader_.Excerpt(), {{"\n", " "}}).substr(0, kMaxEvidence));
}

EngineUsage ProcessSession::usage() const {
  EngineUsage usage = usage_;
  if (process_ != nullptr) usage.cpu_time = process_->CpuTime();
  return usage;
}

absl::Time ProcessSession::CommandDeadline() const {
  if (!is_started_) return asked_->at + Limit(limits_.start_timeout_ms());
  return asked_->at +
         std::min(Limit(limits_.command_timeout_ms()), Limit(limits_.game_timeout_ms()) - usage_.wall_time);
}

absl::Time ProcessSession::deadline() const {
  if (failure_) return absl::InfinitePast();
  if (must_end_by_) return *must_end_by_;
  return asked_ ? CommandDeadline() : absl::InfiniteFuture();
}

void ProcessSession::AppendWaits(std::vector<pollfd>& waits) const {
  if (process_ != nullptr) process_->AppendWaits(waits);
}

}  // namespace tenuki
