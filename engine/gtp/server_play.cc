// The commands that play a game, and those that ask about its position.
#include <optional>

#include "absl/status/status.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "engine/board/diagram.h"
#include "engine/gtp/arguments.h"
#include "engine/gtp/dead_stones.h"
#include "engine/gtp/server.h"

namespace tenuki {
namespace {

// Of the estimate of dead stones: fixed, so that `final_score` depends on the position alone.
constexpr uint64_t kDeadStoneSeed = 0;

// A chain a line, by first point.
std::string ChainList(const Board& board, PointSet stones) {
  std::string text;
  while (!stones.empty()) {
    const PointSet chain = board.ChainAt(*stones.begin());
    absl::StrAppend(&text, text.empty() ? "" : "\n", FormatGtpVertices(board.size(), chain));
    stones -= chain;
  }
  return text;
}

}  // namespace

// For questions to a colour that need not be the one to move.
Game GtpServer::GameWithTurnOf(Color color) const {
  Game game = game_;
  game.SetToMove(color);
  return game;
}

GtpServer::Result GtpServer::Play(Args args) {
  const int size = game_.board().size();
  ABSL_ASSIGN_OR_RETURN(const Color color, ParseGtpColor(args[0]));
  ABSL_ASSIGN_OR_RETURN(const Move move, ParseGtpVertex(size, args[1]));
  const MoveError error = game_.PlayAs(color, move);
  if (error == MoveError::kNone) return "";
  return absl::InvalidArgumentError(absl::StrCat("illegal move: ", Explain(error, size, move)));
}

GtpServer::Result GtpServer::GenMove(Args args) {
  const int size = game_.board().size();
  ABSL_ASSIGN_OR_RETURN(const Color color, ParseGtpColor(args[0]));
  const std::optional<Move> move = player_.ChooseMove(GameWithTurnOf(color));
  if (!move) return "resign";
  const MoveError error = game_.PlayAs(color, *move);
  if (error == MoveError::kNone) return ToGtp(size, *move);
  return absl::InternalError(absl::StrCat("the player ", player_.name(),
                                          " is broken, it chose an illegal move: ", Explain(error, size, *move)));
}

GtpServer::Result GtpServer::RegGenMove(Args args) {
  ABSL_ASSIGN_OR_RETURN(const Color color, ParseGtpColor(args[0]));
  const std::optional<Move> move = player_.ChooseMove(GameWithTurnOf(color));
  return move ? ToGtp(game_.board().size(), *move) : "resign";
}

GtpServer::Result GtpServer::Undo(Args) {
  if (!game_.Undo()) return absl::FailedPreconditionError("cannot undo");
  return "";
}

GtpServer::Result GtpServer::IsLegal(Args args) {
  ABSL_ASSIGN_OR_RETURN(const Color color, ParseGtpColor(args[0]));
  ABSL_ASSIGN_OR_RETURN(const Move move, ParseGtpVertex(game_.board().size(), args[1]));
  return GameWithTurnOf(color).Check(move) == MoveError::kNone ? "1" : "0";
}

GtpServer::Result GtpServer::AllLegal(Args args) {
  ABSL_ASSIGN_OR_RETURN(const Color color, ParseGtpColor(args[0]));
  const Game game = GameWithTurnOf(color);
  PointSet legal;
  for (Point point : game.board().empty()) {
    if (game.Check(point) == MoveError::kNone) legal.Insert(point);
  }
  return FormatGtpVertices(game.board().size(), legal);
}

GtpServer::Result GtpServer::ListStones(Args args) {
  ABSL_ASSIGN_OR_RETURN(const Color color, ParseGtpColor(args[0]));
  return FormatGtpVertices(game_.board().size(), game_.board().stones(color));
}

GtpServer::Result GtpServer::Captures(Args args) {
  ABSL_ASSIGN_OR_RETURN(const Color color, ParseGtpColor(args[0]));
  return absl::StrCat(game_.board().captured_by(color));
}

GtpServer::Result GtpServer::ShowBoard(Args) {
  const Board& board = game_.board();
  return absl::StrCat("\n", DiagramWithCoordinates(board), "Black (X) has captured ", board.captured_by(Color::kBlack),
                      ", White (O) ", board.captured_by(Color::kWhite), "\nMove ", game_.plies().size() + 1, ", ",
                      ColorName(board.to_move()), " to play; komi ", FormatHalfPoints(game_.rules().komi_half_points),
                      ", rules ", FormatRules(game_.rules()));
}

GtpServer::Result GtpServer::FinalScore(Args) {
  const PointSet dead = EstimateDeadStones(game_.board(), kernel_, kDeadStonePlayouts, kDeadStoneSeed);
  const Area area = RemoveStones(game_.board(), dead).ComputeArea();
  return FormatScore(2 * area.Score() - game_.rules().komi_half_points);
}

GtpServer::Result GtpServer::FinalStatusList(Args args) {
  const Board& board = game_.board();
  const std::string& status = args[0];
  if (status == "seki") return "";
  if (status != "dead" && status != "alive") return GtpSyntaxError("a status is alive, dead or seki");
  const PointSet dead = EstimateDeadStones(board, kernel_, kDeadStonePlayouts, kDeadStoneSeed);
  const PointSet stones = board.stones(Color::kBlack) | board.stones(Color::kWhite);
  return ChainList(board, status == "dead" ? dead : stones - dead);
}

}  // namespace tenuki
