// The files that an experiment names, such as a folder of SGF: known by the digest of what is in them, so that workers
// need no file system in common with whoever wrote the experiment.
//
//   client       reads them once (input_loader.h), and uploads what the coordinator does not have
//   coordinator  keeps them in a folder (input_folder.h)
//   worker       fetches them, as it needs them
//
// A kind sees none of that, but its own data made of the files, which is made once and kept for the next job:
//
//   ABSL_ASSIGN_OR_RETURN(std::shared_ptr<const Openings> openings,
//                         inputs.Get<Openings>(cell, cell.match().openings(), "openings", ReadOpenings));
//
// All classes are thread-safe.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "common/digest.h"
#include "tenuki/v1/experiment.pb.h"
#include "tenuki/v1/input.pb.h"

namespace tenuki {

// Of one input, all of its files.
inline constexpr int64_t kMaxInputBytes = 128 << 20;
inline constexpr int64_t kMaxInputFiles = 100'000;

// Of the names and the content of the files.
Digest InputDigest(const v1::InputFiles& files);

// What was found at a path that a field of the experiment names. INVALID_ARGUMENT when nobody has looked.
absl::StatusOr<Digest> DigestOfInput(const v1::Experiment& experiment, std::string_view path);

// Puts digests in the place of paths, in all fields that name an input. INVALID_ARGUMENT when nobody has looked there.
absl::Status NameInputsByDigest(v1::Experiment& cell);

class InputSource {
 public:
  virtual ~InputSource() = default;
  // NOT_FOUND; DATA_LOSS when it is damaged; UNAVAILABLE when it is out of reach for the moment.
  virtual absl::StatusOr<v1::InputFiles> ReadInput(const Digest& digest) = 0;
};

// Those that were read by this process.
class MemoryInputs final : public InputSource {
 public:
  Digest Add(const v1::InputFiles& files);
  absl::StatusOr<v1::InputFiles> ReadInput(const Digest& digest) override;

 private:
  absl::Mutex mutex_;
  std::map<Digest, v1::InputFiles> inputs_ ABSL_GUARDED_BY(mutex_);
};

class Inputs {
 public:
  // What kinds made of inputs, the last ones that were asked for.
  static constexpr size_t kMaxKept = 16;

  // `source` must outlive it.
  explicit Inputs(InputSource& source) : source_(&source) {}
  // Of experiments without inputs.
  static Inputs& None();

  // What `make` makes of the input at `path`, which a field of the cell names. `key` tells apart what is made of one
  // input; it stands for the type T as well. An error of `make` comes with the path in front. The source's errors pass
  // but for NOT_FOUND, which becomes FAILED_PRECONDITION.
  template <typename T>
  absl::StatusOr<std::shared_ptr<const T>> Get(const v1::Experiment& cell, std::string_view path, std::string_view key,
                                               absl::FunctionRef<absl::StatusOr<T>(const v1::InputFiles&)> make) {
    const absl::StatusOr<std::shared_ptr<const void>> made =
        GetErased(cell, path, key, [&](const v1::InputFiles& files) -> absl::StatusOr<std::shared_ptr<const void>> {
          absl::StatusOr<T> value = make(files);
          if (!value.ok()) return value.status();
          return std::make_shared<const T>(*std::move(value));
        });
    if (!made.ok()) return made.status();
    return std::static_pointer_cast<const T>(*made);
  }

 private:
  struct Kept {
    Digest digest;
    std::string key;
    std::shared_ptr<const void> value;
  };
  using Make = absl::FunctionRef<absl::StatusOr<std::shared_ptr<const void>>(const v1::InputFiles&)>;

  Inputs() = default;
  absl::StatusOr<std::shared_ptr<const void>> GetErased(const v1::Experiment& cell, std::string_view path,
                                                        std::string_view key, Make make);

  InputSource* const source_ = nullptr;
  // Held while an input is fetched and read: whoever wants the same one should wait for it.
  absl::Mutex mutex_;
  // The one that was used last is in front.
  std::list<Kept> kept_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace tenuki
