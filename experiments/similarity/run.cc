// Compares the positions of tiles. Tiles on the diagonal also describe their positions, and the first one the
// collection.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/influence/distance.h"
#include "experiments/sgf_points.h"
#include "experiments/similarity/atlas.h"
#include "experiments/similarity/collection.h"
#include "experiments/similarity/measures.h"
#include "experiments/similarity/pair_rows.h"
#include "experiments/similarity/schema.h"
#include "experiments/similarity/similarity.h"
#include "experiments/similarity/tiles.h"
#include "experiments/table_rows.h"

namespace tenuki {
namespace {

class TileComparer {
 public:
  TileComparer(const Collection& collection, const Atlas& atlas, const v1::Similarity& similarity, CpuLevel level)
      : collection_(collection), atlas_(atlas), similarity_(similarity), kernel_(level) {
    for (const CollectedPosition& position : collection.positions()) replies_.push_back(position.ReplyPoints());
    for (int i = 0; i < NumMeasures(similarity); ++i) {
      a_priori_.emplace_back(similarity.formula(), CoefficientsOf(similarity, MeasureAt(i).model));
    }
  }

  absl::StatusOr<std::shared_ptr<arrow::RecordBatch>> Compare(int64_t unit, const Tile& tile) {
    for (int measure = 0; measure < NumMeasures(similarity_); ++measure) MeasureDistances(measure, tile);
    const bool is_mirrored = similarity_.pair_rows() == v1::SQUARE && !tile.is_on_diagonal();
    PairRows rows(unit, NumMeasures(similarity_));
    ABSL_RETURN_IF_ERROR(rows.Reserve(int64_t{tile.rows.count} * tile.columns.count * (is_mirrored ? 2 : 1)));
    for (int i = 0; i < tile.rows.count; ++i) {
      const bool is_upper = tile.is_on_diagonal() && similarity_.pair_rows() == v1::UPPER_TRIANGLE;
      for (int j = is_upper ? i : 0; j < tile.columns.count; ++j) {
        rows.Add(tile.rows.first + i, tile.columns.first + j, ValuesOf(tile, i, j));
      }
    }
    for (int j = 0; is_mirrored && j < tile.columns.count; ++j) {
      for (int i = 0; i < tile.rows.count; ++i) {
        rows.Add(tile.columns.first + j, tile.rows.first + i, ValuesOf(tile, i, j));
      }
    }
    return rows.Finish();
  }

 private:
  void MeasureDistances(int index, const Tile& tile) {
    const Measure measure = MeasureAt(index);
    std::vector<int32_t>& distances = distances_[index];
    distances.resize(static_cast<size_t>(tile.rows.count) * tile.columns.count);
    const InfluenceMapSet& maps = atlas_.maps(measure.model);
    if (!measure.is_turned) {
      kernel_.Run(maps, tile.rows.first, tile.rows.count, maps, tile.columns.first, tile.columns.count,
                  distances.data());
      return;
    }
    // The identity was measured before; MeasureAt gives the same model.
    distances = distances_[static_cast<int>(measure.model)];
    image_distances_.resize(distances.size());
    for (Symmetry symmetry = 1; symmetry < kNumSymmetries; ++symmetry) {
      kernel_.Run(maps, tile.rows.first, tile.rows.count, atlas_.images(measure.model, symmetry), tile.columns.first,
                  tile.columns.count, image_distances_.data());
      for (size_t k = 0; k < distances.size(); ++k) distances[k] = std::min(distances[k], image_distances_[k]);
    }
  }

  PairRows::Values ValuesOf(const Tile& tile, int row, int column) {
    const int i = tile.rows.first + row;
    const int j = tile.columns.first + column;
    PairRows::Values values;
    const int num_common = (replies_[i] & replies_[j]).size();
    values.a_posteriori = APosteriori(num_common, static_cast<int>(collection_.positions()[i].replies.size()),
                                      static_cast<int>(collection_.positions()[j].replies.size()));
    const size_t place = static_cast<size_t>(row) * tile.columns.count + column;
    for (int measure = 0; measure < NumMeasures(similarity_); ++measure) {
      values.distance[measure] = distances_[measure][place];
      values.a_priori[measure] = i == j ? 1 : a_priori_[measure](values.distance[measure]);
    }
    return values;
  }

  const Collection& collection_;
  const Atlas& atlas_;
  const v1::Similarity& similarity_;
  const DistanceKernel kernel_;
  std::vector<PointSet> replies_;
  std::vector<APrioriTable> a_priori_;
  // Of the tile, row by row; by measure.
  std::array<std::vector<int32_t>, kNumMeasures> distances_;
  std::vector<int32_t> image_distances_;
};

absl::Status GivePositions(int64_t unit, const PositionRange& range, const Collection& collection, TableSink& sink) {
  ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(PositionsSchema()));
  const int size = collection.board_size();
  for (int i = range.first; i < range.first + range.count; ++i) {
    const CollectedPosition& position = collection.positions()[i];
    rows.Add(unit);
    rows.Add(static_cast<uint16_t>(i));
    rows.Add(position.num_games);
    rows.Add(ColorName(position.to_move));
    rows.Add(SgfPoints(size, position.black));
    rows.Add(SgfPoints(size, position.white));
    rows.Add(absl::StrJoin(position.replies, " ", [size](std::string* out, const Reply& reply) {
      absl::StrAppend(out, ToSgf(size, reply.point), ":", reply.num_games);
    }));
  }
  return rows.Give(kPositionsTable, sink);
}

absl::Status GiveCollection(int64_t unit, const Collection& collection, TableSink& sink) {
  ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(CollectionSchema()));
  const auto add = [&](std::string_view item, int64_t count, std::string_view example) {
    rows.Add(unit);
    rows.Add(item);
    rows.Add(count);
    rows.Add(example);
  };
  for (int i = 0; i < kNumGameOutcomes; ++i) {
    const auto outcome = static_cast<GameOutcome>(i);
    add(GameOutcomeName(outcome), collection.games(outcome).count, collection.games(outcome).example);
  }
  add(kDistinctPositions, collection.num_distinct_positions(), "");
  return rows.Give(kCollectionTable, sink);
}

}  // namespace

absl::Status SimilarityKind::Run(const Cell& cell, UnitRange units, const RunContext& context, TableSink& sink) const {
  const v1::Similarity& similarity = cell.experiment.similarity();
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<const Collection> collection,
                        CollectionOf(cell.experiment, context.inputs));
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<const Atlas> atlas,
                        AtlasOf(cell.experiment, *collection, context.inputs));
  const Tiles tiles(collection->num_positions(), similarity.tile_size());
  TileComparer comparer(*collection, *atlas, similarity, context.cpu_level);
  for (int64_t unit = units.first; unit < units.first + units.count; ++unit) {
    const Tile tile = tiles.At(unit);
    ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::RecordBatch> pairs, comparer.Compare(unit, tile));
    ABSL_RETURN_IF_ERROR(sink.Append(kPairsTable, std::move(pairs)));
    if (tile.is_on_diagonal()) {
      ABSL_RETURN_IF_ERROR(GivePositions(unit, tile.rows, *collection, sink));
    }
    if (unit == 0) {
      ABSL_RETURN_IF_ERROR(GiveCollection(unit, *collection, sink));
    }
    if (!context.unit_done(unit)) return absl::AbortedError(absl::StrCat("stopped after unit ", unit));
  }
  return absl::OkStatus();
}

}  // namespace tenuki
