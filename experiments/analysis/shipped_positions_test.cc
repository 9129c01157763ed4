// The shipped positions are what they say they are: each semeai's status is proven, the walls around it live, and the
// file is what the tool makes of the diagrams.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/testing/semeai_proof.h"
#include "experiments/analysis/positions.h"
#include "experiments/defaults.h"

namespace tenuki::analysis {
namespace {

std::string ReadWhole(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

Positions Shipped() {
  v1::InputFiles files;
  files.add_files()->set_path("semeai.jsonl");
  files.mutable_files(0)->set_content(ReadWhole(TENUKI_SEMEAI_POSITIONS));
  v1::Analysis settings;
  ResolveDefaults(settings);
  return Positions::Read(files, settings).value();
}

std::string WinnerOf(const AnalysedPosition& position, const KnownSemeaiPoints& semeai, Color first) {
  const std::optional<Color> winner = SolveSemeai(position.board, semeai.black, semeai.white, first);
  if (!winner.has_value()) return "a repetition";
  return *winner == Color::kEmpty ? "neither" : std::string(ColorName(*winner));
}

TEST(ShippedPositionsTest, EveryStatusIsProven) {
  const Positions positions = Shipped();
  for (int64_t unit = 0; unit < positions.size(); ++unit) {
    const AnalysedPosition& position = positions.at(unit);
    for (const KnownSemeaiPoints& semeai : position.known) {
      SCOPED_TRACE(absl::StrCat(position.name, " at ", ToGtp(position.board.size(), *semeai.black.begin())));
      EXPECT_EQ(WinnerOf(position, semeai, Color::kBlack), semeai.black_first);
      EXPECT_EQ(WinnerOf(position, semeai, Color::kWhite), semeai.white_first);
    }
  }
}

TEST(ShippedPositionsTest, SemeaiAreIndependentAndWhatIsAroundThemLives) {
  const Positions positions = Shipped();
  for (int64_t unit = 0; unit < positions.size(); ++unit) {
    const AnalysedPosition& position = positions.at(unit);
    SCOPED_TRACE(position.name);
    if (position.known.empty()) continue;
    PointSet taken;
    for (const KnownSemeaiPoints& semeai : position.known) {
      const PointSet region = SemeaiRegion(position.board, semeai.black, semeai.white) | semeai.black | semeai.white;
      EXPECT_TRUE((taken & region).empty());
      taken |= region;
    }
    for (Color color : {Color::kBlack, Color::kWhite}) {
      for (Point point : position.board.stones(color) - taken) {
        EXPECT_TRUE(HasTwoEyes(position.board, point)) << ToGtp(position.board.size(), point);
      }
    }
  }
}

TEST(ShippedPositionsTest, AreOfTheSizesAndNumbersThatTheyShouldBe) {
  const Positions positions = Shipped();
  // By size, then by the number of semeai.
  std::map<int, std::map<size_t, int>> counts;
  for (int64_t unit = 0; unit < positions.size(); ++unit) {
    const AnalysedPosition& position = positions.at(unit);
    ++counts[position.board.size()][position.known.size()];
    EXPECT_EQ(position.known.empty(), absl::StartsWith(position.name, "quiet-")) << position.name;
  }
  EXPECT_EQ(counts[9][1], 2);
  EXPECT_EQ(counts[9][2], 2);
  EXPECT_EQ(counts[9][3], 2);
  EXPECT_EQ(counts[9][0], 2);
  EXPECT_EQ(counts[13][0], 1);
  EXPECT_EQ(counts[13][2], 1);
  EXPECT_EQ(counts[19][3], 1);
}

TEST(ShippedPositionsTest, AreWhatTheToolMakesOfTheDiagrams) {
  FILE* const tool = popen(absl::StrCat(TENUKI_MAKE_SEMEAI, " --print").c_str(), "r");
  ASSERT_NE(tool, nullptr);
  std::string made;
  for (int c = std::fgetc(tool); c != EOF; c = std::fgetc(tool)) made.push_back(static_cast<char>(c));
  EXPECT_EQ(pclose(tool), 0);
  EXPECT_EQ(made, ReadWhole(TENUKI_SEMEAI_POSITIONS));
}

}  // namespace
}  // namespace tenuki::analysis
