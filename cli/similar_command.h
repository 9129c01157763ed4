// `tenuki similar`: the stored positions that are most like a given one.
#pragma once

#include <CLI/App.hpp>

#include "cli/command.h"

namespace tenuki {

Command AddSimilarCommand(CLI::App& tenuki);

}  // namespace tenuki
