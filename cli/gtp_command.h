// `tenuki gtp`: the native engine as a GTP program on standard input and output, for any GUI or tournament program.
#pragma once

#include "cli/command.h"

namespace tenuki {

Command AddGtpCommand(CLI::App& tenuki);

}  // namespace tenuki
