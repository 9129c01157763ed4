// Ends a cell of a match when the sequential test over its pairs has decided.
#include <arrow/api.h>

#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "experiments/match/match.h"
#include "experiments/match/schema.h"
#include "experiments/match/sequential_test.h"

namespace tenuki {
namespace {

class SprtRule final : public StopRule {
 public:
  explicit SprtRule(const v1::Sprt& sprt) : sprt_(OptionsOf(sprt)) {}

  absl::StatusOr<std::optional<int64_t>> Add(const arrow::RecordBatch& rows) override {
    for (int64_t row = 0; row < rows.num_rows(); ++row) {
      const GamePoints game = PointsOf(rows, row);
      if (!half_pair_.has_value()) {
        half_pair_ = game;
        continue;
      }
      if (half_pair_->unit != game.unit) {
        return absl::DataLossError(absl::StrCat("games: unit ", half_pair_->unit, " has a single game"));
      }
      const int points = half_pair_->points + game.points;
      half_pair_.reset();
      if (sprt_.Add(points) != Sprt::Verdict::kContinue) return game.unit;
    }
    return std::nullopt;
  }

 private:
  Sprt sprt_;
  std::optional<GamePoints> half_pair_;
};

}  // namespace

std::unique_ptr<StopRule> MatchKind::MakeStopRule(const v1::Experiment& cell) const {
  return cell.stop().has_sprt() ? std::make_unique<SprtRule>(cell.stop().sprt()) : nullptr;
}

}  // namespace tenuki
