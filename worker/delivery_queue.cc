#include "worker/delivery_queue.h"

#include <algorithm>
#include <limits>

#include "absl/log/check.h"
#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

// For people: which job it was.
std::string Describe(const UndeliveredResult& result) {
  return absl::StrCat("the result of units ", result.job.first_unit(), " to ",
                      result.job.first_unit() + result.job.num_units() - 1, " of cell ", result.job.cell_index(),
                      " of '", result.job.experiment(), "'");
}

}  // namespace

DeliveryQueue::DeliveryQueue(DeliveryOptions options, uint64_t seed)
    : options_(options), seed_(seed), gate_(options.backoff, seed) {}

void DeliveryQueue::Add(UndeliveredResult result, absl::Time now) {
  const uint64_t attempt = result.attempt;
  num_bytes_ += result.num_bytes;
  if (!result.is_found) ++num_own_;
  const auto [item, is_new] = items_.emplace(attempt, Item{.result = std::move(result)});
  CHECK(is_new) << attempt;
  Wait(attempt, item->second, now);
  if (IsOutage()) AskToSpool(attempt, item->second);
}

std::optional<std::string> DeliveryQueue::RefusalOf(uint64_t attempt) const {
  const auto found = refusals_.find(attempt);
  return found == refusals_.end() ? std::nullopt : std::optional(found->second);
}

bool DeliveryQueue::IsGateOpen(absl::Time now) const {
  return gate_.num_failures() == 0 || (now >= gate_opens_ && num_in_delivery_ == 0);
}

bool DeliveryQueue::HasNext(absl::Time now) const {
  const bool any = !ready_.empty() || (!delayed_.empty() && delayed_.begin()->first <= now);
  return any && num_in_delivery_ < options_.max_deliveries && IsGateOpen(now);
}

std::optional<Delivery> DeliveryQueue::Next(absl::Time now) {
  PromoteDelayed(now);
  while (HasNext(now)) {
    const uint64_t attempt = ready_.front();
    ready_.pop_front();
    const auto found = items_.find(attempt);
    if (found == items_.end() || found->second.phase != Phase::kWaiting || found->second.not_before > now) continue;
    Item& item = found->second;
    item.phase = Phase::kInDelivery;
    ++num_in_delivery_;
    return Delivery{.attempt = attempt,
                    .is_spooled = item.result.is_spooled,
                    .unrun = item.result.unrun,
                    .reason = item.result.reason};
  }
  return std::nullopt;
}

void DeliveryQueue::Delivered(uint64_t attempt) {
  const auto item = items_.find(attempt);
  CHECK(item != items_.end() && item->second.phase == Phase::kInDelivery) << attempt;
  if (gate_.num_failures() > 0) Say(absl::LogSeverity::kInfo, "results are delivered again");
  gate_.Succeed();
  Erase(item);
}

void DeliveryQueue::Failed(uint64_t attempt, const absl::Status& status, absl::Time now) {
  const auto found = items_.find(attempt);
  CHECK(found != items_.end() && found->second.phase == Phase::kInDelivery) << attempt;
  Item& item = found->second;
  const bool is_unreachable = absl::IsUnavailable(status) || absl::IsDeadlineExceeded(status);
  if (is_unreachable) CloseGate(status, now);
  if (item.is_lost) return Drop(found, item.keep_file);
  switch (status.code()) {
    case absl::StatusCode::kAborted:
      Say(absl::LogSeverity::kInfo, absl::StrCat(Describe(item.result), " came too late: ", status.message()));
      return Drop(found, /*keep_file=*/false);
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kFailedPrecondition:
      Say(absl::LogSeverity::kError,
          absl::StrCat(Describe(item.result), " was refused and is dropped: ", status.message()));
      Refuse(attempt, status);
      return Drop(found, /*keep_file=*/false);
    default: break;
  }
  --num_in_delivery_;
  item.phase = Phase::kWaiting;
  if (!is_unreachable) {
    if (!item.backoff.has_value()) {
      Say(absl::LogSeverity::kWarning,
          absl::StrCat(Describe(item.result), " could not be delivered and will be tried again: ", status.ToString()));
      item.backoff.emplace(options_.backoff, DeriveSeed(seed_, attempt));
    }
    item.not_before = now + item.backoff->Fail();
  }
  Wait(attempt, item, now);
  AskToSpool(attempt, item);
}

void DeliveryQueue::Gone(uint64_t attempt) {
  const auto item = items_.find(attempt);
  CHECK(item != items_.end() && item->second.phase == Phase::kInDelivery) << attempt;
  Drop(item, /*keep_file=*/true);
}

void DeliveryQueue::Lose(uint64_t attempt, bool keep_file) {
  const auto item = items_.find(attempt);
  if (item == items_.end()) return;
  if (item->second.phase == Phase::kWaiting) return Drop(item, keep_file);
  item->second.is_lost = true;
  item->second.keep_file = keep_file;
}

void DeliveryQueue::LoseAll(bool keep_files) {
  for (auto item = items_.begin(); item != items_.end();) {
    const uint64_t attempt = item->first;
    ++item;
    Lose(attempt, keep_files);
  }
}

void DeliveryQueue::TryNow(absl::Time now) { gate_opens_ = std::min(gate_opens_, now); }

std::optional<uint64_t> DeliveryQueue::NextToSpool() {
  while (!to_spool_.empty()) {
    const uint64_t attempt = to_spool_.front();
    to_spool_.pop_front();
    const auto found = items_.find(attempt);
    if (found == items_.end() || found->second.phase != Phase::kWaiting || found->second.result.is_spooled) continue;
    found->second.phase = Phase::kSpooling;
    return attempt;
  }
  return std::nullopt;
}

void DeliveryQueue::Spooled(uint64_t attempt, const absl::Status& status, absl::Time now) {
  const auto found = items_.find(attempt);
  CHECK(found != items_.end() && found->second.phase == Phase::kSpooling) << attempt;
  Item& item = found->second;
  if (status.ok()) {
    item.result.is_spooled = true;
    num_bytes_ -= std::exchange(item.result.num_bytes, 0);
  } else {
    // It stays in memory, which is bounded too.
    item.may_spool = false;
    if (!std::exchange(spool_failure_was_told_, true)) {
      Say(absl::LogSeverity::kWarning, absl::StrCat("results cannot be kept on disk: ", status.message()));
    }
  }
  if (item.is_lost) return Drop(found, item.keep_file);
  item.phase = Phase::kWaiting;
  Wait(attempt, item, now);
}

absl::Time DeliveryQueue::NextTime(absl::Time now) const {
  const auto delayed = delayed_.upper_bound({now, std::numeric_limits<uint64_t>::max()});
  const absl::Time next = delayed == delayed_.end() ? absl::InfiniteFuture() : delayed->first;
  return gate_.num_failures() > 0 && gate_opens_ > now ? std::min(next, gate_opens_) : next;
}

bool DeliveryQueue::IsStuck() const {
  if (num_in_delivery_ > 0) return false;
  return gate_.num_failures() > 0 || std::ranges::all_of(items_, [](const auto& item) {
           return item.second.phase == Phase::kWaiting && item.second.backoff.has_value();
         });
}

std::vector<const UndeliveredResult*> DeliveryQueue::Own() const {
  std::vector<const UndeliveredResult*> own;
  for (const auto& [attempt, item] : items_) {
    if (!item.result.is_found && !item.is_lost) own.push_back(&item.result);
  }
  return own;
}

void DeliveryQueue::Wait(uint64_t attempt, Item& item, absl::Time now) {
  if (item.not_before > now) {
    delayed_.emplace(item.not_before, attempt);
  } else {
    ready_.push_back(attempt);
  }
}

void DeliveryQueue::PromoteDelayed(absl::Time now) {
  while (!delayed_.empty() && delayed_.begin()->first <= now) {
    ready_.push_back(delayed_.begin()->second);
    delayed_.erase(delayed_.begin());
  }
}

void DeliveryQueue::AskToSpool(uint64_t attempt, const Item& item) {
  if (item.may_spool && !item.result.is_spooled && !item.result.unrun.has_value()) to_spool_.push_back(attempt);
}

void DeliveryQueue::Drop(Items::iterator item, bool keep_file) {
  dropped_.push_back({.attempt = item->first, .keep_file = keep_file});
  Erase(item);
}

void DeliveryQueue::Erase(Items::iterator item) {
  if (item->second.phase == Phase::kInDelivery) --num_in_delivery_;
  if (!item->second.result.is_found) --num_own_;
  num_bytes_ -= item->second.result.num_bytes;
  items_.erase(item);
}

void DeliveryQueue::Refuse(uint64_t attempt, const absl::Status& status) {
  const std::string text = absl::StrCat("the coordinator refused the result: ", status.message());
  if (!refusals_.insert_or_assign(attempt, text).second) return;
  refusal_order_.push_back(attempt);
  if (refusal_order_.size() <= kMaxRefusals) return;
  refusals_.erase(refusal_order_.front());
  refusal_order_.pop_front();
}

void DeliveryQueue::CloseGate(const absl::Status& status, absl::Time now) {
  // Several that were under way fail together: that is one failure.
  if (gate_.num_failures() > 0 && now < gate_opens_) return;
  gate_opens_ = now + gate_.Fail();
  if (gate_.num_failures() == 1) {
    spool_failure_was_told_ = false;
    Say(absl::LogSeverity::kWarning,
        absl::StrCat("results cannot be delivered and are kept until they can: ", status.message()));
  }
  if (gate_.num_failures() != kOutageFailures) return;
  for (const auto& [attempt, item] : items_) AskToSpool(attempt, item);
}

}  // namespace tenuki
