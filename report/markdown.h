// A report as GitHub-flavoured Markdown: headings, paragraphs, tables with alignment; figures drawn in text inside
// fences, or as images with the text folded away below them.
//
//   std::cout << RenderMarkdown(report);
//   WriteFile("report.md", RenderMarkdown(report, MarkdownFigures::kImagesAndText));   // figure_files.h has the images
//
// Text of the document is shown as it is: what Markdown or HTML would interpret is escaped. A pure function: no thread
// rules.
#pragma once

#include <string>

#include "tenuki/v1/report.pb.h"

namespace tenuki {

enum class MarkdownFigures {
  kText,
  // At the paths of figure_files.h.
  kImagesAndText,
};

std::string RenderMarkdown(const v1::Report& report, MarkdownFigures figures = MarkdownFigures::kText);

}  // namespace tenuki
