// Plays pairs of games.
#include <optional>
#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/random.h"
#include "engine/phantom/referee.h"
#include "experiments/phantom/phantom.h"
#include "experiments/phantom/players.h"
#include "experiments/phantom/rows.h"
#include "experiments/phantom/transcript.h"

namespace tenuki {
namespace {

// A side of a game under way.
struct Seat {
  std::unique_ptr<PhantomPlayer> player;
  SideCounts* counts;
};

// Asks for proposals until the game is over; `seats` are Black's and White's. False when it was to stop before.
bool PlayOut(Referee& referee, Seat (&seats)[2], Transcript& transcript, const RunContext& context) {
  while (!referee.IsOver()) {
    if (context.should_stop()) return false;
    const Color color = referee.to_move();
    Seat& seat = seats[Side(color)];
    const Move move = seat.player->Propose(referee.view(color));
    const Ruling ruling = referee.Propose(move);
    transcript.Add(move, ruling.is_legal());
    ++seat.counts->proposals;
    seat.counts->refusals += !ruling.is_legal();
    seat.counts->captures += ruling.to_proposer.captured;
  }
  for (Seat& seat : seats) seat.counts->effort = seat.player->effort();
  return true;
}

struct PlayedGame {
  PhantomGame game;
  Referee referee;
};

// Nothing when it was to stop before the game was over.
std::optional<PlayedGame> PlayGame(const Cell& cell, int64_t unit, int number, const PlayoutKernel& kernel,
                                   const RunContext& context) {
  const v1::Phantom& phantom = cell.experiment.phantom();
  const uint64_t seed = DeriveSeed(UnitSeed(cell.digest, unit), static_cast<uint64_t>(number));
  PlayedGame played = {
      .game = {.unit = unit, .game = number, .player_seed = DeriveSeed(seed, 0), .opponent_seed = DeriveSeed(seed, 1)},
      .referee = Referee(phantom.board_size(), RulesOf(phantom), phantom.max_plies())};
  PhantomGame& game = played.game;
  const Clock& clock = context.clock;
  Seat player = {MakePhantomPlayer(ParametersOf(phantom.player()), kernel, clock, game.player_seed), &game.player};
  Seat opponent = {MakePhantomPlayer(ParametersOf(phantom.opponent()), kernel, clock, game.opponent_seed),
                   &game.opponent};
  const bool is_black = game.player_color() == Color::kBlack;
  Seat seats[2] = {std::move(is_black ? player : opponent), std::move(is_black ? opponent : player)};
  Transcript transcript(phantom.board_size());
  if (!PlayOut(played.referee, seats, transcript, context)) return std::nullopt;
  game.proposals = transcript.text();
  return played;
}

}  // namespace

absl::Status PhantomKind::Run(const Cell& cell, UnitRange units, const RunContext& context, TableSink& sink) const {
  const PlayoutKernel kernel(context.cpu_level);
  ABSL_ASSIGN_OR_RETURN(PhantomRows rows, PhantomRows::Make(cell.experiment.phantom(), sink));
  for (int64_t unit = units.first; unit < units.first + units.count; ++unit) {
    const std::optional<PlayedGame> first = PlayGame(cell, unit, 0, kernel, context);
    const std::optional<PlayedGame> second = first ? PlayGame(cell, unit, 1, kernel, context) : std::nullopt;
    if (second) {
      for (const auto* played : {&*first, &*second}) rows.Add(played->game, played->referee);
      ABSL_RETURN_IF_ERROR(rows.EndUnit());
      if (context.unit_done(unit)) continue;
    }
    ABSL_RETURN_IF_ERROR(rows.Flush());
    return absl::AbortedError(absl::StrCat("stopped ", second ? "after" : "in", " unit ", unit));
  }
  return rows.Flush();
}

}  // namespace tenuki
