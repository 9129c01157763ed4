#include "cli/output_options.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace tenuki {

TerminalOptions OutputOptions() {
  winsize size{};
  const bool is_terminal = isatty(STDOUT_FILENO) != 0;
  const bool has_size = is_terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return {.width = has_size ? size.ws_col : 120, .color = is_terminal && std::getenv("NO_COLOR") == nullptr};
}

}  // namespace tenuki
