#include "experiments/tsumego/suite.h"

#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/sgf/reader.h"
#include "engine/sgf/replay.h"
#include "experiments/tsumego/solution_tree.h"
#include "tenuki/v1/tsumego.pb.h"

namespace tenuki {
namespace {

absl::Status Wrong(std::string_view field, std::string_view value, std::string_view should) {
  return absl::InvalidArgumentError(absl::StrCat(field, ": '", value, "' should be ", should));
}

absl::StatusOr<std::vector<Move>> MovesOf(int size, const google::protobuf::RepeatedPtrField<std::string>& texts,
                                          std::string_view field) {
  std::vector<Move> moves;
  for (const std::string& text : texts) {
    const std::optional<Move> move = MoveFromSgf(size, text);
    if (!move.has_value()) return Wrong(field, text, "an SGF point such as \"dd\" on the problem's board");
    moves.push_back(*move);
  }
  return moves;
}

absl::StatusOr<PointSet> PointsOf(int size, const google::protobuf::RepeatedPtrField<std::string>& texts,
                                  std::string_view field) {
  ABSL_ASSIGN_OR_RETURN(const std::vector<Move> moves, MovesOf(size, texts, field));
  PointSet points;
  for (Move move : moves) {
    if (move == kPass) return Wrong(field, "", "an SGF point such as \"dd\"");
    points.Insert(move);
  }
  return points;
}

// The first position of a record, and whose turn it is: PL, or the colour of the first move.
absl::StatusOr<Board> FirstPosition(const SgfRecord& record, std::optional<Color> to_move) {
  std::optional<Color> in_sgf;
  if (!record.plies.empty()) in_sgf = record.plies[0].color;
  for (const SgfSetup& setup : record.setups) {
    if (setup.plies_before == 0 && setup.to_move.has_value()) in_sgf = setup.to_move;
  }
  if (!to_move.has_value() && !in_sgf.has_value()) {
    return absl::InvalidArgumentError("whose turn it is: neither PL, nor a first move, nor to_move says it");
  }
  if (to_move.has_value() && in_sgf.has_value() && *to_move != *in_sgf) {
    return absl::InvalidArgumentError(
        absl::StrCat("whose turn it is: to_move says ", ColorName(*to_move), ", and the SGF ", ColorName(*in_sgf)));
  }
  ABSL_ASSIGN_OR_RETURN(Board board, PositionAt(record, 0));
  board.SetToMove(to_move.value_or(in_sgf.value_or(Color::kBlack)));
  return board;
}

absl::StatusOr<SuiteProblem> FromJson(std::string_view line) {
  v1::TsumegoProblem json;
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  const auto status = google::protobuf::util::JsonStringToMessage({line.data(), line.size()}, &json, options);
  if (!status.ok())
    return absl::InvalidArgumentError(absl::StrCat("not a problem in JSON: ", std::string(status.message())));
  if (json.sgf().empty()) return absl::InvalidArgumentError("sgf: it has to be given");
  ABSL_ASSIGN_OR_RETURN(const SgfCollection games, ReadSgf(json.sgf()));
  ABSL_ASSIGN_OR_RETURN(const SgfRecord record, MakeRecord(games));
  std::optional<Color> to_move;
  if (json.has_to_move()) {
    if (json.to_move() != "B" && json.to_move() != "W") return Wrong("to_move", json.to_move(), "\"B\" or \"W\"");
    to_move = json.to_move() == "B" ? Color::kBlack : Color::kWhite;
  }
  SuiteProblem problem{.id = json.id(), .level = json.level()};
  ABSL_ASSIGN_OR_RETURN(problem.board, FirstPosition(record, to_move));
  if (json.has_goal()) {
    problem.hints.goal = GoalFromName(json.goal());
    if (!problem.hints.goal.has_value()) return Wrong("goal", json.goal(), "kill, live, capture or connect");
  }
  const int size = record.size;
  ABSL_ASSIGN_OR_RETURN(problem.hints.target, PointsOf(size, json.target(), "target"));
  ABSL_ASSIGN_OR_RETURN(problem.hints.region, PointsOf(size, json.region(), "region"));
  ABSL_ASSIGN_OR_RETURN(problem.correct, MovesOf(size, json.correct(), "correct"));
  ABSL_ASSIGN_OR_RETURN(problem.refuted, MovesOf(size, json.refuted(), "refuted"));
  return problem;
}

absl::Status AddJsonLines(const v1::InputFile& file, Suite& suite) {
  int line_number = 0;
  for (std::string_view line : absl::StrSplit(file.content(), '\n')) {
    ++line_number;
    line = absl::StripAsciiWhitespace(line);
    if (line.empty() || line[0] == '#') continue;
    absl::StatusOr<SuiteProblem> problem = FromJson(line);
    if (!problem.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(file.path(), ": line ", line_number, ": ", problem.status().message()));
    }
    if (problem->id.empty()) problem->id = absl::StrCat("line ", line_number);
    suite.problems.push_back(*std::move(problem));
  }
  return absl::OkStatus();
}

// "easy/12.sgf" is of level "easy".
std::string LevelOf(std::string_view path) {
  const size_t end = path.rfind('/');
  if (end == std::string_view::npos) return "";
  const std::string_view folder = path.substr(0, end);
  const size_t start = folder.rfind('/');
  return std::string(start == std::string_view::npos ? folder : folder.substr(start + 1));
}

absl::StatusOr<SuiteProblem> FromGame(const SgfCollection& games, SgfCollection::NodeId root) {
  ABSL_ASSIGN_OR_RETURN(const SgfRecord record, MakeRecord(games, root));
  SuiteProblem problem;
  ABSL_ASSIGN_OR_RETURN(problem.board, FirstPosition(record, std::nullopt));
  FirstMovesOfTree moves = ReadFirstMoves(games, root, record.size);
  problem.correct = std::move(moves.correct);
  problem.refuted = std::move(moves.refuted);
  return problem;
}

absl::Status AddSgf(const v1::InputFile& file, Suite& suite) {
  const absl::StatusOr<SgfCollection> games = ReadSgf(file.content());
  if (!games.ok()) return absl::InvalidArgumentError(absl::StrCat(file.path(), ": ", games.status().message()));
  int number = 0;
  const bool is_alone = games->NextSibling(0) == SgfCollection::kNone;
  for (SgfCollection::NodeId root = 0; root != SgfCollection::kNone; root = games->NextSibling(root)) {
    ++number;
    const std::string id = is_alone ? file.path() : absl::StrCat(file.path(), " #", number);
    absl::StatusOr<SuiteProblem> problem = FromGame(*games, root);
    if (!problem.ok()) return absl::InvalidArgumentError(absl::StrCat(id, ": ", problem.status().message()));
    problem->id = id;
    problem->level = LevelOf(file.path());
    suite.problems.push_back(*std::move(problem));
  }
  return absl::OkStatus();
}

}  // namespace

bool SuiteProblem::IsCorrect(Move move) const { return std::ranges::find(correct, move) != correct.end(); }
bool SuiteProblem::IsRefuted(Move move) const { return std::ranges::find(refuted, move) != refuted.end(); }

absl::StatusOr<Suite> Suite::Read(const v1::InputFiles& files) {
  Suite suite;
  for (const v1::InputFile& file : files.files()) {
    ABSL_RETURN_IF_ERROR(absl::EndsWithIgnoreCase(file.path(), ".sgf") ? AddSgf(file, suite)
                                                                       : AddJsonLines(file, suite));
  }
  if (suite.problems.empty()) return absl::InvalidArgumentError("there are no problems in it");
  return suite;
}

absl::StatusOr<std::shared_ptr<const Suite>> SuiteOf(const v1::Experiment& cell, Inputs& inputs) {
  const std::string& path = cell.tsumego().problems();
  absl::StatusOr<std::shared_ptr<const Suite>> suite = inputs.Get<Suite>(cell, path, "suite", Suite::Read);
  if (suite.ok()) return suite;
  return absl::Status(suite.status().code(), absl::StrCat("tsumego.problems: ", suite.status().message()));
}

}  // namespace tenuki
