// The kind as a whole: from games to derived tables and the report, against what a few lines of plain code say.
#include "experiments/similarity/similarity.h"

#include <arrow/api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "common/random.h"
#include "experiments/config.h"
#include "experiments/plan.h"
#include "experiments/similarity/collection.h"
#include "experiments/similarity/schema.h"
#include "experiments/testing/stored_rows.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;

// Games of four moves on 9×9 around few points, so that positions come again and again.
std::string Games(int count) {
  constexpr std::string_view kPoints[] = {"cc", "gg", "cg", "gc", "ee", "dc", "cd"};
  std::string text;
  for (int game = 0; game < count; ++game) {
    std::set<std::string_view> played;
    std::string line;
    for (int draw = 0; played.size() < 5; ++draw) {
      const std::string_view point = kPoints[UniformBelow(std::size(kPoints), Random32(game, draw))];
      if (played.insert(point).second) absl::StrAppend(&line, point);
    }
    absl::StrAppend(&text, line, "\n");
  }
  return text;
}

class TextLoader final : public InputLoader {
 public:
  explicit TextLoader(MemoryInputs& inputs) : inputs_(inputs) {}
  absl::StatusOr<Digest> Load(const std::string& path, const std::string&, const std::optional<Digest>&) override {
    v1::InputFiles files;
    files.add_files()->set_path(path);
    files.mutable_files(0)->set_content(Games(300));
    return inputs_.Add(files);
  }

 private:
  MemoryInputs& inputs_;
};

class SimilarityTest : public testing::Test {
 protected:
  // The text goes into `similarity { … }`.
  Plan PlanOf(std::string_view more) {
    const absl::StatusOr<v1::Experiment> experiment = ReadExperiment(
        "x", absl::StrCat(R"(name: "s" similarity { games: "games.txt" board_size: 9 move_number: 4 )", more, "}"), {},
        &loader_);
    EXPECT_TRUE(experiment.ok()) << experiment.status();
    return MakePlan(*experiment, inputs_).value();
  }
  MemoryTables DeriveOf(const Plan& plan) {
    MemoryTables unit_tables = StoredRowsOf(plan, inputs_);
    MemoryTables derived(kind_.derived_tables());
    EXPECT_TRUE(kind_.Derive(plan, unit_tables, derived).ok());
    return derived;
  }
  std::shared_ptr<const Collection> CollectionIn(const Plan& plan) {
    return CollectionOf(plan.cells[0].experiment, inputs_).value();
  }

  MemoryInputs contents_;
  TextLoader loader_{contents_};
  Inputs inputs_{contents_};
  const SimilarityKind kind_;
};

template <typename Array>
const Array& ColumnOf(const arrow::RecordBatch& batch, int column) {
  return static_cast<const Array&>(*batch.column(column));
}

TEST_F(SimilarityTest, PairsAreThoseOfTheDefinitions) {
  const Plan plan = PlanOf("tile_size: 7");
  const auto collection = CollectionIn(plan);
  const int n = collection->num_positions();
  ASSERT_GT(n, 20);
  const auto pairs = *StoredRowsOf(plan, inputs_).Rows(kPairsTable)->CombineChunksToBatch();
  ASSERT_EQ(pairs->num_rows(), n * n);
  std::set<std::pair<int, int>> seen;
  for (int64_t row = 0; row < pairs->num_rows(); ++row) {
    const int i = ColumnOf<arrow::UInt16Array>(*pairs, 1 + kPairsI).Value(row);
    const int j = ColumnOf<arrow::UInt16Array>(*pairs, 1 + kPairsJ).Value(row);
    seen.emplace(i, j);
    const CollectedPosition& x = collection->positions()[i];
    const CollectedPosition& y = collection->positions()[j];
    int num_common = 0;
    for (const Reply& a : x.replies) {
      for (const Reply& b : y.replies) num_common += a.point == b.point;
    }
    EXPECT_EQ(ColumnOf<arrow::FloatArray>(*pairs, 1 + kPairsAPosteriori).Value(row),
              2 * static_cast<float>(num_common) / static_cast<float>(x.replies.size() + y.replies.size()));
    for (int model = 0; model < kNumInfluenceModels; ++model) {
      const auto map_of = [&](const CollectedPosition& position) {
        return ComputeInfluence(static_cast<InfluenceModel>(model), {}, 9, position.black, position.white);
      };
      const InfluenceMap a = map_of(x);
      const InfluenceMap b = map_of(y);
      int32_t distance = 0;
      for (Point point = 0; point < 81; ++point) distance += std::abs(a.values[point] - b.values[point]);
      EXPECT_EQ(ColumnOf<arrow::Int32Array>(*pairs, 1 + DistanceColumn(model)).Value(row), distance);
      EXPECT_TRUE(ColumnOf<arrow::Int32Array>(*pairs, 1 + DistanceColumn(model + kNumInfluenceModels)).IsNull(row));
      if (i == j) {
        EXPECT_EQ(ColumnOf<arrow::FloatArray>(*pairs, 1 + APrioriColumn(model)).Value(row), 1);
      }
    }
  }
  EXPECT_EQ(static_cast<int>(seen.size()), n * n);
}

TEST_F(SimilarityTest, TurnedDistancesAreTheSmallestOfEightAndSymmetric) {
  const Plan plan = PlanOf("relative_symmetries: true");
  const auto pairs = *StoredRowsOf(plan, inputs_).Rows(kPairsTable)->CombineChunksToBatch();
  std::map<std::pair<int, int>, int32_t> turned;
  int num_smaller = 0;
  const int stones = 0;
  for (int64_t row = 0; row < pairs->num_rows(); ++row) {
    const int i = ColumnOf<arrow::UInt16Array>(*pairs, 1 + kPairsI).Value(row);
    const int j = ColumnOf<arrow::UInt16Array>(*pairs, 1 + kPairsJ).Value(row);
    const int32_t plain = ColumnOf<arrow::Int32Array>(*pairs, 1 + DistanceColumn(stones)).Value(row);
    const int32_t smallest =
        ColumnOf<arrow::Int32Array>(*pairs, 1 + DistanceColumn(stones + kNumInfluenceModels)).Value(row);
    EXPECT_LE(smallest, plain);
    num_smaller += smallest < plain;
    turned[{i, j}] = smallest;
  }
  EXPECT_GT(num_smaller, 0);
  for (const auto& [pair, distance] : turned) EXPECT_EQ(distance, (turned[{pair.second, pair.first}]));
}

// Neither the size of tiles nor leaving out rows changes what is made of them.
TEST_F(SimilarityTest, DerivedTablesAreOfTheWholeSquareHoweverItIsCut) {
  const MemoryTables whole = DeriveOf(PlanOf(""));
  for (const char* cut : {"tile_size: 3", "tile_size: 5 pair_rows: UPPER_TRIANGLE", "pair_rows: UPPER_TRIANGLE"}) {
    const MemoryTables derived = DeriveOf(PlanOf(cut));
    for (size_t i = 0; i < kind_.derived_tables().size(); ++i) {
      EXPECT_TRUE(derived.Rows(i)->Equals(*whole.Rows(i))) << kind_.derived_tables()[i].name << " of " << cut;
    }
  }
}

TEST_F(SimilarityTest, ClassificationCountsPairs) {
  const Plan plan = PlanOf("threshold: 0.6");
  const auto pairs = *StoredRowsOf(plan, inputs_).Rows(kPairsTable)->CombineChunksToBatch();
  const auto rows = *DeriveOf(plan).Rows(kClassificationTable)->CombineChunksToBatch();
  ASSERT_EQ(rows->num_rows(), 2 * kNumInfluenceModels);
  for (int64_t row = 0; row < rows->num_rows(); ++row) {
    const int model = static_cast<int>(row / 2);
    const bool with_diagonal = ColumnOf<arrow::BooleanArray>(*rows, kClassificationDiagonal).Value(row);
    EXPECT_EQ(with_diagonal, row % 2 == 0);
    int64_t true_positives = 0;
    int64_t num_wrong = 0;
    double error = 0;
    int64_t num_pairs = 0;
    for (int64_t k = 0; k < pairs->num_rows(); ++k) {
      if (!with_diagonal && ColumnOf<arrow::UInt16Array>(*pairs, 1 + kPairsI).Value(k) ==
                                ColumnOf<arrow::UInt16Array>(*pairs, 1 + kPairsJ).Value(k)) {
        continue;
      }
      const float posterior = ColumnOf<arrow::FloatArray>(*pairs, 1 + kPairsAPosteriori).Value(k);
      const float prior = ColumnOf<arrow::FloatArray>(*pairs, 1 + APrioriColumn(model)).Value(k);
      true_positives += posterior >= 0.6F && prior >= 0.6F;
      num_wrong += (posterior >= 0.6F) != (prior >= 0.6F);
      error += std::abs(static_cast<double>(posterior) - static_cast<double>(prior));
      ++num_pairs;
    }
    EXPECT_EQ(ColumnOf<arrow::Int64Array>(*rows, kClassificationTruePositives).Value(row), true_positives);
    EXPECT_NEAR(ColumnOf<arrow::DoubleArray>(*rows, kClassificationAccuracy).Value(row),
                1 - static_cast<double>(num_wrong) / static_cast<double>(num_pairs), 1e-12);
    EXPECT_NEAR(ColumnOf<arrow::DoubleArray>(*rows, kClassificationAverageError).Value(row),
                error / static_cast<double>(num_pairs), 1e-9);
  }
}

TEST_F(SimilarityTest, TheReportHasThePapersTablesBesideTheMeasuredOnes) {
  Plan plan = PlanOf("");
  v1::PaperValue& value = *plan.experiment.mutable_paper()->add_values();
  value.set_measure("stones.precision");
  value.set_value(0.46);
  MemoryTables derived = DeriveOf(plan);
  const absl::StatusOr<v1::Report> report = kind_.MakeReport(plan, derived);
  ASSERT_TRUE(report.ok()) << report.status();
  const v1::Table& table = report->sections(1).blocks(0).table();
  EXPECT_EQ(table.rows(0).values(1).text(), "paper");
  EXPECT_DOUBLE_EQ(table.rows(0).values(2).number().value(), 0.46);
  EXPECT_EQ(table.rows(1).values(1).text(), "with");
}

TEST_F(SimilarityTest, MisspelledMeasuresOfAPaperAreErrors) {
  const absl::StatusOr<v1::Experiment> experiment =
      ReadExperiment("x", R"(name: "s" similarity { games: "g" board_size: 9 move_number: 4 }
              paper { values { measure: "stones.precison" value: 0.5 } })",
                     {}, &loader_);
  ASSERT_TRUE(experiment.ok());
  EXPECT_THAT(std::string(MakePlan(*experiment, inputs_).status().message()),
              HasSubstr("did you mean 'stones.precision'?"));
}

TEST_F(SimilarityTest, NumbersBesideAPresetAreErrors) {
  const absl::StatusOr<v1::Experiment> experiment =
      ReadExperiment("x", R"(name: "s" similarity { games: "g" bouzy { dilations: 3 } })", {}, &loader_);
  ASSERT_TRUE(experiment.ok());
  EXPECT_THAT(std::string(MakePlan(*experiment, inputs_).status().message()), HasSubstr("CUSTOM"));
}

}  // namespace
}  // namespace tenuki
