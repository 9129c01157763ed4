// The rows of `pairs`, tile by tile: as arrays of plain numbers until a batch is made of them, since there are
// millions.
//
//   PairRows rows(unit, NumMeasures(similarity));
//   ABSL_RETURN_IF_ERROR(rows.Reserve(count));
//   rows.Add(i, j, values);
//   ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::RecordBatch> batch, rows.Finish());
//
// One thread at a time.
#pragma once

#include <arrow/api.h>

#include <array>
#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "experiments/similarity/measures.h"

namespace tenuki {

class PairRows {
 public:
  // Of a measure by index; those from num_measures on are not looked at.
  struct Values {
    float a_posteriori = 0;
    std::array<int32_t, kNumMeasures> distance{};
    std::array<float, kNumMeasures> a_priori{};
  };

  PairRows(int64_t unit, int num_measures) : unit_(unit), num_measures_(num_measures) {}

  absl::Status Reserve(int64_t num_rows);
  // REQUIRES: there is room that was reserved.
  void Add(int i, int j, const Values& values);
  // Once.
  absl::StatusOr<std::shared_ptr<arrow::RecordBatch>> Finish();

 private:
  const int64_t unit_;
  const int num_measures_;
  arrow::UInt16Builder i_;
  arrow::UInt16Builder j_;
  arrow::FloatBuilder a_posteriori_;
  std::array<arrow::Int32Builder, kNumMeasures> distance_;
  std::array<arrow::FloatBuilder, kNumMeasures> a_priori_;
};

}  // namespace tenuki
