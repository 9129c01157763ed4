// Plays pairs of games.
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

// Asks for proposals until the game is over; `seats` are Black's and White's.
void PlayGame(Referee& referee, Seat (&seats)[2], Transcript& transcript) {
  while (!referee.IsOver()) {
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
}

void PlayAndAdd(const Cell& cell, int64_t unit, int number, const PlayoutKernel& kernel, const Clock& clock,
                PhantomRows& rows) {
  const v1::Phantom& phantom = cell.experiment.phantom();
  const uint64_t seed = DeriveSeed(UnitSeed(cell.digest, unit), static_cast<uint64_t>(number));
  PhantomGame game = {
      .unit = unit, .game = number, .player_seed = DeriveSeed(seed, 0), .opponent_seed = DeriveSeed(seed, 1)};
  Referee referee(phantom.board_size(), RulesOf(phantom), phantom.max_plies());
  Seat player = {MakePhantomPlayer(ParametersOf(phantom.player()), kernel, clock, game.player_seed), &game.player};
  Seat opponent = {MakePhantomPlayer(ParametersOf(phantom.opponent()), kernel, clock, game.opponent_seed),
                   &game.opponent};
  const bool is_black = game.player_color() == Color::kBlack;
  Seat seats[2] = {std::move(is_black ? player : opponent), std::move(is_black ? opponent : player)};
  Transcript transcript(phantom.board_size());
  PlayGame(referee, seats, transcript);
  game.proposals = transcript.text();
  rows.Add(game, referee);
}

}  // namespace

absl::Status PhantomKind::Run(const Cell& cell, UnitRange units, const RunContext& context, TableSink& sink) const {
  const PlayoutKernel kernel(context.cpu_level);
  ABSL_ASSIGN_OR_RETURN(PhantomRows rows, PhantomRows::Make(cell.experiment.phantom(), sink));
  for (int64_t unit = units.first; unit < units.first + units.count; ++unit) {
    for (int game : {0, 1}) PlayAndAdd(cell, unit, game, kernel, context.clock, rows);
    ABSL_RETURN_IF_ERROR(rows.EndUnit());
    if (context.unit_done(unit)) continue;
    ABSL_RETURN_IF_ERROR(rows.Flush());
    return absl::AbortedError(absl::StrCat("stopped after unit ", unit));
  }
  return rows.Flush();
}

}  // namespace tenuki
