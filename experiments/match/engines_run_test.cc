// Matches with engines: what becomes of what an engine says and does.
#include <arrow/api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/testing/status_matchers.h"
#include "experiments/match/match.h"
#include "experiments/match/schema.h"
#include "experiments/testing/scripted_host.h"

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// On 3×3, without komi: whoever has a stone alone on the board has all of it.
constexpr std::string_view kEngineFirst = R"(name: "x"
  match { board_size: 3 komi: 0 player { engine { name: "scripted" } } opponent { uniform {} } max_plies: 6 })";

class EnginesRunTest : public testing::Test {
 protected:
  absl::Status Run(std::string_view text, UnitRange units = {0, 1}, int max_games_at_once = 2) {
    const Plan plan = PinnedPlan(text, host_);
    MemoryTables tables(kind_.unit_tables());
    notes_.clear();
    units_done_.clear();
    const absl::Status status =
        kind_.Run(plan.cells[0], units,
                  {.unit_done =
                       [&](int64_t unit) {
                         units_done_.push_back(unit);
                         return true;
                       },
                   .engines = host_,
                   .max_games_at_once = max_games_at_once,
                   .note_time = [&](std::string_view what, absl::Duration) { ++notes_[std::string(what)]; }},
                  tables);
    games_ = tables.Rows(0);
    return status;
  }
  std::string Game(GamesColumn column, int64_t row = 0) const {
    return games_->column(column)->GetScalar(row).ValueOrDie()->ToString();
  }

  const MatchKind kind_;
  ScriptedHost host_;
  std::shared_ptr<arrow::Table> games_;
  std::map<std::string, int> notes_;
  std::vector<int64_t> units_done_;
};

TEST_F(EnginesRunTest, AnIllegalMoveLosesTheGame) {
  host_.NextGame({{"genmove black", "= Z9"}});
  host_.NextGame({{"genmove white", "= A1"}, {"genmove black", "= A1"}});
  ASSERT_THAT(Run(kEngineFirst), IsOk());
  EXPECT_EQ(Game(kGamesReason), "misspoke");
  EXPECT_EQ(Game(kGamesWinner), "opponent");
  EXPECT_THAT(Game(kGamesFailure), HasSubstr("'Z9' is no point of a 3×3 board"));
  EXPECT_EQ(Game(kGamesMargin), "null");
}

TEST_F(EnginesRunTest, AMoveOnAStoneIsIllegal) {
  // It plays A1 whenever it is asked, and the first time it may.
  host_.NextGame({{"genmove black", "= A1"}});
  ASSERT_THAT(Run(kEngineFirst), IsOk());
  EXPECT_EQ(Game(kGamesReason), "illegal_move");
  EXPECT_THAT(Game(kGamesFailure), HasSubstr("A1"));
  EXPECT_EQ(Game(kGamesPlies), "2") << "the illegal one is none";
}

TEST_F(EnginesRunTest, ARefusalOfALegalMoveLosesTheGame) {
  ScriptedHost::Script script = {{"genmove black", "= B2"}};
  for (const char* point : {"A1", "A2", "A3", "B1", "B3", "C1", "C2", "C3", "pass"}) {
    script[absl::StrCat("play white ", point)] = "? illegal move";
  }
  host_.NextGame(std::move(script));
  ASSERT_THAT(Run(kEngineFirst), IsOk());
  EXPECT_EQ(Game(kGamesReason), "refused");
  EXPECT_EQ(Game(kGamesWinner), "opponent");
  EXPECT_THAT(Game(kGamesFailure), HasSubstr("it said '? illegal move'"));
}

TEST_F(EnginesRunTest, AResignationIsOne) {
  host_.NextGame({{"genmove black", "= resign"}});
  ASSERT_THAT(Run(kEngineFirst), IsOk());
  EXPECT_EQ(Game(kGamesReason), "resignation");
  EXPECT_EQ(Game(kGamesWinner), "opponent");
  EXPECT_EQ(Game(kGamesFailure), "null");
}

TEST_F(EnginesRunTest, ACrashIsPlayedAgainAndTheReplayCounts) {
  host_.NextGame({{"genmove black", "!"}});
  ASSERT_THAT(Run(kEngineFirst, {0, 1}, /*max_games_at_once=*/1), IsOk());
  EXPECT_THAT(Game(kGamesReason), testing::AnyOf("two_passes", "max_plies"));
  EXPECT_EQ(Game(kGamesFailure), "null");
  EXPECT_EQ(notes_["void game: crash"], 1);
  EXPECT_EQ(host_.num_started(), 3);
}

TEST_F(EnginesRunTest, ACrashThatComesAgainLosesTheGame) {
  host_.NextGame({{"genmove black", "!"}});
  host_.NextGame({{"genmove black", "!"}});
  ASSERT_THAT(Run(kEngineFirst, {0, 1}, /*max_games_at_once=*/1), IsOk());
  EXPECT_EQ(Game(kGamesReason), "crash");
  EXPECT_EQ(Game(kGamesWinner), "opponent");
  EXPECT_THAT(Game(kGamesFailure), HasSubstr("crashed, when asked 'genmove black'"));
}

TEST_F(EnginesRunTest, DeadStonesAreTakenOffBeforeTheCount) {
  // A script has one answer to genmove: the stone comes from the opening.
  constexpr std::string_view kTwoEngines = R"(name: "x"
    match { board_size: 3 komi: 0 player { engine { name: "scripted" } } opponent { engine { name: "scripted" } } })";
  for (const bool agrees : {true, false}) {
    host_.NextGame({{"genmove black", "= pass"}, {"final_status_list dead", "="}, {"final_score", "= W+3"}});
    host_.NextGame({{"final_status_list dead", agrees ? "=" : "?"}, {"final_score", "= B+1"}});
    ASSERT_THAT(Run(kTwoEngines), IsOk());
    EXPECT_EQ(Game(kGamesReason), "two_passes");
    EXPECT_EQ(Game(kGamesWinner), "nobody") << "the board is empty";
    EXPECT_EQ(Game(kGamesEngineMargin), "1") << "White's count comes before Black's";
    EXPECT_EQ(Game(kGamesDeadStones), "0");
  }
  host_.NextGame({{"final_score", "= W+3"}});
  host_.NextGame({{"final_score", "? cannot score"}});
  ASSERT_THAT(Run(absl::StrCat("name: 'x' match { board_size: 3 komi: 0 referee: ENGINE_SCORE player { engine { name: "
                               "'scripted' } } opponent { engine { name: 'scripted' } } }")),
              IsOk());
  EXPECT_EQ(Game(kGamesWinner), "opponent");
  EXPECT_EQ(Game(kGamesMargin), "-3");
}

TEST_F(EnginesRunTest, WhatItWasToldIsInTheTable) {
  ASSERT_THAT(Run(kEngineFirst), IsOk());
  EXPECT_EQ(Game(kGamesPlayerTold), "scripted; komi 0");
  EXPECT_EQ(Game(kGamesOpponentTold), "null");
}

TEST_F(EnginesRunTest, UnitsComeInTheirOrderHoweverManyGamesAreAtOnce) {
  ASSERT_THAT(Run(kEngineFirst, {2, 7}, 1), IsOk());
  const auto alone = games_;
  ASSERT_THAT(Run(kEngineFirst, {2, 7}, 5), IsOk());
  EXPECT_TRUE(games_->Equals(*alone));
  EXPECT_THAT(units_done_, ElementsAre(2, 3, 4, 5, 6, 7, 8));
}

TEST_F(EnginesRunTest, AnEngineThatCannotBeStartedIsAFailureOfTheUnit) {
  host_.Refuse(absl::FailedPreconditionError("there is no program 'gnugo'"));
  EXPECT_THAT(Run(kEngineFirst, {0, 3}), StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("'gnugo'")));
  EXPECT_THAT(units_done_, IsEmpty());
  EXPECT_EQ(games_->num_rows(), 0);
}

TEST_F(EnginesRunTest, ACellIsAsDeterministicAsItsEngines) {
  EXPECT_TRUE(kind_.IsDeterministic(PinnedPlan(kEngineFirst, host_).cells[0].experiment));
  host_.is_deterministic = false;
  EXPECT_FALSE(kind_.IsDeterministic(PinnedPlan(kEngineFirst, host_).cells[0].experiment));
}

}  // namespace
}  // namespace tenuki
