#include "engine/phantom/move_tree.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tenuki {
namespace {

PointSet Set(std::initializer_list<Point> points) {
  PointSet set;
  for (Point point : points) set.Insert(point);
  return set;
}

TEST(MoveTreeTest, TriesEveryMoveOnceBeforeAnyAgain) {
  MoveTree tree(9);
  tree.AddNode();
  PointSet tried;
  for (uint64_t seed = 0; seed < 3; ++seed) {
    const Move move = tree.Select(0, Set({1, 4, 7}), {.exploration = 1}, seed);
    EXPECT_FALSE(tried.Contains(move));
    tried.Insert(move);
    tree.Update(0, move, move == 4 ? 100 : 0);
  }
  EXPECT_EQ(tried, Set({1, 4, 7}));
  EXPECT_EQ(tree.Select(0, Set({1, 4, 7}), {.exploration = 0}, 0), 4);
  EXPECT_EQ(tree.Select(0, Set({1, 7}), {.exploration = 0}, 0), 1) << "only moves that there are";
  EXPECT_EQ(tree.Select(0, Set({}), {.exploration = 0}, 0), kPass);
}

// Eq. 1 by hand: X_i + C sqrt(ln t(N) / t(N_i)).
TEST(MoveTreeTest, ChoosesByTheBoundOfTheFormula) {
  MoveTree tree(4);
  tree.AddNode();
  for (int i = 0; i < 20; ++i) tree.Update(0, 0, 3);
  for (int i = 0; i < 5; ++i) tree.Update(0, 1, 2);
  const double difference = std::sqrt(std::log(25) / 5) - std::sqrt(std::log(25) / 20);
  const double break_even = 1 / difference;
  EXPECT_EQ(tree.Select(0, Set({0, 1}), {.exploration = break_even * 0.99}, 0), 0);
  EXPECT_EQ(tree.Select(0, Set({0, 1}), {.exploration = break_even * 1.01}, 0), 1);
}

TEST(MoveTreeTest, AvailabilityCountsTheVisitsAtWhichAMoveCouldBeChosen) {
  MoveTree tree(4);
  tree.AddNode();
  for (Point point : {0, 1, 2}) tree.Update(0, point, 0);
  for (int i = 0; i < 1000; ++i) tree.Select(0, Set({0, 2}), {.exploration = 1, .counts_availability = true}, 0);
  EXPECT_EQ(tree.At(0, 1).available, 0);
  EXPECT_EQ(tree.At(0, 0).available, 1000);
  tree.At(0, 1).available = 2;
  EXPECT_EQ(tree.Select(0, Set({1, 2}), {.exploration = 1, .counts_availability = true}, 0), 2);
  EXPECT_EQ(tree.Select(0, Set({1, 2}), {.exploration = 1}, 0), 1) << "equal, so the first";
}

TEST(MoveTreeTest, NodesAreApart) {
  MoveTree tree(4);
  const int root = tree.AddNode();
  const int child = tree.AddNode();
  tree.Update(root, kPass, 7);
  EXPECT_EQ(tree.At(root, kPass).Mean(), 7);
  EXPECT_EQ(tree.visits(child), 0);
  EXPECT_EQ(tree.At(child, 0).visits, 0);
}

}  // namespace
}  // namespace tenuki
