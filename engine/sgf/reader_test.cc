#include "engine/sgf/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/sgf/writer.h"

namespace tenuki {
namespace {

// What a text is read as, in the writer's layout.
std::string Read(std::string_view text, const SgfLimits& limits = {}) {
  const absl::StatusOr<SgfCollection> collection = ReadSgf(text, limits);
  EXPECT_EQ(collection.status(), absl::OkStatus());
  return collection.ok() ? WriteSgf(*collection) : "";
}

std::string ErrorOf(std::string_view text, const SgfLimits& limits = {}) {
  const absl::Status status = ReadSgf(text, limits).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

TEST(SgfReaderTest, ReadsATree) {
  EXPECT_EQ(Read("(;GM[1]SZ[9];B[dd](;W[ff];B[ee])(;W[fe]))"), "(;GM[1]SZ[9]\n;B[dd]\n(;W[ff]\n;B[ee])\n(;W[fe]))\n");
}

TEST(SgfReaderTest, ReadsSeveralGames) {
  EXPECT_EQ(Read("(;SZ[9])\n(;SZ[13])(;SZ[19])"), "(;SZ[9])\n(;SZ[13])\n(;SZ[19])\n");
}

TEST(SgfReaderTest, SkipsWhiteSpaceBetweenTokens) {
  EXPECT_EQ(Read("\t( \r\n ; AB [aa]\v[bb]\n\n ;\f B[cc] ( ; ) ( ; ) ) \n"), "(;AB[aa][bb]\n;B[cc]\n(;)\n(;))\n");
}

TEST(SgfReaderTest, SkipsWhatStandsBeforeTheFirstGame) {
  EXPECT_EQ(Read("\xEF\xBB\xBF(;B[aa])"), "(;B[aa])\n");
  EXPECT_EQ(Read("From: a friend (of Go)\nSubject: ((a game))\n\n( ;B[aa])"), "(;B[aa])\n");
}

TEST(SgfReaderTest, LetsTheRestOfADosFilePass) {
  EXPECT_EQ(Read(std::string_view("(;B[aa])\r\n\x1A\0\0", 13)), "(;B[aa])\n");
}

TEST(SgfReaderTest, DropsLowerCaseLettersOfNames) {
  EXPECT_EQ(Read("(;GaMe[1]SiZe[9]AddBlack[aa][bb];Black[cc];aWhite[dd])"),
            "(;GM[1]SZ[9]AB[aa][bb]\n;B[cc]\n;W[dd])\n");
}

TEST(SgfReaderTest, KeepsRepeatedNamesAndEmptyNodes) { EXPECT_EQ(Read("(;;C[a]C[b];)"), "(;\n;C[a]C[b]\n;)\n"); }

TEST(SgfReaderTest, KeepsTheBytesOfValues) {
  const std::string value("a\\]b\\\\ (;[:\r\n\t\x80\xFF\0\\\n", 20);
  const std::string text = absl::StrCat("(;C[", value, "])");
  EXPECT_EQ(Read(text), absl::StrCat(text, "\n"));
}

TEST(SgfReaderTest, TakesParenthesesAroundAnOnlyChildAsNothing) {
  EXPECT_EQ(Read("(;B[aa](;W[bb](;B[cc])))"), "(;B[aa]\n;W[bb]\n;B[cc])\n");
}

TEST(SgfReaderTest, FindsValuesInTheFile) {
  const absl::StatusOr<SgfCollection> collection = ReadSgf("mail\r\n(;GaMe[1]\r\n ;B[aa])\n\n(;)(;SZ[9])");
  ASSERT_TRUE(collection.ok());
  SgfLocator locator = collection->MakeLocator(0);
  EXPECT_EQ(locator.At(collection->Values(*collection->Find(0, "GM"))[0].offset), (SgfLocation{2, 8}));
  EXPECT_EQ(locator.At(collection->Values(*collection->Find(1, "B"))[0].offset), (SgfLocation{3, 5}));
  EXPECT_EQ(collection->MakeLocator(3).At(collection->Values(*collection->Find(3, "SZ"))[0].offset),
            (SgfLocation{5, 9}));
}

TEST(SgfReaderTest, NeedsAGame) {
  const std::string_view message =
      R"(line 1, column 1: expected a game, which starts with "(;", found none in the text)";
  EXPECT_EQ(ErrorOf(""), message);
  EXPECT_EQ(ErrorOf("\nGM[1]"), message);
  EXPECT_EQ(ErrorOf("(GM[1];B[aa])"), message);
  EXPECT_EQ(ErrorOf("()"), message);
  EXPECT_EQ(ErrorOf("( "), message);
}

TEST(SgfReaderTest, NeedsANodeInEachTree) {
  EXPECT_EQ(ErrorOf("(;B[aa]\n(W[bb]))"), "line 2, column 2: expected ';' after '(', found 'W'");
  EXPECT_EQ(ErrorOf("(;())"), "line 1, column 4: expected ';' after '(', found ')'");
  EXPECT_EQ(ErrorOf("(;("), "line 1, column 4: expected ';' after '(', found the end of the file");
}

TEST(SgfReaderTest, NeedsTreesToEnd) {
  EXPECT_EQ(ErrorOf("(;B[aa]"),
            "line 1, column 1: expected ')' to end the tree that starts here, found the end of the file");
  EXPECT_EQ(ErrorOf("(;B[aa]\n (;W[bb])\n (;W[cc]"),
            "line 3, column 2: expected ')' to end the tree that starts here, found the end of the file");
}

TEST(SgfReaderTest, AllowsNoNodeAfterAVariation) {
  EXPECT_EQ(ErrorOf("(;(;B[aa]);W[bb])"), "line 1, column 11: expected '(' or ')' after a variation, found ';'");
  EXPECT_EQ(ErrorOf("(;(;)B[aa])"), "line 1, column 6: expected '(' or ')' after a variation, found 'B'");
}

TEST(SgfReaderTest, AllowsOnlyGamesAfterAGame) {
  EXPECT_EQ(ErrorOf("(;B[aa])\n;W[bb])"),
            "line 2, column 1: expected '(' of another game or the end of the file after a game, found ';'");
  EXPECT_EQ(ErrorOf("(;))"),
            "line 1, column 4: expected '(' of another game or the end of the file after a game, found ')'");
}

TEST(SgfReaderTest, NeedsProperties) {
  EXPECT_EQ(ErrorOf("(;B[aa]7)"), "line 1, column 8: expected a property, ';', '(' or ')', found '7'");
  EXPECT_EQ(ErrorOf("(;[aa])"), "line 1, column 3: expected a property, ';', '(' or ')', found '['");
  EXPECT_EQ(ErrorOf("(;\xE7)"), "line 1, column 3: expected a property, ';', '(' or ')', found the byte 0xE7");
  EXPECT_EQ(ErrorOf("(;black[aa])"),
            "line 1, column 3: expected a property name with an upper-case letter, found none in it");
  EXPECT_EQ(ErrorOf("(;KoMi 6.5)"), "line 1, column 8: expected '[' after the property name KM, found '6'");
  EXPECT_EQ(ErrorOf("(;KM"), "line 1, column 5: expected '[' after the property name KM, found the end of the file");
}

TEST(SgfReaderTest, NeedsValuesToEnd) {
  const std::string_view message =
      "line 2, column 2: expected ']' to end the value that starts here, found the end of the file";
  EXPECT_EQ(ErrorOf("(;\nC[never closed)"), message);
  EXPECT_EQ(ErrorOf("(;\nC[\\"), message);
  EXPECT_EQ(ErrorOf("(;\nC[\\]"), message);
  EXPECT_EQ(ErrorOf("(;\nC["), message);
}

TEST(SgfReaderTest, ShortensNamesInErrors) {
  const std::string name(1'000'000, 'X');
  EXPECT_EQ(ErrorOf(absl::StrCat("(;", name, ")")),
            "line 1, column 1000003: expected '[' after the property name XXXXXXXXXXXXXXXX, found ')'");
}

TEST(SgfReaderTest, NamesTheLimitThatATextExceeds) {
  SgfLimits limits;
  limits.max_bytes = 8;
  EXPECT_EQ(Read("(;B[aa])", limits), "(;B[aa])\n");
  EXPECT_EQ(ErrorOf("(;B[aa])\n", limits),
            "line 1, column 1: the text has 9 bytes, more than the limit max_bytes = 8 allows");
  limits = {};
  limits.max_nodes = 2;
  EXPECT_EQ(Read("(;;)", limits), "(;\n;)\n");
  EXPECT_EQ(ErrorOf("(;;;)", limits), "line 1, column 4: more nodes than the limit max_nodes = 2 allows");
  limits = {};
  limits.max_properties = 1;
  EXPECT_EQ(ErrorOf("(;A[];B[])", limits),
            "line 1, column 7: more properties than the limit max_properties = 1 allows");
  limits = {};
  limits.max_values = 1;
  EXPECT_EQ(ErrorOf("(;A[][])", limits), "line 1, column 6: more values than the limit max_values = 1 allows");
  limits = {};
  limits.max_depth = 2;
  EXPECT_EQ(Read("(;(;)(;))", limits), "(;\n(;)\n(;))\n");
  EXPECT_EQ(ErrorOf("(;(;(;)))", limits), "line 1, column 5: more nested trees than the limit max_depth = 2 allows");
}

TEST(SgfReaderTest, SurvivesAMillionNestedTrees) {
  constexpr int kDepth = 1'000'000;
  std::string opened;
  for (int i = 0; i < kDepth; ++i) opened += "(;";
  EXPECT_EQ(ErrorOf(opened), "line 1, column 20001: more nested trees than the limit max_depth = 10000 allows");

  SgfLimits limits;
  limits.max_depth = kDepth;
  EXPECT_EQ(ErrorOf(opened, limits),
            "line 1, column 1999999: expected ')' to end the tree that starts here, found the end of the file");
  const absl::StatusOr<SgfCollection> collection = ReadSgf(opened + std::string(kDepth, ')'), limits);
  ASSERT_TRUE(collection.ok());
  EXPECT_EQ(collection->num_nodes(), kDepth);
}

TEST(SgfReaderTest, ReadsAMillionVariationsOfOneNode) {
  constexpr int kVariations = 1'000'000;
  std::string text = "(;";
  for (int i = 0; i < kVariations; ++i) text += "(;)";
  const absl::StatusOr<SgfCollection> collection = ReadSgf(text + ")");
  ASSERT_TRUE(collection.ok());
  EXPECT_EQ(collection->num_nodes(), kVariations + 1);
  EXPECT_EQ(collection->Parent(kVariations), 0);
}

TEST(SgfReaderTest, ReadsAValueOfTenMegabytesAndRefusesOneWithoutEnd) {
  std::string garbage(10 << 20, '\0');
  for (size_t i = 0; i < garbage.size(); ++i) garbage[i] = static_cast<char>(i * 2654435761u >> 13);
  std::erase_if(garbage, [](char c) { return c == ']' || c == '\\'; });
  EXPECT_EQ(Read(absl::StrCat("(;C[", garbage, "])")), absl::StrCat("(;C[", garbage, "])\n"));
  EXPECT_EQ(ErrorOf(absl::StrCat("(;C[", garbage)),
            "line 1, column 4: expected ']' to end the value that starts here, found the end of the file");
  const std::string escapes = absl::StrCat("(;C[", std::string(10 << 20, '\\'), "])");
  EXPECT_EQ(Read(escapes), escapes + "\n");
}

}  // namespace
}  // namespace tenuki
