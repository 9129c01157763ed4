#include "experiments/phantom/rows.h"

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "experiments/phantom/schema.h"

namespace tenuki {
namespace {

// Rows to a batch, or some more: a long job does not hold all of its rows.
constexpr int64_t kMaxBatchRows = 8192;

std::string_view EventName(Observation::Kind kind) {
  switch (kind) {
    case Observation::Kind::kRefused: return "refused";
    case Observation::Kind::kPlayed: return "played";
    case Observation::Kind::kOpponentPlayed: return "opponent_played";
    case Observation::Kind::kPassed: return "passed";
    case Observation::Kind::kOpponentPassed: return "opponent_passed";
    case Observation::Kind::kOver: return "over";
  }
  return "";
}

}  // namespace

absl::StatusOr<PhantomRows> PhantomRows::Make(const v1::Phantom& phantom, TableSink& sink) {
  ABSL_ASSIGN_OR_RETURN(TableRows games, TableRows::Make(PhantomGamesSchema()));
  ABSL_ASSIGN_OR_RETURN(TableRows observations, TableRows::Make(PhantomObservationsSchema()));
  return PhantomRows(phantom.record_observations(), sink, std::move(games), std::move(observations));
}

void PhantomRows::Add(const PhantomGame& game, const Referee& referee) {
  const int black_lead = referee.ScoreHalfPoints();
  const int lead = game.player_color() == Color::kBlack ? black_lead : -black_lead;
  games_.Add(game.unit);
  games_.Add(static_cast<int32_t>(game.game));
  games_.Add(ColorName(game.player_color()));
  games_.Add(game.player_seed);
  games_.Add(game.opponent_seed);
  games_.Add(lead > 0 ? "player" : lead < 0 ? "opponent" : "nobody");
  games_.Add(referee.game().IsOver() ? "two_passes" : "max_plies");
  games_.Add(lead / 2.0);
  games_.Add(static_cast<int64_t>(referee.num_plies()));
  for (int64_t count :
       {game.player.proposals, game.opponent.proposals, game.player.refusals, game.opponent.refusals,
        game.player.captures, game.opponent.captures, game.player.effort.playouts, game.opponent.effort.playouts,
        game.player.effort.consistent_guesses, game.opponent.effort.consistent_guesses,
        game.player.effort.inconsistent_guesses, game.opponent.effort.inconsistent_guesses}) {
    games_.Add(count);
  }
  games_.Add(game.proposals);
  ++num_rows_;
  if (!has_observations_) return;
  AddObservations(game, referee.view(Color::kBlack));
  AddObservations(game, referee.view(Color::kWhite));
}

void PhantomRows::AddObservations(const PhantomGame& game, const PlayerView& view) {
  int32_t number = 0;
  for (const Observation& observation : view.observations()) {
    std::string lost;
    for (Point point : observation.lost) absl::StrAppend(&lost, lost.empty() ? "" : " ", ToGtp(view.size(), point));
    observations_.Add(game.unit);
    observations_.Add(static_cast<int32_t>(game.game));
    observations_.Add(number++);
    observations_.Add(ColorName(view.color()));
    observations_.Add(EventName(observation.kind));
    observations_.Add(observation.point == kNoPoint ? std::string() : ToGtp(view.size(), observation.point));
    observations_.Add(static_cast<int32_t>(observation.captured));
    observations_.Add(lost);
    ++num_rows_;
  }
}

absl::Status PhantomRows::EndUnit() { return num_rows_ < kMaxBatchRows ? absl::OkStatus() : Flush(); }

absl::Status PhantomRows::Flush() {
  if (num_rows_ == 0) return absl::OkStatus();
  num_rows_ = 0;
  ABSL_RETURN_IF_ERROR(games_.Give(0, *sink_));
  return has_observations_ ? observations_.Give(1, *sink_) : absl::OkStatus();
}

}  // namespace tenuki
