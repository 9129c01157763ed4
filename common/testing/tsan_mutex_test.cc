// What ThreadSanitizer must not complain about: run with the preset `tsan`, where a complaint fails the test.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

namespace tenuki {
namespace {

TEST(TsanMutexTest, AMutexGuards) {
  absl::Mutex mutex;
  std::vector<int> numbers;
  const auto add = [&] {
    for (int i = 0; i < 1000; ++i) {
      absl::MutexLock lock(mutex);
      numbers.push_back(i);
    }
  };
  const auto look = [&] {
    for (int i = 0; i < 1000; ++i) {
      absl::ReaderMutexLock lock(mutex);
      EXPECT_LE(numbers.size(), 2000);
    }
  };
  std::thread a(add);
  std::thread b(add);
  std::thread c(look);
  a.join();
  b.join();
  c.join();
  EXPECT_EQ(numbers.size(), 2000);
}

// Two threads pass a number to and fro: by conditions of the mutex, and by a condition variable.
TEST(TsanMutexTest, WaitingGivesTheMutexAwayAndBack) {
  absl::Mutex mutex;
  absl::CondVar changed;
  std::vector<int> turns;
  const auto play = [&](size_t player) {
    const auto is_my_turn = [&] { return turns.size() % 3 == player; };
    for (int i = 0; i < 300; ++i) {
      switch (player) {
        case 0: mutex.LockWhen(absl::Condition(&is_my_turn)); break;
        case 1:
          mutex.lock();
          EXPECT_TRUE(mutex.AwaitWithTimeout(absl::Condition(&is_my_turn), absl::Minutes(1)));
          break;
        default:
          mutex.lock();
          while (!is_my_turn()) changed.Wait(&mutex);
      }
      turns.push_back(i);
      changed.SignalAll();
      mutex.unlock();
    }
  };
  std::thread a(play, 0);
  std::thread b(play, 1);
  std::thread c(play, 2);
  a.join();
  b.join();
  c.join();
  EXPECT_EQ(turns.size(), 900);
}

}  // namespace
}  // namespace tenuki
