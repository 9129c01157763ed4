#include "engine/sgf/record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/sgf/reader.h"

namespace tenuki {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

absl::StatusOr<SgfRecord> Make(std::string_view text) {
  const absl::StatusOr<SgfCollection> collection = ReadSgf(text);
  if (!collection.ok()) return collection.status();
  return MakeRecord(*collection);
}

SgfRecord RecordOf(std::string_view text) {
  const absl::StatusOr<SgfRecord> record = Make(text);
  EXPECT_EQ(record.status(), absl::OkStatus());
  return record.value_or(SgfRecord());
}

std::string ErrorOf(std::string_view text) {
  const absl::Status status = Make(text).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << text;
  return std::string(status.message());
}

std::vector<std::string> Names(int size, const PointSet& points) {
  std::vector<std::string> names;
  for (Point point : points) names.push_back(ToSgf(size, point));
  return names;
}

TEST(SgfRecordTest, ReadsTheInformationOfAGame) {
  const SgfRecord record =
      RecordOf("(;GM[1]FF[4]SZ[13]KM[6.5]HA[3]RU[AGA]PB[Ono [A\\]]PW[Kato\nMasao]RE[B+0.5]C[comment])");
  EXPECT_EQ(record.size, 13);
  EXPECT_EQ(record.komi_half_points, 13);
  EXPECT_EQ(record.info.handicap, 3);
  EXPECT_EQ(record.info.ruleset, "AGA");
  EXPECT_EQ(record.info.black_player, "Ono [A]");
  EXPECT_EQ(record.info.white_player, "Kato Masao");
  EXPECT_EQ(record.info.result, "B+0.5");
}

TEST(SgfRecordTest, HasDefaultsForAnEmptyRoot) {
  const SgfRecord record = RecordOf("(;)");
  EXPECT_EQ(record.size, 19);
  EXPECT_EQ(record.komi_half_points, std::nullopt);
  EXPECT_EQ(record.info, SgfGameInfo());
  EXPECT_THAT(record.plies, IsEmpty());
  EXPECT_THAT(record.setups, IsEmpty());
}

TEST(SgfRecordTest, ReadsInformationFromLaterNodesToo) {
  EXPECT_EQ(RecordOf("(;SZ[9];B[aa];KM[7]RE[W+R])").komi_half_points, 14);
  EXPECT_EQ(RecordOf("(;SZ[9];B[aa];KM[7]RE[W+R])").info.result, "W+R");
}

TEST(SgfRecordTest, ReadsOldLongNames) {
  const SgfRecord record = RecordOf("(;GaMe[1]SiZe[9]KoMi[5.5];Black[aa];White[tt])");
  EXPECT_EQ(record.size, 9);
  EXPECT_EQ(record.komi_half_points, 11);
  EXPECT_THAT(record.plies, ElementsAre(Game::Ply{Color::kBlack, 0}, Game::Ply{Color::kWhite, kPass}));
}

TEST(SgfRecordTest, ReadsSizes) {
  EXPECT_EQ(RecordOf("(;SZ[1])").size, 1);
  EXPECT_EQ(RecordOf("(;SZ[9:9])").size, 9);
  const std::string_view expected = "line 1, column 6: expected as SZ the size of a square board, from 1 to 19, found ";
  for (std::string_view size : {"0", "20", "-9", "", "9x9", "9:13", "9:", ":9", " 9", "99999999999999"}) {
    EXPECT_EQ(ErrorOf(absl::StrCat("(;SZ[", size, "])")), absl::StrCat(expected, "\"", size, "\""));
  }
}

TEST(SgfRecordTest, ReadsKomiInHalfPoints) {
  auto komi = [](std::string_view text) { return RecordOf(absl::StrCat("(;KM[", text, "])")).komi_half_points; };
  EXPECT_EQ(komi("0"), 0);
  EXPECT_EQ(komi("7"), 14);
  EXPECT_EQ(komi("7.50"), 15);
  EXPECT_EQ(komi("6.00"), 12);
  EXPECT_EQ(komi("+6.5"), 13);
  EXPECT_EQ(komi("-3.5"), -7);
  EXPECT_EQ(komi("-0.5"), -1);
  EXPECT_EQ(komi("361"), 722);
  EXPECT_EQ(komi(""), std::nullopt);
}

TEST(SgfRecordTest, GuessesNoKomi) {
  const std::string_view expected =
      "line 1, column 6: expected as KM a number of whole or half points between -361 and 361, found ";
  for (std::string_view komi : {"3.75", "550", "650", "361.5", "-362", "6,5", "6.", ".5", "6.5 ", "0x7", "1e1", "--1",
                                "six", "99999999999", "6.05", "6.55"}) {
    EXPECT_EQ(ErrorOf(absl::StrCat("(;KM[", komi, "])")), absl::StrCat(expected, "\"", komi, "\""));
  }
  EXPECT_EQ(ErrorOf("(;SZ[9]\n;KM[3.25])"),
            "line 2, column 5: expected as KM a number of whole or half points between -361 and 361, found \"3.25\"");
}

TEST(SgfRecordTest, ChecksHandicapFormatAndGame) {
  EXPECT_EQ(RecordOf("(;HA[])").info.handicap, 0);
  EXPECT_EQ(ErrorOf("(;HA[-1])"), "line 1, column 6: expected as HA a number of stones from 0 to 361, found \"-1\"");
  EXPECT_EQ(ErrorOf("(;HA[two])"), "line 1, column 6: expected as HA a number of stones from 0 to 361, found \"two\"");
  EXPECT_EQ(ErrorOf("(;FF[5])"), "line 1, column 6: expected as FF a file format from 1 to 4, found \"5\"");
  EXPECT_EQ(ErrorOf("(;GM[2])"), "line 1, column 6: expected as GM 1, which is Go, found \"2\"");
}

TEST(SgfRecordTest, AllowsInformationOnce) {
  EXPECT_EQ(ErrorOf("(;KM[6.5]KM[7.5])"), "line 1, column 13: expected KM once in a game, found a second");
  EXPECT_EQ(ErrorOf("(;PB[a]\n;PB[b])"), "line 2, column 5: expected PB once in a game, found a second");
  EXPECT_EQ(ErrorOf("(;SZ[9]SZ[19])"), "line 1, column 11: expected SZ once in a game, found a second");
  EXPECT_EQ(ErrorOf("(;KM[6.5][7.5])"), "line 1, column 6: expected one value of KM, found 2");
}

TEST(SgfRecordTest, ReadsTheMainLine) {
  const SgfRecord record = RecordOf("(;SZ[9]\n;B[dd]\n(;W[]C[the first]\n;B[tt];W[ii])(;W[aa]))");
  EXPECT_THAT(record.plies, ElementsAre(Game::Ply{Color::kBlack, MakePoint(9, 3, 3)}, Game::Ply{Color::kWhite, kPass},
                                        Game::Ply{Color::kBlack, kPass}, Game::Ply{Color::kWhite, MakePoint(9, 8, 8)}));
  EXPECT_THAT(record.ply_locations,
              ElementsAre(SgfLocation{2, 4}, SgfLocation{3, 5}, SgfLocation{4, 4}, SgfLocation{4, 10}));
}

TEST(SgfRecordTest, ReadsTheGameThatIsAskedFor) {
  const absl::StatusOr<SgfCollection> collection = ReadSgf("(;SZ[9];B[aa])(;SZ[13])");
  ASSERT_TRUE(collection.ok());
  EXPECT_EQ(MakeRecord(*collection, collection->NextSibling(0))->size, 13);
}

TEST(SgfRecordTest, ReadsMovesStrictly) {
  EXPECT_EQ(ErrorOf("(;SZ[9];B[dd]\r\n;W[jj])"),
            "line 2, column 4: expected as W a point from aa to ii or nothing, a pass, found \"jj\"");
  EXPECT_EQ(ErrorOf("(;B[D4])"),
            "line 1, column 5: expected as B a point from aa to ss or nothing, a pass, found \"D4\"");
  EXPECT_EQ(ErrorOf("(;B[d])"),
            "line 1, column 5: expected as B a point from aa to ss or nothing, a pass, found \"d\"");
  EXPECT_EQ(ErrorOf("(;B[aa][bb])"), "line 1, column 5: expected one value of B, found 2");
  EXPECT_EQ(ErrorOf("(;B[aa]W[bb])"), "line 1, column 10: expected one move in a node, found a second");
}

TEST(SgfRecordTest, ShowsOnlySomeOfALongValueAndNoControlBytes) {
  EXPECT_EQ(ErrorOf(absl::StrCat("(;B[\n\x1b", std::string(1'000'000, 'x'), "])")),
            absl::StrCat("line 1, column 5: expected as B a point from aa to ss or nothing, a pass, found \"\\n\\x1b",
                         std::string(38, 'x'), "…\""));
}

TEST(SgfRecordTest, ReadsSetups) {
  const SgfRecord record = RecordOf("(;SZ[9]AB[aa][bb]AW[cc]PL[W]\n;W[dd]\n;AE[aa:bb]AB[ee][ee])");
  ASSERT_EQ(record.setups.size(), 2u);
  EXPECT_EQ(record.setups[0].plies_before, 0);
  EXPECT_THAT(Names(9, record.setups[0].black), ElementsAre("aa", "bb"));
  EXPECT_THAT(Names(9, record.setups[0].white), ElementsAre("cc"));
  EXPECT_EQ(record.setups[0].to_move, Color::kWhite);
  EXPECT_EQ(record.setups[0].where, (SgfLocation{1, 11}));
  EXPECT_EQ(record.setups[1].plies_before, 1);
  EXPECT_THAT(Names(9, record.setups[1].empty), ElementsAre("aa", "ab", "ba", "bb"));
  EXPECT_THAT(Names(9, record.setups[1].black), ElementsAre("ee"));
  EXPECT_EQ(record.setups[1].to_move, std::nullopt);
  EXPECT_EQ(record.setups[1].where, (SgfLocation{3, 5}));
}

TEST(SgfRecordTest, MakesTheSetupOfANodeBeforeItsMove) {
  const SgfRecord record = RecordOf("(;SZ[9];B[aa];W[cc]AB[bb])");
  ASSERT_EQ(record.setups.size(), 1u);
  EXPECT_EQ(record.setups[0].plies_before, 1);
  EXPECT_EQ(record.plies.size(), 2u);
}

TEST(SgfRecordTest, JoinsListsThatANodeGivesTwice) {
  EXPECT_THAT(Names(9, RecordOf("(;SZ[9]AB[aa]AB[bb])").setups[0].black), ElementsAre("aa", "bb"));
}

TEST(SgfRecordTest, ReadsSetupsStrictly) {
  const std::string_view expected =
      ": expected as AB a point from aa to ii, or a rectangle as its upper left and lower right point with ':' "
      "between, "
      "found ";
  for (std::string_view points : {"", "tt", "jj", "bb:aa", "ba:ab", "aa:", "aa:tt", "aa:bb:cc"}) {
    EXPECT_EQ(ErrorOf(absl::StrCat("(;SZ[9]\nAB[aa][", points, "])")),
              absl::StrCat("line 2, column 8", expected, "\"", points, "\""));
  }
  EXPECT_EQ(ErrorOf("(;SZ[9]AB[aa:cc]AE[bb])"),
            "line 1, column 20: expected each point in one of AB, AW and AE, found bb in two");
  EXPECT_EQ(ErrorOf("(;PL[black])"), "line 1, column 6: expected as PL B or W, found \"black\"");
  EXPECT_EQ(ErrorOf("(;PL[B]PL[B])"), "line 1, column 11: expected one PL in a node, found a second");
}

}  // namespace
}  // namespace tenuki
