#include "experiments/table_digest.h"

#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "experiments/column_digest.h"

namespace tenuki {
namespace {

// Raised when the definition changes: digests of two definitions are not to be taken for those of different rows.
constexpr std::string_view kDefinition = "tenuki table 1";

}  // namespace

TableDigester::TableDigester(std::shared_ptr<arrow::Schema> schema) : schema_(std::move(schema)) {
  columns_.reserve(schema_->num_fields());
  for (const std::shared_ptr<arrow::Field>& field : schema_->fields()) {
    columns_.push_back(ColumnDigester::Make(*field->type()));
  }
}

TableDigester::~TableDigester() = default;
TableDigester::TableDigester(TableDigester&&) noexcept = default;
TableDigester& TableDigester::operator=(TableDigester&&) noexcept = default;

absl::Status TableDigester::Add(const arrow::RecordBatch& batch) {
  if (batch.schema() != schema_ && !batch.schema()->Equals(*schema_, /*check_metadata=*/false)) {
    return absl::InvalidArgumentError(absl::StrCat("rows have the columns\n", batch.schema()->ToString(),
                                                   "\nwhere the table has\n", schema_->ToString()));
  }
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i] == nullptr) {
      const arrow::Field& field = *schema_->field(static_cast<int>(i));
      return absl::InvalidArgumentError(
          absl::StrCat("column '", field.name(), "': values of type ", field.type()->ToString(), " have no digest"));
    }
  }
  for (size_t i = 0; i < columns_.size(); ++i) {
    columns_[i]->Add(*batch.column_data(static_cast<int>(i)), 0, batch.num_rows());
  }
  num_rows_ += batch.num_rows();
  return absl::OkStatus();
}

Digest TableDigester::Finish() {
  DigestBuilder digest;
  digest.AddField(kDefinition).AddNumber(columns_.size()).AddNumber(static_cast<uint64_t>(num_rows_));
  for (size_t i = 0; i < columns_.size(); ++i) {
    const arrow::Field& field = *schema_->field(static_cast<int>(i));
    digest.AddField(field.name()).AddField(TypeText(*field.type())).AddNumber(field.nullable() ? 1 : 0);
    if (columns_[i] != nullptr) columns_[i]->Finish(digest);
  }
  num_rows_ = 0;
  return digest.Finish();
}

}  // namespace tenuki
