// What is said in GTP (Go Text Protocol, version 2, draft 2): commands and responses, and their text.
//
//   GtpCommand command = *ParseGtpCommand("12 play B D4   # comment");    // id 12, "play", {"B", "D4"}
//   FormatGtpCommand({.id = 12, .name = "play", .args = {"B", "D4"}})     // "12 play B D4\n"
//   FormatGtpResponse({.id = 12, .text = ""})                             // "=12 \n\n"
//   FormatGtpResponse({.ok = false, .text = "unknown command"})           // "? unknown command\n\n"
//
// How bytes are cut into commands and responses says codec.h; what the commands mean, server.h.
// Plain data and pure functions: no thread rules.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace tenuki {

// Of a command without its line end. The longest that makes sense, `set_free_handicap` on 19×19, has about 1,500.
inline constexpr size_t kMaxGtpLineBytes = 16 << 10;

struct GtpCommand {
  // 0 to 2^31 − 1.
  std::optional<int> id{};
  // Empty when the line has an id only.
  std::string name{};
  std::vector<std::string> args{};
  // The line was longer than kMaxGtpLineBytes: only the id is to be relied on.
  bool too_long = false;

  friend bool operator==(const GtpCommand&, const GtpCommand&) = default;
};

struct GtpResponse {
  bool ok = true;
  std::optional<int> id{};
  // Without the sign and the id. Lines are separated by '\n'; none but the first is empty.
  std::string text{};

  friend bool operator==(const GtpResponse&, const GtpResponse&) = default;
};

// Control characters, which GTP discards wherever they stand; so a line may end with CR LF as well.
// HT and LF are none of them: they separate words and lines.
constexpr bool IsGtpControl(char c) {
  return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n') || c == 0x7F;
}

// The command in a line, or nothing if there is only white space and a comment. A number too large for an id is taken
// as the name of a command, which none has.
std::optional<GtpCommand> ParseGtpCommand(std::string_view line);

// As the line to send. INVALID_ARGUMENT when the name or an argument would not arrive as given: GTP has no quoting, so
// nothing may be empty or hold spaces, '#' or control characters (a file name may well).
absl::StatusOr<std::string> FormatGtpCommand(const GtpCommand& command);

// As the lines to send, up to the empty line that ends them. Empty lines in the text would end it early, and are left
// out, as are control characters. An empty text leaves "= ", with the space: so does GNU Go, the reference.
std::string FormatGtpResponse(const GtpResponse& response);

}  // namespace tenuki
