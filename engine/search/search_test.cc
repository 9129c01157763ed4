#include "engine/search/search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "common/random.h"
#include "engine/board/diagram.h"

namespace tenuki {
namespace {

using Guide = SearchParameters::Guide;

const PlayoutKernel kKernel(BestCpuLevel());

void Finish(Search& search) {
  while (const PlayoutRequest* request = search.Next()) {
    search.Take(kKernel.Run(request->start, request->seed, request->options));
  }
}

Search Searched(const Game& game, const SearchParameters& parameters, uint64_t seed = 1) {
  Search search(game, parameters, seed);
  Finish(search);
  return search;
}

std::string BestIn(std::string_view diagram, Color to_move, const SearchParameters& parameters, Rules rules = {}) {
  const Game game(*ParseDiagram(diagram, to_move), rules);
  return ToGtp(game.board().size(), Searched(game, parameters).BestMove().move);
}

// One of each sort.
std::vector<SearchParameters> AllSorts() {
  return {{.playouts = 2000},
          {.playouts = 2000, .bound = SearchParameters::Bound::kUcb1},
          {.playouts = 2000, .exploration = 0, .guide = Guide::kRave},
          {.playouts = 2000, .guide = Guide::kCovariance, .collection_playouts = 1000},
          {.playouts = 2000, .guide = Guide::kCriticality, .collection_playouts = 1000, .refresh_period = 300},
          {.playouts = 2000,
           .exploration = 0,
           .guide = Guide::kRave,
           .rave_bonus = SearchParameters::RaveBonus::kPeriodic,
           .collection_playouts = 500},
          {.playouts = 2000,
           .exploration = 0,
           .guide = Guide::kRave,
           .rave_bonus = SearchParameters::RaveBonus::kAtCreation,
           .collection_playouts = 500}};
}

class SearchTest : public testing::TestWithParam<size_t> {
 protected:
  const SearchParameters parameters_ = AllSorts()[GetParam()];
};

constexpr const char* kNames[] = {"tuned", "ucb1", "rave", "covariance", "criticality", "periodic", "creation"};
INSTANTIATE_TEST_SUITE_P(Sorts, SearchTest, testing::Range(size_t{0}, std::size(kNames)),
                         [](const auto& info) { return std::string(kNames[info.param]); });

TEST_P(SearchTest, IsAFunctionOfItsSeed) {
  const Game game(9, {});
  const Search search = Searched(game, parameters_, 7);
  const Search same = Searched(game, parameters_, 7);
  const Search other = Searched(game, parameters_, 8);
  EXPECT_EQ(search.num_nodes(), same.num_nodes());
  bool differs = false;
  for (size_t i = 0; i < search.RootMoves().size(); ++i) {
    EXPECT_EQ(search.RootMoves()[i].visits, same.RootMoves()[i].visits);
    EXPECT_EQ(search.RootMoves()[i].wins, same.RootMoves()[i].wins);
    differs |= search.RootMoves()[i].visits != other.RootMoves()[i].visits;
  }
  EXPECT_TRUE(differs);
}

TEST_P(SearchTest, DoesNotDependOnWhoPlaysOut) {
  // Requests of two searches in turn, as if one had many games to play at once; and each asked for twice.
  const Game game(5, {});
  Search a(game, parameters_, 1);
  Search b(game, parameters_, 2);
  while (true) {
    const PlayoutRequest* first = a.Next();
    const PlayoutRequest* second = b.Next();
    EXPECT_EQ(a.Next(), first);
    if (first == nullptr && second == nullptr) break;
    if (first != nullptr) a.Take(PlayoutKernel(CpuLevel::kBaseline).Run(first->start, first->seed, first->options));
    if (second != nullptr) b.Take(kKernel.Run(second->start, second->seed, second->options));
  }
  EXPECT_EQ(a.BestMove().visits, Searched(game, parameters_, 1).BestMove().visits);
  EXPECT_EQ(b.BestMove().visits, Searched(game, parameters_, 2).BestMove().visits);
}

TEST_P(SearchTest, CountsEveryPlayoutOnce) {
  const Search search = Searched(Game(5, {}), parameters_);
  const std::vector<RootMove> moves = search.RootMoves();
  EXPECT_EQ(std::accumulate(moves.begin(), moves.end(), 0, [](int sum, const RootMove& m) { return sum + m.visits; }),
            parameters_.playouts);
  EXPECT_EQ(search.num_playouts(), parameters_.playouts);
  EXPECT_EQ(moves.size(), 26);
  EXPECT_EQ(moves.back().move, kPass);
  for (const RootMove& move : moves) EXPECT_LE(move.wins, move.visits);
}

// All is settled but for seven white stones, which are captured or saved at J7: that decides the game.
constexpr std::string_view kInAtari = R"(
    . X . X . X . X .
    X X X X X X X X X
    X O O O O O O O .
    X X X X X X X X O
    X X X X X X X X O
    O O O O O O O O O
    O O O O O O O O O
    O . O . O . O . O
    . O . O . O . O . )";

TEST_P(SearchTest, CapturesAndSavesAChainInAtari) {
  EXPECT_EQ(BestIn(kInAtari, Color::kBlack, parameters_, {.komi_half_points = 1}), "J7");
  EXPECT_EQ(BestIn(kInAtari, Color::kWhite, parameters_, {.komi_half_points = 1}), "J7");
}

// White's corner has three points in a row for eyes: whoever plays B9 first decides whether it lives, and the game.
constexpr std::string_view kThreeInARow = R"(
    . . . O X X X . X
    O O O O X X . X X
    X X X X X X X X X
    X . X X X X X X .
    O O O O O O O O O
    O O O O O O O O O
    O . O O O O O . O
    O O O O O O O O O
    O O O . O . O O O )";

TEST_P(SearchTest, KillsAndMakesLifeInTheCorner) {
  EXPECT_EQ(BestIn(kThreeInARow, Color::kBlack, parameters_, {.komi_half_points = -33}), "B9");
  EXPECT_EQ(BestIn(kThreeInARow, Color::kWhite, parameters_, {.komi_half_points = -33}), "B9");
}

TEST(SearchOpeningTest, TheFirstMoveIsInTheCentre) {
  for (uint64_t seed : {1, 2, 3}) {
    const Search search = Searched(Game(9, {}), {.playouts = 16'000}, seed);
    const Move move = search.BestMove().move;
    ASSERT_NE(move, kPass);
    EXPECT_GE(ColumnOf(9, move), 2) << ToGtp(9, move);
    EXPECT_LE(ColumnOf(9, move), 6) << ToGtp(9, move);
    EXPECT_GE(RowOf(9, move), 2) << ToGtp(9, move);
    EXPECT_LE(RowOf(9, move), 6) << ToGtp(9, move);
  }
}

TEST(SearchLimitTest, NodesAreBounded) {
  for (int max_nodes : {1, 2, 50}) {
    const Search search = Searched(Game(5, {}), {.playouts = 3000, .expansion_visits = 1, .max_nodes = max_nodes});
    EXPECT_EQ(search.num_nodes(), max_nodes);
    EXPECT_EQ(search.num_playouts(), 3000);
  }
  const Search lazy = Searched(Game(5, {}), {.playouts = 100, .expansion_visits = 100});
  EXPECT_EQ(lazy.num_nodes(), 1);
}

TEST(SearchRulesTest, TheRootObeysSuperko) {
  // Black takes the ko at once: forbidden by the simple rule, whatever the search would like.
  const Board board = *ParseDiagram(R"(
      . X O . .
      X . X O .
      . X O . .
      . . . . .
      . . . . . )",
                                    Color::kWhite);
  Game game(board, {});
  ASSERT_EQ(game.Play(*MoveFromGtp(5, "B4")), MoveError::kNone);
  const Move retake = *MoveFromGtp(5, "C4");
  ASSERT_EQ(game.Check(retake), MoveError::kKo);
  for (const RootMove& move : Searched(game, {.playouts = 500}).RootMoves()) EXPECT_NE(move.move, retake);
}

TEST(SearchRulesTest, TwoPassesEndAGameInTheTree) {
  // Nobody has anything but a pass: all "playouts" are counted, none is asked for.
  const Game game(*ParseDiagram(R"(
      . X . X
      X X X X
      X X X X
      X . X . )",
                                Color::kBlack),
                  {.komi_half_points = 1});
  Search search(game, {.playouts = 100, .expansion_visits = 1}, 1);
  int num_requests = 0;
  while (const PlayoutRequest* request = search.Next()) {
    ++num_requests;
    search.Take(kKernel.Run(request->start, request->seed, request->options));
  }
  EXPECT_EQ(search.num_playouts(), 100);
  EXPECT_LT(num_requests, 5);
  EXPECT_EQ(search.BestMove().move, kPass);
  EXPECT_EQ(search.BestMove().WinRate(), 1);
}

// The mean covariance of the points on each line, from the first (the edge) on.
std::vector<double> ByLine(const ControlTable& table, int size) {
  std::vector<double> sums((size + 1) / 2), counts((size + 1) / 2);
  for (Point point = 0; point < size * size; ++point) {
    const int column = ColumnOf(size, point);
    const int row = RowOf(size, point);
    const int line = std::min({column, row, size - 1 - column, size - 1 - row});
    sums[line] += table.Covariance(point);
    ++counts[line];
  }
  for (size_t line = 0; line < sums.size(); ++line) sums[line] /= counts[line];
  return sums;
}

TEST(CovarianceMapTest, OnTheEmptyBoardItRisesTowardsTheCentreOf9x9AndIsSymmetric) {
  const Search search =
      Searched(Game(9, {}), {.playouts = 20'000, .guide = Guide::kCovariance, .collection_playouts = 20'000});
  const ControlTable& table = search.control_table();
  EXPECT_EQ(table.num_playouts(), 20'000);
  const std::vector<double> lines = ByLine(table, 9);
  for (size_t line = 1; line < 4; ++line) EXPECT_GT(lines[line], lines[line - 1]) << line;
  EXPECT_GT(lines[3], 1.1 * lines[0]);
  // Points that a symmetry maps to each other differ by chance, and by where the search has looked.
  const auto at = [&](int column, int row) { return table.Covariance(MakePoint(9, column, row)); };
  for (int column = 0; column < 9; ++column) {
    for (int row = 0; row < 9; ++row) {
      EXPECT_NEAR(at(column, row), at(8 - column, row), 0.02);
      EXPECT_NEAR(at(column, row), at(row, column), 0.02);
    }
  }
}

// The paper finds the third and fourth lines; here the values rise up to the fourth, and stay.
TEST(CovarianceMapTest, OnTheEmptyBoardItRisesUpToTheFourthLineOf19x19) {
  const Search search =
      Searched(Game(19, {}), {.playouts = 5'000, .guide = Guide::kCovariance, .collection_playouts = 5'000});
  const std::vector<double> lines = ByLine(search.control_table(), 19);
  for (size_t line = 1; line < 4; ++line) EXPECT_GT(lines[line], lines[line - 1]) << line;
  for (size_t line = 4; line < lines.size(); ++line) EXPECT_NEAR(lines[line], lines[3], 0.1 * lines[3]) << line;
}

TEST(CountIntoTest, CountsEverySimulationAlsoThoseThatEndInTheTree) {
  // On so small a board many games end in the tree.
  for (int size : {2, 3, 9}) {
    Search search(Game(size, {}), {.playouts = 3000}, 1);
    ScoreTable table(size);
    search.CountInto(&table, ControlReading::kArea);
    int num_requests = 0;
    while (const PlayoutRequest* request = search.Next()) {
      ++num_requests;
      search.Take(kKernel.Run(request->start, request->seed, request->options));
    }
    EXPECT_EQ(MomentsOf(table.Histogram()).count, 3000);
    if (size == 2) {
      EXPECT_LT(num_requests, 3000);
    }
    EXPECT_EQ(search.BestMove().visits, Searched(Game(size, {}), {.playouts = 3000}).BestMove().visits)
        << "counting changes nothing";
  }
}

TEST(CountIntoTest, GoesOnFromWhereItWasAskedToStop) {
  ScoreTable table(5);
  Search search(Game(5, {}), {.playouts = 1000}, 1);
  search.CountInto(&table, ControlReading::kNeighbors);
  for (int until : {0, 1, 400, 400, 1000, 5000}) {
    while (const PlayoutRequest* request = search.Next(until)) {
      search.Take(kKernel.Run(request->start, request->seed, request->options));
    }
    EXPECT_EQ(MomentsOf(table.Histogram()).count, std::min(until, 1000));
    EXPECT_EQ(search.num_playouts(), std::min(until, 1000));
  }
  EXPECT_EQ(search.BestMove().visits, Searched(Game(5, {}), {.playouts = 1000}).BestMove().visits);
}

// Two groups of seven, and whoever plays first at a liberty of the other's wins the race; the walls live.
constexpr std::string_view kRace = R"(
    . X X X O O O O .
    O O . O X . . X X
    . O O O X X X X .
    O O O O X X X X X
    O O O O X X X X X
    O O O O X X X X X
    O O O O X X X X X
    . O O O X X X X .
    O O O O X X X X X )";

TEST(CriticalityMapTest, LooksWhereTheRaceIs) {
  const Game game(*ParseDiagram(kRace), {});
  SearchParameters parameters = {.playouts = 3000, .guide = Guide::kCriticality, .collection_playouts = 1000};
  const Search search = Searched(game, parameters);
  const CriticalityMap& map = search.criticality_map();
  EXPECT_LE(MomentsOf(map.table().Histogram()).count, 1000) << "it stays as it was after the collection";
  EXPECT_GT(map.At(*MoveFromGtp(9, "C8")), 0.1);
  EXPECT_EQ(map.At(*MoveFromGtp(9, "A3")), 0) << "always White's";
  parameters.criticality_weight = 0;
  const Search plain = Searched(game, {.playouts = 3000});
  const Search weightless = Searched(game, parameters);
  for (size_t i = 0; i < plain.RootMoves().size(); ++i) {
    EXPECT_EQ(weightless.RootMoves()[i].visits, plain.RootMoves()[i].visits) << "without a weight it is plain UCT";
  }
  int differences = 0;
  for (size_t i = 0; i < plain.RootMoves().size(); ++i) {
    differences += search.RootMoves()[i].visits != plain.RootMoves()[i].visits;
  }
  EXPECT_GT(differences, 0);
}

TEST(CriticalityMapTest, OfOneClusterIsZeroAndOfWinnersIsNot) {
  const PlayoutKernel kernel(BestCpuLevel());
  for (const auto groups : {CriticalityMap::Groups::kClusters, CriticalityMap::Groups::kWinners}) {
    CriticalityMap map(9, ControlReading::kArea, groups, {.lattice_factor = 100}, 15);
    for (uint64_t seed = 0; seed < 200; ++seed) map.Add(kernel.Run(Board(9), seed, {}));
    EXPECT_EQ(map.At(40), 0) << "before it has learnt";
    map.Learn();
    EXPECT_EQ(map.At(40) > 0.1, groups == CriticalityMap::Groups::kWinners);
  }
}

}  // namespace
}  // namespace tenuki
