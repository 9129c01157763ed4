// Simulates each position, and writes down what was counted at each of the samples and at the end.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "experiments/analysis/analysis.h"
#include "experiments/analysis/positions.h"
#include "experiments/analysis/schema.h"
#include "experiments/analysis/simulations.h"
#include "experiments/sgf_points.h"
#include "experiments/table_rows.h"

namespace tenuki {
namespace analysis {
namespace {

// The rows of one unit.
class UnitRows {
 public:
  static absl::StatusOr<UnitRows> Make(int64_t unit) {
    std::vector<TableRows> tables;
    const AnalysisKind kind;
    for (const TableDefinition& table : kind.unit_tables()) {
      ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(table.schema));
      tables.push_back(std::move(rows));
    }
    return UnitRows(unit, std::move(tables));
  }

  void AddPosition(const AnalysedPosition& position) {
    const Board& board = position.board;
    Add(kPositionsTable, unit_, position.name, board.size(), position.komi_half_points, ColorName(board.to_move()),
        SgfPoints(board.size(), board.stones(Color::kBlack)), SgfPoints(board.size(), board.stones(Color::kWhite)));
    int32_t number = 0;
    for (const KnownSemeaiPoints& known : position.known) {
      Add(kKnownTable, unit_, ++number, SgfPoints(board.size(), known.black), SgfPoints(board.size(), known.white),
          known.black_first, known.white_first);
    }
  }

  void AddSample(int32_t simulations, const Simulations& done) {
    const ScoreTable& table = done.table();
    for (const ScoreCount& each : table.Histogram()) {
      Add(kHistogramTable, unit_, simulations, each.score, static_cast<int32_t>(each.count));
      for (Point point = 0; point < table.size() * table.size(); ++point) {
        const int32_t black = table.Control(Color::kBlack, point, each.score);
        const int32_t white = table.Control(Color::kWhite, point, each.score);
        if (black + white == 0) continue;
        Add(kControlTable, unit_, simulations, each.score, static_cast<uint16_t>(point), black, white);
      }
    }
    if (const std::optional<RootMove> best = done.BestMove()) {
      Add(kSearchesTable, unit_, simulations, ToGtp(table.size(), best->move), int64_t{best->visits}, best->WinRate());
    }
  }

  absl::Status Give(TableSink& sink) {
    for (size_t table = 0; table < tables_.size(); ++table) {
      ABSL_RETURN_IF_ERROR(tables_[table].Give(table, sink));
    }
    return absl::OkStatus();
  }

 private:
  UnitRows(int64_t unit, std::vector<TableRows> tables) : unit_(unit), tables_(std::move(tables)) {}

  template <typename... Values>
  void Add(AnalysisTable table, const Values&... values) {
    (tables_[table].Add(values), ...);
  }

  const int64_t unit_;
  std::vector<TableRows> tables_;
};

}  // namespace
}  // namespace analysis

absl::Status AnalysisKind::Run(const Cell& cell, UnitRange units, const RunContext& context, TableSink& sink) const {
  const v1::Analysis& settings = cell.experiment.analysis();
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<const analysis::Positions> positions,
                        analysis::PositionsOf(cell.experiment, context.inputs));
  const PlayoutKernel kernel(context.cpu_level);
  std::vector<int32_t> samples(settings.samples().begin(), settings.samples().end());
  samples.push_back(settings.simulations());
  for (int64_t unit = units.first; unit < units.first + units.count; ++unit) {
    const analysis::AnalysedPosition& position = positions->at(unit);
    ABSL_ASSIGN_OR_RETURN(analysis::UnitRows rows, analysis::UnitRows::Make(unit));
    rows.AddPosition(position);
    analysis::Simulations simulations(position.StartOfGame(), settings, kernel, UnitSeed(cell.digest, unit));
    for (int32_t sample : samples) {
      simulations.RunUntil(sample);
      rows.AddSample(sample, simulations);
    }
    ABSL_RETURN_IF_ERROR(rows.Give(sink));
    if (!context.unit_done(unit)) return absl::AbortedError(absl::StrCat("stopped after unit ", unit));
  }
  return absl::OkStatus();
}

}  // namespace tenuki
