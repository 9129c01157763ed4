// A matrix that is too large to be read as a table, drawn as a map with a character for each value:
//
//   first    @%=
//   second   %@.
//
//   similarity: from 0.00, blank, by . : - = + * # % to 1.00, @
//
// A pure function: no thread rules.
#pragma once

#include <cstddef>
#include <string>

#include "tenuki/v1/report.pb.h"

namespace tenuki {

// Wider ones are maps.
inline constexpr size_t kMaxMatrixTableColumns = 24;

// Columns that have no room are counted below it. REQUIRES: width >= 40.
std::string DrawMatrixMap(const v1::Matrix& matrix, size_t width);

}  // namespace tenuki
