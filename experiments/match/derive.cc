// From games to one row of counts a cell, to its sequential test, and to what engines did wrong.
#include <arrow/api.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/arrow_status.h"
#include "common/digest.h"
#include "experiments/match/faults.h"
#include "experiments/match/match.h"
#include "experiments/match/schema.h"
#include "experiments/match/sequential_test.h"
#include "experiments/pair_points.h"
#include "experiments/plan.h"
#include "experiments/players.h"

namespace tenuki {
namespace {

// Games that are compared with each other: of one cell, and of all of them. Memory is 16 bytes or so for each.
constexpr int64_t kMaxGamesComparedInCell = 1'000'000;
constexpr int64_t kMaxGamesCompared = 4'000'000;

// Columns of stored tables come after `cell`.
template <typename Array>
const Array& ColumnOf(const arrow::RecordBatch& batch, GamesColumn column) {
  return static_cast<const Array&>(*batch.column(column + 1));
}

absl::Status CheckCell(const char* table, int32_t cell, size_t num_cells) {
  if (cell >= 0 && static_cast<size_t>(cell) < num_cells) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(table, ": the plan has no cell ", cell));
}

class Summary {
 public:
  // Counts of one cell, by SummaryColumn.
  using Counts = std::array<int64_t, kSummaryNumColumns>;

  explicit Summary(const Plan& plan)
      : plan_(plan),
        max_games_compared_(
            std::min(kMaxGamesComparedInCell, kMaxGamesCompared / static_cast<int64_t>(plan.cells.size()))),
        cells_(plan.cells.size()),
        seen_(plan.cells.size()),
        tested_pairs_(plan.cells.size()) {}

  absl::Status AddGames(const arrow::RecordBatch& batch) {
    const auto& cells = static_cast<const arrow::Int32Array&>(*batch.column(0));
    for (int64_t row = 0; row < batch.num_rows(); ++row) {
      ABSL_RETURN_IF_ERROR(CheckCell("games", cells.Value(row), cells_.size()));
      AddGame(batch, row, cells.Value(row));
    }
    return absl::OkStatus();
  }

  absl::Status AddMoves(const arrow::RecordBatch& batch) {
    const auto& cells = static_cast<const arrow::Int32Array&>(*batch.column(0));
    for (int64_t row = 0; row < batch.num_rows(); ++row) {
      ABSL_RETURN_IF_ERROR(CheckCell("moves", cells.Value(row), cells_.size()));
      ++cells_[cells.Value(row)][kSummaryMovesRecorded];
    }
    return absl::OkStatus();
  }

  const std::vector<Counts>& cells() const { return cells_; }
  const FaultCounts& faults() const { return faults_; }

  // Of the cells that have one.
  std::vector<SequentialTest> SequentialTests() const {
    std::vector<SequentialTest> tests;
    for (const Cell& cell : plan_.cells) {
      if (!cell.experiment.stop().has_sprt()) continue;
      tests.push_back(RunSequentialTest(cell.experiment.stop().sprt(), tested_pairs_[cell.index]));
      tests.back().cell = cell.index;
    }
    return tests;
  }

 private:
  void AddGame(const arrow::RecordBatch& batch, int64_t row, int32_t cell) {
    Counts& counts = cells_[cell];
    const std::string_view reason = ColumnOf<arrow::StringArray>(batch, kGamesReason).Value(row);
    const bool as_black = ColumnOf<arrow::StringArray>(batch, kGamesPlayerColor).Value(row) == "black";
    const auto [unit, points] = PointsOf(batch, row);
    ++counts[kSummaryGames];
    ++counts[points == 2 ? kSummaryWins : points == 1 ? kSummaryDraws : kSummaryLosses];
    counts[kSummaryGamesAsBlack] += as_black;
    counts[kSummaryWinsAsBlack] += as_black && points == 2;
    counts[kSummaryDrawsAsBlack] += as_black && points == 1;
    if (const auto& failure = ColumnOf<arrow::StringArray>(batch, kGamesFailure); !failure.IsNull(row)) {
      ++counts[points == 0 ? kSummaryPlayerForfeits : kSummaryOpponentForfeits];
      faults_.Add({.cell = cell,
                   .by = points == 0 ? "player" : "opponent",
                   .reason = std::string(reason),
                   .unit = unit,
                   .game = ColumnOf<arrow::Int32Array>(batch, kGamesGame).Value(row),
                   .example = failure.GetString(row)});
    }
    if (const auto& engine = ColumnOf<arrow::DoubleArray>(batch, kGamesEngineMargin); !engine.IsNull(row)) {
      ++counts[kSummaryEngineCounts];
      const double margin = engine.Value(row);
      counts[kSummaryDisagreements] += points != (margin > 0 ? 2 : margin < 0 ? 0 : 1);
    }
    counts[kSummaryResignations] += reason == "resignation";
    counts[kSummaryCutOff] += reason == "max_plies";
    counts[kSummaryPlies] += ColumnOf<arrow::Int32Array>(batch, kGamesPlies).Value(row);
    counts[kSummaryPlayerPlayouts] += ColumnOf<arrow::Int64Array>(batch, kGamesPlayerPlayouts).Value(row);
    counts[kSummaryOpponentPlayouts] += ColumnOf<arrow::Int64Array>(batch, kGamesOpponentPlayouts).Value(row);
    AddToPair(counts, cell, unit, points);
    if (unit < max_games_compared_ / 2) Compare(batch, row, cell);
  }

  void AddToPair(Counts& counts, int32_t cell, int64_t unit, int points) {
    const std::optional<int> both = pairs_.Add(cell, unit, points);
    if (!both.has_value()) return;
    ++counts[kSummaryPairs];
    ++counts[kSummaryPairs0 + *both];
    if (plan_.cells[cell].experiment.stop().has_sprt()) tested_pairs_[cell].emplace_back(unit, *both);
  }

  // Games are the same when all of their moves are, from the same opening, whoever was Black.
  void Compare(const arrow::RecordBatch& batch, int64_t row, int32_t cell) {
    const auto& opening = ColumnOf<arrow::Int32Array>(batch, kGamesOpening);
    const std::string_view moves = ColumnOf<arrow::StringArray>(batch, kGamesMoves).Value(row);
    const uint64_t number = opening.IsNull(row) ? 0 : static_cast<uint64_t>(opening.Value(row)) + 1;
    ++cells_[cell][kSummaryGamesCompared];
    const Digest digest = DigestBuilder().AddField(moves).AddNumber(number).Finish();
    uint64_t fingerprint = 0;
    std::memcpy(&fingerprint, digest.bytes().data(), sizeof(fingerprint));
    cells_[cell][kSummaryDuplicates] += !seen_[cell].insert(fingerprint).second;
  }

  const Plan& plan_;
  const int64_t max_games_compared_;
  std::vector<Counts> cells_;
  std::vector<absl::flat_hash_set<uint64_t>> seen_;
  PairPoints pairs_;
  // (unit, points) of cells that have a sequential test.
  std::vector<std::vector<std::pair<int64_t, int>>> tested_pairs_;
  FaultCounts faults_;
};

absl::StatusOr<std::shared_ptr<arrow::RecordBatch>> SummaryBatch(const Plan& plan, const Summary& summary) {
  ABSL_ASSIGN_OR_RETURN(std::unique_ptr<arrow::RecordBatchBuilder> builder,
                        FromArrow(arrow::RecordBatchBuilder::Make(SummarySchema(), arrow::default_memory_pool())));
  const auto append_text = [&](SummaryColumn column, const std::string& text) {
    return FromArrow(builder->GetFieldAs<arrow::StringBuilder>(column)->Append(text));
  };
  for (const Cell& cell : plan.cells) {
    const v1::Match& match = cell.experiment.match();
    ABSL_RETURN_IF_ERROR(FromArrow(builder->GetFieldAs<arrow::Int32Builder>(kSummaryCell)->Append(cell.index)));
    ABSL_RETURN_IF_ERROR(append_text(kSummaryPlayer, DisplayName(match.player())));
    ABSL_RETURN_IF_ERROR(append_text(kSummaryOpponent, DisplayName(match.opponent())));
    ABSL_RETURN_IF_ERROR(append_text(kSummaryPlace, DescribePlace(plan, cell)));
    for (int column = kSummaryFirstCount; column < kSummaryNumColumns; ++column) {
      ABSL_RETURN_IF_ERROR(
          FromArrow(builder->GetFieldAs<arrow::Int64Builder>(column)->Append(summary.cells()[cell.index][column])));
    }
  }
  return FromArrow(builder->Flush());
}

}  // namespace

absl::Status MatchKind::Derive(const Plan& plan, TableSource& unit_tables, TableSink& sink) const {
  Summary summary(plan);
  ABSL_RETURN_IF_ERROR(ForEachBatch(unit_tables, "games", *WithCell(*GamesSchema()),
                                    [&](const arrow::RecordBatch& batch) { return summary.AddGames(batch); }));
  ABSL_RETURN_IF_ERROR(ForEachBatch(unit_tables, "moves", *WithCell(*MovesSchema()),
                                    [&](const arrow::RecordBatch& batch) { return summary.AddMoves(batch); }));
  ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::RecordBatch> counts, SummaryBatch(plan, summary));
  ABSL_RETURN_IF_ERROR(sink.Append(0, std::move(counts)));
  ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::RecordBatch> tests, ToBatch(summary.SequentialTests()));
  ABSL_RETURN_IF_ERROR(sink.Append(1, std::move(tests)));
  return GiveFaults(summary.faults().faults(), 2, sink);
}

}  // namespace tenuki
