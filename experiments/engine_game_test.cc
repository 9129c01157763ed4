#include "experiments/engine_game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/testing/status_matchers.h"
#include "engine/board/diagram.h"
#include "experiments/testing/scripted_session.h"

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Game EmptyGame() { return Game(9, Rules{}); }

// The next event, or nothing when all orders were carried out without one.
std::optional<EngineGameEvent> NextEvent(EngineGame& game) {
  while (game.is_waiting()) {
    if (std::optional<EngineGameEvent> event = game.Poll()) return event;
  }
  return std::nullopt;
}

// What becomes of a genmove that is answered so.
EngineGameEvent AnswerToGenmove(const std::string& answer) {
  ScriptedSession session({{"genmove black", answer}});
  EngineGame game(session, EmptyGame());
  game.RequestMove(Color::kBlack);
  return NextEvent(game).value();
}

TEST(EngineGameTest, SetsTheBoardUpInAnOrderThatEnginesTake) {
  Game start(*ParseDiagram(R"(
      . . .
      X O .
      . X . )",
                           Color::kWhite),
             Rules{.komi_half_points = -3});
  ASSERT_EQ(start.Play(*MoveFromGtp(3, "A3")), MoveError::kNone);
  ASSERT_EQ(start.Play(kPass), MoveError::kNone);
  ScriptedSession session({}, {"set_random_seed 7"});
  EngineGame game(session, start);
  EXPECT_EQ(NextEvent(game), std::nullopt);
  EXPECT_THAT(session.commands(),
              ElementsAre("boardsize 3", "clear_board", "komi -1.5", "set_random_seed 7", "play black A2",
                          "play black B1", "play white B2", "play white A3", "play black pass"));
}

TEST(EngineGameTest, MovesAreToldAndAskedFor) {
  ScriptedSession session({{"genmove black", "= d4"}, {"genmove white", "= PASS"}});
  EngineGame game(session, EmptyGame());
  game.RequestMove(Color::kBlack);
  EXPECT_EQ(game.Poll(), std::nullopt);
  const EngineGameEvent first = NextEvent(game).value();
  EXPECT_EQ(std::get<EngineMoved>(first).move, MoveFromGtp(9, "D4"));
  EXPECT_EQ(std::get<EngineMoved>(first).time, absl::Milliseconds(5));
  EXPECT_FALSE(game.is_waiting());
  game.Play(Color::kWhite, *MoveFromGtp(9, "E5"));
  game.Play(Color::kBlack, kPass);
  game.RequestMove(Color::kWhite);
  EXPECT_EQ(std::get<EngineMoved>(NextEvent(game).value()).move, kPass);
  EXPECT_EQ(session.commands().at(4), "play white E5");
  EXPECT_EQ(session.commands().at(5), "play black pass");
}

TEST(EngineGameTest, AGenmoveMayBeAnsweredOtherwise) {
  EXPECT_TRUE(std::holds_alternative<EngineResigned>(AnswerToGenmove("= resign")));
  EXPECT_TRUE(std::holds_alternative<EngineResigned>(AnswerToGenmove("= Resign")));
  EXPECT_EQ(std::get<EngineMisspoke>(AnswerToGenmove("= Z99")).reason, "'Z99' is no point of a 9×9 board");
  EXPECT_EQ(std::get<EngineMisspoke>(AnswerToGenmove("=")).command, "genmove black");
  EXPECT_EQ(std::get<EngineRefused>(AnswerToGenmove("? no idea")).text, "no idea");
  EXPECT_EQ(std::get<EngineFailure>(AnswerToGenmove("!")).command, "genmove black");
}

TEST(EngineGameTest, ARefusalOfAMoveIsAnEvent) {
  ScriptedSession session({{"play white E5", "? illegal move"}});
  EngineGame game(session, EmptyGame());
  game.Play(Color::kWhite, *MoveFromGtp(9, "E5"));
  const EngineGameEvent event = NextEvent(game).value();
  EXPECT_EQ(std::get<EngineRefused>(event).command, "play white E5");
  EXPECT_EQ(std::get<EngineRefused>(event).text, "illegal move");
}

TEST(EngineGameTest, NothingComesAfterAFailure) {
  ScriptedSession session({{"clear_board", "!"}});
  EngineGame game(session, EmptyGame());
  game.RequestMove(Color::kBlack);
  EXPECT_TRUE(std::holds_alternative<EngineFailure>(NextEvent(game).value()));
  EXPECT_FALSE(game.is_waiting());
  EXPECT_THAT(session.commands(), ElementsAre("boardsize 9", "clear_board"));
}

TEST(EngineGameTest, DeadStonesAreStonesOfTheBoard) {
  const Board board = *ParseDiagram(R"(
      . X .
      X . .
      . . O )");
  const auto dead = [&](const std::string& answer) {
    ScriptedSession session({{"final_status_list dead", answer}});
    EngineGame game(session, Game(board, Rules{}));
    game.RequestDeadStones(board);
    return NextEvent(game).value();
  };
  PointSet two;
  two.Insert(*MoveFromGtp(3, "C1"));
  two.Insert(*MoveFromGtp(3, "A2"));
  EXPECT_EQ(std::get<EngineDeadStones>(dead("= C1\na2")).stones, two);
  EXPECT_EQ(std::get<EngineDeadStones>(dead("=")).stones, PointSet());
  for (const char* bad : {"A1", "D4", "pass", "A2,B3"}) {
    EXPECT_EQ(std::get<EngineMisspoke>(dead(absl::StrCat("= C1 ", bad))).reason,
              absl::StrCat("there is no stone at '", bad, "'"));
  }
  EXPECT_TRUE(std::holds_alternative<EngineRefused>(dead("? unknown command")));
}

TEST(EngineGameTest, ScoresAreRead) {
  EXPECT_THAT(ParseGtpScore("B+3.5"), IsOkAndHolds(7));
  EXPECT_THAT(ParseGtpScore("w+12"), IsOkAndHolds(-24));
  EXPECT_THAT(ParseGtpScore("W+16.5 (upper bound: -16.5)"), IsOkAndHolds(-33));
  EXPECT_THAT(ParseGtpScore("0"), IsOkAndHolds(0));
  EXPECT_THAT(ParseGtpScore("Draw"), IsOkAndHolds(0));
  for (const char* bad : {"", "?", "B+", "B+R", "B+-3", "B+0.25", "B+nan", "B+1e9", "X+3", "3.5"}) {
    EXPECT_THAT(ParseGtpScore(bad), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("is no score"))) << bad;
  }
  ScriptedSession session({{"final_score", "= W+7.5"}});
  EngineGame game(session, EmptyGame());
  game.RequestScore();
  EXPECT_EQ(std::get<EngineScore>(NextEvent(game).value()).black_lead_half_points, -15);
}

}  // namespace
}  // namespace tenuki
