// The bytes of an extent as an Arrow stream: read from the file as they are asked for, and checked on the way.
//
// The checksum is known to match only when the read that reaches the end has succeeded; that read, and every one after
// it, fails otherwise. One thread at a time.
#pragma once

#include <arrow/buffer.h>
#include <arrow/io/interfaces.h>
#include <arrow/result.h>
#include <arrow/status.h>

#include <cstdint>
#include <memory>
#include <string>

#include "absl/crc/crc32c.h"
#include "common/file_system.h"
#include "coordinator/segment_log.h"

namespace tenuki {

class ExtentStream final : public arrow::io::InputStream {
 public:
  // `path`: for error texts.
  ExtentStream(std::unique_ptr<ReadFile> file, std::string path, const Extent& extent);

  arrow::Result<int64_t> Read(int64_t size, void* out) override;
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(int64_t size) override;
  arrow::Result<int64_t> Tell() const override { return position_; }
  arrow::Status Close() override;
  bool closed() const override { return file_ == nullptr; }

 private:
  arrow::Status CheckEnd();

  std::unique_ptr<ReadFile> file_;
  const std::string path_;
  const Extent extent_;
  int64_t position_ = 0;
  absl::crc32c_t crc_{0};
  arrow::Status failure_;
};

}  // namespace tenuki
