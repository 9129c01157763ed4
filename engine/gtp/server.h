// A GTP 2 engine without its pipes: commands in, responses out.
//
//   UniformPlayer player(/*seed=*/7);
//   GtpServer server(player, PlayoutKernel(BestCpuLevel()), {.size = 9});
//   GtpRequestReader reader;
//   while (!server.done() && …) {
//     reader.Feed(bytes);
//     while (std::optional<GtpCommand> command = reader.Next()) write(server.Handle(*command));
//   }
//
// The commands are those of GTP 2, draft 2, some of GNU Go (is_legal, all_legal, list_stones, captures, help), and our
// own, which start with "tenuki-". server.cc has the one list. Where the protocol leaves a choice:
//
//   * A failure starts with the text that GTP prescribes, and goes on with the reason where there is one to tell:
//     "illegal move: D4 is occupied". Nothing has changed after a failure.
//   * Too few arguments are a syntax error, and too many for a command that has some; those that take none ignore them.
//   * `boardsize` clears the board. Komi and rules stay until changed.
//   * `play` and `genmove` take either colour at any time; a ko ban that was on the other colour is lifted.
//   * `undo` takes back moves up to the start, which handicap stones and setups of a loaded file are part of.
//   * `time_settings` and `time_left` are checked, and then ignored: our players think in playouts, not in seconds, so
//     that a move does not depend on the machine.
//   * `place_free_handicap` takes the points of `fixed_handicap`, and fewer than asked where that has no more.
//   * `final_score` is by area, with the dead stones off the board and the komi as set; White is not compensated for
//     handicap stones. `final_status_list` gives one chain a line. dead_stones.h says how the dead are found; all other
//     stones are alive, and seki is always empty: we cannot tell it.
//   * `loadsgf` reads the main line of the first game under the rules of the server; RU is ignored, and without KM the
//     komi stays.
//
// Responses are a function of the commands so far, the player and the options. Not thread-safe.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "engine/board/game.h"
#include "engine/board/rules.h"
#include "engine/gtp/command.h"
#include "engine/player/player.h"
#include "engine/playout/playout.h"

namespace tenuki {

struct GtpServerOptions {
  int size = kMaxBoardSize;
  Rules rules{};
  // What `version` answers.
  std::string version{};
  // How `loadsgf` gets at files, since engine/ does no I/O. Without it the command fails.
  std::function<absl::StatusOr<std::string>(const std::string& path)> read_file{};
};

class GtpServer {
 public:
  // The player must outlive the server. REQUIRES: 1 <= options.size <= kMaxBoardSize.
  GtpServer(Player& player, const PlayoutKernel& kernel, GtpServerOptions options);

  // Carries out the command, and returns the whole response with the empty line that ends it.
  std::string Handle(const GtpCommand& command);

  // Whether `quit` was given. What comes after it should not be handled.
  bool done() const { return done_; }
  const Game& game() const { return game_; }

 private:
  using Args = std::span<const std::string>;
  using Result = absl::StatusOr<std::string>;  // the text of the response, whether of success or of failure
  struct Entry;

  static std::span<const Entry> Commands();
  static const Entry* Find(std::string_view name);
  Result Run(const GtpCommand& command);

  // server.cc: the session
  Result ProtocolVersion(Args args);
  Result Name(Args args);
  Result Version(Args args);
  Result KnownCommand(Args args);
  Result ListCommands(Args args);
  Result Help(Args args);
  Result Quit(Args args);

  // server_setup.cc: how a game begins
  Result BoardSize(Args args);
  Result ClearBoard(Args args);
  Result Komi(Args args);
  Result FixedHandicapStones(Args args);
  Result PlaceFreeHandicap(Args args);
  Result SetFreeHandicap(Args args);
  Result LoadSgf(Args args);
  Result TimeSettings(Args args);
  Result TimeLeft(Args args);
  Result RulesOfPlay(Args args);
  Result Seed(Args args);
  absl::Status PlaceHandicap(const PointSet& stones);

  // server_play.cc: moves, and questions about the position
  Result Play(Args args);
  Result GenMove(Args args);
  Result RegGenMove(Args args);
  Result Undo(Args args);
  Result IsLegal(Args args);
  Result AllLegal(Args args);
  Result ListStones(Args args);
  Result Captures(Args args);
  Result ShowBoard(Args args);
  Result FinalScore(Args args);
  Result FinalStatusList(Args args);
  Game GameWithTurnOf(Color color) const;

  Player& player_;
  const PlayoutKernel kernel_;
  const GtpServerOptions options_;
  Game game_;
  bool done_ = false;
};

}  // namespace tenuki
