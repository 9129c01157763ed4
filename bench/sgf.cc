// How fast SGF is read and written. The text is made here, from a fixed seed: collections of games of 200 random legal
// moves on 19×19, some moves with a comment, as servers and annotated game collections have them.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "common/random.h"
#include "engine/board/game.h"
#include "engine/sgf/reader.h"
#include "engine/sgf/record.h"
#include "engine/sgf/replay.h"
#include "engine/sgf/write_game.h"
#include "engine/sgf/writer.h"

namespace tenuki {
namespace {

constexpr int kGames = 100;
constexpr int kMoves = 200;

Game RandomGame(uint64_t seed) {
  Game game(19, Rules{});
  for (uint64_t draw = 0; game.plies().size() < kMoves; ++draw) {
    game.Play(static_cast<Move>(UniformBelow(game.board().num_points(), Random32(seed, draw))));
  }
  return game;
}

// A game with a comment of about a line after every `moves_per_comment` moves.
std::string CommentedGame(uint64_t seed, int moves_per_comment) {
  const Game game = RandomGame(seed);
  const SgfGameInfo info = {.black_player = "Black", .white_player = "White", .result = "B+12.5"};
  SgfCollection tree = MakeTree(Game(19, game.rules()), info);
  SgfCollection::NodeId node = 0;
  int ply_number = 0;
  for (const auto& [color, move] : game.plies()) {
    node = tree.AddNode(node);
    tree.AddProperty(color == Color::kBlack ? "B" : "W");
    tree.AddValue(ToSgf(19, move));
    if (++ply_number % moves_per_comment != 0) continue;
    tree.AddProperty("C");
    tree.AddValue(
        absl::StrCat("Move ", ply_number, " [", ToGtp(19, move), "\\] is what the players looked at longest."));
  }
  return WriteSgf(tree);
}

std::string Collection(int moves_per_comment) {
  std::string text;
  for (uint64_t seed = 0; seed < kGames; ++seed) text += CommentedGame(seed, moves_per_comment);
  return text;
}

// The argument of the benchmarks: how many moves there are to a comment.
void EveryMoveOrTenth(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgName("moves_per_comment")->Arg(1)->Arg(10)->Arg(kMoves + 1)->Unit(benchmark::kMicrosecond);
}

void SetRates(benchmark::State& state, const std::string& text) {
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(text.size()));
  state.SetItemsProcessed(state.iterations() * kGames);
}

void BM_Read(benchmark::State& state) {
  const std::string text = Collection(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(ReadSgf(text));
  SetRates(state, text);
}
BENCHMARK(BM_Read)->Apply(EveryMoveOrTenth);

void BM_Write(benchmark::State& state) {
  const std::string text = Collection(static_cast<int>(state.range(0)));
  const SgfCollection collection = *ReadSgf(text);
  for (auto _ : state) benchmark::DoNotOptimize(WriteSgf(collection));
  SetRates(state, text);
}
BENCHMARK(BM_Write)->Apply(EveryMoveOrTenth);

void BM_ReadRecords(benchmark::State& state) {
  const std::string text = Collection(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    const SgfCollection collection = *ReadSgf(text);
    for (SgfCollection::NodeId root = 0; root != SgfCollection::kNone; root = collection.NextSibling(root)) {
      benchmark::DoNotOptimize(MakeRecord(collection, root));
    }
  }
  SetRates(state, text);
}
BENCHMARK(BM_ReadRecords)->Apply(EveryMoveOrTenth);

// From bytes to a game whose moves are all checked, superko too; items are games.
void BM_ReadGame(benchmark::State& state) {
  const std::string text = CommentedGame(0, 10);
  for (auto _ : state) {
    const SgfCollection collection = *ReadSgf(text);
    benchmark::DoNotOptimize(ToGame(*MakeRecord(collection), Rules{}));
  }
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(text.size()));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_ReadGame)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace tenuki
