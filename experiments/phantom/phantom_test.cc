// The kind phantom: what it plans and refuses, what its rows say, its report and its game records.
#include "experiments/phantom/phantom.h"

#include <arrow/api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "engine/sgf/reader.h"
#include "experiments/config.h"
#include "experiments/phantom/players.h"
#include "experiments/phantom/schema.h"
#include "experiments/phantom/transcript.h"
#include "experiments/plan.h"
#include "experiments/testing/stored_rows.h"

namespace tenuki {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kFour = R"(
    players { playouts: 30 evaluation {} }
    players { playouts: 30 evaluation { sampling: ALL_AS_FIRST } }
    players { playouts: 30 uct {} }
    players { playouts: 30 uct { guessing: EARLY_PROBABILISTIC } })";

absl::StatusOr<Plan> PlanOf(std::string_view phantom, std::string_view rest = "stop { units: 2 }") {
  const absl::StatusOr<v1::Experiment> experiment =
      ReadExperiment("p", absl::StrCat("name: 'p' phantom { board_size: 5 ", phantom, " } ", rest), {});
  if (!experiment.ok()) return experiment.status();
  return MakePlan(*experiment);
}

std::string ErrorOf(std::string_view phantom, std::string_view rest = "") {
  return std::string(PlanOf(phantom, rest).status().message());
}

TEST(PhantomPlanTest, EverybodyMeetsEverybodyElse) {
  const Plan plan = PlanOf(kFour).value();
  ASSERT_EQ(plan.cells.size(), 6);
  EXPECT_THAT(plan.fields, ElementsAre("phantom.player", "phantom.opponent"));
  EXPECT_THAT(plan.cells[0].values, ElementsAre("MCE_std", "MCE_all"));
  EXPECT_THAT(plan.cells[5].values, ElementsAre("UCT_rand", "UCT_prob"));
  EXPECT_EQ(plan.cells[5].num_units, 2);
}

TEST(PhantomPlanTest, APairingKeepsItsResultsWhenOthersJoin) {
  const Plan four = PlanOf(kFour).value();
  const Plan five = PlanOf(absl::StrCat("players { random {} }", kFour)).value();
  EXPECT_EQ(five.cells[9].digest, four.cells[5].digest);
}

TEST(PhantomPlanTest, ErrorsNameTheFieldAndWhatWouldBeRight) {
  EXPECT_THAT(ErrorOf("players { random {} }"), HasSubstr("phantom.players: a ROUND_ROBIN needs two or more"));
  EXPECT_THAT(ErrorOf("players { random {} } players { random {} }"),
              HasSubstr("phantom.players[1]: there is a 'random' already"));
  EXPECT_THAT(ErrorOf("players { random {} } players { playouts: 5 }"),
              HasSubstr("phantom.players[1]: say how it plays: evaluation {}, uct {}"));
  EXPECT_THAT(ErrorOf(absl::StrCat(kFour, "player { random {} }")), HasSubstr("phantom.player: the program fills"));
  EXPECT_THAT(ErrorOf(absl::StrCat(kFour, "komi: 0.25")), HasSubstr("phantom.komi: 0.25 should be in whole or half"));
  EXPECT_THAT(ErrorOf(kFour, "stop { sprt {} }"), HasSubstr("stop.sprt: not for phantom"));
  EXPECT_THAT(ErrorOf(kFour, "sweep { field: 'phantom.player.playouts' values: '5' }"),
              HasSubstr("would be swept for one of two"));
}

TEST(PhantomPlanTest, GamesOnTimeAreNotComparedWithARepetition) {
  const PhantomKind kind;
  const Plan plan = PlanOf(
                        "players { random {} } players { evaluation {} }"
                        "players { name: 'on time' seconds_per_game: 600 uct {} }")
                        .value();
  EXPECT_TRUE(kind.IsDeterministic(plan.cells[0].experiment));
  EXPECT_FALSE(kind.IsDeterministic(plan.cells[1].experiment));
  EXPECT_FALSE(kind.IsDeterministic(plan.cells[2].experiment));
}

TEST(TranscriptTest, ReplaysWhatWasProposedAndRefusesAnythingElse) {
  const auto replay = [](std::string_view text) {
    Referee referee(5, {}, 0);
    int proposals = 0;
    const absl::Status status = Replay(text, referee, [&](Color, Move, const Ruling&) { return ++proposals > 0; });
    return status.ok() ? absl::StrCat(proposals) : std::string(status.message());
  };
  EXPECT_EQ(replay("cc-ccddtttt"), "5");
  EXPECT_EQ(replay("cccc"), "'cc' at byte 2 should be legal");
  EXPECT_EQ(replay("cc-dd"), "'dd' at byte 3 should be refused");
  EXPECT_EQ(replay("ccz"), "'z' at byte 2 is no proposal");
  EXPECT_EQ(replay("ttttcc"), "'cc' at byte 4 is no proposal") << "the game is over";
}

class PhantomRowsTest : public testing::Test {
 protected:
  const Plan plan_ = PlanOf(absl::StrCat(kFour, "record_observations: true")).value();
  const PhantomKind kind_;
  MemoryTables stored_ = StoredRowsOf(plan_);

  std::shared_ptr<arrow::RecordBatch> Games() { return *stored_.Rows(0)->CombineChunksToBatch(); }
  int64_t Count(const arrow::RecordBatch& batch, PhantomGamesColumn column, int64_t row) {
    return static_cast<const arrow::Int64Array&>(*batch.column(column + 1)).Value(row);
  }
};

// What the column `proposals` says is what the counts and the table `observations` say.
TEST_F(PhantomRowsTest, CountsAndObservationsAreThoseOfTheProposals) {
  const auto games = Games();
  int64_t observations = 0;
  for (int64_t row = 0; row < games->num_rows(); ++row) {
    const auto& text = static_cast<const arrow::StringArray&>(*games->column(kPhantomProposals + 1));
    const bool player_is_black =
        static_cast<const arrow::StringArray&>(*games->column(kPhantomPlayerColor + 1)).GetView(row) == "black";
    Referee referee(5, RulesOf(plan_.experiment.phantom()), 0);
    std::map<PhantomGamesColumn, int64_t> counts;
    const auto replayed = Replay(text.GetView(row), referee, [&](Color color, Move, const Ruling& ruling) {
      const int side = (color == Color::kBlack) == player_is_black ? 0 : 1;
      ++counts[static_cast<PhantomGamesColumn>(kPhantomPlayerProposals + side)];
      counts[static_cast<PhantomGamesColumn>(kPhantomPlayerRefusals + side)] += !ruling.is_legal();
      counts[static_cast<PhantomGamesColumn>(kPhantomPlayerCaptures + side)] += ruling.to_proposer.captured;
      return true;
    });
    ASSERT_TRUE(replayed.ok()) << replayed;
    for (const auto& [column, count] : counts) EXPECT_EQ(Count(*games, column, row), count) << column;
    EXPECT_EQ(Count(*games, kPhantomPlies, row), referee.num_plies());
    EXPECT_TRUE(referee.IsOver());
    const double margin = static_cast<const arrow::DoubleArray&>(*games->column(kPhantomMargin + 1)).Value(row);
    EXPECT_EQ(margin, (player_is_black ? 1 : -1) * referee.ScoreHalfPoints() / 2.0);
    for (Color color : {Color::kBlack, Color::kWhite}) {
      observations += static_cast<int64_t>(referee.view(color).observations().size());
    }
  }
  EXPECT_EQ(stored_.Rows(1)->num_rows(), observations);
}

TEST_F(PhantomRowsTest, TheReportHasThePapersLayoutItsConclusionsAndTheThreeBoards) {
  MemoryTables derived(kind_.derived_tables());
  ASSERT_TRUE(kind_.Derive(plan_, stored_, derived).ok());
  const v1::Report report = kind_.MakeReport(plan_, derived).value();
  const v1::Table& table = report.sections(0).blocks(0).table();
  EXPECT_EQ(table.columns_size(), 2 + 4 + 2);
  EXPECT_EQ(table.columns(6).name(), "total wins");
  ASSERT_EQ(table.rows_size(), 4);
  double wins = 0;
  for (const v1::Row& row : table.rows()) wins += row.values(6).number().value();
  EXPECT_EQ(wins, 6 * 4) << "each game is won by one of the two";
  EXPECT_EQ(report.sections(1).heading(), "The paper's conclusions");
  EXPECT_EQ(report.sections(1).blocks(0).table().rows_size(), 4);
  const v1::Section& last = report.sections(report.sections_size() - 1);
  const v1::BoardTriple& boards = last.blocks(0).figure().board_triple();
  ASSERT_GT(boards.middle().black_size(), 0);
  EXPECT_TRUE(std::ranges::equal(boards.left().black(), boards.middle().black())) << "Black knows its own stones";
  EXPECT_TRUE(std::ranges::equal(boards.right().white(), boards.middle().white()));
  for (int32_t white : boards.left().white()) EXPECT_THAT(boards.middle().white(), testing::Contains(white));
  EXPECT_LE(boards.left().white_size(), boards.middle().white_size());
}

TEST_F(PhantomRowsTest, ThePapersNumbersStandAboveTheMeasuredOnes) {
  const Plan plan = PlanOf("players { random {} } players { playouts: 30 evaluation {} }",
                           R"(stop { units: 2 } paper { values {
                                measure: "win_rate" value: 0.28 sample_size: 50
                                at { field: "phantom.player" value: "random" }
                                at { field: "phantom.opponent" value: "MCE_std" } } })")
                        .value();
  MemoryTables stored = StoredRowsOf(plan);
  MemoryTables derived(kind_.derived_tables());
  ASSERT_TRUE(kind_.Derive(plan, stored, derived).ok());
  const v1::Table table = kind_.MakeReport(plan, derived)->sections(0).blocks(0).table();
  ASSERT_EQ(table.rows_size(), 4);
  EXPECT_EQ(table.rows(0).values(1).text(), "paper");
  EXPECT_EQ(table.rows(0).values(3).number().value(), 14);
  EXPECT_EQ(table.rows(2).values(2).number().value(), 36) << "the other side of the same games";
}

TEST_F(PhantomRowsTest, CellsOnTimeAreMarked) {
  const Plan plan = PlanOf(
                        "players { random {} } players { playouts: 30 evaluation {} }"
                        "players { name: 'on time' seconds_per_game: 0.01 evaluation {} }",
                        "stop { units: 1 }")
                        .value();
  MemoryTables stored = StoredRowsOf(plan);
  MemoryTables derived(kind_.derived_tables());
  ASSERT_TRUE(kind_.Derive(plan, stored, derived).ok());
  const std::string report = kind_.MakeReport(plan, derived)->DebugString();
  EXPECT_THAT(report, AllOf(HasSubstr("reproducible"), HasSubstr("no: played on time"),
                            HasSubstr("0.01 s a game: not reproducible")));
}

TEST_F(PhantomRowsTest, ABrokenTranscriptIsAnError) {
  const auto games = Games();
  const auto broken = games
                          ->SetColumn(kPhantomProposals + 1, games->schema()->field(kPhantomProposals + 1),
                                      *arrow::MakeArrayFromScalar(arrow::StringScalar("cccc"), games->num_rows()))
                          .ValueOrDie();
  MemoryTables tables(stored_.definitions());
  ASSERT_TRUE(tables.Append(0, broken).ok());
  MemoryTables derived(kind_.derived_tables());
  EXPECT_THAT(std::string(kind_.Derive(plan_, tables, derived).message()), HasSubstr("should be legal"));
}

TEST_F(PhantomRowsTest, GameRecordsHaveTheMovesAndWhatWasHidden) {
  std::map<std::string, std::string> files;
  const auto write = [&](const std::string& path, std::string_view content) {
    files[path] = std::string(content);
    return absl::OkStatus();
  };
  ASSERT_TRUE(kind_.Export(plan_, Inputs::None(), stored_, write).ok());
  ASSERT_EQ(files.size(), 6 * 2 * 2);
  const std::string& record = files["games/000-000000-1.sgf"];
  EXPECT_THAT(record, AllOf(HasSubstr("PB[MCE_all]"), HasSubstr("PW[MCE_std]"), HasSubstr("RU[Phantom Go"),
                            HasSubstr("C[Black knows none; hidden from it: none\nWhite knows none; hidden from it: "),
                            HasSubstr("Refused before: "), HasSubstr("(hidden stone)")));
  for (const auto& [path, content] : files) EXPECT_TRUE(ReadSgf(content).ok()) << path;
}

}  // namespace
}  // namespace tenuki
