#include "experiments/similarity/pair_rows.h"

#include <utility>

#include "absl/status/status_macros.h"
#include "common/arrow_status.h"
#include "experiments/similarity/schema.h"

namespace tenuki {

absl::Status PairRows::Reserve(int64_t num_rows) {
  ABSL_RETURN_IF_ERROR(FromArrow(i_.Reserve(num_rows)));
  ABSL_RETURN_IF_ERROR(FromArrow(j_.Reserve(num_rows)));
  ABSL_RETURN_IF_ERROR(FromArrow(a_posteriori_.Reserve(num_rows)));
  for (int measure = 0; measure < num_measures_; ++measure) {
    ABSL_RETURN_IF_ERROR(FromArrow(distance_[measure].Reserve(num_rows)));
    ABSL_RETURN_IF_ERROR(FromArrow(a_priori_[measure].Reserve(num_rows)));
  }
  return absl::OkStatus();
}

void PairRows::Add(int i, int j, const Values& values) {
  i_.UnsafeAppend(static_cast<uint16_t>(i));
  j_.UnsafeAppend(static_cast<uint16_t>(j));
  a_posteriori_.UnsafeAppend(values.a_posteriori);
  for (int measure = 0; measure < num_measures_; ++measure) {
    distance_[measure].UnsafeAppend(values.distance[measure]);
    a_priori_[measure].UnsafeAppend(values.a_priori[measure]);
  }
}

absl::StatusOr<std::shared_ptr<arrow::RecordBatch>> PairRows::Finish() {
  const int64_t num_rows = i_.length();
  arrow::ArrayVector columns(kPairsNumColumns);
  ABSL_ASSIGN_OR_RETURN(columns[kPairsUnit],
                        FromArrow(arrow::MakeArrayFromScalar(arrow::Int64Scalar(unit_), num_rows)));
  ABSL_ASSIGN_OR_RETURN(columns[kPairsI], FromArrow(i_.Finish()));
  ABSL_ASSIGN_OR_RETURN(columns[kPairsJ], FromArrow(j_.Finish()));
  ABSL_ASSIGN_OR_RETURN(columns[kPairsAPosteriori], FromArrow(a_posteriori_.Finish()));
  for (int measure = 0; measure < kNumMeasures; ++measure) {
    std::shared_ptr<arrow::Array>& distance = columns[DistanceColumn(measure)];
    std::shared_ptr<arrow::Array>& a_priori = columns[APrioriColumn(measure)];
    if (measure < num_measures_) {
      ABSL_ASSIGN_OR_RETURN(distance, FromArrow(distance_[measure].Finish()));
      ABSL_ASSIGN_OR_RETURN(a_priori, FromArrow(a_priori_[measure].Finish()));
    } else {
      ABSL_ASSIGN_OR_RETURN(distance, FromArrow(arrow::MakeArrayOfNull(arrow::int32(), num_rows)));
      ABSL_ASSIGN_OR_RETURN(a_priori, FromArrow(arrow::MakeArrayOfNull(arrow::float32(), num_rows)));
    }
  }
  return arrow::RecordBatch::Make(PairsSchema(), num_rows, std::move(columns));
}

}  // namespace tenuki
