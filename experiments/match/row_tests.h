// What the rows of a layout say together: whether one row wins more than another over all columns, and whether a row
// rises or falls along them.
//
//   results.blocks ← RowTestsTable(layout, cells)      // "Covariance against UCT": Cochran–Mantel–Haenszel
//
// Pure functions: no thread rules.
#pragma once

#include <string>
#include <vector>

#include "experiments/match/layout.h"
#include "experiments/match/summary.h"
#include "tenuki/v1/report.pb.h"

namespace tenuki {

// A row for each test: all rows of the layout but the first against the first, pooled over the columns, and each row's
// trend where the columns are three numbers or more. Adjusted together by Holm's method. Without rows when there is
// nothing to test.
v1::Table RowTestsTable(const Layout& layout, const std::vector<CellSummary>& cells);

// What the table's tests are, and what they could have found.
std::string DescribeRowTests(const Layout& layout, const std::vector<CellSummary>& cells);

}  // namespace tenuki
