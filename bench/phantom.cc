// Phantom Go measured: games of each player at 1,000 playouts a search, and random games by the referee's rules,
// beside what OpenSpiel's phantom_go is said to do.
//
//   ./dev bench phantom [SECONDS]          of CPU for each line, 2 by default; one thread
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>

#include "common/cpu.h"
#include "engine/phantom/random_player.h"
#include "engine/phantom/referee.h"

namespace tenuki::bench {
namespace {

// Random games a second on 9×9 of OpenSpiel's phantom_go on one core of the machine where tenuki is developed: the
// project's yardstick, stated and not measured here.
constexpr double kOpenSpielGames = 4200;
constexpr int kSize = 9;

// What was played so far.
struct Tally {
  int64_t games = 0;
  int64_t plies = 0;
  int64_t proposals = 0;
};

void PlayGame(PhantomPlayer& black, PhantomPlayer& white, Tally& tally) {
  Referee referee(kSize, Rules{}, 0);
  while (!referee.IsOver()) {
    const Color color = referee.to_move();
    referee.Propose((color == Color::kBlack ? black : white).Propose(referee.view(color)));
    ++tally.proposals;
  }
  tally.plies += referee.num_plies();
  ++tally.games;
}

// Of this process, so that others on the machine do not count.
double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Games for so many seconds; returns games a second.
template <typename Make>
double Measure(double seconds, const Make& make, Tally& tally) {
  const double start = CpuSeconds();
  double spent = 0;
  while ((spent = CpuSeconds() - start) < seconds) {
    const auto black = make(2 * static_cast<uint64_t>(tally.games));
    const auto white = make(2 * static_cast<uint64_t>(tally.games) + 1);
    PlayGame(*black, *white, tally);
  }
  return static_cast<double>(tally.games) / spent;
}

void PrintRandom(double seconds) {
  Tally tally;
  const double rate =
      Measure(seconds, [](uint64_t seed) { return std::make_unique<RandomPhantomPlayer>(seed); }, tally);
  const auto games = static_cast<double>(tally.games);
  std::printf("%-52s %10.0f games/s   %5.1f us a game\n", "random Phantom Go on 9x9, referee and both views", rate,
              1e6 / rate);
  std::printf("%-52s %10.0f games/s   stated, not measured here\n", "OpenSpiel's phantom_go", kOpenSpielGames);
  std::printf("%-52s %10.1f           target >= 10\n", "ratio", rate / kOpenSpielGames);
  std::printf("%-52s %10.1f plies, %.1f proposals\n", "a random game", static_cast<double>(tally.plies) / games,
              static_cast<double>(tally.proposals) / games);
}

void PrintPlayer(const char* name, const PhantomParameters& parameters, const PlayoutKernel& kernel, double seconds) {
  Tally tally;
  const double rate = Measure(
      seconds, [&](uint64_t seed) { return MakePhantomPlayer(parameters, kernel, Clock::Real(), seed); }, tally);
  const double proposals = static_cast<double>(tally.proposals) / static_cast<double>(tally.games);
  std::printf("%-52s %10.3f games/s   %5.1f proposals a game, %5.2f ms each\n", name, rate, proposals,
              1e3 / (rate * proposals));
}

int Main(double seconds) {
  using Method = PhantomParameters::Method;
  using Guess = PhantomParameters::Guess;
  PrintRandom(seconds);
  const PlayoutKernel kernel(BestCpuLevel());
  std::printf("against itself on 9x9, 1,000 playouts a search:\n");
  PrintPlayer("MCE_std", {.method = Method::kStandard}, kernel, seconds);
  PrintPlayer("MCE_all", {.method = Method::kAllAsFirst}, kernel, seconds);
  PrintPlayer("UCT_rand", {.method = Method::kLateGuess}, kernel, seconds);
  PrintPlayer("UCT_prob", {.method = Method::kEarlyGuess}, kernel, seconds);
  PrintPlayer("ISMCTS", {.method = Method::kInformationSet}, kernel, seconds);
  PrintPlayer("MCE_all, consistent guesses", {.method = Method::kAllAsFirst, .guess = Guess::kAllObservations}, kernel,
              seconds);
  return 0;
}

}  // namespace
}  // namespace tenuki::bench

int main(int argc, char** argv) { return tenuki::bench::Main(argc > 1 ? std::max(1, std::atoi(argv[1])) : 2); }
