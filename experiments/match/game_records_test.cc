// Games as SGF files: what was played can be read from them, and played again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "engine/sgf/reader.h"
#include "engine/sgf/record.h"
#include "engine/sgf/replay.h"
#include "experiments/config.h"
#include "experiments/match/match.h"
#include "experiments/match/schema.h"
#include "experiments/plan.h"
#include "experiments/players.h"
#include "experiments/testing/stored_rows.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

class GameRecordsTest : public testing::Test {
 protected:
  // path → content.
  std::map<std::string, std::string> Export(std::string_view text) {
    const Plan plan = MakePlan(ReadExperiment("x", text, {}).value()).value();
    MemoryTables tables = StoredRowsOf(plan);
    std::map<std::string, std::string> files;
    const absl::Status status =
        kind_.Export(plan, Inputs::None(), tables, [&](const std::string& path, std::string_view content) {
          files[path] = content;
          return absl::OkStatus();
        });
    EXPECT_TRUE(status.ok()) << status;
    games_ = tables.Rows(0);
    return files;
  }

  const MatchKind kind_;
  std::shared_ptr<arrow::Table> games_;
};

SgfRecord RecordOf(const std::string& sgf) { return MakeRecord(ReadSgf(sgf).value(), 0).value(); }

TEST_F(GameRecordsTest, EveryGameHasAFile) {
  const auto files = Export(R"(name: "x" match { board_size: 5
      player { name: "strong" uct { playouts: 30 } } opponent { uniform {} } } stop { units: 3 })");
  ASSERT_THAT(files, SizeIs(6));
  const SgfRecord first = RecordOf(files.at("games/000-000002-0.sgf"));
  EXPECT_EQ(first.info.black_player, "strong");
  EXPECT_EQ(first.info.white_player, "uniform");
  EXPECT_EQ(RecordOf(files.at("games/000-000002-1.sgf")).info.white_player, "strong");
  const std::string& text = files.at("games/000-000002-1.sgf");
  EXPECT_THAT(text, HasSubstr("playouts: 30"));
  EXPECT_THAT(text, HasSubstr("exploration: 0.3")) << "defaults too";
  EXPECT_THAT(text, HasSubstr("positional superko"));
}

TEST_F(GameRecordsTest, MovesAndResultAreThoseOfTheTable) {
  const auto files = Export(R"(name: "x" match { board_size: 9 handicap: 2 komi: 0.5
      player { uct { playouts: 30 } } opponent { uniform {} } } stop { units: 1 })");
  const auto batch = *games_->CombineChunksToBatch();
  const auto& margins = static_cast<const arrow::DoubleArray&>(*batch->GetColumnByName("margin"));
  const auto& plies = static_cast<const arrow::Int32Array&>(*batch->GetColumnByName("plies"));
  ASSERT_EQ(batch->num_rows(), 2);
  for (int i : {0, 1}) {
    const SgfRecord record = RecordOf(files.at(absl::StrCat("games/000-000000-", i, ".sgf")));
    EXPECT_EQ(record.info.handicap, 2);
    const Game game = ToGame(record, {.komi_half_points = 1}).value();
    EXPECT_EQ(game.plies().size(), plies.Value(i));
    EXPECT_EQ(game.ScoreHalfPoints() / 2.0, (i == 0 ? 1 : -1) * margins.Value(i));
    EXPECT_EQ(record.info.result,
              absl::StrCat(game.ScoreHalfPoints() > 0 ? "B+" : "W+", std::abs(game.ScoreHalfPoints()) / 2.0));
  }
}

TEST_F(GameRecordsTest, ThePlayersOfARecordPlayItAgain) {
  const auto files = Export(R"(name: "x" match { board_size: 5 record_moves: true
      player { uct { playouts: 40 rave {} } } opponent { uniform {} } } stop { units: 1 })");
  const std::string& text = files.at("games/000-000000-0.sgf");
  const size_t at = text.find("player, seed ");
  ASSERT_NE(at, std::string::npos) << text;
  const uint64_t seed = std::stoull(text.substr(at + 13));
  const size_t line = text.find('\n', at) + 1;
  std::string parameters = text.substr(line, text.find('\n', line) - line);
  std::erase(parameters, '\\');  // SGF's escapes
  const std::unique_ptr<Player> player =
      MakePlayer(ReadPlayer(parameters).value(), PlayoutKernel(BestCpuLevel()), seed);
  const SgfRecord record = RecordOf(text);
  EXPECT_EQ(player->ChooseMove(Game(Board(5), {.komi_half_points = 15})), record.plies[0].move);
}

}  // namespace
}  // namespace tenuki
