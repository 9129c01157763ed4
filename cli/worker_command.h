// `tenuki worker`: a worker that takes its jobs from a coordinator elsewhere.
#pragma once

#include "cli/command.h"

namespace tenuki {

Command AddWorkerCommand(CLI::App& tenuki);

}  // namespace tenuki
