#include "experiments/engine_host.h"

#include "absl/base/no_destructor.h"
#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

class NoEngines final : public EngineHost {
 public:
  absl::StatusOr<EngineIdentity> Identify(const std::string& engine) override { return NotFound(engine); }
  absl::Status CheckOptions(const std::string& engine, const EngineOptions&) override { return NotFound(engine); }
  absl::StatusOr<std::unique_ptr<EngineSession>> Start(const EngineOrder& order) override {
    return NotFound(order.engine);
  }
  void WaitForAny(std::span<EngineSession* const>, absl::Duration) override {}

 private:
  static absl::Status NotFound(std::string_view engine) {
    return absl::NotFoundError(
        absl::StrCat("there is no engine '", engine, "' here: this process has no registry of engines"));
  }
};

}  // namespace

std::string_view EngineFailureName(EngineFailure::Kind kind) {
  switch (kind) {
    case EngineFailure::Kind::kCouldNotStart: return "could not start";
    case EngineFailure::Kind::kCrash: return "crash";
    case EngineFailure::Kind::kHang: return "hang";
    case EngineFailure::Kind::kGarbage: return "garbage";
    case EngineFailure::Kind::kFlood: return "flood";
  }
  return "";
}

std::string DescribeEngineFailure(const EngineFailure& failure) {
  std::string text = absl::StrCat(EngineFailureName(failure.kind), ": ", failure.what);
  if (!failure.command.empty()) absl::StrAppend(&text, ", when asked '", failure.command, "'");
  if (!failure.last_words.empty()) absl::StrAppend(&text, "; its last words:\n", failure.last_words);
  return text;
}

EngineHost& EngineHost::None() {
  static absl::NoDestructor<NoEngines> none;
  return *none;
}

}  // namespace tenuki
