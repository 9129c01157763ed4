#include "report/figure_files.h"

#include <algorithm>

#include "absl/status/status_macros.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "report/markdown.h"
#include "report/svg.h"

namespace tenuki {
namespace {

constexpr size_t kMaxName = 40;
constexpr std::string_view kSvg = ".svg";

// Small letters and digits, with a - for all that is between them: "win-rate-of-match-player".
std::string NameOf(std::string_view text) {
  std::string name;
  for (char c : text) {
    if (name.size() > kMaxName) break;
    if (absl::ascii_isalnum(static_cast<unsigned char>(c))) {
      name += absl::ascii_tolower(static_cast<unsigned char>(c));
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  // A word that was cut is left out, where another one is before it.
  if (name.size() > kMaxName) name.resize(std::min(name.rfind('-'), kMaxName));
  while (absl::EndsWith(name, "-")) name.pop_back();
  return name;
}

std::string KindOf(const v1::Figure& figure) {
  const auto* field = v1::Figure::descriptor()->FindFieldByNumber(figure.figure_case());
  return field == nullptr ? "figure" : NameOf(std::string(field->name()));
}

// "01-win-rate.svg": two digits or more, "-", a name as NameOf makes it.
bool IsFigureFile(std::string_view file) {
  const size_t digits = file.find_first_not_of("0123456789");
  if (digits == std::string_view::npos || digits < 2 || file[digits] != '-' || !absl::EndsWith(file, kSvg))
    return false;
  const std::string_view name = file.substr(digits + 1, file.size() - digits - 1 - kSvg.size());
  return !name.empty() && NameOf(name) == name;
}

absl::Status RemoveOthers(const std::vector<FigureFile>& figures, FileSystem& files, const std::string& folder) {
  const absl::StatusOr<std::vector<std::string>> names = files.List(absl::StrCat(folder, "/", kFiguresFolder));
  if (absl::IsNotFound(names.status())) return absl::OkStatus();
  ABSL_RETURN_IF_ERROR(names.status());
  for (const std::string& name : *names) {
    const std::string path = absl::StrCat(kFiguresFolder, "/", name);
    const bool is_ours = std::any_of(figures.begin(), figures.end(), [&](const auto& f) { return f.path == path; });
    if (is_ours || !IsFigureFile(name)) continue;
    ABSL_RETURN_IF_ERROR(files.Remove(absl::StrCat(folder, "/", path)));
  }
  return absl::OkStatus();
}

}  // namespace

std::string FigurePath(const v1::Figure& figure, int number) {
  const std::string name = NameOf(figure.caption());
  return absl::StrCat(kFiguresFolder, "/", absl::StrFormat("%02d", number), "-", name.empty() ? KindOf(figure) : name,
                      kSvg);
}

std::vector<FigureFile> FigureFiles(const v1::Report& report) {
  std::vector<FigureFile> figures;
  for (const v1::Section& section : report.sections()) {
    for (const v1::Block& block : section.blocks()) {
      if (!block.has_figure()) continue;
      const int number = static_cast<int>(figures.size()) + 1;
      figures.push_back({FigurePath(block.figure(), number), RenderSvg(block.figure())});
    }
  }
  return figures;
}

absl::Status WriteReportFiles(const v1::Report& report, FileSystem& files, const std::string& folder) {
  const std::vector<FigureFile> figures = FigureFiles(report);
  ABSL_RETURN_IF_ERROR(files.MakeFolder(figures.empty() ? folder : absl::StrCat(folder, "/", kFiguresFolder)));
  // The report last but for what is removed: it never shows a figure that is not there.
  for (const FigureFile& figure : figures) {
    ABSL_RETURN_IF_ERROR(WriteWholeFile(files, absl::StrCat(folder, "/", figure.path), figure.svg));
  }
  ABSL_RETURN_IF_ERROR(WriteWholeFile(files, absl::StrCat(folder, "/report.md"),
                                      RenderMarkdown(report, MarkdownFigures::kImagesAndText)));
  return RemoveOthers(figures, files, folder);
}

}  // namespace tenuki
