#include "experiments/match/faults.h"

#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "experiments/report_values.h"
#include "experiments/table_rows.h"

namespace tenuki {
namespace {

// Of what was seen, in the report: the table `faults` has all of it.
constexpr size_t kMaxExampleLength = 160;

enum Column { kCell, kBy, kReason, kGames, kUnit, kGame, kExample };

std::string Shortened(const std::string& example) {
  std::string line = absl::StrReplaceAll(example, {{"\n", " "}});
  if (line.size() <= kMaxExampleLength) return line;
  size_t end = kMaxExampleLength;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;  // not inside a UTF-8 character
  return absl::StrCat(line.substr(0, end), "…");
}

}  // namespace

void FaultCounts::Add(Fault fault) {
  const auto [at, is_new] = faults_.try_emplace(Key(fault.cell, fault.by, fault.reason), fault);
  if (is_new) return;
  fault.num_games += at->second.num_games;
  if (std::pair(fault.unit, fault.game) < std::pair(at->second.unit, at->second.game)) {
    at->second = std::move(fault);
  } else {
    at->second.num_games = fault.num_games;
  }
}

std::vector<Fault> FaultCounts::faults() const {
  std::vector<Fault> faults;
  for (const auto& [key, fault] : faults_) faults.push_back(fault);
  return faults;
}

std::shared_ptr<arrow::Schema> FaultsSchema() {
  const auto column = [](const char* name, std::shared_ptr<arrow::DataType> type) {
    return arrow::field(name, std::move(type), /*nullable=*/false);
  };
  return arrow::schema({CellField(), column("by", arrow::utf8()), column("reason", arrow::utf8()),
                        column("games", arrow::int64()), column("first_unit", arrow::int64()),
                        column("first_game", arrow::int32()), column("example", arrow::utf8())});
}

absl::Status GiveFaults(const std::vector<Fault>& faults, size_t table, TableSink& sink) {
  ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(FaultsSchema()));
  for (const Fault& fault : faults) {
    rows.Add(fault.cell);
    rows.Add(fault.by);
    rows.Add(fault.reason);
    rows.Add(fault.num_games);
    rows.Add(fault.unit);
    rows.Add(fault.game);
    rows.Add(fault.example);
  }
  return rows.Give(table, sink);
}

absl::StatusOr<std::vector<Fault>> ReadFaults(const Plan& plan, TableSource& derived_tables) {
  std::vector<Fault> faults;
  ABSL_RETURN_IF_ERROR(
      ForEachBatch(derived_tables, "faults", *FaultsSchema(), [&](const arrow::RecordBatch& batch) -> absl::Status {
        const auto text = [&](Column column, int64_t row) {
          return static_cast<const arrow::StringArray&>(*batch.column(column)).GetString(row);
        };
        for (int64_t row = 0; row < batch.num_rows(); ++row) {
          const int32_t cell = static_cast<const arrow::Int32Array&>(*batch.column(kCell)).Value(row);
          if (cell < 0 || static_cast<size_t>(cell) >= plan.cells.size()) {
            return absl::InvalidArgumentError(absl::StrCat("faults: the plan has no cell ", cell));
          }
          faults.push_back({.cell = cell,
                            .by = text(kBy, row),
                            .reason = text(kReason, row),
                            .num_games = static_cast<const arrow::Int64Array&>(*batch.column(kGames)).Value(row),
                            .unit = static_cast<const arrow::Int64Array&>(*batch.column(kUnit)).Value(row),
                            .game = static_cast<const arrow::Int32Array&>(*batch.column(kGame)).Value(row),
                            .example = text(kExample, row)});
        }
        return absl::OkStatus();
      }));
  return faults;
}

v1::Table FaultsTable(const std::vector<Fault>& faults) {
  v1::Table table;
  table.set_caption("Games that were lost by what an engine did");
  for (const char* name : {"by", "what"}) AddColumn(table, name, v1::ALIGNMENT_LEFT);
  AddColumn(table, "games", v1::ALIGNMENT_RIGHT);
  for (const char* name : {"the first: cell-unit-game", "what was seen there"}) {
    AddColumn(table, name, v1::ALIGNMENT_LEFT);
  }
  // By engine and reason; of each, the first cell's comes first.
  std::map<std::pair<std::string, std::string>, Fault> over_cells;
  for (const Fault& fault : faults) {
    const auto [at, is_new] = over_cells.try_emplace(std::pair(fault.by, fault.reason), fault);
    if (!is_new) at->second.num_games += fault.num_games;
  }
  for (const auto& [key, fault] : over_cells) {
    v1::Row& row = *table.add_rows();
    *row.add_values() = TextValue(absl::StrCat("match.", fault.by));
    *row.add_values() = TextValue(fault.reason);
    *row.add_values() = CountValue(fault.num_games);
    *row.add_values() = TextValue(absl::StrCat(fault.cell, "-", fault.unit, "-", fault.game));
    *row.add_values() = TextValue(Shortened(fault.example));
  }
  return table;
}

}  // namespace tenuki
