// `tenuki coordinator`: the coordinator as a server, for workers and clients on other machines.
#pragma once

#include "cli/command.h"

namespace tenuki {

Command AddCoordinatorCommand(CLI::App& tenuki);

}  // namespace tenuki
