// Cuts a byte stream into GTP commands (for a server) or responses (for a client), however the bytes arrive.
//
// A client, which supervises an engine behind a pipe:
//
//   GtpResponseReader reader;
//   write(*FormatGtpCommand({.id = 12, .name = "genmove", .args = {"B"}}));
//   while (…) {
//     if (absl::Status status = reader.Feed(bytes_read); !status.ok()) …       // hopeless: stop the engine
//     while (std::optional<GtpResponse> response = reader.Next()) {
//       absl::StatusOr<GtpResponse> answer = AnswerTo(12, *std::move(response));
//       …
//   }
//   if (engine_died) report(reader.Excerpt());
//
// A server is simpler: feed, then handle each Next(). The result never depends on where the stream is cut into chunks.
// Memory is bounded by the limits below and what was fed since Next() last returned nothing.
//
// Readers do no input or output, and know no time: timeouts are the caller's. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/gtp/command.h"

namespace tenuki {

// Reads what a controller sends: one command a line. Lines without a command vanish. Of a line that is too long the
// first kMaxGtpLineBytes are kept and marked, so that the server can answer it like any other.
class GtpRequestReader {
 public:
  void Feed(std::string_view bytes);
  // At the end of the stream: a last line that lacks its line end is a line.
  void Finish();
  // The next complete command, in the order of the stream.
  std::optional<GtpCommand> Next();

 private:
  void Append(std::string_view bytes);
  void EndLine();

  std::string line_;
  bool too_long_ = false;
  std::deque<GtpCommand> commands_;
};

// Of one response. KataGo's analysis of a 19×19 board has some hundred kilobytes.
inline constexpr size_t kMaxGtpResponseBytes = 4 << 20;
// Of noise, to be shown to people.
inline constexpr size_t kMaxGtpNoiseBytes = 4 << 10;

// Reads what an engine sends: "=" or "?", an id if one was given, text, and an empty line. Real engines do more:
//
//   * CR LF ends a line as LF does; other control characters vanish.
//   * Empty lines between responses, and comment lines (`#`) there, are skipped.
//   * Any other line between responses is noise: an engine that logs to its standard output. It is skipped, and its
//     latest lines are kept for Excerpt(). So is a line that starts with "==" or any two of those signs, as banners do.
//     Lines inside a response cannot be told from its text, and are part of it.
//   * "=text" without a space is taken as a response. For "= 12 text" with a space before an id see AnswerTo.
class GtpResponseReader {
 public:
  explicit GtpResponseReader(size_t max_response_bytes = kMaxGtpResponseBytes)
      : max_response_bytes_(max_response_bytes) {}

  // RESOURCE_EXHAUSTED when a response exceeds its limit; from then on the reader reads nothing, and says so each time,
  // because the place where the next response starts is lost. Responses before that one can still be taken.
  absl::Status Feed(std::string_view bytes);
  // The next complete response, in the order of the stream.
  std::optional<GtpResponse> Next();

  // For the report on an engine that died, fell silent or overflowed: the last lines of noise and the beginning of an
  // unfinished response or line. At most twice kMaxGtpNoiseBytes.
  std::string Excerpt() const;
  // Lines of noise up to now. Any at all make an engine suspect.
  int64_t noise_lines() const { return noise_lines_; }

 private:
  void Append(char c);
  void EndLine();
  void BeginResponse();
  void KeepNoise();

  const size_t max_response_bytes_;
  absl::Status status_;
  std::string line_;                     // the current one, without control characters
  std::optional<GtpResponse> response_;  // the current one, when its first line is complete
  std::deque<GtpResponse> responses_;
  std::string noise_;
  int64_t noise_lines_ = 0;
};

// Takes `response` as the one to the command with that id. Three ways of engines are accepted: the id follows the sign
// ("=12 text", as it should), or a space ("= 12 text"), or is left out. The last two can be confused: ids that no
// answer starts with, say from 1,000,000 on, leave no doubt. FAILED_PRECONDITION when the response has another id: the
// engine is out of step, and nothing more that it says can be trusted.
absl::StatusOr<GtpResponse> AnswerTo(int id, GtpResponse response);

}  // namespace tenuki
