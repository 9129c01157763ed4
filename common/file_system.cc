#include "common/file_system.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "absl/base/no_destructor.h"
#include "absl/cleanup/cleanup.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

absl::StatusCode CodeOf(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT: return absl::StatusCode::kResourceExhausted;
    case ENOENT: return absl::StatusCode::kNotFound;
    case EACCES:
    case EPERM:
    case EROFS: return absl::StatusCode::kPermissionDenied;
    default: return absl::StatusCode::kUnavailable;
  }
}

absl::Status Failed(std::string_view path, int error, std::string_view doing) {
  return absl::Status(CodeOf(error),
                      absl::StrCat(path, ": ", std::generic_category().message(error), " (", doing, ")"));
}

// Repeats a system call that a signal interrupted.
template <typename Call>
auto Uninterrupted(Call call) {
  while (true) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

class Descriptor {
 public:
  static absl::StatusOr<Descriptor> Open(const std::string& path, int flags, std::string_view doing) {
    const int fd = Uninterrupted([&] { return open(path.c_str(), flags | O_CLOEXEC, 0666); });
    if (fd < 0) return Failed(path, errno, doing);
    return Descriptor(path, fd);
  }
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(Descriptor&& other) noexcept : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;

  absl::StatusOr<int64_t> Size() const {
    struct stat status;
    if (fstat(fd_, &status) != 0) return Failed(path_, errno, "asking for the size");
    return status.st_size;
  }

  int fd() const { return fd_; }
  const std::string& path() const { return path_; }

 private:
  Descriptor(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}

  std::string path_;
  int fd_;
};

class PosixAppendFile final : public AppendFile {
 public:
  PosixAppendFile(Descriptor file, int64_t size) : file_(std::move(file)), size_(size) {}

  absl::Status Append(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t written = Uninterrupted([&] { return write(file_.fd(), bytes.data(), bytes.size()); });
      if (written < 0) return Failed(file_.path(), errno, absl::StrCat("writing ", bytes.size(), " bytes"));
      size_ += written;
      bytes.remove_prefix(written);
    }
    return absl::OkStatus();
  }

  absl::Status Sync() override {
    if (Uninterrupted([&] { return fdatasync(file_.fd()); }) == 0) return absl::OkStatus();
    return Failed(file_.path(), errno, "synchronising");
  }

  absl::Status Truncate(int64_t size) override {
    if (Uninterrupted([&] { return ftruncate(file_.fd(), size); }) != 0) {
      return Failed(file_.path(), errno, absl::StrCat("cutting to ", size, " bytes"));
    }
    size_ = size;
    return absl::OkStatus();
  }

  int64_t size() const override { return size_; }

 private:
  Descriptor file_;
  int64_t size_;
};

class PosixReadFile final : public ReadFile {
 public:
  PosixReadFile(Descriptor file, int64_t size) : file_(std::move(file)), size_(size) {}

  absl::StatusOr<int64_t> ReadAt(int64_t offset, int64_t size, char* out) const override {
    int64_t done = 0;
    while (done < size) {
      const ssize_t got = Uninterrupted([&] { return pread(file_.fd(), out + done, size - done, offset + done); });
      if (got < 0) {
        return Failed(file_.path(), errno, absl::StrCat("reading ", size - done, " bytes at ", offset + done));
      }
      if (got == 0) break;
      done += got;
    }
    return done;
  }

  int64_t size() const override { return size_; }

 private:
  Descriptor file_;
  int64_t size_;
};

class PosixFileSystem final : public FileSystem {
 public:
  absl::StatusOr<std::unique_ptr<AppendFile>> OpenForAppend(const std::string& path) override {
    ABSL_ASSIGN_OR_RETURN(Descriptor file, Descriptor::Open(path, O_WRONLY | O_CREAT | O_APPEND, "opening to append"));
    ABSL_ASSIGN_OR_RETURN(const int64_t size, file.Size());
    return std::make_unique<PosixAppendFile>(std::move(file), size);
  }

  absl::StatusOr<std::unique_ptr<ReadFile>> OpenForRead(const std::string& path) override {
    ABSL_ASSIGN_OR_RETURN(Descriptor file, Descriptor::Open(path, O_RDONLY, "opening to read"));
    ABSL_ASSIGN_OR_RETURN(const int64_t size, file.Size());
    return std::make_unique<PosixReadFile>(std::move(file), size);
  }

  absl::Status Rename(const std::string& from, const std::string& to) override {
    if (rename(from.c_str(), to.c_str()) == 0) return absl::OkStatus();
    return Failed(from, errno, absl::StrCat("renaming to ", to));
  }

  absl::Status Remove(const std::string& path) override {
    if (unlink(path.c_str()) == 0 || errno == ENOENT) return absl::OkStatus();
    return Failed(path, errno, "removing");
  }

  absl::Status MakeFolder(const std::string& path) override {
    absl::Status made = MakeOneFolder(path);
    if (!absl::IsNotFound(made)) return made;
    const std::string parent = FolderOf(path);
    if (parent == path) return made;
    ABSL_RETURN_IF_ERROR(MakeFolder(parent));
    return MakeOneFolder(path);
  }

  absl::Status SyncFolder(const std::string& path) override {
    ABSL_ASSIGN_OR_RETURN(const Descriptor folder,
                          Descriptor::Open(path, O_RDONLY | O_DIRECTORY, "opening the folder"));
    // EINVAL is how file systems say that their folders need no synchronising.
    if (Uninterrupted([&] { return fsync(folder.fd()); }) == 0 || errno == EINVAL) return absl::OkStatus();
    return Failed(path, errno, "synchronising the folder");
  }

  absl::StatusOr<std::vector<std::string>> List(const std::string& path) override {
    DIR* const folder = opendir(path.c_str());
    if (folder == nullptr) return Failed(path, errno, "listing the folder");
    const absl::Cleanup close_folder = [folder] { closedir(folder); };
    std::vector<std::string> names;
    while (true) {
      errno = 0;
      const dirent* const entry = readdir(folder);
      if (entry == nullptr) break;
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") names.emplace_back(name);
    }
    if (errno != 0) return Failed(path, errno, "listing the folder");
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  absl::Status MakeOneFolder(const std::string& path) {
    if (mkdir(path.c_str(), 0777) == 0) return SyncFolder(FolderOf(path));
    const int error = errno;
    struct stat status;
    if (error == EEXIST && stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) return absl::OkStatus();
    return Failed(path, error, "making the folder");
  }
};

}  // namespace

FileSystem& FileSystem::Real() {
  static absl::NoDestructor<PosixFileSystem> real;
  return *real;
}

std::string FolderOf(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return std::string(path.substr(0, std::max<size_t>(slash, 1)));
}

absl::StatusOr<std::string> ReadWholeFile(FileSystem& files, const std::string& path, int64_t max_bytes) {
  ABSL_ASSIGN_OR_RETURN(const std::unique_ptr<ReadFile> file, files.OpenForRead(path));
  if (file->size() > max_bytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat(path, ": has ", file->size(), " bytes; at most ", max_bytes, " can be read"));
  }
  std::string bytes(file->size(), '\0');
  ABSL_ASSIGN_OR_RETURN(const int64_t got, file->ReadAt(0, file->size(), bytes.data()));
  bytes.resize(got);
  return bytes;
}

absl::Status WriteWholeFile(FileSystem& files, const std::string& path, std::string_view bytes) {
  const std::string temporary = absl::StrCat(path, ".tmp");
  absl::Cleanup remove_temporary = [&] { files.Remove(temporary).IgnoreError(); };
  ABSL_ASSIGN_OR_RETURN(std::unique_ptr<AppendFile> file, files.OpenForAppend(temporary));
  // A crash may have left one.
  ABSL_RETURN_IF_ERROR(file->Truncate(0));
  ABSL_RETURN_IF_ERROR(file->Append(bytes));
  ABSL_RETURN_IF_ERROR(file->Sync());
  file.reset();
  ABSL_RETURN_IF_ERROR(files.Rename(temporary, path));
  std::move(remove_temporary).Cancel();
  return files.SyncFolder(FolderOf(path));
}

}  // namespace tenuki
