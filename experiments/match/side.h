// Who plays one side of one game, whoever that is: it is asked, and answers now or later.
//
//   ABSL_ASSIGN_OR_RETURN(std::unique_ptr<MatchSide> side, MakeSide(match.player(), seed, start, surroundings));
//   side->AskMove(game);
//   std::optional<SideAnswer> answer = side->Poll();      // nothing: not yet
//   if (!answer) …                                        // run side->playouts(), or wait for side->session()
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "common/clock.h"
#include "engine/board/game.h"
#include "engine/player/player.h"
#include "engine/playout/lockstep.h"
#include "engine/playout/playout.h"
#include "experiments/engine_host.h"
#include "tenuki/v1/player.pb.h"

namespace tenuki {

struct SideMove {
  // Nothing: it resigns. It need not be legal.
  std::optional<Move> move = {};
  ChoiceInfo info = {};
  absl::Duration think_time = {};
};
// What an engine makes of a game that is over; a native player has no opinion.
struct SideVerdict {
  std::optional<PointSet> dead_stones = {};
  std::optional<int> black_lead_half_points = {};
};
// An engine that cannot go on as it should: "refused" or "misspoke", and in words.
struct SideFault {
  std::string reason;
  std::string text;
};
using SideAnswer = std::variant<SideMove, SideVerdict, SideFault, EngineFailure>;

class MatchSide {
 public:
  virtual ~MatchSide() = default;

  // REQUIRES: what it was asked before is answered, and the side is to move.
  virtual void AskMove(const Game& game) = 0;
  // What it thinks of the end. REQUIRES: as above, and the game is over.
  virtual void AskVerdict(const Game& game) = 0;
  // The answer; nothing: not yet.
  virtual std::optional<SideAnswer> Poll() = 0;

  // Of a native player: the playouts that it waits for, to be run to their end; null else. What they took is its time.
  virtual PlayoutSource* playouts() { return nullptr; }
  virtual void AddThinkTime(absl::Duration) {}
  // Of an engine: what it is waited for with; null else.
  virtual EngineSession* session() { return nullptr; }
  // Of an engine: its command line and what was set up for the game.
  virtual std::optional<std::string> told() const { return std::nullopt; }
};

struct SideSurroundings {
  const PlayoutKernel& kernel;
  const Clock& clock;
  EngineHost& engines;
};

// For a game from that start. An engine's errors are those of EngineHost::Start.
absl::StatusOr<std::unique_ptr<MatchSide>> MakeSide(const v1::Player& player, uint64_t seed, const Game& start,
                                                    const SideSurroundings& surroundings);

// Around a player that is there already, which must outlive it: for tests.
std::unique_ptr<MatchSide> NativeSide(Player& player, const Clock& clock);

}  // namespace tenuki
