#include "report/markdown.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "report/figure_files.h"
#include "report/grid.h"
#include "report/text.h"
#include "report/text_figure.h"

namespace tenuki {
namespace {

constexpr size_t kFigureWidth = 100;
// Source that lines up is pleasant to read; a long text in one row should not stretch all the others.
constexpr size_t kMaxPaddedWidth = 60;
constexpr size_t kLeastRule = 3;

bool IsAlphanumeric(std::string_view text, size_t i) {
  return i < text.size() && (absl::ascii_isalnum(static_cast<unsigned char>(text[i])) || (text[i] & 0x80) != 0);
}

// "&lt;" and the like; not the & between two arguments in an address.
bool StartsEntity(std::string_view text, size_t i) {
  size_t end = i + 1;
  while (end < text.size() && (text[end] == '#' || absl::ascii_isalnum(static_cast<unsigned char>(text[end])))) ++end;
  return end > i + 1 && end < text.size() && text[end] == ';';
}

// Only what would be interpreted, so that the source and bare addresses in it stay readable: an underscore inside a
// word and brackets that are no link are ordinary text.
bool IsSpecial(std::string_view text, size_t i) {
  switch (text[i]) {
    case '\\':
    case '`':
    case '*':
    case '|':
    case '~':
    case '$': return true;
    case '<': return i + 1 < text.size() && text[i + 1] != ' ';
    case '_': return i == 0 || !IsAlphanumeric(text, i - 1) || !IsAlphanumeric(text, i + 1);
    case ']': return i + 1 < text.size() && (text[i + 1] == '(' || text[i + 1] == ':');
    case '&': return StartsEntity(text, i);
    default: return false;
  }
}

// For text inside a line: a cell, a caption.
std::string EscapeInline(std::string_view text) {
  const std::string line = OneLine(text);
  std::string escaped;
  for (size_t i = 0; i < line.size(); ++i) {
    if (IsSpecial(line, i)) escaped += '\\';
    escaped += line[i];
  }
  return escaped;
}

// For text that begins a line: also what would make it a heading, a list, a quotation or a rule.
std::string EscapeLine(std::string_view text) {
  std::string line = EscapeInline(text);
  if (line.empty()) return line;
  if (line.back() == '#') line.insert(line.size() - 1, "\\");
  if (std::string_view("#-+>[").find(line[0]) != std::string_view::npos) return absl::StrCat("\\", line);
  const size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  if (digits > 0 && digits < line.size() && (line[digits] == '.' || line[digits] == ')')) line.insert(digits, "\\");
  return line;
}

// The document while it is written: parts with an empty line between them.
class Document {
 public:
  void AddPart(std::string_view part) {
    if (!part.empty()) absl::StrAppend(&text_, text_.empty() ? "" : "\n", part, "\n");
  }

  void AddHeading(std::string_view marks, std::string_view heading) {
    const std::string text = EscapeLine(heading);
    if (!text.empty()) AddPart(absl::StrCat(marks, " ", text));
  }

  void AddParagraphs(std::string_view paragraphs) {
    for (std::string_view line : absl::StrSplit(paragraphs, '\n')) AddPart(EscapeLine(line));
  }

  void AddCaption(std::string_view caption) {
    const std::string text = EscapeInline(caption);
    if (!text.empty()) AddPart(absl::StrCat("**", text, "**"));
  }

  std::string Take() { return std::move(text_); }

 private:
  std::string text_;
};

std::vector<size_t> WidthsOf(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths(rows.front().size(), kLeastRule);
  for (const std::vector<std::string>& row : rows) {
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], std::min(TextWidth(row[i]), kMaxPaddedWidth));
  }
  return widths;
}

std::string TableLine(const std::vector<std::string>& cells, const Grid& grid, const std::vector<size_t>& widths) {
  std::string line = "|";
  for (size_t i = 0; i < cells.size(); ++i) {
    const bool right = grid.columns[i].right_aligned;
    absl::StrAppend(&line, " ", right ? PadLeft(cells[i], widths[i]) : PadRight(cells[i], widths[i]), " |");
  }
  return line;
}

std::string TableRule(const Grid& grid, const std::vector<size_t>& widths) {
  std::string line = "|";
  for (size_t i = 0; i < widths.size(); ++i) {
    const bool right = grid.columns[i].right_aligned;
    absl::StrAppend(&line, " ", std::string(widths[i] - (right ? 1 : 0), '-'), right ? ": |" : " |");
  }
  return line;
}

std::string RenderGrid(const Grid& grid) {
  if (grid.columns.empty()) return "(an empty table)";
  std::vector<std::vector<std::string>> rows(1);
  for (const Grid::Column& column : grid.columns) rows[0].push_back(EscapeInline(column.name));
  for (const std::vector<Grid::Cell>& row : grid.rows) {
    std::vector<std::string>& cells = rows.emplace_back();
    for (const Grid::Cell& cell : row) cells.push_back(EscapeInline(cell.text));
  }
  const std::vector<size_t> widths = WidthsOf(rows);
  std::vector<std::string> lines;
  for (const std::vector<std::string>& row : rows) lines.push_back(TableLine(row, grid, widths));
  lines.insert(lines.begin() + 1, TableRule(grid, widths));
  return absl::StrJoin(lines, "\n");
}

void AddTable(const v1::Table& table, Document& document) {
  const Grid grid = MakeGrid(table);
  document.AddCaption(table.caption());
  document.AddPart(RenderGrid(grid));
  document.AddPart(EscapeLine(absl::StrJoin(grid.notes, "; ")));
}

// A fence ends at the first line of as many backticks as it began with: it has more than any run inside.
std::string Fence(std::string_view content) {
  size_t longest = 0;
  size_t run = 0;
  for (char c : content) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(std::max(size_t{3}, longest + 1), '`');
  return absl::StrCat(fence, "text\n", content, fence);
}

// The text that stands for an image: a bracket would end it.
std::string AltText(std::string_view caption) {
  const std::string text = EscapeInline(caption);
  return absl::StrReplaceAll(text, {{"\\]", "\\]"}, {"[", "\\["}, {"]", "\\]"}});
}

// An image shows its caption itself.
void AddImage(const v1::Figure& figure, int number, Document& document) {
  const std::string caption = AltText(figure.caption());
  document.AddPart(absl::StrCat("![", caption.empty() ? absl::StrCat("Figure ", number) : caption, "](",
                                FigurePath(figure, number), ")"));
  document.AddPart("<details><summary>The same in text</summary>");
  document.AddPart(Fence(DrawFigure(figure, kFigureWidth, false)));
  document.AddPart("</details>");
}

void AddTextFigure(const v1::Figure& figure, Document& document) {
  document.AddCaption(figure.caption());
  document.AddPart(Fence(DrawFigure(figure, kFigureWidth, false)));
}

}  // namespace

std::string RenderMarkdown(const v1::Report& report, MarkdownFigures figures) {
  Document document;
  int num_figures = 0;
  document.AddHeading("#", report.title());
  document.AddParagraphs(report.description());
  for (const v1::Section& section : report.sections()) {
    document.AddHeading("##", section.heading());
    for (const v1::Block& block : section.blocks()) {
      if (block.has_paragraph()) document.AddParagraphs(block.paragraph());
      if (block.has_table()) AddTable(block.table(), document);
      if (!block.has_figure()) continue;
      ++num_figures;
      if (figures == MarkdownFigures::kText) {
        AddTextFigure(block.figure(), document);
      } else {
        AddImage(block.figure(), num_figures, document);
      }
    }
  }
  if (!report.assumptions().empty()) {
    document.AddHeading("##", "Assumptions");
    document.AddPart(absl::StrJoin(report.assumptions(), "\n", [](std::string* out, const std::string& item) {
      absl::StrAppend(out, "- ", EscapeLine(item));
    }));
  }
  document.AddParagraphs(report.closing());
  return document.Take();
}

}  // namespace tenuki
