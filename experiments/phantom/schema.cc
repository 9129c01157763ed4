#include "experiments/phantom/schema.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "experiments/phantom/phantom.h"

namespace tenuki {
namespace {

// Of each side.
constexpr const char* kEffort[] = {"proposals", "refusals", "captures", "playouts", "consistent", "inconsistent"};

std::shared_ptr<arrow::Field> Column(std::string name, std::shared_ptr<arrow::DataType> type) {
  return arrow::field(std::move(name), std::move(type), /*nullable=*/false);
}

void AddEffort(arrow::FieldVector& columns) {
  for (const char* what : kEffort) {
    columns.push_back(Column(absl::StrCat("player_", what), arrow::int64()));
    columns.push_back(Column(absl::StrCat("opponent_", what), arrow::int64()));
  }
}

}  // namespace

const std::shared_ptr<arrow::Schema>& PhantomGamesSchema() {
  static const std::shared_ptr<arrow::Schema>& schema = *new std::shared_ptr<arrow::Schema>([] {
    arrow::FieldVector columns = {UnitField(),
                                  Column("game", arrow::int32()),
                                  Column("player_color", arrow::utf8()),
                                  Column("player_seed", arrow::uint64()),
                                  Column("opponent_seed", arrow::uint64()),
                                  Column("winner", arrow::utf8()),
                                  Column("reason", arrow::utf8()),
                                  Column("margin", arrow::float64()),
                                  Column("plies", arrow::int64())};
    AddEffort(columns);
    columns.push_back(Column("proposals", arrow::utf8()));
    return arrow::schema(std::move(columns));
  }());
  return schema;
}

const std::shared_ptr<arrow::Schema>& PhantomObservationsSchema() {
  static const std::shared_ptr<arrow::Schema>& schema = *new std::shared_ptr<arrow::Schema>(
      arrow::schema({UnitField(), Column("game", arrow::int32()), Column("number", arrow::int32()),
                     Column("side", arrow::utf8()), Column("event", arrow::utf8()), Column("point", arrow::utf8()),
                     Column("captured", arrow::int32()), Column("lost", arrow::utf8())}));
  return schema;
}

std::shared_ptr<arrow::Schema> PhantomSummarySchema() {
  arrow::FieldVector columns = {CellField(), Column("player", arrow::utf8()), Column("opponent", arrow::utf8()),
                                Column("place", arrow::utf8())};
  for (const char* name :
       {"games", "wins", "draws", "losses", "games_as_black", "wins_as_black", "draws_as_black", "cut_off", "pairs"}) {
    columns.push_back(Column(name, arrow::int64()));
  }
  for (int points = 0; points < 5; ++points) columns.push_back(Column(absl::StrCat("pairs_", points), arrow::int64()));
  columns.push_back(Column("plies", arrow::int64()));
  AddEffort(columns);
  columns.push_back(Column("observations", arrow::int64()));
  return arrow::schema(std::move(columns));
}

std::shared_ptr<arrow::Schema> PhantomBoardsSchema() {
  return arrow::schema({CellField(), UnitField(), Column("game", arrow::int32()), Column("ply", arrow::int32()),
                        Column("whose", arrow::utf8()), Column("black", arrow::utf8()), Column("white", arrow::utf8()),
                        Column("hidden", arrow::int32())});
}

const std::vector<TableDefinition>& PhantomKind::unit_tables() const {
  static const std::vector<TableDefinition>& tables =
      *new std::vector<TableDefinition>{{"games", PhantomGamesSchema()}, {"observations", PhantomObservationsSchema()}};
  return tables;
}

const std::vector<TableDefinition>& PhantomKind::derived_tables() const {
  static const std::vector<TableDefinition>& tables =
      *new std::vector<TableDefinition>{{"summary", PhantomSummarySchema()}, {"boards", PhantomBoardsSchema()}};
  return tables;
}

}  // namespace tenuki
