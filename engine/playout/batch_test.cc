// The batch kernel plays the very playouts of PlayoutKernel, whoever asks for them and in whatever order.
#include "engine/playout/batch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/cpu.h"
#include "common/random.h"
#include "engine/board/diagram.h"
#include "engine/playout/playout_cases.h"

namespace tenuki {
namespace {

// More than 100,000 playouts in all at three levels.
int NumPlayouts(int size) { return size <= 5 ? 3600 : size <= 9 ? 2400 : size <= 13 ? 1200 : 600; }

// Half of them are from one position in ten, the others from one each.
struct Cases {
  explicit Cases(int size) {
    const int count = NumPlayouts(size);
    for (int i = 0; i < count; ++i) {
      const uint64_t seed = DeriveSeed(size, i);
      if (i % 2 == 0 || i % 10 == 1) starts.push_back(MakeStart(size, static_cast<StartKind>(i % 4), seed).board);
      jobs.push_back({.start = &starts.back(), .seed = seed, .options = OptionsFor(size, i)});
    }
  }

  std::deque<Board> starts;
  std::vector<PlayoutJob> jobs;
};

std::vector<Playout> RunOneByOne(const std::vector<PlayoutJob>& jobs) {
  const PlayoutKernel kernel(BestCpuLevel());
  std::vector<Playout> playouts;
  for (const PlayoutJob& job : jobs) playouts.push_back(kernel.Run(*job.start, job.seed, job.options));
  return playouts;
}

class BatchSizeTest : public testing::TestWithParam<int> {};

TEST_P(BatchSizeTest, PlaysTheSamePlayouts) {
  const Cases cases(GetParam());
  const std::vector<Playout> expected = RunOneByOne(cases.jobs);
  for (CpuLevel level : SupportedCpuLevels()) {
    std::vector<Playout> actual(cases.jobs.size());
    BatchPlayoutKernel(level).Run(cases.jobs, actual);
    for (size_t i = 0; i < actual.size(); ++i) {
      SCOPED_TRACE(absl::StrCat(CpuLevelName(level), ", playout ", i, "\n", Diagram(*cases.jobs[i].start)));
      ExpectSame(actual[i], expected[i]);
      if (HasFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, BatchSizeTest, testing::Range(1, kMaxBoardSize + 1),
                         [](const auto& info) { return absl::StrCat(info.param, "x", info.param); });

class BatchTest : public testing::TestWithParam<CpuLevel> {
 protected:
  std::vector<Playout> Run(const std::vector<PlayoutJob>& jobs) const {
    std::vector<Playout> playouts(jobs.size());
    BatchPlayoutKernel(GetParam()).Run(jobs, playouts);
    return playouts;
  }
};

TEST_P(BatchTest, AnyNumberOfPlayouts) {
  const Board board(9);
  for (int count : {0, 1, 2, 15, 16, 17, 127, 128, 129, 300}) {
    std::vector<PlayoutJob> jobs;
    for (int i = 0; i < count; ++i) jobs.push_back({.start = &board, .seed = DeriveSeed(7, i)});
    const std::vector<Playout> expected = RunOneByOne(jobs);
    const std::vector<Playout> actual = Run(jobs);
    for (int i = 0; i < count; ++i) ExpectSame(actual[i], expected[i]);
  }
}

TEST_P(BatchTest, BoardsOfSeveralSizesAtOnce) {
  std::deque<Board> boards;
  std::vector<PlayoutJob> jobs;
  for (int i = 0; i < 200; ++i) {
    boards.push_back(Board(1 + i * 7 % kMaxBoardSize));
    jobs.push_back({.start = &boards.back(), .seed = DeriveSeed(3, i)});
  }
  const std::vector<Playout> expected = RunOneByOne(jobs);
  const std::vector<Playout> actual = Run(jobs);
  for (size_t i = 0; i < jobs.size(); ++i) ExpectSame(actual[i], expected[i]);
}

// Games of playouts: each of them starts its next playout, whose seed is what the last one gave, only when that is
// over.
class Relay final : public PlayoutQueue {
 public:
  Relay(int num_games, int playouts_each) : games_(num_games) {
    for (Game& game : games_) game.left = playouts_each;
  }

  bool Start(PlayoutJob& job) override {
    const auto game = std::ranges::find_if(games_, [](const Game& each) { return !each.is_running && each.left > 0; });
    if (game == games_.end()) return false;
    game->is_running = true;
    --game->left;
    job = {.start = &board_, .seed = game->seed, .ticket = static_cast<uint32_t>(game - games_.begin())};
    return true;
  }
  void Finish(uint32_t ticket, const Playout& playout) override {
    Game& game = games_[ticket];
    ASSERT_TRUE(game.is_running);
    game.is_running = false;
    game.seed = NextSeed(game.seed, playout);
    ++game.num_finished;
  }

  static uint64_t NextSeed(uint64_t seed, const Playout& playout) {
    return DeriveSeed(seed, static_cast<uint64_t>(playout.plies * 1000 + playout.score));
  }

  struct Game {
    uint64_t seed = 5;
    int left = 0;
    int num_finished = 0;
    bool is_running = false;
  };
  const std::vector<Game>& games() const { return games_; }

 private:
  const Board board_{7};
  std::vector<Game> games_;
};

TEST_P(BatchTest, AQueueMayWaitForWhatItGetsBack) {
  constexpr int kEach = 40;
  uint64_t seed = 5;
  const PlayoutKernel kernel(BestCpuLevel());
  for (int i = 0; i < kEach; ++i) seed = Relay::NextSeed(seed, kernel.Run(Board(7), seed, {}));
  for (int num_games : {1, 3, 40, 200}) {
    Relay relay(num_games, kEach);
    BatchPlayoutKernel(GetParam()).Run(7, relay);
    for (const Relay::Game& game : relay.games()) {
      EXPECT_EQ(game.num_finished, kEach);
      EXPECT_EQ(game.seed, seed);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, BatchTest, testing::ValuesIn(SupportedCpuLevels()),
                         [](const auto& info) { return std::string(CpuLevelName(info.param)); });

}  // namespace
}  // namespace tenuki
