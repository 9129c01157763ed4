// A report as GitHub-flavoured Markdown: headings, paragraphs, tables with alignment; figures drawn in text inside
// fences.
//
//   WriteFile("report.md", RenderMarkdown(report));
//
// Text of the document is shown as it is: what Markdown or HTML would interpret is escaped. A pure function: no thread
// rules.
#pragma once

#include <string>

#include "tenuki/v1/report.pb.h"

namespace tenuki {

std::string RenderMarkdown(const v1::Report& report);

}  // namespace tenuki
