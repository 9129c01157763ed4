// A grid of texts: what tables, crosstables and matrices are before a renderer lays them out. Every row has as many
// cells as there are columns, whatever the document holds: what is missing is "–", what is too much gets columns
// without a name.
//
//   Grid grid = MakeGrid(table);
//   grid.columns[1].name       // "win rate"
//   grid.rows[0][1].text       // "48.3 % [43.1, 53.6]"
//   grid.notes                 // {"[…]: 95 % confidence interval", "*: hypothesis rejected"}
//
// Pure functions: no thread rules.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tenuki/v1/report.pb.h"

namespace tenuki {

// More is not shown, and a note says so.
inline constexpr size_t kMaxGridRows = 5000;
inline constexpr size_t kMaxGridColumns = 200;

struct Grid {
  struct Column {
    std::string name;
    bool right_aligned = false;
  };
  struct Cell {
    std::string text;
    // Worth a reader's eye: a rejected hypothesis.
    bool strong = false;
  };

  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
  // What the marks in the cells mean, and what is not shown.
  std::vector<std::string> notes;
};

Grid MakeGrid(const v1::Table& table);

// The players' names in the first column and as names of the others.
Grid MakeGrid(const v1::Crosstable& crosstable);

Grid MakeGrid(const v1::Matrix& matrix);

}  // namespace tenuki
