// Random games played on Game and on the naive board at once; after every ply both must tell the same of everything:
// stones, turn, captures, hash, the legality or kind of error of every point, chains and their liberties, playout
// candidates, area and score.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/random.h"
#include "engine/board/board.h"
#include "engine/board/diagram.h"
#include "engine/board/game.h"
#include "engine/testing/naive_board.h"

namespace tenuki {
namespace {

// Games per size: 2,076 in all, a multiple of twelve for each size (six rules, two styles of play).
int NumGames(int size) {
  if (size == 1) return 12;
  if (size <= 7) return 240;
  if (size <= 9) return 120;
  return size <= 13 ? 60 : 24;
}

enum class Style {
  kAnything,    // any legal move: own eyes are filled, large chains die, suicide where it is allowed
  kCandidates,  // what playouts choose from: territory forms, and with it kos
};

// All that a board shows. Undo has to bring all of it back.
struct View {
  explicit View(const Board& board)
      : black(board.stones(Color::kBlack)),
        white(board.stones(Color::kWhite)),
        candidates(board.PlayoutCandidates()),
        captured_by_black(board.captured_by(Color::kBlack)),
        captured_by_white(board.captured_by(Color::kWhite)),
        to_move(board.to_move()),
        ko(board.ko()),
        passes(board.passes()),
        hash(board.hash()) {}
  friend bool operator==(const View&, const View&) = default;

  PointSet black;
  PointSet white;
  PointSet candidates;
  int captured_by_black;
  int captured_by_white;
  Color to_move;
  Point ko;
  int passes;
  uint64_t hash;
};

class DoubleGame {
 public:
  DoubleGame(int size, const Rules& rules, Style style, uint64_t seed)
      : size_(size), style_(style), seed_(seed), game_(size, rules), naive_(size, rules) {
    views_.emplace_back(game_.board());
  }

  void Play() {
    const int max_plies = 2 * size_ * size_ + 10;
    for (int ply = 0; ply < max_plies && !game_.IsOver(); ++ply) {
      SCOPED_TRACE(absl::StrCat("ply ", ply, "\n", Diagram(game_.board())));
      PlayOnePly();
      CompareStones();
      CompareLegality();
      CompareChains();
      CompareArea();
      if (ply % 16 == 15) TakeBackAndReplay();
      if (testing::Test::HasFailure()) return;
    }
    TakeEverythingBack();
  }

  const std::set<MoveError>& errors_seen() const { return errors_seen_; }

 private:
  const Board& board() const { return game_.board(); }
  uint32_t RandomBelow(int n) { return UniformBelow(n, Random32(seed_, draws_++)); }

  // A pass now and then, and when no legal move was found.
  Move ChooseMove() {
    if (RandomBelow(32) == 0) return kPass;
    std::vector<Point> points = Points(style_ == Style::kAnything ? board().empty() : board().PlayoutCandidates());
    while (!points.empty()) {
      size_t index = RandomBelow(static_cast<int>(points.size()));
      if (game_.Check(points[index]) == MoveError::kNone) return points[index];
      points.erase(points.begin() + index);
    }
    return kPass;
  }

  void PlayOnePly() {
    Move move = ChooseMove();
    EXPECT_EQ(game_.Play(move), MoveError::kNone) << ToGtp(size_, move);
    naive_.Play(move);
    views_.emplace_back(board());
  }

  void CompareStones() {
    for (Color color : {Color::kBlack, Color::kWhite}) {
      EXPECT_EQ(Points(board().stones(color)), naive_.stones().PointsOf(color));
      EXPECT_EQ(board().captured_by(color), naive_.captured_by(color));
    }
    EXPECT_EQ(Points(board().empty()), naive_.stones().PointsOf(Color::kEmpty));
    EXPECT_EQ(board().to_move(), naive_.to_move());
    EXPECT_EQ(board().passes(), naive_.passes());
    auto rebuilt =
        Board::FromStones(size_, board().stones(Color::kBlack), board().stones(Color::kWhite), Color::kBlack);
    ASSERT_TRUE(rebuilt.has_value());
    EXPECT_EQ(board().hash(), rebuilt->hash());
  }

  void CompareLegality() {
    for (Move move = kPass; move <= naive_.num_points(); ++move) {
      MoveError expected = naive_.Check(move);
      EXPECT_EQ(game_.Check(move), expected) << "move " << move;
      errors_seen_.insert(expected);
    }
    EXPECT_EQ(Points(board().PlayoutCandidates()), naive_.PlayoutCandidates());
  }

  void CompareChains() {
    PointSet seen;
    for (Point point = 0; point < naive_.num_points(); ++point) {
      ASSERT_EQ(board().at(point), naive_.at(point));
      if (naive_.at(point) == Color::kEmpty || seen.Contains(point)) continue;
      EXPECT_EQ(Points(board().ChainAt(point)), naive_.stones().RegionAt(point));
      EXPECT_EQ(Points(board().LibertiesAt(point)), naive_.stones().LibertiesAt(point));
      seen |= board().ChainAt(point);
    }
  }

  void CompareArea() {
    Area area = board().ComputeArea();
    std::vector<Color> owners = naive_.stones().Owners();
    for (Point point = 0; point < naive_.num_points(); ++point) {
      EXPECT_EQ(area.black.Contains(point), owners[point] == Color::kBlack) << "point " << point;
      EXPECT_EQ(area.white.Contains(point), owners[point] == Color::kWhite) << "point " << point;
    }
    EXPECT_EQ(area.Score(), naive_.Score());
    EXPECT_EQ(game_.ScoreHalfPoints(), 2 * naive_.Score() - game_.rules().komi_half_points);
  }

  void TakeBackAndReplay() {
    Move last = game_.plies().back().move;
    ASSERT_TRUE(game_.Undo());
    EXPECT_EQ(View(board()), views_[views_.size() - 2]);
    EXPECT_EQ(game_.Play(last), MoveError::kNone);
    EXPECT_EQ(View(board()), views_.back());
  }

  void TakeEverythingBack() {
    while (game_.Undo()) {
      views_.pop_back();
      ASSERT_EQ(View(board()), views_.back()) << "back at ply " << views_.size() - 1;
    }
    EXPECT_EQ(views_.size(), 1u);
  }

  int size_;
  Style style_;
  uint64_t seed_;
  uint64_t draws_ = 0;
  Game game_;
  NaiveBoard naive_;
  std::vector<View> views_;  // at the start and after each ply
  std::set<MoveError> errors_seen_;
};

// Games that never met a kind of illegal move would prove nothing about it. A superko that is no plain ko takes many
// captures around the same points, which is common on small boards only.
std::set<MoveError> ErrorsToMeet(int size) {
  if (size == 1) return {MoveError::kSuicide};
  std::set<MoveError> errors = {MoveError::kOffBoard, MoveError::kOccupied, MoveError::kSuicide, MoveError::kKo};
  if (size <= 7) errors.insert(MoveError::kSuperko);
  return errors;
}

class DifferentialTest : public testing::TestWithParam<int> {};

TEST_P(DifferentialTest, RandomGamesAreTheSameOnBothBoards) {
  const int size = GetParam();
  std::set<MoveError> errors_seen;
  for (int index = 0; index < NumGames(size); ++index) {
    Rules rules{.ko = static_cast<KoRule>(index % 3), .suicide_allowed = index / 3 % 2 == 1};
    Style style = index / 6 % 2 == 0 ? Style::kAnything : Style::kCandidates;
    uint64_t seed = DeriveSeed(size, index);
    SCOPED_TRACE(absl::StrCat("game ", index));
    DoubleGame game(size, rules, style, seed);
    game.Play();
    if (HasFailure()) return;
    errors_seen.insert(game.errors_seen().begin(), game.errors_seen().end());
  }
  EXPECT_THAT(errors_seen, testing::IsSupersetOf(ErrorsToMeet(size)));
}

INSTANTIATE_TEST_SUITE_P(Sizes, DifferentialTest, testing::Range(1, kMaxBoardSize + 1),
                         [](const auto& info) { return absl::StrCat(info.param, "x", info.param); });

}  // namespace
}  // namespace tenuki
