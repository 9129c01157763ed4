// Any bytes as a controller's input: every command has exactly one response, which our own reader understands.
//
// The first byte is skipped, so that the codec's seeds serve here as well.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "engine/gtp/codec.h"
#include "engine/gtp/server.h"
#include "engine/player/uniform_player.h"

namespace tenuki {
namespace {

// Not CHECK: libFuzzer wants an abort with a short reason.
void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

void CheckResponse(const GtpCommand& command, const std::string& text) {
  GtpResponseReader reader;
  Require(reader.Feed(text).ok(), "our responses are within the limits");
  const std::optional<GtpResponse> response = reader.Next();
  Require(response.has_value() && !reader.Next(), "a command has one response");
  Require(reader.Excerpt().empty(), "our responses are without noise");
  Require(response->id == command.id, "a response has the id of its command");
  Require(response->ok || !response->text.empty(), "a failure has a reason");
}

// A file's name is its content, as far as GTP lets it through.
absl::StatusOr<std::string> ReadFile(const std::string& path) { return path; }

void Serve(std::string_view stream) {
  constexpr int kMaxSize = 5;
  UniformPlayer player(1);
  GtpServer server(player, PlayoutKernel(CpuLevel::kBaseline), {.size = kMaxSize, .read_file = ReadFile});
  GtpRequestReader reader;
  reader.Feed(stream);
  reader.Finish();
  // Playouts would take all the time, so one command may have them, on a small board.
  bool had_playouts = false;
  while (const std::optional<GtpCommand> command = reader.Next()) {
    const bool has_playouts = command->name.starts_with("final");
    if (has_playouts && (had_playouts || server.game().board().size() > kMaxSize)) continue;
    had_playouts |= has_playouts;
    CheckResponse(*command, server.Handle(*command));
    if (server.done()) return;
  }
}

}  // namespace
}  // namespace tenuki

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size != 0) tenuki::Serve(std::string_view(reinterpret_cast<const char*>(data) + 1, size - 1));
  return 0;
}
