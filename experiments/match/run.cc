// Plays pairs of games, many at once, and gives them in their order: searches of all games that need playouts are run
// together, and while engines think for some games others go on.
#include <algorithm>
#include <csignal>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/random.h"
#include "engine/playout/batch.h"
#include "engine/playout/lockstep.h"
#include "engine/playout/playout.h"
#include "experiments/match/game_in_play.h"
#include "experiments/match/match.h"
#include "experiments/match/openings.h"
#include "experiments/match/rows.h"
#include "experiments/match/side.h"
#include "experiments/players.h"

namespace tenuki {
namespace {

// To look at the clock of an engine now and then, should it never say anything.
constexpr absl::Duration kMaxWait = absl::Seconds(1);

// What all games of a run share.
struct Table {
  const Cell& cell;
  const Openings& openings;
  const PlayoutKernel& kernel;
  const BatchPlayoutKernel& batch;
  const RunContext& context;

  const v1::Match& match() const { return cell.experiment.match(); }
  bool HasEngines() const { return match().player().has_engine() || match().opponent().has_engine(); }
};

// What searches that are under way together may hold in memory, by a worker's slot.
constexpr int64_t kMaxSearchBytes = int64_t{512} << 20;

// No result depends on it.
int MaxGamesAtOnce(const Table& table) {
  const int wanted = table.HasEngines() ? table.context.max_games_at_once : table.context.max_games_in_lockstep;
  const int64_t bytes = std::max(MaxBytesOf(table.match().player(), table.match().board_size()),
                                 MaxBytesOf(table.match().opponent(), table.match().board_size()));
  return static_cast<int>(std::clamp<int64_t>(kMaxSearchBytes / std::max<int64_t>(bytes, 1), 1, std::max(wanted, 1)));
}

// A game with what it takes to play it, and to play it again when an engine fails.
class Seat {
 public:
  Seat(const Table& table, int64_t unit, int game) : table_(table) {
    const uint64_t seed = DeriveSeed(UnitSeed(table.cell.digest, unit), static_cast<uint64_t>(game));
    place_ = {.unit = unit,
              .game = game,
              .opening = table.openings.IndexOf(unit),
              .player_seed = DeriveSeed(seed, 0),
              .opponent_seed = DeriveSeed(seed, 1)};
  }

  // RESOURCE_EXHAUSTED when there are too many engines just now.
  absl::Status Sit() {
    const Game start = table_.openings.StartOf(place_.unit);
    const SideSurroundings surroundings = {
        .kernel = table_.kernel, .clock = table_.context.clock, .engines = table_.context.engines};
    ABSL_ASSIGN_OR_RETURN(player_, MakeSide(table_.match().player(), place_.player_seed, start, surroundings));
    ABSL_ASSIGN_OR_RETURN(opponent_, MakeSide(table_.match().opponent(), place_.opponent_seed, start, surroundings));
    const bool is_black = place_.player_color() == Color::kBlack;
    place_.player_told = player_->told();
    place_.opponent_told = opponent_->told();
    game_.emplace(table_.match(), start, is_black ? *player_ : *opponent_, is_black ? *opponent_ : *player_);
    return absl::OkStatus();
  }
  bool is_seated() const { return game_.has_value(); }
  bool is_over() const { return is_over_; }
  EngineSession* waits_for() { return game_->waits_for(); }
  PlayoutSource* needs_playouts() { return game_->needs_playouts(); }
  void AddThinkTime(absl::Duration time) { game_->AddThinkTime(time); }
  const GamePlace& place() const { return place_; }
  const PlayedGame& played() const { return game_->played(); }

  // Whether anything happened. An error is of an engine that cannot be started.
  absl::StatusOr<bool> Advance() {
    if (is_over_ || !game_->Advance()) return false;
    if (const EngineFailure* failure = game_->failure(); failure != nullptr) {
      if (failure->signal == SIGTERM || failure->signal == SIGKILL) {
        // Whoever ends a job or runs out of memory ends its engines: that is no fault of theirs.
        return absl::UnavailableError(absl::StrCat("somebody has ended it; ", DescribeEngineFailure(*failure)));
      }
      if (std::exchange(is_second_try_, true)) {
        if (failure->kind == EngineFailure::Kind::kCouldNotStart) {
          return absl::UnavailableError(DescribeEngineFailure(*failure));
        }
        game_->Forfeit();  // the same game, and it failed again
      } else {
        table_.context.note_time(absl::StrCat("void game: ", EngineFailureName(failure->kind)), ThinkTime());
        LeaveTable();
        ABSL_RETURN_IF_ERROR(Sit());
        return true;
      }
    }
    is_over_ = true;
    NoteTimes();
    LeaveTable();
    return true;
  }

 private:
  absl::Duration ThinkTime() const {
    absl::Duration time;
    for (const PlayedPly& ply : game_->played().plies) time += ply.think_time;
    return time;
  }

  void NoteTimes() {
    for (const PlayedPly& ply : played().plies) {
      table_.context.note_time(ply.color == place_.player_color() ? "player" : "opponent", ply.think_time);
    }
    const auto note_process = [&](std::string_view name, MatchSide& side) {
      if (side.session() != nullptr) table_.context.note_time(name, side.session()->usage().cpu_time);
    };
    note_process("player process", *player_);
    note_process("opponent process", *opponent_);
  }

  // Engines end.
  void LeaveTable() {
    player_ = nullptr;
    opponent_ = nullptr;
  }

  const Table& table_;
  GamePlace place_;
  std::unique_ptr<MatchSide> player_;
  std::unique_ptr<MatchSide> opponent_;
  std::optional<GameInPlay> game_;
  bool is_second_try_ = false;
  bool is_over_ = false;
};

// Pairs under way, the first of them the next to be given.
class Hall {
 public:
  Hall(const Table& table, UnitRange units, MatchRows& rows)
      : table_(table), next_unit_(units.first), end_(units.first + units.count), rows_(rows) {}

  absl::Status Run() {
    while (true) {
      if (table_.context.should_stop()) {
        ABSL_RETURN_IF_ERROR(rows_.Flush());
        return absl::AbortedError("stopped in the middle of games");
      }
      LetIn();
      if (pairs_.empty()) break;
      const bool has_advanced = AdvanceAll();
      while (!pairs_.empty() && pairs_.front().first.is_over() && pairs_.front().second.is_over()) {
        ABSL_RETURN_IF_ERROR(Give());
      }
      if (!has_advanced) PlayOutOrWait();
    }
    ABSL_RETURN_IF_ERROR(rows_.Flush());
    return error_;
  }

 private:
  struct Pair {
    Pair(const Table& table, int64_t unit) : first(table, unit, 0), second(table, unit, 1) {}
    Seat first;
    Seat second;
  };

  int NumPlaying() const {
    int playing = 0;
    for (const Pair& pair : pairs_) {
      for (const Seat* seat : {&pair.first, &pair.second}) playing += seat->is_seated() && !seat->is_over();
    }
    return playing;
  }

  // As many games as may be played at once.
  void LetIn() {
    const int max_games = MaxGamesAtOnce(table_);
    while (NumPlaying() < max_games) {
      if (pairs_.empty() || pairs_.back().second.is_seated()) {
        if (next_unit_ == end_) return;
        pairs_.emplace_back(table_, next_unit_++);
      }
      Pair& pair = pairs_.back();
      Seat& seat = pair.first.is_seated() ? pair.second : pair.first;
      const absl::Status seated = seat.Sit();
      if (absl::IsResourceExhausted(seated) && NumPlaying() > 0) return;
      if (!seated.ok()) return EndBefore(seat.place().unit, seated);
    }
  }

  // Whether anything happened.
  bool AdvanceAll() {
    bool has_advanced = false;
    for (Pair& pair : pairs_) {
      for (Seat* seat : {&pair.first, &pair.second}) {
        if (!seat->is_seated()) continue;
        const absl::StatusOr<bool> advanced = seat->Advance();
        if (!advanced.ok()) {
          EndBefore(seat->place().unit, advanced.status());
          return true;
        }
        has_advanced |= *advanced;
      }
    }
    return has_advanced;
  }

  // The unit cannot be run; those before it still can.
  void EndBefore(int64_t unit, absl::Status error) {
    while (!pairs_.empty() && pairs_.back().first.place().unit >= unit) pairs_.pop_back();
    next_unit_ = end_ = unit;
    error_ = std::move(error);
  }

  absl::Status Give() {
    const Pair& pair = pairs_.front();
    const int64_t unit = pair.first.place().unit;
    ABSL_RETURN_IF_ERROR(rows_.Add(pair.first.place(), pair.first.played()));
    ABSL_RETURN_IF_ERROR(rows_.Add(pair.second.place(), pair.second.played()));
    ABSL_RETURN_IF_ERROR(rows_.EndUnit());
    pairs_.pop_front();
    if (table_.context.unit_done(unit)) return absl::OkStatus();
    ABSL_RETURN_IF_ERROR(rows_.Flush());
    return absl::AbortedError(absl::StrCat("stopped after unit ", unit));
  }

  // Games wait for engines, or for playouts. Searches are run when three games in four need them, so that they are many
  // together and a few late engines hold up nobody.
  void PlayOutOrWait() {
    std::vector<EngineSession*> sessions;
    std::vector<Seat*> searching;
    for (Pair& pair : pairs_) {
      for (Seat* seat : {&pair.first, &pair.second}) {
        if (!seat->is_seated() || seat->is_over()) continue;
        if (seat->needs_playouts() != nullptr) {
          searching.push_back(seat);
        } else {
          sessions.push_back(seat->waits_for());
        }
      }
    }
    if (searching.size() < 3 * sessions.size()) {
      table_.context.engines.WaitForAny(sessions, kMaxWait);
    } else if (!searching.empty()) {
      PlayOut(searching);
    }
  }

  void PlayOut(const std::vector<Seat*>& seats) {
    const absl::Time start = table_.context.clock.Now();
    std::vector<PlayoutSource*> sources;
    for (Seat* seat : seats) sources.push_back(seat->needs_playouts());
    RunTogether(sources, table_.batch);
    const absl::Duration share = (table_.context.clock.Now() - start) / static_cast<int64_t>(seats.size());
    for (Seat* seat : seats) seat->AddThinkTime(share);
  }

  const Table table_;
  int64_t next_unit_;
  int64_t end_;
  MatchRows& rows_;
  std::deque<Pair> pairs_;
  absl::Status error_;
};

}  // namespace

absl::Status MatchKind::Run(const Cell& cell, UnitRange units, const RunContext& context, TableSink& sink) const {
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<const Openings> openings, OpeningsOf(cell.experiment, context.inputs));
  const PlayoutKernel kernel(context.cpu_level);
  const BatchPlayoutKernel batch(context.cpu_level);
  ABSL_ASSIGN_OR_RETURN(MatchRows rows, MatchRows::Make(cell.experiment.match(), sink));
  return Hall({.cell = cell, .openings = *openings, .kernel = kernel, .batch = batch, .context = context}, units, rows)
      .Run();
}

}  // namespace tenuki
