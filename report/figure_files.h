// The figures of a report as files beside it: report.md shows them as images.
//
//   for (const FigureFile& file : FigureFiles(report)) Write(file.path, file.svg);   // "figures/01-win-rate.svg"
//   ABSL_RETURN_IF_ERROR(WriteReportFiles(report, FileSystem::Real(), "results/quickstart"));
//
// Names follow from the report alone: a figure's number in it, from 1, and the beginning of its caption. One writer of
// a folder at a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "common/file_system.h"
#include "tenuki/v1/report.pb.h"

namespace tenuki {

inline constexpr std::string_view kFiguresFolder = "figures";

struct FigureFile {
  // From the report's folder on.
  std::string path;
  std::string svg;
};

// The path of the figure that is the `number`th of its report, from 1.
std::string FigurePath(const v1::Figure& figure, int number);

// In the order of the report.
std::vector<FigureFile> FigureFiles(const v1::Report& report);

// report.md and its figures. Those of an earlier report that this one does not have are removed, and no other files.
// Each file is there as a whole or as it was before; errors name the file.
absl::Status WriteReportFiles(const v1::Report& report, FileSystem& files, const std::string& folder);

}  // namespace tenuki
