#include "common/nearest_name.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

// Optimal string alignment distance, case ignored; three rows of the table at a time.
size_t Distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> previous(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, previous);
    std::swap(previous, row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = absl::ascii_tolower(a[i - 1]) == absl::ascii_tolower(b[j - 1]);
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<std::string> NearestName(std::string_view name, const std::vector<std::string>& candidates) {
  constexpr size_t kMaxLength = 100;  // names are shorter; this bounds the time
  if (name.size() > kMaxLength) return std::nullopt;
  std::optional<std::string> nearest;
  size_t least = 0;
  for (const std::string& candidate : candidates) {
    const size_t distance = Distance(name, candidate);
    if (nearest && distance >= least) continue;
    nearest = candidate;
    least = distance;
  }
  if (!nearest || 3 * least > std::max(nearest->size(), size_t{3})) return std::nullopt;
  return nearest;
}

std::string DidYouMean(std::string_view name, const std::vector<std::string>& candidates) {
  const std::optional<std::string> nearest = NearestName(name, candidates);
  return nearest ? absl::StrCat("; did you mean '", *nearest, "'?") : "";
}

}  // namespace tenuki
