#include "report/histogram_bins.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "report/format.h"
#include "report/text.h"

namespace tenuki {

int GroupOf(const v1::Histogram& histogram, int bin) {
  if (bin < 0 || bin >= histogram.groups_size()) return kNoGroup;
  const int group = histogram.groups(bin);
  return group >= 0 && group < histogram.group_names_size() ? group : kNoGroup;
}

std::string GroupName(const v1::Histogram& histogram, int group) {
  if (group == kNoGroup) return std::string(kMissing);
  const std::string name = OneLine(histogram.group_names(group));
  return name.empty() ? absl::StrCat("group ", group + 1) : name;
}

std::vector<double> HeightsOf(const v1::Histogram& histogram) {
  std::vector<double> heights(histogram.counts().begin(), histogram.counts().end());
  const bool has_counts = std::any_of(heights.begin(), heights.end(), [](double count) { return count > 0; });
  if (!histogram.y().logarithmic() || !has_counts) {
    heights.insert(heights.end(), histogram.curve().begin(), histogram.curve().end());
    return heights;
  }
  double least = std::numeric_limits<double>::infinity();
  for (double count : heights) least = count > 0 ? std::min(least, count) : least;
  for (double value : histogram.curve()) {
    if (value > least) heights.push_back(value);
  }
  heights.push_back(0.9 * least);
  return heights;
}

}  // namespace tenuki
