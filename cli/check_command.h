// `tenuki check`: whether experiment files are right, and what running them would take.
#pragma once

#include "cli/command.h"

namespace tenuki {

Command AddCheckCommand(CLI::App& tenuki);

}  // namespace tenuki
