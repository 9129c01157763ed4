#include "cli/similar_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "cli/outcome.h"
#include "cli/output_options.h"
#include "cli/result_folder.h"
#include "common/file_system.h"
#include "engine/sgf/reader.h"
#include "engine/sgf/record.h"
#include "engine/sgf/replay.h"
#include "experiments/report_values.h"
#include "experiments/similarity/nearest.h"
#include "report/terminal.h"

namespace tenuki {
namespace {

constexpr int kMaxNeighbours = 1000;
// Of a position, in the table.
constexpr size_t kMaxReplies = 6;

struct SimilarOptions {
  std::string position;
  std::string results = "results/gragera2015";
  std::string model = "zobrist";
  int top = 10;
  int move_number = -1;
  int cell = 0;
};

absl::StatusOr<Board> ReadPosition(const SimilarOptions& options) {
  const absl::StatusOr<std::string> text = ReadWholeFile(FileSystem::Real(), options.position, SgfLimits{}.max_bytes);
  if (!text.ok()) return absl::InvalidArgumentError(text.status().message());
  const auto read = [&]() -> absl::StatusOr<Board> {
    ABSL_ASSIGN_OR_RETURN(const SgfCollection games, ReadSgf(*text));
    ABSL_ASSIGN_OR_RETURN(const SgfRecord record, MakeRecord(games));
    const auto num_moves = static_cast<int>(record.plies.size());
    if (options.move_number > num_moves) {
      return absl::InvalidArgumentError(
          absl::StrCat("--move ", options.move_number, ": the game has ", num_moves, " moves"));
    }
    return PositionAt(record, options.move_number < 0 ? num_moves : options.move_number);
  };
  absl::StatusOr<Board> board = read();
  if (!board.ok()) {
    return absl::Status(board.status().code(), absl::StrCat(options.position, ": ", board.status().message()));
  }
  return board;
}

v1::Board BoardFigure(int size, const PointSet& black, const PointSet& white) {
  v1::Board board;
  board.set_size(size);
  for (Point point : black) board.add_black(point);
  for (Point point : white) board.add_white(point);
  return board;
}

std::string Describe(const std::vector<Reply>& replies, int size) {
  std::string text;
  for (size_t i = 0; i < std::min(replies.size(), kMaxReplies); ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ", ", ToGtp(size, replies[i].point), " (", replies[i].num_games, ")");
  }
  if (replies.size() > kMaxReplies) absl::StrAppend(&text, ", … ", replies.size() - kMaxReplies, " more");
  return text;
}

v1::Report ReportOfNeighbours(const SimilarOptions& options, const Board& board,
                              const std::vector<Neighbour>& neighbours) {
  v1::Report report;
  report.set_title(absl::StrCat("Positions like ", options.position));
  v1::Section& section = *report.add_sections();
  section.set_heading(absl::StrCat("By ", options.model, ", ", ColorName(board.to_move()), " to move"));
  v1::Figure& given = *section.add_blocks()->mutable_figure();
  given.set_caption("The given position, and what was played in the nearest one");
  *given.mutable_board() = BoardFigure(board.size(), board.stones(Color::kBlack), board.stones(Color::kWhite));
  for (size_t i = 0; i < std::min(neighbours[0].replies.size(), kMaxReplies); ++i) {
    v1::PointMark& mark = *given.mutable_board()->add_marks();
    mark.set_point(neighbours[0].replies[i].point);
    mark.set_label(absl::StrCat(i + 1));
  }
  v1::Table& table = *section.add_blocks()->mutable_table();
  AddColumn(table, "position", v1::ALIGNMENT_RIGHT);
  AddColumn(table, "similarity", v1::ALIGNMENT_RIGHT);
  AddColumn(table, "distance", v1::ALIGNMENT_RIGHT);
  AddColumn(table, "games", v1::ALIGNMENT_RIGHT);
  AddColumn(table, "played there, as the given position lies", v1::ALIGNMENT_LEFT);
  for (const Neighbour& neighbour : neighbours) {
    v1::Row& row = *table.add_rows();
    *row.add_values() = CountValue(neighbour.number);
    *row.add_values() = NumberValue(neighbour.similarity, 3);
    *row.add_values() = CountValue(neighbour.distance);
    *row.add_values() = CountValue(neighbour.num_games);
    *row.add_values() = TextValue(Describe(neighbour.replies, board.size()));
  }
  return report;
}

absl::StatusOr<v1::Report> FindSimilar(const SimilarOptions& options) {
  ABSL_ASSIGN_OR_RETURN(const Board board, ReadPosition(options));
  ABSL_ASSIGN_OR_RETURN(const v1::Experiment experiment, ExperimentIn(options.results));
  if (!experiment.has_similarity()) {
    return absl::InvalidArgumentError(
        absl::StrCat(options.results, ": these are no results of a similarity, but of another kind of experiment"));
  }
  const std::unique_ptr<TableSource> tables = OpenTables(options.results);
  ABSL_ASSIGN_OR_RETURN(const std::vector<StoredPosition> stored,
                        ReadPositions(*tables, options.cell, experiment.similarity().board_size()));
  if (stored.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(options.results, ": there are no positions of cell ", options.cell));
  }
  InfluenceModel model = InfluenceModel::kZobrist;
  for (int i = 0; i < kNumInfluenceModels; ++i) {
    if (InfluenceModelName(static_cast<InfluenceModel>(i)) == options.model) model = static_cast<InfluenceModel>(i);
  }
  absl::StatusOr<std::vector<Neighbour>> neighbours =
      FindNearest(experiment.similarity(), stored, board, model, options.top);
  if (!neighbours.ok()) {
    return absl::Status(neighbours.status().code(),
                        absl::StrCat(options.position, ": ", neighbours.status().message()));
  }
  return ReportOfNeighbours(options, board, *neighbours);
}

ExitCode Run(const SimilarOptions& options) {
  const absl::StatusOr<v1::Report> report = FindSimilar(options);
  if (!report.ok()) return Fail("similar", report.status());
  std::cout << RenderTerminal(*report, OutputOptions()) << '\n';
  return kExitDone;
}

}  // namespace

Command AddSimilarCommand(CLI::App& tenuki) {
  CLI::App* app = tenuki.add_subcommand("similar", "Find the stored positions that are most like a given one");
  app->footer(
      "Example:\n"
      "  tenuki run configs/papers/gragera2015.textproto\n"
      "  tenuki similar my-game.sgf --move 6 --in results/gragera2015 --top 5\n\n"
      "The position is turned and mirrored to lie as near as possible; only stored positions with the same side to "
      "move\n"
      "are taken. The similarity is the experiment's own, a priori.");
  auto options = std::make_shared<SimilarOptions>();
  app->add_option("POSITION", options->position, "An SGF file; the first game in it counts")->required();
  app->add_option("--move", options->move_number, "The position after so many moves; by default after the last")
      ->check(CLI::Range(0, 100'000));
  app->add_option("--in", options->results, "Folder of results of a similarity experiment")->capture_default_str();
  app->add_option("--cell", options->cell, "Of an experiment with a sweep, the number of the cell")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  app->add_option("--top", options->top, "How many positions")
      ->check(CLI::Range(1, kMaxNeighbours))
      ->capture_default_str();
  std::vector<std::string> models;
  for (int i = 0; i < kNumInfluenceModels; ++i) {
    models.emplace_back(InfluenceModelName(static_cast<InfluenceModel>(i)));
  }
  app->add_option("--model", options->model, "Model of influence that says what is near")
      ->check(CLI::IsMember(models))
      ->capture_default_str();
  return {app, [options] { return Run(*options); }};
}

}  // namespace tenuki
