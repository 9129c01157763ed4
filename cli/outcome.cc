#include "cli/outcome.h"

#include <iostream>

#include "report/format.h"

namespace tenuki {

ExitCode Fail(std::string_view verb, const absl::Status& status) {
  std::cerr << "tenuki " << verb << ": " << status.message() << '\n';
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kAlreadyExists: return kExitBadUsage;
    default: return kExitCouldNotRun;
  }
}

ExitCode Conclude(const std::vector<v1::ExperimentStatus>& statuses) {
  ExitCode code = kExitDone;
  for (const v1::ExperimentStatus& status : statuses) {
    if (status.num_units_quarantined() > 0) {
      code = kExitQuarantined;
      std::cerr << status.name() << ": " << FormatCount(status.num_units_quarantined())
                << " units are quarantined; the same command again gives them another try\n";
      constexpr int kMaxListed = 10;
      for (int i = 0; i < std::min(kMaxListed, status.quarantined_size()); ++i) {
        const v1::QuarantinedUnit& unit = status.quarantined(i);
        std::cerr << "  cell " << unit.cell_index() << ", unit " << unit.unit() << ", after " << unit.num_failures()
                  << " failures: " << unit.reason() << '\n';
      }
    }
    for (const std::string& error : status.nondeterminism_errors()) {
      code = kExitQuarantined;
      std::cerr << status.name() << ": " << error << '\n';
    }
  }
  return code;
}

}  // namespace tenuki
