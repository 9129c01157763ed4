// The option --coordinator, which several verbs have.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace tenuki {

// Taken from TENUKI_COORDINATOR when it is not given.
inline void AddCoordinatorOption(CLI::App& app, std::string& address) {
  app.add_option("--coordinator", address, "Where it listens: HOST:PORT or unix:PATH")
      ->envname("TENUKI_COORDINATOR")
      ->required();
}

}  // namespace tenuki
