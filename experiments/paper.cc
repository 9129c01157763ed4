#include "experiments/paper.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/nearest_name.h"
#include "experiments/field_path.h"

namespace tenuki {
namespace {

// As cells spell it: "5.50" is "5.5". What does not fit the field stays as it is, and then belongs to no cell.
std::string Normalise(const std::string& field, const std::string& value) {
  const absl::StatusOr<FieldPath> path = FieldPath::Resolve(*v1::Experiment::descriptor(), field);
  v1::Experiment scratch;
  return path.ok() && path->Set(value, scratch).ok() ? path->Get(scratch) : value;
}

bool IsAt(const Plan& plan, const Cell& cell, const v1::PaperValue& value) {
  for (size_t i = 0; i < plan.fields.size(); ++i) {
    const auto at = std::ranges::find(value.at(), plan.fields[i], &v1::FieldValue::field);
    if (at == value.at().end() || Normalise(at->field(), at->value()) != cell.values[i]) return false;
  }
  return true;
}

std::string Describe(const v1::PaperValue& value) {
  std::vector<std::string> at;
  for (const v1::FieldValue& each : value.at()) at.push_back(absl::StrCat(each.field(), "=", each.value()));
  return absl::StrCat("paper: ", value.measure(), at.empty() ? "" : " at ", absl::StrJoin(at, ", "));
}

}  // namespace

absl::Status CheckPaper(const Plan& plan) {
  for (const v1::PaperValue& value : plan.experiment.paper().values()) {
    for (const v1::FieldValue& at : value.at()) {
      if (std::ranges::find(plan.fields, at.field()) != plan.fields.end()) continue;
      return absl::InvalidArgumentError(
          absl::StrCat(Describe(value), ": '", at.field(), "' is not swept", DidYouMean(at.field(), plan.fields)));
    }
    if (std::ranges::none_of(plan.cells, [&](const Cell& cell) { return IsAt(plan, cell, value); })) {
      return absl::InvalidArgumentError(absl::StrCat(
          Describe(value), ": there is no such cell; name a value of each of ", absl::StrJoin(plan.fields, ", ")));
    }
  }
  return absl::OkStatus();
}

const v1::PaperValue* FindPaperValue(const Plan& plan, const Cell& cell, std::string_view measure) {
  for (const v1::PaperValue& value : plan.experiment.paper().values()) {
    if (value.measure() == measure && IsAt(plan, cell, value)) return &value;
  }
  return nullptr;
}

}  // namespace tenuki
