// One game of a match under way: the two sides are asked in turn, and the referee watches.
//
//   GameInPlay game(match, openings->StartOf(unit), *black, *white);
//   while (!game.Advance()) {                                           // or see to another game
//     if (PlayoutSource* source = game.needs_playouts()) RunAlone(*source, kernel);
//     else host.WaitForAny({game.waits_for()}, …);
//   }
//   if (game.failure() != nullptr) …                                    // an engine is gone: play it again
//   game.played().winner
//
// An illegal move loses the game at once, as does an engine that refuses a legal one or says what is no move; what an
// engine's failure means is for others to say. One thread at a time.
#pragma once

#include <memory>
#include <optional>

#include "engine/board/game.h"
#include "experiments/match/played_game.h"
#include "experiments/match/side.h"
#include "tenuki/v1/match.pb.h"

namespace tenuki {

class GameInPlay {
 public:
  // `match` and the sides must outlive it. From the position that `start` is in.
  GameInPlay(const v1::Match& match, Game start, MatchSide& black, MatchSide& white);

  // Goes on until it has to wait for an engine or for playouts (false), or is over (true).
  bool Advance();
  bool is_over() const { return stage_ == Stage::kOver; }
  // What it waits for, REQUIRES: Advance said false. Either the session of an engine, or playouts that are to be run.
  EngineSession* waits_for() { return side(asked_).session(); }
  PlayoutSource* needs_playouts() { return side(asked_).playouts(); }
  // Of the side that needed them.
  void AddThinkTime(absl::Duration time) { side(asked_).AddThinkTime(time); }

  // REQUIRES: it is over.
  const PlayedGame& played() const { return played_; }
  // Of the engine whose end was the game's; null else.
  const EngineFailure* failure() const { return failure_.has_value() ? &*failure_ : nullptr; }
  // Ends it for good, as lost by the side whose engine has failed. REQUIRES: there is a failure.
  void Forfeit();

 private:
  enum class Stage { kMoves, kVerdicts, kOver };

  MatchSide& side(Color color) { return color == Color::kBlack ? black_ : white_; }
  void AskForMove();
  void Take(SideAnswer answer);
  void TakeMove(const SideMove& answer);
  void TakeVerdict(const SideVerdict& verdict);
  // After two passes: what both sides think of the end.
  void Judge();
  void EndByCount(int black_lead_half_points, std::string_view reason);
  void EndByLossOf(Color loser, std::string_view reason, std::optional<std::string> failure = std::nullopt);

  const v1::Match& match_;
  const size_t max_plies_;
  Game game_;
  MatchSide& black_;
  MatchSide& white_;
  Stage stage_ = Stage::kMoves;
  // The side that has been asked last.
  Color asked_ = Color::kEmpty;
  // Of Black and White.
  SideVerdict verdicts_[2];
  PlayedGame played_;
  std::optional<EngineFailure> failure_;
};

}  // namespace tenuki
