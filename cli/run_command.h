// `tenuki run`: an experiment, from its file to its report, in one process. It comes with the next release; for now the
// command checks that the files are there, and says so.
#pragma once

#include "cli/command.h"

namespace tenuki {

Command AddRunCommand(CLI::App& tenuki);

}  // namespace tenuki
