#include "engine/gtp/codec.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

bool IsSign(char c) { return c == '=' || c == '?'; }

// Whether a line between responses starts one; else it is a comment or noise.
bool StartsResponse(std::string_view line) {
  return !line.empty() && IsSign(line[0]) && (line.size() == 1 || !IsSign(line[1]));
}

template <typename T>
std::optional<T> PopFront(std::deque<T>& queue) {
  if (queue.empty()) return std::nullopt;
  T front = std::move(queue.front());
  queue.pop_front();
  return front;
}

// Takes "12" off "12 text". Nothing when there is no number, or none that can be an id, or more than blanks follow.
std::optional<int> ConsumeId(std::string_view& text) {
  const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  int id = 0;
  if (digits < text.size() && text[digits] != ' ' && text[digits] != '\t') return std::nullopt;
  if (!absl::SimpleAtoi(text.substr(0, digits), &id)) return std::nullopt;
  text.remove_prefix(digits);
  return id;
}

}  // namespace

void GtpRequestReader::Feed(std::string_view bytes) {
  for (size_t end = bytes.find('\n'); end != bytes.npos; end = bytes.find('\n')) {
    Append(bytes.substr(0, end));
    EndLine();
    bytes.remove_prefix(end + 1);
  }
  Append(bytes);
}

void GtpRequestReader::Finish() { EndLine(); }

std::optional<GtpCommand> GtpRequestReader::Next() { return PopFront(commands_); }

void GtpRequestReader::Append(std::string_view bytes) {
  const size_t room = kMaxGtpLineBytes - line_.size();
  too_long_ |= bytes.size() > room;
  line_.append(bytes.substr(0, room));
}

void GtpRequestReader::EndLine() {
  // If a comment started, then it is all that was lost.
  too_long_ = too_long_ && line_.find('#') == line_.npos;
  std::optional<GtpCommand> command = ParseGtpCommand(line_);
  if (too_long_ && !command) command.emplace();
  if (command) {
    command->too_long = too_long_;
    commands_.push_back(*std::move(command));
  }
  line_.clear();
  too_long_ = false;
}

absl::Status GtpResponseReader::Feed(std::string_view bytes) {
  for (char c : bytes) {
    if (!status_.ok()) break;
    if (c == '\n') {
      EndLine();
    } else if (!IsGtpControl(c)) {
      Append(c);
    }
  }
  return status_;
}

std::optional<GtpResponse> GtpResponseReader::Next() { return PopFront(responses_); }

void GtpResponseReader::Append(char c) {
  line_ += c;
  if (response_ || StartsResponse(line_)) {
    const size_t size = line_.size() + (response_ ? response_->text.size() + 1 : 0);
    if (size <= max_response_bytes_) return;
    status_ =
        absl::ResourceExhaustedError(absl::StrCat("a GTP response has more than ", max_response_bytes_, " bytes"));
  } else if (line_.size() > kMaxGtpNoiseBytes) {
    line_.pop_back();
  }
}

void GtpResponseReader::EndLine() {
  if (response_ && line_.empty()) {
    responses_.push_back(*std::move(response_));
    response_.reset();
  } else if (response_) {
    absl::StrAppend(&response_->text, "\n", line_);
  } else if (StartsResponse(line_)) {
    BeginResponse();
  } else if (!line_.empty() && line_[0] != '#') {
    KeepNoise();
  }
  line_.clear();
}

void GtpResponseReader::BeginResponse() {
  std::string_view text = line_;
  response_ = {.ok = text.starts_with('=')};
  text.remove_prefix(1);
  response_->id = ConsumeId(text);
  response_->text = absl::StripAsciiWhitespace(text);
}

void GtpResponseReader::KeepNoise() {
  ++noise_lines_;
  absl::StrAppend(&noise_, line_, "\n");
  if (noise_.size() > kMaxGtpNoiseBytes) noise_.erase(0, noise_.size() - kMaxGtpNoiseBytes);
}

std::string GtpResponseReader::Excerpt() const {
  std::string unfinished;
  if (response_) unfinished = absl::StrCat(response_->ok ? "= " : "? ", response_->text, "\n");
  absl::StrAppend(&unfinished, line_);
  return noise_ + unfinished.substr(0, kMaxGtpNoiseBytes);
}

absl::StatusOr<GtpResponse> AnswerTo(int id, GtpResponse response) {
  if (!response.id) {
    std::string_view text = response.text;
    if (ConsumeId(text) == id) response.text = absl::StripLeadingAsciiWhitespace(text);
    return response;
  }
  if (*response.id == id) return response;
  return absl::FailedPreconditionError(
      absl::StrCat("the engine answered command ", *response.id, " when command ", id, " was asked"));
}

}  // namespace tenuki
