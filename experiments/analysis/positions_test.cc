#include "experiments/analysis/positions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <utility>

#include "engine/board/diagram.h"
#include "experiments/defaults.h"

namespace tenuki::analysis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

v1::Analysis Settings() {
  v1::Analysis settings;
  ResolveDefaults(settings);
  return settings;
}

absl::StatusOr<Positions> Read(std::initializer_list<std::pair<const char*, const char*>> contents,
                               const v1::Analysis& settings = Settings()) {
  v1::InputFiles files;
  for (const auto& [path, content] : contents) {
    v1::InputFile& file = *files.add_files();
    file.set_path(path);
    file.set_content(content);
  }
  return Positions::Read(files, settings);
}

TEST(PositionsTest, AreTheGamesOfFilesInTheirOrder) {
  const Positions positions =
      Read({{"a/one.sgf", "(;SZ[5]KM[3.5];B[cc];W[bb])"}, {"two.SGF", "(;SZ[9])(;SZ[4]PL[W]AB[aa])"}}).value();
  ASSERT_EQ(positions.size(), 3);
  EXPECT_EQ(positions.at(0).name, "a/one");
  EXPECT_EQ(positions.at(0).komi_half_points, 7);
  EXPECT_EQ(Diagram(positions.at(0).board),
            Diagram(*ParseDiagram(". . . . . \n . O . . . \n . . X . . \n . . . . . \n . . . . .")));
  EXPECT_EQ(positions.at(0).board.to_move(), Color::kBlack);
  EXPECT_EQ(positions.at(1).name, "two, game 1");
  EXPECT_EQ(positions.at(1).komi_half_points, 15) << "analysis.komi where the record has none";
  EXPECT_EQ(positions.at(2).name, "two, game 2");
  EXPECT_EQ(positions.at(2).board.to_move(), Color::kWhite);
}

TEST(PositionsTest, AreThoseAfterTheMoveThatIsAskedFor) {
  v1::Analysis settings = Settings();
  settings.set_move_number(1);
  const Positions positions = Read({{"x.sgf", "(;SZ[5];B[cc];W[bb];B[aa])"}}, settings).value();
  EXPECT_EQ(positions.at(0).board.stones(Color::kWhite).size(), 0);
  EXPECT_EQ(positions.at(0).board.to_move(), Color::kWhite);
  settings.set_move_number(4);
  EXPECT_THAT(Read({{"x.sgf", "(;SZ[5];B[cc];W[bb];B[aa])"}}, settings).status().message(),
              HasSubstr("x.sgf: analysis.move_number: 4 should be from 0 to 3"));
}

TEST(PositionsTest, GoOnFromPassesAndKeepTheKo) {
  const Positions over = Read({{"x.sgf", "(;SZ[5];B[cc];W[];B[])"}}).value();
  EXPECT_EQ(over.at(0).board.passes(), 0);
  EXPECT_EQ(over.at(0).board.to_move(), Color::kWhite);
  const Positions ko = Read({{"x.sgf", "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb])"}}).value();
  EXPECT_NE(ko.at(0).board.ko(), kNoPoint);
}

TEST(PositionsTest, TheKomiCanBeOneForAll) {
  v1::Analysis settings = Settings();
  settings.set_komi_source(v1::FIXED);
  settings.set_komi(0.5);
  EXPECT_EQ(Read({{"x.sgf", "(;SZ[5]KM[3.5])"}}, settings)->at(0).komi_half_points, 1);
  EXPECT_EQ(Read({{"x.jsonl", R"json({"sgf": "(;SZ[5]KM[3.5])", "komi": 9})json"}}, settings)->at(0).komi_half_points,
            1);
}

TEST(PositionsTest, AreLinesOfJson) {
  const Positions positions = Read({{"suite.jsonl",
                                     R"json({"id": "a", "sgf": "(;SZ[5]KM[3.5];B[cc];W[bb])", "move_number": 1}

{"sgf": "(;SZ[5]KM[3.5]AB[aa]AW[ee])", "to_move": "W", "komi": -2, "size": 5, "suite": {"file": "x", "n": [1]}}
{"id": "known", "sgf": "(;SZ[5]AB[aa][ba]AW[ab][bb])", "semeai": [{"black": "aaba", "white": "ab", "black_first": "black", "white_first": "neither"}]}
)json"}})
                                  .value();
  ASSERT_EQ(positions.size(), 3);
  EXPECT_EQ(positions.at(0).name, "a");
  EXPECT_EQ(positions.at(0).komi_half_points, 7);
  EXPECT_EQ(positions.at(0).board.to_move(), Color::kWhite);
  EXPECT_EQ(positions.at(1).name, "line 3");
  EXPECT_EQ(positions.at(1).komi_half_points, -4);
  EXPECT_EQ(positions.at(1).board.to_move(), Color::kWhite);
  ASSERT_EQ(positions.at(2).known.size(), 1);
  EXPECT_EQ(positions.at(2).known[0].black.size(), 2);
  EXPECT_EQ(positions.at(2).known[0].white_first, "neither");
}

TEST(PositionsTest, SayWhereAnErrorIs) {
  const auto error = [](const char* path, const char* content) {
    return std::string(Read({{"good.sgf", "(;SZ[5])"}, {path, content}}).status().message());
  };
  EXPECT_THAT(error("bad.sgf", "(;SZ[5];B[cc"), AllOf(HasSubstr("bad.sgf: "), HasSubstr("line 1")));
  EXPECT_THAT(error("bad.sgf", "(;SZ[5])(;SZ[5];B[cc];W[cc])"), HasSubstr("bad.sgf game 2: "));
  EXPECT_THAT(error("x.jsonl", "\n{\"id\": \"a\"}"), HasSubstr("x.jsonl: line 2: sgf: say what the position is"));
  EXPECT_THAT(error("x.jsonl", "nonsense"), HasSubstr("x.jsonl: line 1: "));
  EXPECT_THAT(error("x.jsonl", "{\"sgf\": \"(;SZ[5]\"}"), HasSubstr("x.jsonl: line 1: sgf: "));
  EXPECT_THAT(error("x.jsonl", "{\"sgf\": \"(;SZ[5])\", \"to_move\": \"b\"}"),
              HasSubstr("to_move: 'b' should be \"B\" or \"W\""));
  EXPECT_THAT(error("x.jsonl", "{\"sgf\": \"(;SZ[5])\", \"move_number\": 1}"),
              HasSubstr("line 1: move_number: 1 should be from 0 to 0"));
  EXPECT_THAT(error("x.jsonl", "{\"sgf\": \"(;SZ[5])\", \"komi\": 7.3}"), HasSubstr("komi: 7.3 should be in whole"));
  EXPECT_THAT(error("x.jsonl", "{\"sgf\": \"(;SZ[5]AB[aa])\", \"semeai\": [{\"black\": \"bb\"}]}"),
              HasSubstr("semeai.black: 'bb' should be points of black's stones"));
  EXPECT_THAT(
      error("x.jsonl", "{\"sgf\": \"(;SZ[5]AB[aa]AW[cc])\", \"semeai\": [{\"black\": \"aa\", \"white\": \"cc\"}]}"),
      HasSubstr("semeai.black_first: '' should be"));
  EXPECT_THAT(Read({{"empty.jsonl", "\n"}}).status().message(), HasSubstr("there are no positions in it"));
}

}  // namespace
}  // namespace tenuki::analysis
