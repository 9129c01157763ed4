// Plays pairs of games.
#include <memory>
#include <optional>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/random.h"
#include "engine/playout/playout.h"
#include "experiments/match/match.h"
#include "experiments/match/openings.h"
#include "experiments/match/play.h"
#include "experiments/match/rows.h"
#include "experiments/players.h"

namespace tenuki {
namespace {

// Both games of a unit, played before either of them becomes a row.
absl::Status PlayPair(const Cell& cell, const Openings& openings, const PlayoutKernel& kernel, int64_t unit,
                      const RunContext& context, MatchRows& rows) {
  const v1::Match& match = cell.experiment.match();
  GamePlace places[2];
  PlayedGame played[2];
  for (int game : {0, 1}) {
    const uint64_t seed = DeriveSeed(UnitSeed(cell.digest, unit), static_cast<uint64_t>(game));
    places[game] = {.unit = unit,
                    .game = game,
                    .opening = openings.IndexOf(unit),
                    .player_seed = DeriveSeed(seed, 0),
                    .opponent_seed = DeriveSeed(seed, 1)};
    const std::unique_ptr<Player> player = MakePlayer(match.player(), kernel, places[game].player_seed);
    const std::unique_ptr<Player> opponent = MakePlayer(match.opponent(), kernel, places[game].opponent_seed);
    const bool is_black = places[game].player_color() == Color::kBlack;
    played[game] = PlayGame(match, openings.StartOf(unit), is_black ? *player : *opponent,
                            is_black ? *opponent : *player, context.clock);
    for (const PlayedPly& ply : played[game].plies) {
      context.note_time(ply.color == places[game].player_color() ? "player" : "opponent", ply.think_time);
    }
  }
  for (int game : {0, 1}) ABSL_RETURN_IF_ERROR(rows.Add(places[game], played[game]));
  return rows.EndUnit();
}

}  // namespace

absl::Status MatchKind::Run(const Cell& cell, UnitRange units, const RunContext& context, TableSink& sink) const {
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<const Openings> openings, OpeningsOf(cell.experiment, context.inputs));
  const PlayoutKernel kernel(context.cpu_level);
  ABSL_ASSIGN_OR_RETURN(MatchRows rows, MatchRows::Make(cell.experiment.match(), sink));
  for (int64_t unit = units.first; unit < units.first + units.count; ++unit) {
    ABSL_RETURN_IF_ERROR(PlayPair(cell, *openings, kernel, unit, context, rows));
    if (!context.unit_done(unit)) {
      ABSL_RETURN_IF_ERROR(rows.Flush());
      return absl::AbortedError(absl::StrCat("stopped after unit ", unit));
    }
  }
  return rows.Flush();
}

}  // namespace tenuki
