// A report for a terminal: headings, wrapped paragraphs, aligned tables, figures drawn in text.
//
//   std::cout << RenderTerminal(report, {.width = 80, .color = true});
//
// Whatever the document holds, something sensible is shown, and nothing in it (a player's name, say) can send the
// terminal a control character. A pure function: no thread rules.
#pragma once

#include <string>

#include "tenuki/v1/report.pb.h"

namespace tenuki {

struct TerminalOptions {
  // Columns, from 40 to 400; fewer or more are taken as these.
  int width = 100;
  // Escape sequences for bold text; without them the text is the same.
  bool color = false;
};

std::string RenderTerminal(const v1::Report& report, const TerminalOptions& options);

}  // namespace tenuki
