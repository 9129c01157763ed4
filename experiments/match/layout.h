// The cells of a plan as a paper would print them: the values of the last field are columns, those of all others rows.
//
//   Layout layout = Layout::Of(plan);
//   layout.rows[1].name            // "Covariance"
//   layout.rows[1].cells[3]        // the cell's index in the plan
//
// A value: no thread rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/experiment.h"

namespace tenuki {

struct Layout {
  struct Row {
    // "Covariance", or "match.board_size=9, match.komi=7" when several fields make the rows.
    std::string name;
    // One for each column.
    std::vector<int32_t> cells;
  };

  // Empty in a plan of one cell.
  std::string column_field;
  std::vector<std::string> columns;
  // The columns as numbers, when all of them are.
  std::optional<std::vector<double>> numbers;
  std::vector<Row> rows;

  static Layout Of(const Plan& plan);
};

}  // namespace tenuki
