#include "coordinator/stored_tables.h"

#include <arrow/api.h>
#include <arrow/array/util.h>
#include <arrow/ipc/reader.h>

#include <algorithm>
#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/arrow_status.h"
#include "coordinator/commit_cursor.h"
#include "coordinator/provenance.h"
#include "experiments/registry.h"

namespace tenuki {
namespace {

arrow::Status ToArrow(const absl::Status& status) {
  return status.ok() ? arrow::Status::OK() : arrow::Status::IOError(status.message());
}

// The rows of one unit table, commit by commit.
class UnitTableReader final : public arrow::RecordBatchReader {
 public:
  using Damage = StoredTables::Damage;

  UnitTableReader(StoredView view, Ledger& ledger, const SegmentLog& log, size_t table,
                  std::shared_ptr<arrow::Schema> unit_schema, std::shared_ptr<std::optional<Damage>> damage)
      : view_(std::move(view)),
        log_(log),
        cursor_(view_, ledger),
        table_(table),
        unit_schema_(std::move(unit_schema)),
        schema_(WithCell(*unit_schema_)),
        damage_(std::move(damage)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* out) override {
    absl::StatusOr<std::shared_ptr<arrow::RecordBatch>> batch = NextBatch();
    if (!batch.ok()) return ToArrow(batch.status());
    *out = *std::move(batch);
    return arrow::Status::OK();
  }

 private:
  absl::StatusOr<std::shared_ptr<arrow::RecordBatch>> NextBatch() {
    while (true) {
      if (rows_ == nullptr) {
        ABSL_ASSIGN_OR_RETURN(item_, cursor_.Next());
        if (item_ == nullptr) return nullptr;
        if (table_ < item_->commit.tables.size() && item_->commit.tables[table_].num_rows == 0) continue;
        if (absl::Status opened = OpenCommit(); !opened.ok()) {
          return absl::IsDataLoss(opened) ? Damaged(opened) : opened;
        }
      }
      absl::StatusOr<std::shared_ptr<arrow::RecordBatch>> batch = NextOfCommit();
      if (!batch.ok()) return Damaged(batch.status());
      if (*batch == nullptr) {
        rows_ = nullptr;
      } else if ((*batch)->num_rows() > 0) {
        return batch;
      }
    }
  }

  absl::Status Damaged(const absl::Status& status) {
    const LedgerCommit& commit = item_->commit;
    *damage_ = Damage{.store = commit.store, .units = commit.units, .attempt = commit.attempt};
    return absl::DataLossError(absl::StrCat("the stored rows of the units ", commit.units.first, " to ",
                                            commit.units.end - 1, " of cell ", item_->cell,
                                            " are damaged: ", status.message()));
  }

  // DATA_LOSS when what is there is not what was stored.
  absl::Status OpenCommit() {
    if (table_ >= item_->commit.tables.size()) return absl::DataLossError("the ledger does not know the table");
    ABSL_ASSIGN_OR_RETURN(auto stream, log_.Read(item_->commit.tables[table_].extent));
    auto rows = arrow::ipc::RecordBatchStreamReader::Open(stream);
    if (!rows.ok()) return absl::DataLossError(rows.status().message());
    if (!(*rows)->schema()->Equals(*unit_schema_)) return absl::DataLossError("the rows have another schema");
    rows_ = *std::move(rows);
    return absl::OkStatus();
  }

  // Null at the commit's end.
  absl::StatusOr<std::shared_ptr<arrow::RecordBatch>> NextOfCommit() {
    ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::RecordBatch> batch, FromArrow(rows_->Next()));
    if (batch == nullptr) return nullptr;
    return AddCell(*CutOff(std::move(batch)));
  }

  // Without rows of units that are not read. Rows are in the order of units.
  std::shared_ptr<arrow::RecordBatch> CutOff(std::shared_ptr<arrow::RecordBatch> batch) const {
    if (item_->commit.units.end <= item_->end_unit) return batch;
    const auto& units = static_cast<const arrow::Int64Array&>(*batch->column(0));
    const int64_t* begin = units.raw_values();
    const int64_t* end = std::lower_bound(begin, begin + units.length(), item_->end_unit);
    return batch->Slice(0, end - begin);
  }

  absl::StatusOr<std::shared_ptr<arrow::RecordBatch>> AddCell(const arrow::RecordBatch& batch) const {
    ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::Array> cells,
                          FromArrow(arrow::MakeArrayFromScalar(arrow::Int32Scalar(item_->cell), batch.num_rows())));
    std::vector<std::shared_ptr<arrow::Array>> columns = batch.columns();
    columns.insert(columns.begin(), std::move(cells));
    return arrow::RecordBatch::Make(schema_, batch.num_rows(), std::move(columns));
  }

  const StoredView view_;
  const SegmentLog& log_;
  CommitCursor cursor_;
  const size_t table_;
  const std::shared_ptr<arrow::Schema> unit_schema_;
  const std::shared_ptr<arrow::Schema> schema_;
  const std::shared_ptr<std::optional<Damage>> damage_;
  const CommitCursor::Item* item_ = nullptr;
  std::shared_ptr<arrow::RecordBatchReader> rows_;
};

}  // namespace

std::vector<TableDefinition> StoredTableDefinitions(const Kind& kind) {
  std::vector<TableDefinition> tables;
  for (const TableDefinition& table : kind.unit_tables()) tables.push_back({table.name, WithCell(*table.schema)});
  for (const TableDefinition& table : kind.derived_tables()) tables.push_back(table);
  tables.push_back({std::string(kProvenanceTable), ProvenanceSchema()});
  return tables;
}

StoredTables::StoredTables(StoredView view, Ledger& ledger, const SegmentLog& log)
    : view_(std::move(view)), ledger_(ledger), log_(log), damage_(std::make_shared<std::optional<Damage>>()) {}

absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> StoredTables::Open(std::string_view table) {
  const Kind& kind = KindOf(view_.plan->experiment);
  if (table == kProvenanceTable) return ReadProvenance(view_, ledger_);
  const std::vector<TableDefinition>& unit_tables = kind.unit_tables();
  if (const auto found = std::ranges::find(unit_tables, table, &TableDefinition::name); found != unit_tables.end()) {
    return std::make_shared<UnitTableReader>(view_, ledger_, log_, found - unit_tables.begin(), found->schema, damage_);
  }
  const std::vector<TableDefinition>& derived_tables = kind.derived_tables();
  if (std::ranges::find(derived_tables, table, &TableDefinition::name) != derived_tables.end()) {
    MemoryTables derived(derived_tables);
    ABSL_RETURN_IF_ERROR(kind.Derive(*view_.plan, *this, derived));
    return derived.Open(table);
  }
  return absl::NotFoundError(absl::StrCat(
      "there is no table '", table, "'; there are ",
      absl::StrJoin(StoredTableDefinitions(kind), ", ",
                    [](std::string* out, const TableDefinition& each) { absl::StrAppend(out, each.name); })));
}

}  // namespace tenuki
