// A folder of a test's own, removed with all that is in it.
//
//   TemporaryFolder folder;
//   files.OpenForAppend(folder.Path("a"));
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "absl/log/check.h"
#include "absl/strings/str_cat.h"

namespace tenuki {

class TemporaryFolder {
 public:
  TemporaryFolder() : path_(absl::StrCat(testing::TempDir(), "tenuki_test_XXXXXX")) {
    PCHECK(mkdtemp(path_.data()) != nullptr) << path_;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string Path(std::string_view name) const { return absl::StrCat(path_, "/", name); }

 private:
  std::string path_;
};

}  // namespace tenuki
