// `tenuki run`: an experiment, from its file to its report, in one process.
#pragma once

#include "cli/command.h"

namespace tenuki {

Command AddRunCommand(CLI::App& tenuki);

}  // namespace tenuki
