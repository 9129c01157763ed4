#include "experiments/analysis/positions.h"

#include <google/protobuf/util/json_util.h>

#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/sgf/reader.h"
#include "engine/sgf/record.h"
#include "engine/sgf/replay.h"
#include "experiments/sgf_points.h"

namespace tenuki::analysis {
namespace {

absl::Status At(std::string_view where, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(where, ": ", status.message()));
}

// A position that a game goes on from: two passes before it would end the game in the tree at once.
Board WithoutPasses(const Board& board) {
  if (board.passes() == 0) return board;
  return *Board::FromStones(board.size(), board.stones(Color::kBlack), board.stones(Color::kWhite), board.to_move());
}

absl::StatusOr<int> HalfPoints(double komi) {
  const double half_points = 2 * komi;
  if (half_points == std::trunc(half_points) && std::abs(half_points) <= 2000) return static_cast<int>(half_points);
  return absl::InvalidArgumentError(
      absl::StrCat("komi: ", komi, " should be in whole or half points from -1000 to 1000, such as 7 or 7.5"));
}

absl::StatusOr<PointSet> GroupOf(const Board& board, Color color, std::string_view text) {
  const std::optional<PointSet> points = PointsFromSgf(board.size(), text);
  if (points.has_value() && !points->empty() && (*points - board.stones(color)).empty()) return *points;
  return absl::InvalidArgumentError(absl::StrCat("semeai.", ColorName(color), ": '", text, "' should be points of ",
                                                 ColorName(color), "'s stones, such as \"abac\""));
}

absl::Status CheckWinner(std::string_view field, std::string_view winner) {
  if (winner == "black" || winner == "white" || winner == "neither") return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("semeai.", field, ": '", winner, "' should be \"black\", \"white\" or \"neither\""));
}

absl::StatusOr<KnownSemeaiPoints> KnownOf(const Board& board, const v1::KnownSemeai& semeai) {
  KnownSemeaiPoints known = {.black_first = semeai.black_first(), .white_first = semeai.white_first()};
  ABSL_ASSIGN_OR_RETURN(known.black, GroupOf(board, Color::kBlack, semeai.black()));
  ABSL_ASSIGN_OR_RETURN(known.white, GroupOf(board, Color::kWhite, semeai.white()));
  ABSL_RETURN_IF_ERROR(CheckWinner("black_first", known.black_first));
  ABSL_RETURN_IF_ERROR(CheckWinner("white_first", known.white_first));
  return known;
}

class PositionReader {
 public:
  explicit PositionReader(const v1::Analysis& analysis) : analysis_(analysis) {}

  absl::Status AddFile(const v1::InputFile& file) {
    return absl::EndsWithIgnoreCase(file.path(), ".sgf") ? AddSgf(file) : AddLines(file);
  }

  std::vector<AnalysedPosition> Finish() { return std::move(positions_); }

 private:
  absl::Status AddSgf(const v1::InputFile& file) {
    const absl::StatusOr<SgfCollection> games = ReadSgf(file.content());
    if (!games.ok()) return At(file.path(), games.status());
    const std::string name = file.path().substr(0, file.path().size() - 4);
    const bool is_only = games->NextSibling(0) == SgfCollection::kNone;
    int number = 0;
    for (SgfCollection::NodeId root = 0; root != SgfCollection::kNone; root = games->NextSibling(root)) {
      ++number;
      const std::string game = is_only ? "" : absl::StrCat(" game ", number);
      const absl::Status status = AddPosition(*games, root, {}, absl::StrCat(name, game.empty() ? "" : ",", game));
      if (!status.ok()) return At(absl::StrCat(file.path(), game), status);
    }
    return absl::OkStatus();
  }

  absl::Status AddLines(const v1::InputFile& file) {
    google::protobuf::util::JsonParseOptions options;
    options.ignore_unknown_fields = true;
    int number = 0;
    for (std::string_view text : absl::StrSplit(file.content(), '\n')) {
      const std::string where = absl::StrCat("line ", ++number);
      text = absl::StripAsciiWhitespace(text);
      if (text.empty()) continue;
      v1::PositionLine line;
      const auto parsed = google::protobuf::util::JsonStringToMessage(std::string(text), &line, options);
      const absl::Status status = parsed.ok() ? AddLine(line, line.id().empty() ? where : line.id())
                                              : absl::InvalidArgumentError(std::string(parsed.message()));
      if (!status.ok()) return At(absl::StrCat(file.path(), ": ", where), status);
    }
    return absl::OkStatus();
  }

  absl::Status AddLine(const v1::PositionLine& line, const std::string& name) {
    if (line.sgf().empty()) {
      return absl::InvalidArgumentError("sgf: say what the position is, e.g. \"sgf\": \"(;SZ[9]AB[ee])\"");
    }
    const absl::StatusOr<SgfCollection> games = ReadSgf(line.sgf());
    if (!games.ok()) return At("sgf", games.status());
    return AddPosition(*games, /*root=*/0, line, name);
  }

  absl::Status AddPosition(const SgfCollection& games, SgfCollection::NodeId root, const v1::PositionLine& line,
                           const std::string& name) {
    ABSL_ASSIGN_OR_RETURN(const SgfRecord record, MakeRecord(games, root));
    const int wanted = line.has_move_number() ? line.move_number() : analysis_.move_number();
    const auto last = static_cast<int>(record.plies.size());
    if (wanted < -1 || wanted > last) {
      return absl::InvalidArgumentError(absl::StrCat(line.has_move_number() ? "" : "analysis.", "move_number: ", wanted,
                                                     " should be from 0 to ", last,
                                                     ", the number of moves of the game, or -1 for the last"));
    }
    ABSL_ASSIGN_OR_RETURN(const Board played, PositionAt(record, wanted == -1 ? last : wanted));
    AnalysedPosition position = {.name = name, .board = WithoutPasses(played)};
    if (line.has_to_move() && !line.to_move().empty()) {
      if (line.to_move() != "B" && line.to_move() != "W") {
        return absl::InvalidArgumentError(absl::StrCat("to_move: '", line.to_move(), "' should be \"B\" or \"W\""));
      }
      position.board.SetToMove(line.to_move() == "B" ? Color::kBlack : Color::kWhite);
    }
    const bool is_from_record = analysis_.komi_source() == v1::FROM_RECORD;
    if (is_from_record && !line.has_komi() && record.komi_half_points.has_value()) {
      position.komi_half_points = *record.komi_half_points;
    } else {
      ABSL_ASSIGN_OR_RETURN(position.komi_half_points,
                            HalfPoints(is_from_record && line.has_komi() ? line.komi() : analysis_.komi()));
    }
    for (const v1::KnownSemeai& semeai : line.semeai()) {
      ABSL_ASSIGN_OR_RETURN(KnownSemeaiPoints known, KnownOf(position.board, semeai));
      position.known.push_back(std::move(known));
    }
    positions_.push_back(std::move(position));
    if (std::ssize(positions_) <= Positions::kMaxPositions) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("there are more than ", Positions::kMaxPositions, " positions; split them"));
  }

  const v1::Analysis& analysis_;
  std::vector<AnalysedPosition> positions_;
};

}  // namespace

absl::StatusOr<Positions> Positions::Read(const v1::InputFiles& files, const v1::Analysis& analysis) {
  PositionReader reader(analysis);
  for (const v1::InputFile& file : files.files()) ABSL_RETURN_IF_ERROR(reader.AddFile(file));
  Positions positions;
  positions.positions_ = reader.Finish();
  if (positions.size() == 0) return absl::InvalidArgumentError("there are no positions in it");
  return positions;
}

absl::StatusOr<std::shared_ptr<const Positions>> PositionsOf(const v1::Experiment& cell, Inputs& inputs) {
  const v1::Analysis& analysis = cell.analysis();
  const std::string key =
      absl::StrCat("positions ", analysis.move_number(), " ", analysis.komi(), " ", analysis.komi_source());
  absl::StatusOr<std::shared_ptr<const Positions>> positions = inputs.Get<Positions>(
      cell, analysis.positions(), key, [&](const v1::InputFiles& files) { return Positions::Read(files, analysis); });
  if (positions.ok()) return positions;
  return At("analysis.positions", positions.status());
}

}  // namespace tenuki::analysis
