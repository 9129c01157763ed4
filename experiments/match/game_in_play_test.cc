#include "experiments/match/game_in_play.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <utility>

#include "engine/board/point.h"

namespace tenuki {
namespace {

// Plays what it is given; then it resigns.
class Script final : public Player {
 public:
  explicit Script(std::deque<Move> moves) : moves_(std::move(moves)) {}
  std::string_view name() const override { return "script"; }
  void SetSeed(uint64_t) override {}
  uint64_t seed() const override { return 0; }
  std::optional<Move> ChooseMove(const Game&) override {
    if (moves_.empty()) return std::nullopt;
    const Move move = moves_.front();
    moves_.pop_front();
    return move;
  }
  ChoiceInfo last_choice() const override { return {.playouts = 10, .visits = 5, .win_rate = 0.5}; }

 private:
  std::deque<Move> moves_;
};

v1::Match MatchOn(int size, int max_plies = 0) {
  v1::Match match;
  match.set_board_size(size);
  match.set_max_plies(max_plies);
  return match;
}

PlayedGame Play(const v1::Match& match, Game start, Player& black, Player& white) {
  const std::unique_ptr<MatchSide> black_side = NativeSide(black, Clock::Real());
  const std::unique_ptr<MatchSide> white_side = NativeSide(white, Clock::Real());
  GameInPlay game(match, std::move(start), *black_side, *white_side);
  EXPECT_TRUE(game.Advance()) << "there is nothing to wait for";
  return game.played();
}

Game EmptyGame(int size) { return Game(Board(size), {.komi_half_points = 1}); }

TEST(GameInPlayTest, TwoPassesEndItAndTheBoardIsCounted) {
  Script black({MakePoint(3, 1, 1), kPass});
  Script white({kPass});
  const PlayedGame played = Play(MatchOn(3), EmptyGame(3), black, white);
  EXPECT_EQ(played.reason, "two_passes");
  EXPECT_EQ(played.winner, Color::kBlack);
  EXPECT_EQ(played.black_lead_half_points, 17);
  EXPECT_EQ(played.Moves(3), "bbtttt");
  EXPECT_EQ(played.NumPlies(), 3);
  EXPECT_EQ(played.NumPlayouts(Color::kBlack), 20);
}

TEST(GameInPlayTest, AResignationHasNoMarginAndIsNoPly) {
  Script black({MakePoint(3, 1, 1)});
  Script white({});
  const PlayedGame played = Play(MatchOn(3), EmptyGame(3), black, white);
  EXPECT_EQ(played.reason, "resignation");
  EXPECT_EQ(played.winner, Color::kBlack);
  EXPECT_EQ(played.black_lead_half_points, std::nullopt);
  EXPECT_EQ(played.NumPlies(), 1);
  EXPECT_EQ(played.plies.size(), 2);
  EXPECT_EQ(played.NumPlayouts(Color::kWhite), 10) << "it thought before it resigned";
}

TEST(GameInPlayTest, AtTheLimitOfMovesTheBoardCountsAsItStands) {
  Script black({MakePoint(3, 0, 0)});
  Script white({MakePoint(3, 2, 2)});
  const PlayedGame played = Play(MatchOn(3, 2), EmptyGame(3), black, white);
  EXPECT_EQ(played.reason, "max_plies");
  EXPECT_EQ(played.winner, Color::kWhite) << "an even board, and half a point of komi";
  EXPECT_EQ(played.black_lead_half_points, -1);
}

}  // namespace
}  // namespace tenuki
