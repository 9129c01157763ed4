#include "experiments/plan.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "experiments/defaults.h"
#include "experiments/field_path.h"
#include "experiments/paper.h"
#include "experiments/registry.h"

namespace tenuki {
namespace {

// Field by field in the order of numbers. Cells have no maps in their digests, so this is canonical.
std::string SerializeDeterministically(const google::protobuf::Message& message) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  message.SerializeToCodedStream(&coded);
  coded.Trim();
  return bytes;
}

absl::StatusOr<std::vector<FieldPath>> ResolveSweeps(const v1::Experiment& experiment) {
  std::vector<FieldPath> paths;
  for (const v1::Sweep& sweep : experiment.sweep()) {
    ABSL_ASSIGN_OR_RETURN(FieldPath path, FieldPath::Resolve(*experiment.GetDescriptor(), sweep.field()));
    paths.push_back(std::move(path));
  }
  return paths;
}

// How many cells the sweeps make of each value of the kind's axis.
absl::StatusOr<int64_t> CountCells(const v1::Experiment& experiment, size_t num_kind_values) {
  auto cells = static_cast<int64_t>(num_kind_values);
  for (const v1::Sweep& sweep : experiment.sweep()) {
    cells *= sweep.values_size();
    if (cells > kMaxCells) {
      return absl::InvalidArgumentError(absl::StrCat(
          "the sweeps make more than ", kMaxCells,
          " cells: ", num_kind_values == 1 ? "" : absl::StrCat(num_kind_values, " pairings x "),
          absl::StrJoin(experiment.sweep(), " x ",
                        [](std::string* out, const auto& each) { absl::StrAppend(out, each.values_size()); })));
    }
  }
  return cells / static_cast<int64_t>(num_kind_values);
}

// Cell number `choice` of those that the sweeps make of a value of the kind's axis.
absl::StatusOr<Cell> SweptCell(const v1::Experiment& experiment, const std::vector<FieldPath>& paths,
                               const KindAxis::Value& base, int64_t choice, int64_t num_choices) {
  Cell cell{.experiment = base.experiment, .digest = {}, .values = base.values};
  cell.experiment.clear_sweep();
  for (size_t axis = 0; axis < paths.size(); ++axis) {
    const v1::Sweep& sweep = experiment.sweep(static_cast<int>(axis));
    num_choices /= sweep.values_size();
    const int value = static_cast<int>(choice / num_choices % sweep.values_size());
    ABSL_RETURN_IF_ERROR(paths[axis].Set(sweep.values(value), cell.experiment));
    cell.values.push_back(paths[axis].Get(cell.experiment));
  }
  // A swept value may have brought a message of its own with it.
  ResolveDefaults(cell.experiment);
  return cell;
}

}  // namespace

std::string DescribePlace(const Plan& plan, const Cell& cell) {
  std::string text;
  for (size_t i = 0; i < plan.fields.size(); ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ", ", plan.fields[i], "=", cell.values[i]);
  }
  return text;
}

absl::StatusOr<Digest> CellDigest(const Kind& kind, const v1::Experiment& cell) {
  v1::Experiment affecting = cell;
  ABSL_RETURN_IF_ERROR(NameInputsByDigest(affecting));
  ClearOutsideDigest(affecting);
  return DigestBuilder()
      .AddField("tenuki cell 1")
      .AddField(kind.name())
      .AddNumber(static_cast<uint64_t>(kind.semantic_version()))
      .AddField(SerializeDeterministically(affecting))
      .Finish();
}

absl::StatusOr<Plan> MakePlan(const v1::Experiment& experiment, Inputs& inputs) {
  ABSL_ASSIGN_OR_RETURN(const std::vector<FieldPath> paths, ResolveSweeps(experiment));
  const Kind& kind = KindOf(experiment);
  v1::Experiment base = experiment;
  ResolveDefaults(base);
  ABSL_ASSIGN_OR_RETURN(KindAxis kind_axis, kind.Expand(base));
  ABSL_ASSIGN_OR_RETURN(const int64_t num_choices, CountCells(experiment, kind_axis.values.size()));

  Plan plan{.experiment = experiment, .fields = std::move(kind_axis.fields), .cells = {}};
  for (const FieldPath& path : paths) plan.fields.push_back(path.name());
  for (const KindAxis::Value& kind_value : kind_axis.values) {
    for (int64_t choice = 0; choice < num_choices; ++choice) {
      ABSL_ASSIGN_OR_RETURN(Cell cell, SweptCell(experiment, paths, kind_value, choice, num_choices));
      cell.index = static_cast<int32_t>(plan.cells.size());
      const absl::StatusOr<int64_t> num_units = kind.PlanCell(cell.experiment, inputs);
      if (!num_units.ok()) {
        const std::string place = DescribePlace(plan, cell);
        return absl::Status(
            num_units.status().code(),
            absl::StrCat(num_units.status().message(), place.empty() ? "" : absl::StrCat(" (at ", place, ")")));
      }
      cell.num_units = *num_units;
      if (cell.experiment.stop().has_sprt() && kind.MakeStopRule(cell.experiment) == nullptr) {
        return absl::InvalidArgumentError(
            absl::StrCat("stop.sprt: a '", kind.name(), "' has nothing that a sequential test could look at"));
      }
      ABSL_ASSIGN_OR_RETURN(cell.digest, CellDigest(kind, cell.experiment));
      plan.cells.push_back(std::move(cell));
    }
  }
  ABSL_RETURN_IF_ERROR(CheckPaper(plan));
  return plan;
}

}  // namespace tenuki
