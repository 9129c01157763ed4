// Tells ThreadSanitizer of absl::Mutex. The distribution's Abseil is not instrumented, so that everything a mutex
// guards would look like a race.
//
// Linked into every program of the preset `tsan`: these definitions come before the shared library's, call them, and
// say what order they make. Inside of them nothing is looked at, since a Condition is evaluated there by threads that
// hold the mutex in ways that only Abseil knows.
#include <dlfcn.h>

#include "absl/synchronization/mutex.h"

extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier): the sanitizer's names.
void __tsan_acquire(void* address);
void __tsan_release(void* address);
// NOLINTEND(bugprone-reserved-identifier)
void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
}

namespace {

// The library's function of a mangled name within absl's inline namespace.
template <typename Function>
Function Real(const char* name) {
  void* const function = dlsym(RTLD_NEXT, name);
  if (function == nullptr) __builtin_trap();
  return reinterpret_cast<Function>(function);
}

class Unobserved {
 public:
  Unobserved() {
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  }
  ~Unobserved() {
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
  }
  Unobserved(const Unobserved&) = delete;
  Unobserved& operator=(const Unobserved&) = delete;
};

}  // namespace

#define TENUKI_TEXT_OF(x) #x
#define TENUKI_TEXT(x) TENUKI_TEXT_OF(x)
// Debian's name has eight letters, which is part of how the compiler spells it.
static_assert(sizeof(TENUKI_TEXT(ABSL_OPTION_INLINE_NAMESPACE_NAME)) == 9);
#define TENUKI_ABSL(rest) "_ZN4absl8" TENUKI_TEXT(ABSL_OPTION_INLINE_NAMESPACE_NAME) rest
#define TENUKI_TIMEOUT "NS0_24synchronization_internal13KernelTimeoutE"

namespace absl {
ABSL_NAMESPACE_BEGIN

void Mutex::lock() {
  static const auto kReal = Real<void (*)(Mutex*)>(TENUKI_ABSL("5Mutex4lockEv"));
  const Unobserved unobserved;
  kReal(this);
  __tsan_acquire(this);
}

void Mutex::unlock() {
  static const auto kReal = Real<void (*)(Mutex*)>(TENUKI_ABSL("5Mutex6unlockEv"));
  __tsan_release(this);
  const Unobserved unobserved;
  kReal(this);
}

bool Mutex::try_lock() {
  static const auto kReal = Real<bool (*)(Mutex*)>(TENUKI_ABSL("5Mutex8try_lockEv"));
  const Unobserved unobserved;
  const bool locked = kReal(this);
  if (locked) __tsan_acquire(this);
  return locked;
}

void Mutex::lock_shared() {
  static const auto kReal = Real<void (*)(Mutex*)>(TENUKI_ABSL("5Mutex11lock_sharedEv"));
  const Unobserved unobserved;
  kReal(this);
  __tsan_acquire(this);
}

void Mutex::unlock_shared() {
  static const auto kReal = Real<void (*)(Mutex*)>(TENUKI_ABSL("5Mutex13unlock_sharedEv"));
  __tsan_release(this);
  const Unobserved unobserved;
  kReal(this);
}

bool Mutex::try_lock_shared() {
  static const auto kReal = Real<bool (*)(Mutex*)>(TENUKI_ABSL("5Mutex15try_lock_sharedEv"));
  const Unobserved unobserved;
  const bool locked = kReal(this);
  if (locked) __tsan_acquire(this);
  return locked;
}

bool Mutex::AwaitCommon(const Condition& condition, synchronization_internal::KernelTimeout timeout) {
  static const auto kReal = Real<bool (*)(Mutex*, const Condition&, synchronization_internal::KernelTimeout)>(
      TENUKI_ABSL("5Mutex11AwaitCommonERKNS0_9ConditionE" TENUKI_TIMEOUT));
  __tsan_release(this);
  const Unobserved unobserved;
  const bool result = kReal(this, condition, timeout);
  __tsan_acquire(this);
  return result;
}

bool Mutex::LockWhenCommon(const Condition& condition, synchronization_internal::KernelTimeout timeout, bool write) {
  static const auto kReal = Real<bool (*)(Mutex*, const Condition&, synchronization_internal::KernelTimeout, bool)>(
      TENUKI_ABSL("5Mutex14LockWhenCommonERKNS0_9ConditionE" TENUKI_TIMEOUT "b"));
  const Unobserved unobserved;
  const bool result = kReal(this, condition, timeout, write);
  __tsan_acquire(this);
  return result;
}

bool CondVar::WaitCommon(Mutex* mutex, synchronization_internal::KernelTimeout timeout) {
  static const auto kReal = Real<bool (*)(CondVar*, Mutex*, synchronization_internal::KernelTimeout)>(
      TENUKI_ABSL("7CondVar10WaitCommonEPNS0_5MutexE" TENUKI_TIMEOUT));
  __tsan_release(mutex);
  const Unobserved unobserved;
  const bool result = kReal(this, mutex, timeout);
  __tsan_acquire(mutex);
  return result;
}

ABSL_NAMESPACE_END
}  // namespace absl
