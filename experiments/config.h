// Reads an experiment file: text proto in, a checked message out, or an error that says where and what would be right.
//
//   absl::StatusOr<v1::Experiment> experiment = ReadExperiment("quickstart.textproto", text, {"match.board_size=13"});
//   // "quickstart.textproto:7:3: Match has no field 'bord_size'; did you mean 'board_size'?"
//
// Checked are the syntax, the rules that the .proto states for each field (ranges, what is required), sweeps (that each
// value fits its field) and the experiment's name. What only a kind can know is checked when the experiment is planned.
// Inputs, the files that fields name, are read by a loader; what it found stands in Experiment.input afterwards.
//
// All errors are INVALID_ARGUMENT. Functions share nothing but the loader: no thread rules.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "common/digest.h"
#include "tenuki/v1/experiment.pb.h"

namespace tenuki {

// Of one experiment file.
inline constexpr size_t kMaxExperimentBytes = 4 << 20;
inline constexpr size_t kMaxExperimentNameLength = 100;

// Reads the files that an experiment names.
class InputLoader {
 public:
  virtual ~InputLoader() = default;
  // The digest of the file, or of the files in the folder that have the ending. With `expected`, an error when it is
  // another one. Error texts need not name the field.
  virtual absl::StatusOr<Digest> Load(const std::string& path, const std::string& ending,
                                      const std::optional<Digest>& expected) = 0;
  // A path that was typed, not written in the file, as the file would have it.
  virtual std::string PathOfTyped(const std::string& path) const { return path; }
};

// `file` is for error texts alone. Each of `settings` is "field.path=value", as `--set` gives it; they come after the
// file, in their order. For a field that is swept it is "field.path=value,value": what the sweep goes through instead.
// Of a field that names an input, the value is a path as it was typed. Without a loader the experiment is taken for one
// that was read before: its inputs are as it says.
absl::StatusOr<v1::Experiment> ReadExperiment(std::string_view file, std::string_view text,
                                              const std::vector<std::string>& settings, InputLoader* loader = nullptr);

// With every default written out, as experiment.textproto of a result has it.
std::string FormatExperiment(const v1::Experiment& experiment);

}  // namespace tenuki
