// `tenuki bench`: how fast playouts and searches are on this machine, beside a yardstick, as one table.
#pragma once

#include <CLI/App.hpp>

#include "cli/command.h"

namespace tenuki {

Command AddBenchCommand(CLI::App& tenuki);

}  // namespace tenuki
