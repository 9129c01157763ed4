// Random games played by us and by GNU Go, a referee that shares no code with us: every move is legal for both, and
// stones, captures and the legality of every empty point are the same. `./dev setup` installs it.
//
// GNU Go is told the rules explicitly; its --allow-all-suicide is our suicide_allowed. That and superko are not
// combined, as GNU Go lets the suicide of a single stone repeat a board.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "common/random.h"
#include "engine/board/diagram.h"
#include "engine/board/game.h"
#include "tests/child_process.h"

namespace tenuki {
namespace {

constexpr absl::Duration kReplyTimeout = absl::Seconds(60);

class GnuGo {
 public:
  explicit GnuGo(std::unique_ptr<ChildProcess> process) : process_(std::move(process)) {}

  // Debian puts games where root's PATH does not look.
  static absl::StatusOr<GnuGo> Start(const Rules& rules) {
    absl::Status status;
    for (const char* program : {"gnugo", "/usr/games/gnugo"}) {
      auto process = ChildProcess::Start({program, "--mode", "gtp", "--level", "0", KoOption(rules.ko),
                                          rules.suicide_allowed ? "--allow-all-suicide" : "--forbid-suicide"});
      if (process.ok()) return GnuGo(*std::move(process));
      status = process.status();
    }
    return absl::NotFoundError(absl::StrCat("GNU Go is needed, run ./dev setup: ", status.message()));
  }

  // Sends all commands at once and returns their answers without "= "; an error keeps its "? ".
  std::vector<std::string> Ask(const std::vector<std::string>& commands) {
    EXPECT_TRUE(process_->Write(absl::StrJoin(commands, "\n") + "\n").ok());
    std::vector<std::string> answers;
    for (size_t i = 0; i < commands.size(); ++i) answers.push_back(ReadAnswer());
    return answers;
  }
  std::string Ask(const std::string& command) { return Ask(std::vector<std::string>{command}).front(); }

 private:
  static const char* KoOption(KoRule ko) {
    switch (ko) {
      case KoRule::kSimple: return "--simple-ko";
      case KoRule::kPositionalSuperko: return "--positional-superko";
      case KoRule::kSituationalSuperko: return "--situational-superko";
    }
    return "";
  }

  // An answer ends with an empty line.
  std::string ReadAnswer() {
    std::vector<std::string> lines;
    while (true) {
      absl::StatusOr<std::string> line = process_->ReadLine(kReplyTimeout);
      if (!line.ok()) return absl::StrCat("? ", line.status().message());
      if (line->empty()) break;
      lines.push_back(*std::move(line));
    }
    std::string answer = absl::StrJoin(lines, "\n");
    std::string_view text = answer;
    if (absl::ConsumePrefix(&text, "=")) absl::ConsumePrefix(&text, " ");
    return std::string(text);
  }

  std::unique_ptr<ChildProcess> process_;
};

// The same game here and there.
class SharedGame {
 public:
  SharedGame(GnuGo& gnugo, int size, const Rules& rules) : gnugo_(gnugo), game_(size, rules) {
    EXPECT_EQ(gnugo_.Ask(absl::StrCat("boardsize ", size)), "");
    EXPECT_EQ(gnugo_.Ask("clear_board"), "");
  }

  // Plays at random, own eyes filled as well, until two passes or `max_plies`.
  void PlayAtRandom(uint64_t seed, int max_plies, int compare_every) {
    for (int ply = 0; ply < max_plies && !game_.IsOver(); ++ply) {
      SCOPED_TRACE(absl::StrCat("ply ", ply, "\n", DiagramWithCoordinates(game_.board())));
      PlayOnePly(Random32(seed, ply));
      CompareStonesAndCaptures();
      if (ply % compare_every == 0) CompareLegality();
      if (testing::Test::HasFailure()) return;
    }
    CompareLegality();
  }

  int num_illegal_seen() const { return num_illegal_seen_; }

 private:
  std::string Vertex(Move move) const { return ToGtp(game_.board().size(), move); }
  std::string ToMove() const { return std::string(ColorName(game_.board().to_move())); }

  void PlayOnePly(uint32_t random) {
    std::vector<Move> moves;
    for (Point point : game_.board().empty()) {
      if (game_.Check(point) == MoveError::kNone) moves.push_back(point);
    }
    Move move = moves.empty() ? kPass : moves[UniformBelow(static_cast<uint32_t>(moves.size()), random)];
    EXPECT_EQ(gnugo_.Ask(absl::StrCat("play ", ToMove(), " ", Vertex(move))), "") << ToMove() << " " << Vertex(move);
    EXPECT_EQ(game_.Play(move), MoveError::kNone);
  }

  void CompareStonesAndCaptures() {
    for (Color color : {Color::kBlack, Color::kWhite}) {
      const std::string name(ColorName(color));
      std::vector<std::string> ours;
      for (Point point : game_.board().stones(color)) ours.push_back(Vertex(point));
      std::vector<std::string> answers = gnugo_.Ask({"list_stones " + name, "captures " + name});
      std::vector<std::string> theirs = absl::StrSplit(answers[0], ' ', absl::SkipEmpty());
      EXPECT_THAT(theirs, testing::UnorderedElementsAreArray(ours)) << name;
      EXPECT_EQ(answers[1], absl::StrCat(game_.board().captured_by(color))) << name;
    }
  }

  void CompareLegality() {
    std::vector<Point> points;
    std::vector<std::string> questions;
    for (Point point : game_.board().empty()) {
      points.push_back(point);
      questions.push_back(absl::StrCat("is_legal ", ToMove(), " ", Vertex(point)));
    }
    std::vector<std::string> answers = gnugo_.Ask(questions);
    for (size_t i = 0; i < points.size(); ++i) {
      MoveError error = game_.Check(points[i]);
      num_illegal_seen_ += error != MoveError::kNone;
      EXPECT_EQ(answers[i], IsLegalForGnuGo(points[i], error) ? "1" : "0")
          << ToMove() << ": " << Explain(error, game_.board().size(), points[i]);
    }
  }

  // GNU Go's simple ko forbids to retake, and nothing else. Ours forbids the board of two plies ago, which also comes
  // back when a single stone's suicide follows a ply that changed nothing.
  bool IsLegalForGnuGo(Point point, MoveError error) const {
    bool is_second_suicide = error == MoveError::kKo && point != game_.board().ko();
    return error == MoveError::kNone || (game_.rules().ko == KoRule::kSimple && is_second_suicide);
  }

  GnuGo& gnugo_;
  Game game_;
  int num_illegal_seen_ = 0;
};

struct Series {
  const char* name;
  Rules rules;
  int size;
  int games;
  int max_plies;      // random play that fills its own eyes need not end
  int compare_every;  // plies between comparisons of legality

  friend void PrintTo(const Series& series, std::ostream* out) { *out << series.name; }
};

class GnuGoRulesTest : public testing::TestWithParam<Series> {};

TEST_P(GnuGoRulesTest, AgreesOnRandomGames) {
  const Series& series = GetParam();
  absl::StatusOr<GnuGo> gnugo = GnuGo::Start(series.rules);
  ASSERT_TRUE(gnugo.ok()) << gnugo.status();
  int illegal_seen = 0;
  for (int index = 0; index < series.games; ++index) {
    SCOPED_TRACE(absl::StrCat("game ", index));
    SharedGame game(*gnugo, series.size, series.rules);
    game.PlayAtRandom(DeriveSeed(series.size, index), series.max_plies, series.compare_every);
    if (HasFailure()) return;
    illegal_seen += game.num_illegal_seen();
  }
  EXPECT_GT(illegal_seen, 0) << "games without an illegal point would compare nothing";
}

constexpr Rules kSimple{.ko = KoRule::kSimple, .suicide_allowed = false};
constexpr Rules kSimpleSuicide{.ko = KoRule::kSimple, .suicide_allowed = true};
constexpr Rules kPositional{.ko = KoRule::kPositionalSuperko, .suicide_allowed = false};
constexpr Rules kSituational{.ko = KoRule::kSituationalSuperko, .suicide_allowed = false};

INSTANTIATE_TEST_SUITE_P(Rules, GnuGoRulesTest,
                         testing::Values(Series{"Simple9x9", kSimple, 9, 24, 300, 1},
                                         Series{"Simple19x19", kSimple, 19, 4, 900, 10},
                                         Series{"SimpleSuicide9x9", kSimpleSuicide, 9, 8, 300, 1},
                                         Series{"Positional5x5", kPositional, 5, 20, 200, 1},
                                         Series{"Situational5x5", kSituational, 5, 20, 200, 1}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace tenuki
