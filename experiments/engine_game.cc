#include "experiments/engine_game.h"

#include <cmath>
#include <string_view>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/gtp/arguments.h"

namespace tenuki {
namespace {

std::string PlayCommand(int size, Color color, Move move) {
  return absl::StrCat("play ", ColorName(color), " ", ToGtp(size, move));
}

EngineMisspoke Misspoke(const std::string& command, const std::string& text, std::string_view reason) {
  return {.command = command, .text = text, .reason = std::string(reason)};
}

}  // namespace

EngineGame::EngineGame(EngineSession& session, const Game& start) : session_(session), size_(start.board().size()) {
  orders_.push_back({absl::StrCat("boardsize ", size_)});
  orders_.push_back({"clear_board"});
  orders_.push_back({absl::StrCat("komi ", FormatHalfPoints(start.rules().komi_half_points))});
  for (const std::string& command : session.game_setup()) orders_.push_back({command});
  // One after the other they capture nothing: a part of a chain that has a liberty in the end has one before.
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    for (const Point point : start.start().stones(color)) Play(color, point);
  }
  for (const Game::Ply& ply : start.plies()) Play(ply.color, ply.move);
}

void EngineGame::Play(Color color, Move move) { orders_.push_back({PlayCommand(size_, color, move)}); }

void EngineGame::RequestMove(Color color) {
  orders_.push_back({.command = absl::StrCat("genmove ", ColorName(color)), .expected = Expected::kMove});
}

void EngineGame::RequestDeadStones(const Board& board) {
  orders_.push_back({.command = "final_status_list dead",
                     .expected = Expected::kDeadStones,
                     .stones = board.stones(Color::kBlack) | board.stones(Color::kWhite)});
}

void EngineGame::RequestScore() { orders_.push_back({.command = "final_score", .expected = Expected::kScore}); }

std::optional<EngineGameEvent> EngineGame::Poll() {
  while (true) {
    if (!is_sent_ && orders_.empty()) return std::nullopt;
    if (!std::exchange(is_sent_, true)) session_.Send(orders_.front().command);
    std::optional<EngineEvent> event = session_.Poll();
    if (!event) return std::nullopt;
    is_sent_ = false;
    const Order order = std::move(orders_.front());
    orders_.pop_front();
    if (auto* failure = std::get_if<EngineFailure>(&*event)) {
      orders_.clear();
      return std::move(*failure);
    }
    if (std::optional<EngineGameEvent> result = Read(order, std::get<EngineAnswer>(*event))) return result;
  }
}

std::optional<EngineGameEvent> EngineGame::Read(const Order& order, const EngineAnswer& answer) const {
  if (!answer.ok) return EngineRefused{.command = order.command, .text = answer.text};
  switch (order.expected) {
    case Expected::kNothing: return std::nullopt;
    case Expected::kMove: {
      if (absl::EqualsIgnoreCase(answer.text, "resign")) return EngineResigned{.time = answer.time};
      if (const std::optional<Move> move = MoveFromGtp(size_, answer.text)) {
        return EngineMoved{.move = *move, .time = answer.time};
      }
      return Misspoke(order.command, answer.text,
                      absl::StrCat("'", answer.text, "' is no point of a ", size_, "×", size_, " board"));
    }
    case Expected::kDeadStones: {
      const absl::StatusOr<PointSet> stones = ParseGtpStones(size_, answer.text, order.stones);
      if (!stones.ok()) return Misspoke(order.command, answer.text, stones.status().message());
      return EngineDeadStones{.stones = *stones};
    }
    case Expected::kScore: {
      const absl::StatusOr<int> score = ParseGtpScore(answer.text);
      if (!score.ok()) return Misspoke(order.command, answer.text, score.status().message());
      return EngineScore{.black_lead_half_points = *score};
    }
  }
  return std::nullopt;
}

absl::StatusOr<int> ParseGtpScore(std::string_view text) {
  const std::string_view word = text.substr(0, text.find(' '));
  if (word == "0" || absl::EqualsIgnoreCase(word, "draw") || absl::EqualsIgnoreCase(word, "jigo")) return 0;
  const bool has_sign = word.size() > 2 && absl::StrContains("bBwW", word[0]) && word[1] == '+';
  double lead = 0;
  if (has_sign && absl::ascii_isdigit(static_cast<unsigned char>(word[2])) && absl::SimpleAtod(word.substr(2), &lead) &&
      lead <= kMaxKomi && 2 * lead == std::floor(2 * lead)) {
    const int half_points = static_cast<int>(2 * lead);
    return absl::ascii_tolower(static_cast<unsigned char>(word[0])) == 'b' ? half_points : -half_points;
  }
  return absl::InvalidArgumentError(absl::StrCat("'", text, "' is no score, as B+3.5, W+12 or 0 would be"));
}

absl::StatusOr<PointSet> ParseGtpStones(int size, std::string_view text, const PointSet& stones) {
  PointSet found;
  for (const std::string_view word : absl::StrSplit(text, absl::ByAnyChar(" \t\n"), absl::SkipEmpty())) {
    const std::optional<Move> point = MoveFromGtp(size, word);
    if (!point || *point == kPass || !stones.Contains(*point)) {
      return absl::InvalidArgumentError(absl::StrCat("there is no stone at '", word, "'"));
    }
    found.Insert(*point);
  }
  return found;
}

}  // namespace tenuki
