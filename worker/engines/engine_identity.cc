#include "worker/engines/engine_identity.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status_macros.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace tenuki {
namespace {

absl::Status CannotRead(const std::string& path, int error) {
  return absl::FailedPreconditionError(
      absl::StrCat("cannot read ", path, ": ", std::generic_category().message(error)));
}

bool IsProgram(const std::string& path) {
  struct stat file;
  return stat(path.c_str(), &file) == 0 && S_ISREG(file.st_mode) && access(path.c_str(), X_OK) == 0;
}

void AddOption(const v1::EngineOption& option, DigestBuilder& builder) {
  builder.AddField(option.name()).AddField(option.default_()).AddNumber(option.has_default_());
  builder.AddNumber(static_cast<uint64_t>(option.argument_size()));
  for (const std::string& word : option.argument()) builder.AddField(word);
  builder.AddField(option.gtp());
  // The seed is reduced to the range.
  builder.AddNumber(static_cast<uint64_t>(option.integer().min()));
  builder.AddNumber(static_cast<uint64_t>(option.integer().max()));
}

}  // namespace

absl::StatusOr<std::string> FindProgram(const std::string& program) {
  if (absl::StrContains(program, '/')) {
    if (IsProgram(program)) return program;
    return absl::FailedPreconditionError(
        absl::StrCat("there is no program ", program, ": correct `command` in the registry of engines"));
  }
  const char* path = std::getenv("PATH");
  const std::string folders = absl::StrCat(path == nullptr ? "" : path, ":/usr/games:/usr/local/games");
  for (std::string_view folder : absl::StrSplit(folders, ':', absl::SkipEmpty())) {
    std::string candidate = absl::StrCat(folder, "/", program);
    if (IsProgram(candidate)) return candidate;
  }
  return absl::FailedPreconditionError(absl::StrCat("there is no program '", program, "' in PATH (", folders,
                                                    "): install it, or give its path as the "
                                                    "first word of `command` in the registry of engines"));
}

absl::StatusOr<Digest> ContentDigests::Of(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return CannotRead(path, errno);
  const absl::Cleanup close_file = [file] { close(file); };
  struct stat status;
  if (fstat(file, &status) != 0) return CannotRead(path, errno);
  const Stamp stamp = {status.st_dev, status.st_ino, status.st_size, status.st_ctim.tv_sec, status.st_ctim.tv_nsec};
  {
    absl::MutexLock lock(mutex_);
    if (const auto found = known_.find(path); found != known_.end() && found->second.first == stamp) {
      return found->second.second;
    }
  }
  DigestBuilder builder;
  std::vector<char> buffer(1 << 16);
  while (true) {
    const ssize_t size = read(file, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return CannotRead(path, errno);
    if (size == 0) break;
    builder.Add({buffer.data(), static_cast<size_t>(size)});
  }
  const Digest digest = builder.Finish();
  absl::MutexLock lock(mutex_);
  known_[path] = {stamp, digest};
  return digest;
}

absl::StatusOr<Digest> EngineDigest(const v1::Engine& engine, const std::string& program, std::string_view version,
                                    ContentDigests& digests) {
  DigestBuilder builder;
  builder.AddField("tenuki engine 1");
  ABSL_ASSIGN_OR_RETURN(const Digest content, digests.Of(program));
  builder.Add(content.bytes()).AddField(version).AddNumber(engine.deterministic());
  builder.AddNumber(static_cast<uint64_t>(engine.command_size()));
  for (int i = 1; i < engine.command_size(); ++i) builder.AddField(engine.command(i));
  builder.AddNumber(static_cast<uint64_t>(engine.options_size()));
  for (const v1::EngineOption& option : engine.options()) AddOption(option, builder);
  builder.AddField(engine.seed_option());
  for (const v1::EngineFile& file : engine.files()) {
    ABSL_ASSIGN_OR_RETURN(const Digest digest, digests.Of(file.path()));
    builder.AddField(file.name()).Add(digest.bytes());
  }
  return builder.Finish();
}

}  // namespace tenuki
