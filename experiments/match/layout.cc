#include "experiments/match/layout.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

std::string RowName(const Plan& plan, const Cell& cell) {
  if (plan.fields.size() < 2) return "win rate";
  if (plan.fields.size() == 2) return cell.values[0];
  std::string name;
  for (size_t i = 0; i + 1 < plan.fields.size(); ++i) {
    absl::StrAppend(&name, i == 0 ? "" : ", ", plan.fields[i], "=", cell.values[i]);
  }
  return name;
}

std::optional<std::vector<double>> Numbers(const std::vector<std::string>& texts) {
  std::vector<double> numbers(texts.size());
  for (size_t i = 0; i < texts.size(); ++i) {
    if (!absl::SimpleAtod(texts[i], &numbers[i])) return std::nullopt;
  }
  return numbers;
}

}  // namespace

Layout Layout::Of(const Plan& plan) {
  Layout layout;
  if (!plan.fields.empty()) layout.column_field = plan.fields.back();
  for (const Cell& cell : plan.cells) {
    const std::string column = plan.fields.empty() ? "" : cell.values.back();
    if (std::ranges::find(layout.columns, column) == layout.columns.end()) layout.columns.push_back(column);
    const std::string name = RowName(plan, cell);
    // The last field runs fastest, so a row's cells stand together.
    if (layout.rows.empty() || layout.rows.back().name != name) layout.rows.push_back({.name = name, .cells = {}});
    layout.rows.back().cells.push_back(cell.index);
  }
  layout.numbers = Numbers(layout.columns);
  return layout;
}

}  // namespace tenuki
