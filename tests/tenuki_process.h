// `tenuki` as a process: run to its end, or left running as a coordinator or worker. For tests of several processes.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tests/child_process.h"

namespace tenuki {

struct ShellOutcome {
  int exit_code = 0;
  std::string output;  // standard output and standard error
};
using TenukiOutcome = ShellOutcome;

// Runs a command of the shell with nothing to read.
ShellOutcome RunShell(const std::string& command);

// Runs `tenuki` with these words of shell and nothing to read; `environment` is put before it: "NAME=value ".
TenukiOutcome RunTenuki(const std::string& words, const std::string& environment = "");

// Starts `tenuki` and leaves it running. What it says goes to the file `log`, behind what is there.
std::unique_ptr<ChildProcess> StartTenuki(const std::string& words, const std::string& log);

// A match of uniform players as an experiment file.
std::string MatchExperiment(std::string_view name, int board_size, int64_t num_units, std::string_view more = "");

void WriteFile(const std::string& path, std::string_view text);
std::string ReadFile(const std::string& path);

}  // namespace tenuki
