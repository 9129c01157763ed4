// What an engine is, as a digest: two machines with the same one play the same (law 6).
//
//   ABSL_ASSIGN_OR_RETURN(std::string program, FindProgram("gnugo"));             // "/usr/bin/gnugo"
//   ABSL_ASSIGN_OR_RETURN(Digest digest, EngineDigest(engine, program, "GNU Go 3.9.1", digests));
//
// In it: the content of the program and of the engine's files, the version, the arguments, and what is declared of
// options and determinism. Not in it: any path, and what the system brings along, such as its C library.
//
// ContentDigests is thread-safe; the functions are pure apart from the files that they read.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "common/digest.h"
#include "tenuki/v1/engine.pb.h"

namespace tenuki {

// Where the program is: as given when it has a '/', else in PATH, and where Debian puts games, which root's PATH lacks.
// FAILED_PRECONDITION with what to do.
absl::StatusOr<std::string> FindProgram(const std::string& program);

// Digests of files. Weights have gigabytes: a file is read again only when it has changed, as its size, time, or place
// on the disk show.
class ContentDigests {
 public:
  // FAILED_PRECONDITION when it cannot be read.
  absl::StatusOr<Digest> Of(const std::string& path);

 private:
  // Device, inode, size, seconds and nanoseconds of the last change.
  using Stamp = std::tuple<dev_t, ino_t, off_t, int64_t, int64_t>;

  absl::Mutex mutex_;
  std::map<std::string, std::pair<Stamp, Digest>> known_ ABSL_GUARDED_BY(mutex_);
};

absl::StatusOr<Digest> EngineDigest(const v1::Engine& engine, const std::string& program, std::string_view version,
                                    ContentDigests& digests);

}  // namespace tenuki
