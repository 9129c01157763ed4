#include "experiments/match/schema.h"

#include "absl/strings/str_cat.h"
#include "experiments/match/faults.h"
#include "experiments/match/match.h"
#include "experiments/match/sequential_test.h"

namespace tenuki {
namespace {

std::shared_ptr<arrow::Field> Column(std::string name, std::shared_ptr<arrow::DataType> type) {
  return arrow::field(std::move(name), std::move(type), /*nullable=*/false);
}

}  // namespace

const std::shared_ptr<arrow::Schema>& GamesSchema() {
  static const std::shared_ptr<arrow::Schema>& schema = *new std::shared_ptr<arrow::Schema>(arrow::schema(
      {UnitField(), Column("game", arrow::int32()), arrow::field("opening", arrow::int32()),
       Column("player_color", arrow::utf8()), Column("player_seed", arrow::uint64()),
       Column("opponent_seed", arrow::uint64()), Column("winner", arrow::utf8()), Column("reason", arrow::utf8()),
       arrow::field("margin", arrow::float64()), Column("plies", arrow::int32()),
       Column("player_playouts", arrow::int64()), Column("opponent_playouts", arrow::int64()),
       Column("moves", arrow::utf8()), Column("dead_stones", arrow::int32()),
       arrow::field("engine_margin", arrow::float64()), arrow::field("failure", arrow::utf8()),
       arrow::field("player_told", arrow::utf8()), arrow::field("opponent_told", arrow::utf8())}));
  return schema;
}

const std::shared_ptr<arrow::Schema>& MovesSchema() {
  static const std::shared_ptr<arrow::Schema>& schema = *new std::shared_ptr<arrow::Schema>(arrow::schema(
      {UnitField(), Column("game", arrow::int32()), Column("ply", arrow::int32()), Column("color", arrow::utf8()),
       Column("by", arrow::utf8()), Column("move", arrow::utf8()), Column("playouts", arrow::int64()),
       arrow::field("visits", arrow::int32()), arrow::field("win_rate", arrow::float64())}));
  return schema;
}

std::shared_ptr<arrow::Schema> SummarySchema() {
  arrow::FieldVector columns = {CellField(), Column("player", arrow::utf8()), Column("opponent", arrow::utf8()),
                                Column("place", arrow::utf8())};
  for (const char* name : {"games", "wins", "draws", "losses", "games_as_black", "wins_as_black", "draws_as_black",
                           "resignations", "cut_off", "pairs"}) {
    columns.push_back(Column(name, arrow::int64()));
  }
  for (int points = 0; points < 5; ++points) columns.push_back(Column(absl::StrCat("pairs_", points), arrow::int64()));
  for (const char* name :
       {"plies", "player_playouts", "opponent_playouts", "games_compared", "duplicates", "moves_recorded",
        "player_forfeits", "opponent_forfeits", "engine_counts", "disagreements"}) {
    columns.push_back(Column(name, arrow::int64()));
  }
  return arrow::schema(std::move(columns));
}

const std::vector<TableDefinition>& MatchKind::unit_tables() const {
  static const std::vector<TableDefinition>& tables =
      *new std::vector<TableDefinition>{{"games", GamesSchema()}, {"moves", MovesSchema()}};
  return tables;
}

const std::vector<TableDefinition>& MatchKind::derived_tables() const {
  static const std::vector<TableDefinition>& tables = *new std::vector<TableDefinition>{
      {"summary", SummarySchema()}, {"sequential_test", SequentialTestSchema()}, {"faults", FaultsSchema()}};
  return tables;
}

}  // namespace tenuki
