#include "experiments/analysis/schema.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "experiments/analysis/analysis.h"

namespace tenuki::analysis {
namespace {

using SchemaPointer = std::shared_ptr<arrow::Schema>;

std::shared_ptr<arrow::Field> Column(std::string name, std::shared_ptr<arrow::DataType> type) {
  return arrow::field(std::move(name), std::move(type), /*nullable=*/false);
}
std::shared_ptr<arrow::Field> Text(std::string name) { return Column(std::move(name), arrow::utf8()); }
std::shared_ptr<arrow::Field> Whole(std::string name) { return Column(std::move(name), arrow::int32()); }
std::shared_ptr<arrow::Field> Count(std::string name) { return Column(std::move(name), arrow::int64()); }
std::shared_ptr<arrow::Field> Number(std::string name) { return Column(std::move(name), arrow::float64()); }
std::shared_ptr<arrow::Field> PointColumn() { return Column("point", arrow::uint16()); }
std::shared_ptr<arrow::Field> Simulations() { return Whole("simulations"); }

SchemaPointer MakeDerived(arrow::FieldVector columns) {
  columns.insert(columns.begin(), {CellField(), UnitField(), Simulations()});
  return arrow::schema(std::move(columns));
}

// By AnalysisDerivedTable.
std::array<SchemaPointer, 8> MakeDerivedSchemas() {
  return {MakeDerived({Text("name"), Whole("size"), Number("komi"), Text("to_move"), Text("black"), Text("white"),
                       Count("count"), Number("mean"), Number("deviation"), Number("bandwidth"),
                       Number("black_win_rate"), Whole("clusters"), Column("mean_misleads", arrow::boolean()),
                       Whole("semeai"), arrow::field("map_agreement", arrow::float64()), Text("move"), Count("visits"),
                       arrow::field("win_rate", arrow::float64())}),
          MakeDerived({Whole("score"), Count("count"), Number("density"), Whole("cluster"),
                       arrow::field("mode", arrow::float64())}),
          MakeDerived({Whole("cluster"), Number("mode"), Number("density"), Whole("first_score"), Whole("last_score"),
                       Count("count"), Number("weight"), Text("winner")}),
          MakeDerived({Whole("cluster"), PointColumn(), Number("black"), Number("white")}),
          MakeDerived({PointColumn(), Number("covariance"), Number("former"), Number("black_control"),
                       Number("white_control")}),
          MakeDerived({Whole("semeai"), Text("points"), Whole("num_points"), arrow::field("worth", arrow::float64())}),
          MakeDerived({Whole("cluster"), Whole("semeai"), Text("points"), Whole("num_points"), Text("holder"),
                       Number("mean"), Number("peak"), Number("black_share")}),
          MakeDerived({Whole("known"), Text("black"), Text("white"), Text("black_first"), Text("white_first"),
                       Whole("semeai"), Number("black_stones"), Number("white_stones"),
                       arrow::field("worth", arrow::float64())})};
}

}  // namespace

const SchemaPointer& PositionsSchema() {
  static const SchemaPointer& schema =
      *new SchemaPointer(arrow::schema({UnitField(), Text("name"), Whole("size"), Whole("komi_half_points"),
                                        Text("to_move"), Text("black"), Text("white")}));
  return schema;
}

const SchemaPointer& HistogramSchema() {
  static const SchemaPointer& schema =
      *new SchemaPointer(arrow::schema({UnitField(), Simulations(), Whole("score"), Whole("count")}));
  return schema;
}

const SchemaPointer& ControlSchema() {
  static const SchemaPointer& schema = *new SchemaPointer(
      arrow::schema({UnitField(), Simulations(), Whole("score"), PointColumn(), Whole("black"), Whole("white")}));
  return schema;
}

const SchemaPointer& SearchesSchema() {
  static const SchemaPointer& schema = *new SchemaPointer(
      arrow::schema({UnitField(), Simulations(), Text("move"), Count("visits"), Number("win_rate")}));
  return schema;
}

const SchemaPointer& KnownSchema() {
  static const SchemaPointer& schema = *new SchemaPointer(arrow::schema(
      {UnitField(), Whole("known"), Text("black"), Text("white"), Text("black_first"), Text("white_first")}));
  return schema;
}

const SchemaPointer& DerivedSchema(AnalysisDerivedTable table) {
  static const auto& schemas = *new std::array<SchemaPointer, 8>(MakeDerivedSchemas());
  return schemas[table];
}

}  // namespace tenuki::analysis

namespace tenuki {

const std::vector<TableDefinition>& AnalysisKind::unit_tables() const {
  static const std::vector<TableDefinition>& tables =
      *new std::vector<TableDefinition>{{"histogram", analysis::HistogramSchema()},
                                        {"control", analysis::ControlSchema()},
                                        {"positions", analysis::PositionsSchema()},
                                        {"searches", analysis::SearchesSchema()},
                                        {"known", analysis::KnownSchema()}};
  return tables;
}

const std::vector<TableDefinition>& AnalysisKind::derived_tables() const {
  using namespace analysis;  // NOLINT: the list is of its names alone
  static const std::vector<TableDefinition>& tables = *new std::vector<TableDefinition>{
      {"overview", DerivedSchema(kOverviewTable)},     {"density", DerivedSchema(kDensityTable)},
      {"clusters", DerivedSchema(kClustersTable)},     {"criticality", DerivedSchema(kCriticalityTable)},
      {"covariance", DerivedSchema(kCovarianceTable)}, {"semeai", DerivedSchema(kSemeaiTable)},
      {"regions", DerivedSchema(kRegionsTable)},       {"found", DerivedSchema(kFoundTable)}};
  return tables;
}

}  // namespace tenuki
