// Playouts as samples: first moves are uniform, and lengths are distributed as those of a sampler that shares neither
// board nor random numbers with the kernel. Seeds are fixed, so a test that passes once passes always; the thresholds
// are the 99.9 % points of the chi-square distribution.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <map>
#include <random>
#include <string_view>
#include <vector>

#include "common/cpu.h"
#include "engine/board/diagram.h"
#include "engine/playout/playout.h"
#include "engine/testing/naive_board.h"
#include "engine/testing/naive_playout.h"

namespace tenuki {
namespace {

// The 99.9 % point, by the approximation of Wilson & Hilferty (1931): good to a few parts in a thousand.
double ChiSquareLimit(int degrees_of_freedom) {
  constexpr double kNormal999 = 3.0902;
  double variance = 2.0 / (9.0 * degrees_of_freedom);
  return degrees_of_freedom * std::pow(1 - variance + kNormal999 * std::sqrt(variance), 3);
}

// Where a playout of one ply went; kPass for nowhere.
Move FirstMove(const Board& board, uint64_t seed) {
  Playout playout = PlayoutKernel(BestCpuLevel()).Run(board, seed, {.max_plies = 1});
  std::vector<Point> played = Points(playout.first_played[Side(board.to_move())]);
  return played.empty() ? kPass : played.front();
}

// Black is to move and has `num_candidates` candidates.
void ExpectUniformFirstMoves(std::string_view diagram, int num_candidates) {
  absl::StatusOr<Board> board = ParseDiagram(diagram, Color::kBlack);
  ASSERT_TRUE(board.ok()) << board.status();
  const int samples = 2000 * num_candidates;
  std::map<Move, int> counts;
  for (int seed = 0; seed < samples; ++seed) ++counts[FirstMove(*board, seed)];
  ASSERT_EQ(static_cast<int>(counts.size()), num_candidates);
  double expected = 2000;
  double chi_square = 0;
  for (auto [move, count] : counts) chi_square += (count - expected) * (count - expected) / expected;
  EXPECT_LT(chi_square, ChiSquareLimit(num_candidates - 1)) << diagram;
}

TEST(PlayoutDistributionTest, FirstMovesAreUniformOnTheEmptyBoard) {
  ExpectUniformFirstMoves(R"(
      . . . . .
      . . . . .
      . . . . .
      . . . . .
      . . . . . )",
                          25);
}

// Black may neither fill the eye in the upper left corner nor commit suicide inside White's shape; the five points of
// the lowest row and the one at the right edge remain.
TEST(PlayoutDistributionTest, FirstMovesAreUniformOverCandidates) {
  ExpectUniformFirstMoves(R"(
      . X O O .
      X X O . O
      X X O O O
      O O O O .
      . . . . . )",
                          6);
}

using Histogram = std::map<int, int>;

Histogram KernelLengths(int size, int playouts) {
  Histogram lengths;
  PlayoutKernel kernel(BestCpuLevel());
  for (int seed = 0; seed < playouts; ++seed) ++lengths[kernel.Run(Board(size), seed, {}).plies];
  return lengths;
}

Histogram NaiveLengths(int size, int playouts) {
  Histogram lengths;
  std::mt19937_64 generator(20250701);
  auto choose = [&generator](int, int n) { return std::uniform_int_distribution<int>(0, n - 1)(generator); };
  for (int i = 0; i < playouts; ++i) {
    ++lengths[static_cast<int>(RunNaivePlayout(NaiveBoard(size, Rules{}), {}, choose).moves.size())];
  }
  return lengths;
}

// Counts of both samples in bins that hold at least `min_count` of them together.
std::vector<std::array<int, 2>> CommonBins(const Histogram& a, const Histogram& b, int min_count) {
  Histogram both = a;
  for (auto [value, count] : b) both[value] += count;
  std::vector<std::array<int, 2>> bins = {{0, 0}};
  for (auto [value, count] : both) {
    if (bins.back()[0] + bins.back()[1] >= min_count) bins.push_back({0, 0});
    bins.back()[0] += a.contains(value) ? a.at(value) : 0;
    bins.back()[1] += b.contains(value) ? b.at(value) : 0;
  }
  return bins;
}

// Whether two samples of the same size come from one distribution: Pearson's statistic of the 2×k table.
void ExpectSameDistribution(const Histogram& a, const Histogram& b) {
  constexpr int kMinCount = 40;  // the last bin may hold fewer; its weight in the sum is small
  std::vector<std::array<int, 2>> bins = CommonBins(a, b, kMinCount);
  double chi_square = 0;
  for (auto [in_a, in_b] : bins) chi_square += std::pow(in_a - in_b, 2) / (in_a + in_b);
  int degrees_of_freedom = static_cast<int>(bins.size()) - 1;
  ASSERT_GE(degrees_of_freedom, 5) << "too few bins to tell anything";
  EXPECT_LT(chi_square, ChiSquareLimit(degrees_of_freedom));
}

TEST(PlayoutDistributionTest, LengthsAreDistributedAsOnTheNaiveBoard) {
  ExpectSameDistribution(KernelLengths(3, 10'000), NaiveLengths(3, 10'000));
  ExpectSameDistribution(KernelLengths(5, 10'000), NaiveLengths(5, 10'000));
  ExpectSameDistribution(KernelLengths(9, 1'000), NaiveLengths(9, 1'000));
}

double MeanLength(int size, int playouts) {
  double sum = 0;
  for (auto [length, count] : KernelLengths(size, playouts)) sum += static_cast<double>(length) * count;
  double mean = sum / playouts;
  std::cout << "mean length of " << playouts << " playouts on " << size << "x" << size << ": " << mean << "\n";
  return mean;
}

// Uniformly random playouts are known to take about 110.5 plies on 9×9 and 454 on 19×19. A wrong eye rule or a ko that
// is missed changes that by far more than the tolerance.
TEST(PlayoutDistributionTest, MeanLengthsAreAsKnown) {
  EXPECT_NEAR(MeanLength(9, 20'000), 110.5, 1.5);
  EXPECT_NEAR(MeanLength(19, 4'000), 454, 4);
}

}  // namespace
}  // namespace tenuki
