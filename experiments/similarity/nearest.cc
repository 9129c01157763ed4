#include "experiments/similarity/nearest.h"

#include <arrow/api.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/board/symmetry.h"
#include "experiments/similarity/measures.h"
#include "experiments/similarity/schema.h"

namespace tenuki {
namespace {

// "ddpq": points without a pass.
std::optional<PointSet> PointsFromSgf(int size, std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  PointSet points;
  for (size_t i = 0; i < text.size(); i += 2) {
    const std::optional<Move> move = MoveFromSgf(size, text.substr(i, 2));
    if (!move.has_value() || *move == kPass) return std::nullopt;
    points.Insert(*move);
  }
  return points;
}

// "dd:12 qq:3".
std::optional<std::vector<Reply>> RepliesFromText(int size, std::string_view text) {
  std::vector<Reply> replies;
  for (std::string_view part : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    const std::pair<std::string_view, std::string_view> fields = absl::StrSplit(part, absl::MaxSplits(':', 1));
    const std::optional<Move> move = MoveFromSgf(size, fields.first);
    Reply reply;
    if (!move.has_value() || *move == kPass || !absl::SimpleAtoi(fields.second, &reply.num_games)) return std::nullopt;
    reply.point = *move;
    replies.push_back(reply);
  }
  return replies;
}

int32_t Distance(const InfluenceMap& a, const InfluenceMap& b) {
  int32_t distance = 0;
  for (Point point = 0; point < a.size * a.size; ++point) distance += std::abs(a.values[point] - b.values[point]);
  return distance;
}

}  // namespace

absl::StatusOr<std::vector<StoredPosition>> ReadPositions(TableSource& tables, int32_t cell, int board_size) {
  std::vector<StoredPosition> positions;
  ABSL_RETURN_IF_ERROR(ForEachBatch(
      tables, "positions", *WithCell(*PositionsSchema()), [&](const arrow::RecordBatch& batch) -> absl::Status {
        // Columns of stored tables come after `cell`.
        const auto& cells = static_cast<const arrow::Int32Array&>(*batch.column(0));
        const auto& numbers = static_cast<const arrow::UInt16Array&>(*batch.column(1 + kPositionsPosition));
        const auto& games = static_cast<const arrow::Int64Array&>(*batch.column(1 + kPositionsGames));
        const auto text = [&](PositionsColumn column, int64_t row) {
          return static_cast<const arrow::StringArray&>(*batch.column(1 + column)).GetView(row);
        };
        for (int64_t row = 0; row < batch.num_rows(); ++row) {
          if (cells.Value(row) != cell) continue;
          const std::optional<PointSet> black = PointsFromSgf(board_size, text(kPositionsBlack, row));
          const std::optional<PointSet> white = PointsFromSgf(board_size, text(kPositionsWhite, row));
          std::optional<std::vector<Reply>> replies = RepliesFromText(board_size, text(kPositionsReplies, row));
          if (!black.has_value() || !white.has_value() || !replies.has_value()) {
            return absl::InvalidArgumentError(
                absl::StrCat("positions: position ", numbers.Value(row), " is none of a board of size ", board_size));
          }
          positions.push_back(
              {.number = numbers.Value(row),
               .num_games = games.Value(row),
               .to_move = text(kPositionsToMove, row) == ColorName(Color::kBlack) ? Color::kBlack : Color::kWhite,
               .black = *black,
               .white = *white,
               .replies = *std::move(replies)});
        }
        return absl::OkStatus();
      }));
  return positions;
}

absl::StatusOr<std::vector<Neighbour>> FindNearest(const v1::Similarity& similarity,
                                                   const std::vector<StoredPosition>& stored, const Board& board,
                                                   InfluenceModel model, int count) {
  const int size = similarity.board_size();
  if (board.size() != size) {
    return absl::InvalidArgumentError(
        absl::StrCat("the position has a board of size ", board.size(), ", the stored ones have size ", size));
  }
  const BouzyOperator bouzy = BouzyOperatorOf(similarity.bouzy());
  std::vector<InfluenceMap> images;
  for (Symmetry symmetry = 0; symmetry < kNumSymmetries; ++symmetry) {
    images.push_back(ComputeInfluence(model, bouzy, size, Transform(symmetry, size, board.stones(Color::kBlack)),
                                      Transform(symmetry, size, board.stones(Color::kWhite))));
  }
  struct Candidate {
    int32_t distance;
    Symmetry symmetry;
    const StoredPosition* position;
  };
  std::vector<Candidate> candidates;
  for (const StoredPosition& position : stored) {
    if (position.to_move != board.to_move()) continue;
    const InfluenceMap map = ComputeInfluence(model, bouzy, size, position.black, position.white);
    Candidate best{.distance = Distance(images[0], map), .symmetry = 0, .position = &position};
    for (Symmetry symmetry = 1; symmetry < kNumSymmetries; ++symmetry) {
      const int32_t distance = Distance(images[symmetry], map);
      if (distance < best.distance) best = {.distance = distance, .symmetry = symmetry, .position = &position};
    }
    candidates.push_back(best);
  }
  if (candidates.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("in none of the ", stored.size(), " stored positions ",
                                                   ColorName(board.to_move()), " is to move"));
  }
  std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
    return std::tuple(a.distance, -a.position->num_games, a.position->number) <
           std::tuple(b.distance, -b.position->num_games, b.position->number);
  });
  if (std::ssize(candidates) > count) candidates.resize(count);

  std::vector<Neighbour> neighbours;
  for (const Candidate& candidate : candidates) {
    const StoredPosition& position = *candidate.position;
    const Symmetry back = Inverse(candidate.symmetry);
    Neighbour& neighbour = neighbours.emplace_back();
    neighbour.number = position.number;
    neighbour.num_games = position.num_games;
    neighbour.distance = candidate.distance;
    neighbour.black = Transform(back, size, position.black);
    neighbour.white = Transform(back, size, position.white);
    const bool is_same =
        neighbour.black == board.stones(Color::kBlack) && neighbour.white == board.stones(Color::kWhite);
    neighbour.similarity =
        is_same ? 1 : APriori(similarity.formula(), CoefficientsOf(similarity, model), candidate.distance);
    for (const Reply& reply : position.replies) {
      neighbour.replies.push_back({.point = Transform(back, size, reply.point), .num_games = reply.num_games});
    }
    std::ranges::stable_sort(neighbour.replies, std::greater(), &Reply::num_games);
  }
  return neighbours;
}

}  // namespace tenuki
