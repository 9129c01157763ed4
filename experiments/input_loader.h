// Reads inputs where the experiment file says they are.
//
//   MemoryInputs inputs;
//   InputFileLoader loader("configs/examples", inputs);
//   ReadExperiment(file, text, settings, &loader);       // now `inputs` has all that the experiment names
//
// Of a folder, files with the field's ending are taken, in folders inside too, but none whose name starts with '.'.
// Links to files are followed, links to folders are not. An experiment.textproto beside results names its inputs by
// digest, and brings them along in a folder `inputs`: there they are found without the files they were made of.
//
// One thread at a time.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiments/config.h"
#include "experiments/inputs.h"

namespace tenuki {

class InputFileLoader final : public InputLoader {
 public:
  // Paths are from `folder` on, typed ones from the working directory. `inputs` must outlive it.
  InputFileLoader(std::string folder, MemoryInputs& inputs) : folder_(std::move(folder)), inputs_(inputs) {}

  absl::StatusOr<Digest> Load(const std::string& path, const std::string& ending,
                              const std::optional<Digest>& expected) override;
  std::string PathOfTyped(const std::string& path) const override;

 private:
  const std::string folder_;
  MemoryInputs& inputs_;
};

}  // namespace tenuki
