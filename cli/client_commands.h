// The verbs that talk to a coordinator elsewhere: submit, list, status, watch, cancel, pause, resume, drain, fetch.
#pragma once

#include <vector>

#include "cli/command.h"

namespace tenuki {

std::vector<Command> AddClientCommands(CLI::App& tenuki);

}  // namespace tenuki
