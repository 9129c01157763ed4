#include "tests/tenuki_process.h"

#include <fstream>
#include <sstream>

#include "absl/log/check.h"
#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

constexpr absl::Duration kTimeout = absl::Minutes(5);

}  // namespace

TenukiOutcome RunTenuki(const std::string& words, const std::string& environment) {
  return RunShell(absl::StrCat(environment, "'" TENUKI_BINARY "' ", words));
}

ShellOutcome RunShell(const std::string& command) {
  auto shell = ChildProcess::Start({"sh", "-c", absl::StrCat("{ ", command, "\n} 2>&1 </dev/null")}).value();
  std::string output;
  for (auto some = shell->ReadSome(kTimeout); some.ok(); some = shell->ReadSome(kTimeout)) output += *some;
  return {shell->WaitForExit(kTimeout).value(), output};
}

std::unique_ptr<ChildProcess> StartTenuki(const std::string& words, const std::string& log) {
  // `exec`, so that a signal meets tenuki and not the shell.
  return ChildProcess::Start(
             {"sh", "-c", absl::StrCat("exec '" TENUKI_BINARY "' ", words, " >>'", log, "' 2>&1 </dev/null")})
      .value();
}

std::string MatchExperiment(std::string_view name, int board_size, int64_t num_units, std::string_view more) {
  return absl::StrCat("name: '", name, "' seed: 3\n",
                      "match { player { uniform {} } opponent { uniform {} } board_size: ", board_size, " }\n",
                      "stop { units: ", num_units, " }\n", more, "\n");
}

void WriteFile(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  CHECK(file.good()) << path;
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace tenuki
