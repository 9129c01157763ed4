#include "experiments/match/side.h"

#include <utility>

#include "absl/log/log.h"
#include "absl/status/status_macros.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "experiments/engine_game.h"
#include "experiments/engines.h"
#include "experiments/players.h"

namespace tenuki {
namespace {

class PlayerSide final : public MatchSide {
 public:
  PlayerSide(Player& player, const Clock& clock) : player_(player), clock_(clock) {}
  PlayerSide(std::unique_ptr<Player> player, const Clock& clock)
      : owned_(std::move(player)), player_(*owned_), clock_(clock) {}

  void AskMove(const Game& game) override {
    const absl::Time start = clock_.Now();
    game_ = &game;
    playouts_ = player_.BeginChoice(game);
    think_time_ = clock_.Now() - start;
  }
  void AskVerdict(const Game&) override { is_asked_for_verdict_ = true; }

  std::optional<SideAnswer> Poll() override {
    if (std::exchange(is_asked_for_verdict_, false)) return SideVerdict{};
    if (game_ == nullptr || (playouts_ != nullptr && playouts_->Next() != nullptr)) return std::nullopt;
    const absl::Time start = clock_.Now();
    const Game& game = *std::exchange(game_, nullptr);
    const std::optional<Move> move =
        std::exchange(playouts_, nullptr) != nullptr ? player_.EndChoice() : player_.ChooseMove(game);
    return SideMove{.move = move, .info = player_.last_choice(), .think_time = think_time_ + (clock_.Now() - start)};
  }

  PlayoutSource* playouts() override { return playouts_; }
  void AddThinkTime(absl::Duration time) override { think_time_ += time; }

 private:
  const std::unique_ptr<Player> owned_;
  Player& player_;
  const Clock& clock_;
  const Game* game_ = nullptr;
  // Of the choice that it was asked for.
  PlayoutSource* playouts_ = nullptr;
  absl::Duration think_time_;
  bool is_asked_for_verdict_ = false;
};

class EngineSide final : public MatchSide {
 public:
  EngineSide(std::unique_ptr<EngineSession> session, const Game& start)
      : session_(std::move(session)), game_(*session_, start), num_told_(start.plies().size()) {
    told_ = absl::StrCat(session_->command_line(), "; komi ", start.rules().komi_half_points / 2.0);
    for (const std::string& command : session_->game_setup()) absl::StrAppend(&told_, "; ", command);
  }

  void AskMove(const Game& game) override {
    Tell(game);
    game_.RequestMove(game.board().to_move());
    ++num_told_;  // what it answers it knows
  }

  void AskVerdict(const Game& game) override {
    Tell(game);
    game_.RequestDeadStones(game.board());
    game_.RequestScore();
    verdict_.emplace();
    num_awaited_ = 2;
  }

  std::optional<SideAnswer> Poll() override {
    while (std::optional<EngineGameEvent> event = game_.Poll()) {
      if (auto* failure = std::get_if<EngineFailure>(&*event)) return std::move(*failure);
      if (verdict_.has_value()) {
        if (std::optional<SideAnswer> answer = TakeVerdict(*event)) return answer;
        continue;
      }
      if (const auto* moved = std::get_if<EngineMoved>(&*event)) {
        return SideMove{.move = moved->move, .think_time = moved->time};
      }
      if (const auto* resigned = std::get_if<EngineResigned>(&*event)) return SideMove{.think_time = resigned->time};
      if (const auto* refused = std::get_if<EngineRefused>(&*event)) {
        return SideFault{"refused", absl::StrCat("asked '", refused->command, "' it said '? ", refused->text, "'")};
      }
      if (const auto* misspoke = std::get_if<EngineMisspoke>(&*event)) {
        return SideFault{"misspoke", absl::StrCat("asked '", misspoke->command, "': ", misspoke->reason)};
      }
      LOG(FATAL) << "an engine gave a verdict that it was not asked for";
    }
    return std::nullopt;
  }

  EngineSession* session() override { return session_.get(); }
  std::optional<std::string> told() const override { return told_; }

 private:
  // Of the moves that it does not know yet: the opponent's.
  void Tell(const Game& game) {
    for (; num_told_ < game.plies().size(); ++num_told_) {
      game_.Play(game.plies()[num_told_].color, game.plies()[num_told_].move);
    }
  }

  // An engine that has no opinion, or none that can be read, has none: the game is played.
  std::optional<SideAnswer> TakeVerdict(const EngineGameEvent& event) {
    if (const auto* dead = std::get_if<EngineDeadStones>(&event)) verdict_->dead_stones = dead->stones;
    if (const auto* score = std::get_if<EngineScore>(&event)) {
      verdict_->black_lead_half_points = score->black_lead_half_points;
    }
    const auto* refused = std::get_if<EngineRefused>(&event);
    if (refused != nullptr && !absl::StartsWith(refused->command, "final_")) {
      return SideFault{"refused", absl::StrCat("asked '", refused->command, "' it said '? ", refused->text, "'")};
    }
    if (--num_awaited_ > 0) return std::nullopt;
    return *std::exchange(verdict_, std::nullopt);
  }

  const std::unique_ptr<EngineSession> session_;
  EngineGame game_;
  size_t num_told_;
  std::string told_;
  // While it is asked for.
  std::optional<SideVerdict> verdict_;
  int num_awaited_ = 0;
};

}  // namespace

absl::StatusOr<std::unique_ptr<MatchSide>> MakeSide(const v1::Player& player, uint64_t seed, const Game& start,
                                                    const SideSurroundings& surroundings) {
  if (!player.has_engine()) {
    return std::make_unique<PlayerSide>(MakePlayer(player, surroundings.kernel, seed), surroundings.clock);
  }
  ABSL_ASSIGN_OR_RETURN(std::unique_ptr<EngineSession> session,
                        StartEngine(surroundings.engines, player.engine(), seed));
  return std::make_unique<EngineSide>(std::move(session), start);
}

std::unique_ptr<MatchSide> NativeSide(Player& player, const Clock& clock) {
  return std::make_unique<PlayerSide>(player, clock);
}

}  // namespace tenuki
