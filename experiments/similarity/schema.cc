#include "experiments/similarity/schema.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "experiments/similarity/similarity.h"

namespace tenuki {
namespace {

using SchemaPointer = std::shared_ptr<arrow::Schema>;

std::shared_ptr<arrow::Field> Column(std::string name, std::shared_ptr<arrow::DataType> type) {
  return arrow::field(std::move(name), std::move(type), /*nullable=*/false);
}

SchemaPointer MakePairsSchema() {
  arrow::FieldVector columns = {UnitField(), Column("i", arrow::uint16()), Column("j", arrow::uint16()),
                                Column(kAPosterioriName, arrow::float32())};
  for (int i = 0; i < kNumMeasures; ++i) {
    const Measure measure = MeasureAt(i);
    const std::string name = MeasureName(measure);
    columns.push_back(arrow::field(absl::StrCat(name, "_distance"), arrow::int32(), measure.is_turned));
    columns.push_back(arrow::field(absl::StrCat(name, "_a_priori"), arrow::float32(), measure.is_turned));
  }
  return arrow::schema(std::move(columns));
}

SchemaPointer MakeFitSchema() {
  arrow::FieldVector columns = {CellField(), Column("measure", arrow::utf8()), Column("objective", arrow::utf8()),
                                Column("alpha", arrow::float64()), Column("beta", arrow::float64())};
  for (const char* half : {"fitted", "other", "other_given"}) {
    for (const char* quality : {"precision", "recall", "accuracy", "average_error", "f1"}) {
      columns.push_back(arrow::field(absl::StrCat(half, "_", quality), arrow::float64()));
    }
  }
  return arrow::schema(std::move(columns));
}

}  // namespace

const SchemaPointer& PairsSchema() {
  static const SchemaPointer& schema = *new SchemaPointer(MakePairsSchema());
  return schema;
}

const SchemaPointer& PositionsSchema() {
  static const SchemaPointer& schema = *new SchemaPointer(
      arrow::schema({UnitField(), Column("position", arrow::uint16()), Column("games", arrow::int64()),
                     Column("to_move", arrow::utf8()), Column("black", arrow::utf8()), Column("white", arrow::utf8()),
                     Column("replies", arrow::utf8())}));
  return schema;
}

const SchemaPointer& CollectionSchema() {
  static const SchemaPointer& schema = *new SchemaPointer(arrow::schema(
      {UnitField(), Column("item", arrow::utf8()), Column("count", arrow::int64()), Column("example", arrow::utf8())}));
  return schema;
}

const SchemaPointer& OverviewSchema() {
  static const SchemaPointer& schema = *new SchemaPointer(arrow::schema(
      {CellField(), Column("item", arrow::utf8()), Column("count", arrow::int64()), Column("example", arrow::utf8())}));
  return schema;
}

const SchemaPointer& ClassificationSchema() {
  static const SchemaPointer& schema = *new SchemaPointer(
      arrow::schema({CellField(), Column("measure", arrow::utf8()), Column("diagonal", arrow::boolean()),
                     Column("true_positives", arrow::int64()), Column("false_positives", arrow::int64()),
                     Column("false_negatives", arrow::int64()), Column("true_negatives", arrow::int64()),
                     arrow::field("precision", arrow::float64()), arrow::field("recall", arrow::float64()),
                     arrow::field("accuracy", arrow::float64()), arrow::field("average_error", arrow::float64())}));
  return schema;
}

const SchemaPointer& DistributionSchema() {
  static const SchemaPointer& schema =
      *new SchemaPointer(arrow::schema({CellField(), Column("measure", arrow::utf8()), Column("bin", arrow::int32()),
                                        Column("from", arrow::float64()), Column("pairs", arrow::int64())}));
  return schema;
}

const SchemaPointer& FitSchema() {
  static const SchemaPointer& schema = *new SchemaPointer(MakeFitSchema());
  return schema;
}

const SchemaPointer& MatrixSchema() {
  static const SchemaPointer& schema =
      *new SchemaPointer(arrow::schema({CellField(), Column("i", arrow::uint16()), Column("j", arrow::uint16()),
                                        Column(kAPosterioriName, arrow::float32())}));
  return schema;
}

const std::vector<TableDefinition>& SimilarityKind::unit_tables() const {
  static const std::vector<TableDefinition>& tables = *new std::vector<TableDefinition>{
      {"pairs", PairsSchema()}, {"positions", PositionsSchema()}, {"collection", CollectionSchema()}};
  return tables;
}

const std::vector<TableDefinition>& SimilarityKind::derived_tables() const {
  static const std::vector<TableDefinition>& tables =
      *new std::vector<TableDefinition>{{"overview", OverviewSchema()},
                                        {"classification", ClassificationSchema()},
                                        {"distribution", DistributionSchema()},
                                        {"fit", FitSchema()},
                                        {"matrix", MatrixSchema()}};
  return tables;
}

}  // namespace tenuki
