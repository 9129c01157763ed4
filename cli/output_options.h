// How reports are drawn on standard output: as wide as the terminal, in colour where it is one.
#pragma once

#include "report/terminal.h"

namespace tenuki {

TerminalOptions OutputOptions();

}  // namespace tenuki
