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

absl::StatusOr<int64_t> CountCells(const v1::Experiment& experiment) {
  int64_t cells = 1;
  for (const v1::Sweep& sweep : experiment.sweep()) {
    cells *= sweep.values_size();
    if (cells > kMaxCells) {
      return absl::InvalidArgumentError(
          absl::StrCat("the sweeps make more than ", kMaxCells,
                       " cells: ", absl::StrJoin(experiment.sweep(), " x ", [](std::string* out, const auto& each) {
                         absl::StrAppend(out, each.values_size());
                       })));
    }
  }
  return cells;
}

// "match.komi=5.5, match.board_size=9", or nothing without a sweep.
std::string DescribePlace(const Plan& plan, const Cell& cell) {
  std::string text;
  for (size_t i = 0; i < plan.fields.size(); ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ", ", plan.fields[i], "=", cell.values[i]);
  }
  return text;
}

}  // namespace

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
  ABSL_ASSIGN_OR_RETURN(const int64_t num_cells, CountCells(experiment));
  const Kind& kind = KindOf(experiment);
  Plan plan{.experiment = experiment, .fields = {}, .cells = {}};
  for (const FieldPath& path : paths) plan.fields.push_back(path.name());

  v1::Experiment base = experiment;
  base.clear_sweep();
  ResolveDefaults(base);
  for (int64_t index = 0; index < num_cells; ++index) {
    Cell cell{.index = static_cast<int32_t>(index), .experiment = base, .digest = {}, .num_units = 0, .values = {}};
    int64_t cells_per_value = num_cells;
    for (size_t axis = 0; axis < paths.size(); ++axis) {
      const v1::Sweep& sweep = experiment.sweep(static_cast<int>(axis));
      cells_per_value /= sweep.values_size();
      const int choice = static_cast<int>(index / cells_per_value % sweep.values_size());
      ABSL_RETURN_IF_ERROR(paths[axis].Set(sweep.values(choice), cell.experiment));
      cell.values.push_back(paths[axis].Get(cell.experiment));
    }
    // A swept value may have brought a message of its own with it.
    ResolveDefaults(cell.experiment);
    const absl::StatusOr<int64_t> num_units = kind.PlanCell(cell.experiment, inputs);
    if (!num_units.ok()) {
      const std::string place = DescribePlace(plan, cell);
      return absl::Status(
          num_units.status().code(),
          absl::StrCat(num_units.status().message(), place.empty() ? "" : absl::StrCat(" (at ", place, ")")));
    }
    cell.num_units = *num_units;
    ABSL_ASSIGN_OR_RETURN(cell.digest, CellDigest(kind, cell.experiment));
    plan.cells.push_back(std::move(cell));
  }
  ABSL_RETURN_IF_ERROR(CheckPaper(plan));
  return plan;
}

}  // namespace tenuki
