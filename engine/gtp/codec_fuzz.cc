// Any bytes, in any chunks. As an engine's output: the responses do not depend on the chunks, and can be formatted and
// read again. As a controller's input: the commands do not either, and can be sent again.
//
// The first byte chooses the sizes of the chunks; the rest is the stream.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/random.h"
#include "engine/gtp/codec.h"

namespace tenuki {
namespace {

// Not CHECK: libFuzzer wants an abort with a short reason.
void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

// Calls `feed` with the stream in chunks of 1 to 16 bytes.
template <typename Feed>
void FeedChunks(std::string_view stream, uint64_t seed, Feed feed) {
  for (uint64_t i = 0; !stream.empty(); ++i) {
    const size_t length = std::min<size_t>(1 + UniformBelow(16, Random32(seed, i)), stream.size());
    feed(stream.substr(0, length));
    stream.remove_prefix(length);
  }
}

template <typename T, typename Reader>
void TakeAll(Reader& reader, std::vector<T>& all) {
  while (auto next = reader.Next()) all.push_back(*std::move(next));
}

// Small, so that the fuzzer finds the limit.
constexpr size_t kMaxResponseBytes = 256;

void CheckResponse(const GtpResponse& response) {
  GtpResponseReader reader;
  Require(reader.Feed(FormatGtpResponse(response)).ok(), "a formatted response is read");
  const std::optional<GtpResponse> again = reader.Next();
  Require(again.has_value() && !reader.Next(), "a formatted response is one response");
  Require(again->ok == response.ok && again->text == response.text, "a formatted response is read as it was");
}

void CheckEngineOutput(std::string_view stream, uint64_t chunk_seed) {
  std::vector<GtpResponse> at_once;
  GtpResponseReader whole(kMaxResponseBytes);
  const absl::Status status = whole.Feed(stream);
  TakeAll(whole, at_once);

  std::vector<GtpResponse> in_chunks;
  GtpResponseReader chunked(kMaxResponseBytes);
  absl::Status chunked_status;
  FeedChunks(stream, chunk_seed, [&](std::string_view chunk) {
    chunked_status = chunked.Feed(chunk);
    TakeAll(chunked, in_chunks);
  });
  Require(in_chunks == at_once, "chunks do not change the responses");
  Require(chunked_status == status, "chunks do not change the status");
  Require(chunked.Excerpt() == whole.Excerpt(), "chunks do not change the excerpt");
  Require(chunked.noise_lines() == whole.noise_lines(), "chunks do not change the noise");
  Require(whole.Excerpt().size() <= 2 * kMaxGtpNoiseBytes, "excerpts are bounded");
  for (const GtpResponse& response : at_once) {
    Require(response.text.size() <= kMaxResponseBytes, "responses are bounded");
    if (!response.text.starts_with(' ')) CheckResponse(response);
  }
}

void CheckControllerInput(std::string_view stream, uint64_t chunk_seed) {
  std::vector<GtpCommand> at_once;
  GtpRequestReader whole;
  whole.Feed(stream);
  whole.Finish();
  TakeAll(whole, at_once);

  std::vector<GtpCommand> in_chunks;
  GtpRequestReader chunked;
  FeedChunks(stream, chunk_seed, [&](std::string_view chunk) {
    chunked.Feed(chunk);
    TakeAll(chunked, in_chunks);
  });
  chunked.Finish();
  TakeAll(chunked, in_chunks);
  Require(in_chunks == at_once, "chunks do not change the commands");
  for (const GtpCommand& command : at_once) {
    if (command.too_long || command.name.empty()) continue;
    const absl::StatusOr<std::string> line = FormatGtpCommand(command);
    Require(line.ok(), "a command that was read can be sent");
    Require(ParseGtpCommand(std::string_view(*line).substr(0, line->size() - 1)) == command,
            "a command that is sent is read as it was");
  }
}

}  // namespace
}  // namespace tenuki

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
  tenuki::CheckEngineOutput(stream, data[0]);
  tenuki::CheckControllerInput(stream, data[0]);
  return 0;
}
