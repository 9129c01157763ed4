#include "engine/gtp/command.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace tenuki {
namespace {

std::optional<int> ParseId(std::string_view word) {
  int id = 0;
  const bool digits_only = word.find_first_not_of("0123456789") == std::string_view::npos;
  return digits_only && absl::SimpleAtoi(word, &id) ? std::optional(id) : std::nullopt;
}

// The word arrives as it was sent.
bool IsGtpWord(std::string_view word) {
  return !word.empty() && std::ranges::none_of(word, [](char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '#' || IsGtpControl(c);
  });
}

}  // namespace

std::optional<GtpCommand> ParseGtpCommand(std::string_view line) {
  std::string clean(line.substr(0, line.find('#')));
  std::erase_if(clean, IsGtpControl);
  std::vector<std::string> words = absl::StrSplit(clean, absl::ByAnyChar(" \t"), absl::SkipEmpty());
  if (words.empty()) return std::nullopt;
  GtpCommand command = {.id = ParseId(words.front())};
  auto word = words.begin() + (command.id ? 1 : 0);
  if (word != words.end()) command.name = std::move(*word++);
  command.args.assign(std::make_move_iterator(word), std::make_move_iterator(words.end()));
  return command;
}

absl::StatusOr<std::string> FormatGtpCommand(const GtpCommand& command) {
  std::string line = command.id ? absl::StrCat(*command.id, " ", command.name) : command.name;
  const std::string* bad = IsGtpWord(command.name) ? nullptr : &command.name;
  for (const std::string& arg : command.args) {
    if (!IsGtpWord(arg)) bad = &arg;
    absl::StrAppend(&line, " ", arg);
  }
  if (bad != nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("GTP cannot transmit \"", absl::CHexEscape(*bad),
                     "\": words must not be empty or contain spaces, '#' or control characters"));
  }
  if (line.size() > kMaxGtpLineBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("a GTP command of ", line.size(), " bytes: at most ", kMaxGtpLineBytes, " are allowed"));
  }
  return line + '\n';
}

std::string FormatGtpResponse(const GtpResponse& response) {
  std::string message = response.ok ? "=" : "?";
  if (response.id) absl::StrAppend(&message, *response.id);
  message += ' ';
  message.reserve(message.size() + response.text.size() + 2);
  for (char c : response.text) {
    if (IsGtpControl(c) || (c == '\n' && message.back() == '\n')) continue;
    message += c;
  }
  message += message.back() == '\n' ? "\n" : "\n\n";
  return message;
}

}  // namespace tenuki
