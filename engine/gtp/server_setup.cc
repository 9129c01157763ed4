// The commands that say how a game begins, and under which conditions it is played.
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "engine/board/board.h"
#include "engine/gtp/arguments.h"
#include "engine/gtp/handicap.h"
#include "engine/gtp/server.h"
#include "engine/sgf/reader.h"
#include "engine/sgf/record.h"
#include "engine/sgf/replay.h"

namespace tenuki {
namespace {

bool IsFresh(const Game& game) {
  return game.plies().empty() && game.board().empty() == PointSet::All(game.board().size());
}

absl::Status BadVertexList(std::string_view detail) {
  return absl::InvalidArgumentError(absl::StrCat("bad vertex list: ", detail));
}

// GTP: at least two stones, and a point left free.
absl::Status CheckFreeHandicap(int size, int stones, std::string_view failure) {
  const int max_stones = size * size - 1;
  if (stones >= 2 && stones <= max_stones) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(failure, ": a free handicap on this board has 2 to ", max_stones, " stones, not ", stones));
}

std::string VertexList(int size, const std::vector<Point>& points) {
  std::string text;
  for (Point point : points) absl::StrAppend(&text, text.empty() ? "" : " ", ToGtp(size, point));
  return text;
}

PointSet AsSet(const std::vector<Point>& points) {
  PointSet set;
  for (Point point : points) set.Insert(point);
  return set;
}

// The game up to the position after `num_plies`, with the side to move that the record goes on with.
absl::StatusOr<Game> GameUpTo(SgfRecord record, int num_plies, const Rules& rules) {
  if (num_plies >= static_cast<int>(record.plies.size())) return ToGame(record, rules);
  const Color to_move = record.plies[num_plies].color;
  record.plies.resize(num_plies);
  record.ply_locations.resize(num_plies);
  std::erase_if(record.setups, [&](const SgfSetup& setup) { return setup.plies_before > num_plies; });
  ABSL_ASSIGN_OR_RETURN(Game game, ToGame(record, rules));
  game.SetToMove(to_move);
  return game;
}

absl::StatusOr<Game> ReadGame(std::string_view text, int num_plies, Rules rules) {
  ABSL_ASSIGN_OR_RETURN(SgfCollection tree, ReadSgf(text));
  ABSL_ASSIGN_OR_RETURN(SgfRecord record, MakeRecord(tree));
  rules.komi_half_points = record.komi_half_points.value_or(rules.komi_half_points);
  return GameUpTo(std::move(record), num_plies, rules);
}

absl::Status CannotLoad(std::string_view path, const absl::Status& why) {
  return absl::InvalidArgumentError(absl::StrCat("cannot load file: ", path, ": ", why.message()));
}

}  // namespace

GtpServer::Result GtpServer::BoardSize(Args args) {
  ABSL_ASSIGN_OR_RETURN(const int size, ParseGtpInt(args[0]));
  if (size < 1 || size > kMaxBoardSize) return absl::InvalidArgumentError("unacceptable size");
  game_ = Game(size, game_.rules());
  return "";
}

GtpServer::Result GtpServer::ClearBoard(Args) {
  game_ = Game(game_.board().size(), game_.rules());
  return "";
}

GtpServer::Result GtpServer::Komi(Args args) {
  ABSL_ASSIGN_OR_RETURN(const int komi_half_points, ParseKomi(args[0]));
  game_.SetKomiHalfPoints(komi_half_points);
  return "";
}

absl::Status GtpServer::PlaceHandicap(const PointSet& stones) {
  if (!IsFresh(game_)) return absl::FailedPreconditionError("board not empty");
  const std::optional<Board> start =
      Board::FromStones(game_.board().size(), /*black=*/stones, /*white=*/PointSet(), Color::kWhite);
  if (!start) return BadVertexList("a chain would have no liberties");
  game_ = Game(*start, game_.rules());
  return absl::OkStatus();
}

GtpServer::Result GtpServer::FixedHandicapStones(Args args) {
  const int size = game_.board().size();
  ABSL_ASSIGN_OR_RETURN(const int stones, ParseGtpInt(args[0]));
  const int max_stones = MaxFixedHandicap(size);
  if (stones < 2 || stones > max_stones) {
    return absl::InvalidArgumentError(absl::StrCat(
        "invalid number of stones: ", max_stones == 0 ? "boards below size 7 have no handicap points"
                                                      : absl::StrCat("this board has places for 2 to ", max_stones)));
  }
  const std::vector<Point> points = FixedHandicap(size, stones);
  ABSL_RETURN_IF_ERROR(PlaceHandicap(AsSet(points)));
  return VertexList(size, points);
}

GtpServer::Result GtpServer::PlaceFreeHandicap(Args args) {
  const int size = game_.board().size();
  ABSL_ASSIGN_OR_RETURN(const int stones, ParseGtpInt(args[0]));
  ABSL_RETURN_IF_ERROR(CheckFreeHandicap(size, stones, "invalid number of stones"));
  const std::string num_stones = absl::StrCat(std::min(stones, MaxFixedHandicap(size)));
  return FixedHandicapStones(Args(&num_stones, 1));
}

GtpServer::Result GtpServer::SetFreeHandicap(Args args) {
  const int size = game_.board().size();
  PointSet stones;
  for (const std::string& vertex : args) {
    ABSL_ASSIGN_OR_RETURN(const Move move, ParseGtpVertex(size, vertex));
    if (move == kPass) return BadVertexList("a handicap stone cannot pass");
    if (stones.Contains(move)) return BadVertexList(absl::StrCat(ToGtp(size, move), " is there twice"));
    stones.Insert(move);
  }
  ABSL_RETURN_IF_ERROR(CheckFreeHandicap(size, stones.size(), "bad vertex list"));
  ABSL_RETURN_IF_ERROR(PlaceHandicap(stones));
  return "";
}

GtpServer::Result GtpServer::LoadSgf(Args args) {
  const std::string& path = args[0];
  int move_number = std::numeric_limits<int>::max();
  if (args.size() == 2) {
    ABSL_ASSIGN_OR_RETURN(move_number, ParseGtpInt(args[1]));
    if (move_number < 1) return GtpSyntaxError("moves are numbered from 1");
  }
  if (!options_.read_file) return CannotLoad(path, absl::UnimplementedError("this server has no access to files"));
  const absl::StatusOr<std::string> text = options_.read_file(path);
  if (!text.ok()) return CannotLoad(path, text.status());
  absl::StatusOr<Game> game = ReadGame(*text, move_number - 1, game_.rules());
  if (!game.ok()) return CannotLoad(path, game.status());
  game_ = *std::move(game);
  return "";
}

GtpServer::Result GtpServer::TimeSettings(Args args) {
  for (const std::string& arg : args) ABSL_RETURN_IF_ERROR(ParseGtpInt(arg).status());
  return "";
}

GtpServer::Result GtpServer::TimeLeft(Args args) {
  ABSL_RETURN_IF_ERROR(ParseGtpColor(args[0]).status());
  ABSL_RETURN_IF_ERROR(ParseGtpInt(args[1]).status());
  ABSL_RETURN_IF_ERROR(ParseGtpInt(args[2]).status());
  return "";
}

GtpServer::Result GtpServer::RulesOfPlay(Args args) {
  if (args.empty()) return FormatRules(game_.rules());
  ABSL_ASSIGN_OR_RETURN(const Rules rules, ParseRules(args[0], game_.rules().komi_half_points));
  // Moves already played may be illegal under other rules.
  if (!game_.plies().empty())
    return absl::FailedPreconditionError("board not empty: rules hold from the first move on");
  game_ = Game(game_.start(), rules);
  return "";
}

GtpServer::Result GtpServer::Seed(Args args) {
  if (args.empty()) return absl::StrCat(player_.seed());
  ABSL_ASSIGN_OR_RETURN(const uint64_t seed, ParseSeed(args[0]));
  player_.SetSeed(seed);
  return "";
}

}  // namespace tenuki
