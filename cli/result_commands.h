// The verbs that read a folder of results: report, digest.
#pragma once

#include <vector>

#include "cli/command.h"

namespace tenuki {

std::vector<Command> AddResultCommands(CLI::App& tenuki);

}  // namespace tenuki
