// The experiment files that are shipped: each is right, says how to run it, and is named where people look.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/tenuki_process.h"

namespace tenuki {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// From the root of the sources.
std::vector<std::string> Configs() {
  const std::filesystem::path root = TENUKI_SOURCE_FOLDER;
  std::vector<std::string> configs;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "configs")) {
    const bool is_experiment =
        entry.path().extension() == ".textproto" && entry.path().filename() != "engines.textproto";
    if (!is_experiment) continue;
    configs.push_back(std::filesystem::relative(entry.path(), root).string());
  }
  return configs;
}

class ConfigsTest : public testing::TestWithParam<std::string> {
 protected:
  const std::string path_ = absl::StrCat(TENUKI_SOURCE_FOLDER, "/", GetParam());
};

TEST_P(ConfigsTest, IsRight) {
  // Some play engines that not everybody has: here one of ours has their names.
  const TenukiOutcome outcome = RunTenuki(absl::StrCat("check --no-trial --engines ", TENUKI_TEST_ENGINES, " ", path_));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

TEST_P(ConfigsTest, SaysWhatItIsAndHowToRunIt) {
  EXPECT_THAT(ReadFile(path_),
              AllOf(HasSubstr("# proto-message: tenuki.v1.Experiment"), HasSubstr("./dev run " + GetParam())));
}

TEST_P(ConfigsTest, IsInTheListOfConfigs) {
  const std::string name = std::filesystem::path(GetParam()).filename().string();
  EXPECT_THAT(ReadFile(absl::StrCat(TENUKI_SOURCE_FOLDER, "/configs/README.md")), HasSubstr("`" + name + "`"));
}

INSTANTIATE_TEST_SUITE_P(All, ConfigsTest, testing::ValuesIn(Configs()), [](const auto& info) {
  std::string name = std::filesystem::path(info.param).stem().string();
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
});

}  // namespace
}  // namespace tenuki
