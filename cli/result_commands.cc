#include "cli/result_commands.h"

#include <iostream>
#include <memory>
#include <string>

#include "cli/outcome.h"
#include "cli/output_options.h"
#include "cli/result_folder.h"
#include "report/markdown.h"
#include "report/terminal.h"

namespace tenuki {
namespace {

struct ResultOptions {
  std::vector<std::string> folders;
  bool markdown = false;
  bool write = false;
};

ExitCode Report(const ResultOptions& options) {
  for (const std::string& folder : options.folders) {
    if (options.write) {
      const absl::Status written = WriteReport(folder);
      if (!written.ok()) return Fail("report", written);
      std::cerr << folder << ": wrote report.md and its figures\n";
      continue;
    }
    const absl::StatusOr<v1::Report> report = ReportOf(folder);
    if (!report.ok()) return Fail("report", report.status());
    std::cout << (options.markdown ? RenderMarkdown(*report) : RenderTerminal(*report, OutputOptions())) << '\n';
  }
  return kExitDone;
}

ExitCode Digests(const ResultOptions& options) {
  for (const std::string& folder : options.folders) {
    const auto digests = DigestsOf(folder);
    if (!digests.ok()) return Fail("digest", digests.status());
    for (const auto& [table, digest] : *digests) std::cout << digest.ToHex() << "  " << table << '\n';
  }
  return kExitDone;
}

}  // namespace

std::vector<Command> AddResultCommands(CLI::App& tenuki) {
  auto options = std::make_shared<ResultOptions>();
  CLI::App* report = tenuki.add_subcommand("report", "Print the report of results again");
  report->footer(
      "Example:\n"
      "  tenuki report results/quickstart --markdown > quickstart.md\n\n"
      "`run` and `fetch` write report.md with its figures, figures/*.svg, into the folder; --write does so again.");
  report->add_option("FOLDER", options->folders, "Folders of results, as `run` and `fetch` write them")->required();
  CLI::Option* const markdown = report->add_flag("--markdown", options->markdown, "As Markdown, figures in text");
  report->add_flag("--write", options->write, "Write report.md and its figures into FOLDER, and print nothing")
      ->excludes(markdown);

  CLI::App* digest = tenuki.add_subcommand("digest", "Print a digest of each result table's rows");
  digest->footer(
      "Example:\n"
      "  diff <(tenuki digest results/quickstart) <(tenuki digest elsewhere/quickstart) && echo the same\n\n"
      "Equal digests are equal rows, however the files were written. provenance is left out: it says who ran what.");
  digest->add_option("FOLDER", options->folders, "Folders of results")->required();
  return {{report, [options] { return Report(*options); }}, {digest, [options] { return Digests(*options); }}};
}

}  // namespace tenuki
