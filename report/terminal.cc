#include "report/terminal.h"

#include <algorithm>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "report/grid.h"
#include "report/text.h"
#include "report/text_figure.h"
#include "report/text_table.h"

namespace tenuki {
namespace {

constexpr int kLeastWidth = 40;
constexpr int kMostWidth = 400;

// The page while it is written: parts with an empty line between them.
class Page {
 public:
  explicit Page(const TerminalOptions& options)
      : width_(static_cast<size_t>(std::clamp(options.width, kLeastWidth, kMostWidth))), color_(options.color) {}

  void AddHeading(std::string_view heading, char underline) {
    const std::string text = OneLine(heading);
    if (text.empty()) return;
    BeginPart();
    AddWrapped(text, "", true);
    AppendLine(std::string(std::min(TextWidth(text), width_), underline), text_);
  }

  void AddParagraphs(std::string_view paragraphs) {
    for (std::string_view line : absl::StrSplit(paragraphs, '\n')) {
      const std::string text = OneLine(line);
      if (text.empty()) continue;
      BeginPart();
      AddWrapped(text, "", false);
    }
  }

  void AddBlock(const v1::Block& block) {
    if (block.has_paragraph()) AddParagraphs(block.paragraph());
    const v1::Table& table = block.table();
    if (block.has_table()) AddCaptioned(table.caption(), LayOutTable(MakeGrid(table), width_, color_));
    const v1::Figure& figure = block.figure();
    if (block.has_figure()) AddCaptioned(figure.caption(), DrawFigure(figure, width_, color_));
  }

  void AddList(const google::protobuf::RepeatedPtrField<std::string>& items) {
    BeginPart();
    for (const std::string& item : items) AddWrapped(OneLine(item), "- ", false);
  }

  std::string Take() { return std::move(text_); }

 private:
  void BeginPart() {
    if (!text_.empty()) text_ += "\n";
  }

  // Lines after the first are indented as far as the first one's bullet.
  void AddWrapped(std::string_view text, std::string_view bullet, bool bold) {
    std::string start(bullet);
    for (const std::string& line : Wrap(text, width_ - bullet.size(), LongWords::kKeep)) {
      AppendLine(absl::StrCat(start, Bold(line, bold && color_)), text_);
      start.assign(bullet.size(), ' ');
    }
  }

  void AddCaptioned(std::string_view caption, std::string_view lines) {
    AddParagraphs(OneLine(caption));
    BeginPart();
    text_ += lines;
  }

  const size_t width_;
  const bool color_;
  std::string text_;
};

}  // namespace

std::string RenderTerminal(const v1::Report& report, const TerminalOptions& options) {
  Page page(options);
  page.AddHeading(report.title(), '=');
  page.AddParagraphs(report.description());
  for (const v1::Section& section : report.sections()) {
    page.AddHeading(section.heading(), '-');
    for (const v1::Block& block : section.blocks()) page.AddBlock(block);
  }
  if (!report.assumptions().empty()) {
    page.AddHeading("Assumptions", '-');
    page.AddList(report.assumptions());
  }
  page.AddParagraphs(report.closing());
  return page.Take();
}

}  // namespace tenuki
