#include "experiments/players.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "common/testing/status_matchers.h"
#include "engine/board/game.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;

TEST(PlayersTest, AreReadFromText) {
  const absl::StatusOr<v1::Player> player = ReadPlayer("uct { playouts: 50 covariance { collection_playouts: 20 } }");
  ASSERT_THAT(player, IsOk());
  EXPECT_EQ(player->uct().playouts(), 50);
  EXPECT_EQ(player->uct().expansion_visits(), 8) << "defaults are there";
  EXPECT_EQ(player->uct().covariance().weight(), 2);
}

TEST(PlayersTest, ErrorsSayWhatWouldBeRight) {
  const auto error = [](const char* text) { return std::string(ReadPlayer(text).status().message()); };
  EXPECT_THAT(error("uct { playout: 5 }"),
              HasSubstr("2:7: UctPlayer has no field 'playout'; did you mean 'playouts'?"));
  EXPECT_THAT(error("uct { exploration: -1 }"), HasSubstr("0 to 100"));
  EXPECT_THAT(error(""), HasSubstr("say who plays, e.g. player { uniform {} }"));
  EXPECT_THAT(error("uct { covariance {} playouts: 8000 }"),
              HasSubstr("uct.covariance.collection_playouts: 8000 should be below uct.playouts, 8000"));
  EXPECT_THAT(error("uct { rave { bonus: PERIODIC_BONUS } playouts: 100 }"), HasSubstr("uct.rave.collection_playouts"));
  EXPECT_THAT(ReadPlayer("uct { rave {} playouts: 100 }"), IsOk()) << "nothing is collected";
  EXPECT_THAT(error("uct { criticality {} playouts: 8000 }"),
              HasSubstr("uct.criticality.collection_playouts: 8000 should be below uct.playouts, 8000"));
  EXPECT_THAT(error("uct { criticality {} mercy_stones: 10 }"), HasSubstr("uct.mercy_stones: 10 should be 0"));
  EXPECT_THAT(error("uniform {} } stop { units: 7"), HasSubstr("player:")) << "no way out of the message";
}

TEST(PlayersTest, AreWhatTheyAreCalled) {
  const PlayoutKernel kernel(BestCpuLevel());
  const auto name = [&](const char* text) { return std::string(MakePlayer(*ReadPlayer(text), kernel, 1)->name()); };
  EXPECT_EQ(name("uniform {}"), "uniform");
  EXPECT_EQ(name("uct {}"), "uct");
  EXPECT_EQ(name("uct { rave {} }"), "rave");
  EXPECT_EQ(name("uct { covariance {} }"), "covariance");
  EXPECT_EQ(name("uct { criticality {} }"), "criticality");
  EXPECT_EQ(name("uct { rave { bonus: CREATION_BONUS } }"), "rave-covariance");
}

TEST(PlayersTest, EveryFieldMatters) {
  // In the middle of a game, with few playouts, so that each of these leads to other moves somewhere.
  const PlayoutKernel kernel(BestCpuLevel());
  Game game(7, {});
  const auto moves = [&](const std::string& text) {
    std::vector<std::optional<Move>> choices;
    const std::unique_ptr<Player> player = MakePlayer(*ReadPlayer(text), kernel, 1);
    for (uint64_t seed = 0; seed < 30; ++seed) {
      player->SetSeed(seed);
      choices.push_back(player->ChooseMove(game));
    }
    return choices;
  };
  const auto uct = moves("uct { playouts: 200 }");
  for (const char* field :
       {"playouts: 190", "bound: UCB1", "exploration: 2", "first_play_urgency: 0.3", "expansion_visits: 1",
        "max_nodes: 2", "mercy_stones: 3", "resign_below: 1", "rave {}", "covariance { collection_playouts: 50 }"}) {
    const std::string text = std::string(field).starts_with("playouts") ? "" : "playouts: 200 ";
    EXPECT_NE(moves("uct { " + text + field + " }"), uct) << field;
  }
  const auto covariance = moves("uct { playouts: 200 covariance { collection_playouts: 50 } }");
  for (const char* field : {"weight: 8", "refresh_period: 10"}) {
    EXPECT_NE(moves(std::string("uct { playouts: 200 covariance { collection_playouts: 50 ") + field + " } }"),
              covariance)
        << field;
  }
  // A playout that runs to its end leaves single points, on which the two readings agree.
  const std::string stopped = "uct { playouts: 200 mercy_stones: 5 covariance { collection_playouts: 50 weight: 8 ";
  EXPECT_NE(moves(stopped + "control: AREA } }"), moves(stopped + "} }"));
  const auto criticality = moves("uct { playouts: 200 criticality { collection_playouts: 50 groups: WINNERS } }");
  EXPECT_NE(criticality, uct);
  for (const char* field : {"weight: 8", "refresh_period: 10"}) {
    EXPECT_NE(moves(std::string("uct { playouts: 200 criticality { collection_playouts: 50 groups: WINNERS ") + field +
                    " } }"),
              criticality)
        << field;
  }
  // So narrow that there are clusters on an open board.
  const std::string clusters = "uct { playouts: 200 criticality { collection_playouts: 50 weight: 2 clustering { ";
  const auto narrow = moves(clusters + "bandwidth: PRINTED_SILVERMAN } } }");
  EXPECT_NE(narrow, moves(clusters + "lattice_factor: 100 } } }"));
  EXPECT_EQ(moves(clusters + "lattice_factor: 100 } } }"), uct) << "one cluster is plain UCT";
  const auto rave = moves("uct { playouts: 200 rave {} }");
  for (const char* field :
       {"bias: 2", "exploration: 1", "bonus: PERIODIC_BONUS collection_playouts: 50 bonus_period: 20",
        "bonus: CREATION_BONUS collection_playouts: 20"}) {
    EXPECT_NE(moves(std::string("uct { playouts: 200 rave { ") + field + " } }"), rave) << field;
  }
}

}  // namespace
}  // namespace tenuki
