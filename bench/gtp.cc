// GTP round trips per second: a command written, its response read. In one process (codec and server alone), and
// between processes over a socket, where GNU Go answers the same commands beside us.
#include <benchmark/benchmark.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/cpu.h"
#include "engine/gtp/codec.h"
#include "engine/gtp/server.h"
#include "engine/player/uniform_player.h"
#include "tests/child_process.h"

namespace tenuki {
namespace {

// Two commands a round: a move and its undo leave the board as it was, and the game as long.
const std::string kMove = "play black D4\n";
const std::string kUndo = "undo\n";

void BM_InProcess(benchmark::State& state) {
  UniformPlayer player(0);
  GtpServer server(player, PlayoutKernel(BestCpuLevel()), {.size = 19});
  GtpRequestReader requests;
  GtpResponseReader responses;
  int64_t failures = 0;
  for (auto _ : state) {
    for (const std::string& line : {kMove, kUndo}) {
      requests.Feed(line);
      const absl::Status status = responses.Feed(server.Handle(*requests.Next()));
      const std::optional<GtpResponse> response = responses.Next();
      failures += !status.ok() || !response || !response->ok;
    }
  }
  if (failures != 0) state.SkipWithError("a command failed");
  state.SetItemsProcessed(state.iterations() * 2);
}
BENCHMARK(BM_InProcess);

// Sends a line and waits for its response.
bool RoundTrip(ChildProcess& engine, GtpResponseReader& reader, const std::string& line) {
  if (!engine.Write(line).ok()) return false;
  while (true) {
    if (std::optional<GtpResponse> response = reader.Next()) return response->ok;
    const absl::StatusOr<std::string> bytes = engine.ReadSome(absl::Seconds(30));
    if (!bytes.ok() || !reader.Feed(*bytes).ok()) return false;
  }
}

void BM_Process(benchmark::State& state, const std::vector<std::string>& command) {
  absl::StatusOr<std::unique_ptr<ChildProcess>> engine = ChildProcess::Start(command);
  if (!engine.ok()) return state.SkipWithError(std::string(engine.status().message()));
  GtpResponseReader reader;
  bool ok = RoundTrip(**engine, reader, "boardsize 19\n");
  for (auto _ : state) {
    ok = ok && RoundTrip(**engine, reader, kMove) && RoundTrip(**engine, reader, kUndo);
    if (!ok) break;
  }
  if (!ok) state.SkipWithError("the engine failed");
  state.SetItemsProcessed(state.iterations() * 2);
}
BENCHMARK_CAPTURE(BM_Process, tenuki, std::vector<std::string>{TENUKI_BINARY, "gtp"})->UseRealTime();
// Debian puts games where root's PATH does not look.
BENCHMARK_CAPTURE(BM_Process, gnugo,
                  std::vector<std::string>{"sh", "-c", "PATH=$PATH:/usr/games exec gnugo --mode gtp"})
    ->UseRealTime();

}  // namespace
}  // namespace tenuki
