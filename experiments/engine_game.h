// The GTP side of one game: what an engine is told and asked, and what it says to that, as events with a type.
//
//   EngineGame game(*session, start);                  // a Game: its start, and the moves up to now
//   game.RequestMove(Color::kBlack);
//   if (std::optional<EngineGameEvent> event = game.Poll()) …       // EngineMoved, EngineResigned, … EngineFailure
//   game.Play(Color::kWhite, reply);
//   game.RequestMove(Color::kBlack);
//   …
//   game.RequestDeadStones(board);                     // EngineDeadStones
//
// Orders queue up and are sent one at a time, as Poll gets to it; of those that go well only requests give an event. It
// is no referee: a move that it reports is one of the board, legal or not, and the engine believes that it was played.
// What the rules are, GTP cannot say: that is among an engine's options.
//
// It does no input or output of its own, and knows no time. Not thread-safe; the session must outlive it.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "engine/board/board.h"
#include "engine/board/game.h"
#include "engine/board/point.h"
#include "engine/board/point_set.h"
#include "experiments/engine_host.h"

namespace tenuki {

// The answers to RequestMove. Times are for provenance.
struct EngineMoved {
  Move move = kPass;
  absl::Duration time = absl::ZeroDuration();
};
struct EngineResigned {
  absl::Duration time = absl::ZeroDuration();
};
// The answers to the other requests.
struct EngineDeadStones {
  PointSet stones = {};
};
struct EngineScore {
  int black_lead_half_points = 0;
};
// "?": it will not, or cannot. Of any command: also of a move of the opponent's that it thinks illegal.
struct EngineRefused {
  std::string command = {};
  std::string text = {};
};
// "=", but not with what was asked for: no point of the board, a dead stone where there is none.
struct EngineMisspoke {
  std::string command = {};
  std::string text = {};
  // "'Z99' is no point of a 9×9 board"
  std::string reason = {};
};

using EngineGameEvent = std::variant<EngineMoved, EngineResigned, EngineDeadStones, EngineScore, EngineRefused,
                                     EngineMisspoke, EngineFailure>;

class EngineGame {
 public:
  // Sets the board up: size, komi, the session's own commands, stones of the start, plies.
  EngineGame(EngineSession& session, const Game& start);

  // Tells of a move of the opponent's.
  void Play(Color color, Move move);
  void RequestMove(Color color);
  // What of the stones on the board the engine thinks dead.
  void RequestDeadStones(const Board& board);
  void RequestScore();

  // Sends what can be sent. An event ends the game for this object when it is EngineRefused of anything but a request
  // of the end, EngineMisspoke or EngineFailure: what the engine believes is not known then. Nothing: not yet, or
  // nothing is under way.
  std::optional<EngineGameEvent> Poll();
  // Whether an event can still come.
  bool is_waiting() const { return is_sent_ || !orders_.empty(); }

 private:
  enum class Expected { kNothing, kMove, kDeadStones, kScore };
  struct Order {
    std::string command;
    Expected expected = Expected::kNothing;
    // Of kDeadStones: where there are stones.
    PointSet stones = {};
  };

  std::optional<EngineGameEvent> Read(const Order& order, const EngineAnswer& answer) const;

  EngineSession& session_;
  const int size_;
  // The first one was sent when `is_sent_`.
  std::deque<Order> orders_;
  bool is_sent_ = false;
};

// "B+3.5", "W+12", "0", "Draw", as `final_score` answers, in half points; what follows a space is for people.
// INVALID_ARGUMENT for anything else, "?" (not known) among it.
absl::StatusOr<int> ParseGtpScore(std::string_view text);

// The vertices of `text`, all of them among `stones`. INVALID_ARGUMENT names the first that is not.
absl::StatusOr<PointSet> ParseGtpStones(int size, std::string_view text, const PointSet& stones);

}  // namespace tenuki
