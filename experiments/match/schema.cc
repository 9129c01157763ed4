#include "experiments/match/schema.h"

#include "absl/strings/str_cat.h"
#include "experiments/match/match.h"

namespace tenuki {
namespace {

std::shared_ptr<arrow::Field> Column(std::string name, std::shared_ptr<arrow::DataType> type) {
  return arrow::field(std::move(name), std::move(type), /*nullable=*/false);
}

}  // namespace

std::shared_ptr<arrow::Schema> GamesSchema() {
  return arrow::schema({UnitField(), Column("game", arrow::int32()), arrow::field("opening", arrow::int32()),
                        Column("seed", arrow::uint64()), Column("player_color", arrow::utf8()),
                        Column("winner", arrow::utf8()), Column("reason", arrow::utf8()),
                        arrow::field("margin", arrow::float64()), Column("plies", arrow::int32())});
}

std::shared_ptr<arrow::Schema> SummarySchema() {
  arrow::FieldVector columns = {CellField()};
  for (const char* name : {"games", "wins", "draws", "losses", "games_as_black", "wins_as_black", "pairs"}) {
    columns.push_back(Column(name, arrow::int64()));
  }
  for (int points = 0; points < 5; ++points) columns.push_back(Column(absl::StrCat("pairs_", points), arrow::int64()));
  columns.push_back(Column("plies", arrow::int64()));
  return arrow::schema(std::move(columns));
}

const std::vector<TableDefinition>& MatchKind::unit_tables() const {
  static const std::vector<TableDefinition>& tables = *new std::vector<TableDefinition>{{"games", GamesSchema()}};
  return tables;
}

const std::vector<TableDefinition>& MatchKind::derived_tables() const {
  static const std::vector<TableDefinition>& tables = *new std::vector<TableDefinition>{{"summary", SummarySchema()}};
  return tables;
}

}  // namespace tenuki
