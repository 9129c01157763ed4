// What a report of a similarity is made of: the derived tables, read back by cell.
//
//   ABSL_ASSIGN_OR_RETURN(std::vector<Findings> findings, ReadFindings(plan, derived_tables));
//   findings[cell.index].classifications
//
// Values: no thread rules.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "experiments/experiment.h"
#include "experiments/similarity/schema.h"

namespace tenuki {

// Of one cell; each list in the order of its table's rows.
struct Findings {
  struct Item {
    std::string item;
    int64_t count = 0;
    std::string example;
  };
  struct Classification {
    std::string measure;
    bool with_diagonal = false;
    int64_t true_positives = 0;
    int64_t false_positives = 0;
    int64_t false_negatives = 0;
    int64_t true_negatives = 0;
    std::optional<double> precision;
    std::optional<double> recall;
    std::optional<double> accuracy;
    std::optional<double> average_error;
  };
  struct Distribution {
    std::string measure;
    // By bin.
    std::array<int64_t, kNumBins> pairs{};
  };
  struct Fit {
    // As FitColumn has them, for each of the three.
    struct Qualities {
      std::optional<double> precision;
      std::optional<double> recall;
      std::optional<double> accuracy;
      std::optional<double> average_error;
      std::optional<double> f1;
    };
    std::string measure;
    std::string objective;
    double alpha = 0;
    double beta = 0;
    Qualities fitted;
    Qualities other;
    Qualities other_given;
  };
  struct MatrixValue {
    int i = 0;
    int j = 0;
    float a_posteriori = 0;
  };

  std::vector<Item> overview;
  std::vector<Classification> classifications;
  std::vector<Distribution> distributions;
  std::vector<Fit> fits;
  std::vector<MatrixValue> matrix;

  // Of `overview`; null where there is none.
  const Item* Find(std::string_view item) const;
  // 0 where there is none.
  int64_t CountOf(std::string_view item) const;
};

absl::StatusOr<std::vector<Findings>> ReadFindings(const Plan& plan, TableSource& derived_tables);

}  // namespace tenuki
