#include "experiments/match/layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "experiments/config.h"
#include "experiments/plan.h"

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;

Layout LayoutOf(std::string_view sweeps) {
  return Layout::Of(MakePlan(ReadExperiment("x",
                                            absl::StrCat("name: 'x' match { format: GAUNTLET opponent { uniform {} } "
                                                         "players { name: 'A' uct {} } players { name: 'B' uct {} } } ",
                                                         sweeps),
                                            {})
                                 .value())
                        .value());
}

TEST(LayoutTest, TheLastFieldMakesColumns) {
  const Layout layout = LayoutOf("sweep { field: 'match.player.uct.exploration' values: ['0.3', '0.6', '0.9'] }");
  EXPECT_EQ(layout.column_field, "match.player.uct.exploration");
  EXPECT_THAT(layout.columns, ElementsAre("0.3", "0.6", "0.9"));
  EXPECT_THAT(layout.numbers, Optional(ElementsAre(0.3, 0.6, 0.9)));
  ASSERT_EQ(layout.rows.size(), 2);
  EXPECT_EQ(layout.rows[1].name, "B");
  EXPECT_THAT(layout.rows[1].cells, ElementsAre(3, 4, 5));
}

TEST(LayoutTest, AllOtherFieldsMakeRows) {
  const Layout layout = LayoutOf(
      "sweep { field: 'match.komi' values: ['0', '7'] } sweep { field: 'match.board_size' values: ['5', '9'] }");
  ASSERT_EQ(layout.rows.size(), 4);
  EXPECT_EQ(layout.rows[2].name, "match.player=B, match.komi=0");
  EXPECT_THAT(layout.rows[2].cells, ElementsAre(4, 5));
}

TEST(LayoutTest, NamesAreNoNumbers) {
  const Layout layout = LayoutOf("");
  EXPECT_THAT(layout.columns, ElementsAre("A", "B"));
  EXPECT_EQ(layout.numbers, std::nullopt);
  ASSERT_EQ(layout.rows.size(), 1);
}

}  // namespace
}  // namespace tenuki
