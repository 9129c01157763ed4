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

// Plays what it is given, and then has an opinion.
class OpinionatedSide final : public MatchSide {
 public:
  OpinionatedSide(std::deque<Move> moves, SideVerdict verdict) : moves_(std::move(moves)), verdict_(verdict) {}
  void AskMove(const Game&) override { is_asked_for_move_ = true; }
  void AskVerdict(const Game&) override {}
  std::optional<SideAnswer> Poll() override {
    if (!std::exchange(is_asked_for_move_, false)) return verdict_;
    const Move move = moves_.empty() ? kPass : moves_.front();
    if (!moves_.empty()) moves_.pop_front();
    return SideMove{.move = move};
  }

 private:
  std::deque<Move> moves_;
  const SideVerdict verdict_;
  bool is_asked_for_move_ = false;
};

// Black has B2, White C3.
PlayedGame Judged(v1::Referee referee, const SideVerdict& of_black, const SideVerdict& of_white) {
  v1::Match match = MatchOn(3);
  match.set_referee(referee);
  OpinionatedSide black({MakePoint(3, 1, 1)}, of_black);
  OpinionatedSide white({MakePoint(3, 2, 2)}, of_white);
  GameInPlay game(match, EmptyGame(3), black, white);
  EXPECT_TRUE(game.Advance());
  return game.played();
}

PointSet Stone(int column, int row) {
  PointSet stones;
  stones.Insert(MakePoint(3, column, row));
  return stones;
}

TEST(GameInPlayTest, StonesThatAreSaidToBeDeadComeOff) {
  const SideVerdict white_is_dead = {.dead_stones = Stone(2, 2)};
  const SideVerdict no_opinion;
  EXPECT_EQ(Judged(v1::DEAD_STONES, no_opinion, no_opinion).black_lead_half_points, -1) << "one stone each, and komi";
  EXPECT_EQ(Judged(v1::DEAD_STONES, no_opinion, white_is_dead).black_lead_half_points, 17);
  EXPECT_EQ(Judged(v1::DEAD_STONES, white_is_dead, no_opinion).num_dead_stones, 1);
  EXPECT_EQ(Judged(v1::ALL_ALIVE, white_is_dead, white_is_dead).black_lead_half_points, -1);
}

TEST(GameInPlayTest, WhereTwoSpeakAStoneIsDeadWhenBothSaySo) {
  const SideVerdict white_is_dead = {.dead_stones = Stone(2, 2)};
  const SideVerdict black_is_dead = {.dead_stones = Stone(1, 1)};
  EXPECT_EQ(Judged(v1::DEAD_STONES, white_is_dead, black_is_dead).num_dead_stones, 0);
  EXPECT_EQ(Judged(v1::DEAD_STONES, white_is_dead, white_is_dead).num_dead_stones, 1);
}

TEST(GameInPlayTest, AnEnginesScoreCountsWhereItIsAskedToAndIsKeptElsewhere) {
  const SideVerdict by_ten = {.dead_stones = PointSet(), .black_lead_half_points = 20};
  const PlayedGame by_engine = Judged(v1::ENGINE_SCORE, {}, by_ten);
  EXPECT_EQ(by_engine.black_lead_half_points, 20);
  EXPECT_EQ(by_engine.winner, Color::kBlack);
  const PlayedGame by_us = Judged(v1::DEAD_STONES, {}, by_ten);
  EXPECT_EQ(by_us.winner, Color::kWhite);
  EXPECT_EQ(by_us.engine_black_lead_half_points, 20);
  EXPECT_EQ(Judged(v1::ENGINE_SCORE, {}, {}).black_lead_half_points, -1) << "without one, the board";
}

}  // namespace
}  // namespace tenuki
