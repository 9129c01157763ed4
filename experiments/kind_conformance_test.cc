// The laws that all kinds keep, tested on an example of each. To add a kind, add its example.
#include <arrow/api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>

#include "absl/strings/str_cat.h"
#include "common/cpu.h"
#include "common/random.h"
#include "experiments/config.h"
#include "experiments/plan.h"
#include "experiments/registry.h"
#include "experiments/testing/stored_rows.h"

namespace tenuki {
namespace {

struct Example {
  const char* name;
  const char* kind;
  const char* text;
  // What every input holds: a file.
  const char* input = "";
};

constexpr Example kExamples[] = {
    {"match", "match", R"(name: "m" seed: 3
                 match { player { uniform {} } opponent { uniform {} } board_size: 5 }
                 sweep { field: "match.komi" values: ["0.5", "7"] }
                 stop { units: 6 })"},
    {"match_with_openings", "match", R"(name: "m"
                 match { player { uniform {} } opponent { uniform {} } board_size: 5 openings: "book.sgf" }
                 sweep { field: "match.komi" values: ["0.5", "7"] }
                 stop { units: 6 })",
     "(;SZ[5];B[cc])(;SZ[5]AB[aa][bb];W[cc];B[dd];W[])(;SZ[5])"},
    {"match_of_searches", "match", R"(name: "m"
                 match {
                   player { uct { playouts: 60 rave {} resign_below: 0.1 } }
                   opponent { uct { playouts: 60 covariance { collection_playouts: 30 } } }
                   board_size: 5
                   record_moves: true
                 }
                 sweep { field: "match.opponent.uct.exploration" values: ["0.3", "1.2"] }
                 stop { units: 6 })"},
    {"match_of_three", "match", R"(name: "m"
                 match {
                   format: ROUND_ROBIN
                   players { uniform {} }
                   players { name: "another" uniform {} }
                   players { uct { playouts: 20 } }
                   board_size: 5
                   openings: "lists.txt"
                 }
                 stop { units: 4 })",
     "aabb\nccdd 2003\nee\n"},
    {"phantom", "phantom", R"(name: "p"
                 phantom {
                   players { playouts: 20 evaluation {} }
                   players { playouts: 20 uct { guessing: EARLY_PROBABILISTIC } }
                   players { name: "careful" playouts: 20 guess: ALL_OBSERVATIONS information_set {} }
                   board_size: 5
                   record_observations: true
                 }
                 stop { units: 4 })"},
    {"similarity", "similarity", R"(name: "s"
                 similarity {
                   games: "games.txt"
                   board_size: 9
                   move_number: 2
                   tile_size: 2
                   relative_symmetries: true
                 }
                 sweep { field: "similarity.zobrist.alpha" values: ["0.001", "0.01"] })",
     "ccggeec\nccggce\nccgdee\ncceeaa\nccddgg\nccddee\nddffee\naabbcc\naabbdd\nrubbish\n"},
    {"analysis", "analysis", R"(name: "a"
                 analysis {
                   positions: "positions.jsonl"
                   simulations: 60
                   search { expansion_visits: 2 }
                 }
                 sweep { field: "analysis.search.exploration" values: ["0.3", "1.2"] })",
     R"json({"id": "one", "sgf": "(;SZ[5]AB[bb][cb]AW[cc][bc]PL[B])", "semeai": [{"black": "bb", "white": "cc", "black_first": "black", "white_first": "white"}]}
            {"id": "two", "sgf": "(;SZ[5];B[cc];W[cb])", "komi": 0.5}
            {"sgf": "(;SZ[4])"})json"},
    {"analysis_of_playouts", "analysis", R"(name: "a"
                 analysis { positions: "games.sgf" simulations: 60 samples: 20 control: NEIGHBORS playouts {} }
                 sweep { field: "analysis.move_number" values: ["0", "1"] })",
     "(;SZ[5]KM[0.5];B[cc];W[cb])(;SZ[4];B[bb])(;SZ[5]AB[bb:dd];W[aa])"},
    {"tsumego", "tsumego", R"(name: "t"
                 tsumego {
                   problems: "suite.jsonl"
                   max_nodes: 2000
                   table_megabytes: 1
                   monte_carlo { playouts: 100 segment_playouts: 20 }
                   expansion { thresholds: [4, 1] playouts: 50 }
                 }
                 sweep { field: "tsumego.method" values: ["HYBRID", "MONTE_CARLO"] })",
     R"json({"id": "1", "level": "a", "sgf": "(;SZ[7]PL[W]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea])", "correct": ["ba"]}
{"id": "2", "level": "b", "sgf": "(;SZ[7]PL[B]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea])", "correct": ["ba"]}
{"id": "3", "level": "b", "sgf": "(;SZ[7]PL[B])"}
)json"},
};

std::ostream& operator<<(std::ostream& out, const Example& example) { return out << example.name; }

class ExampleLoader final : public InputLoader {
 public:
  ExampleLoader(const Example& example, MemoryInputs& inputs) : example_(example), inputs_(inputs) {}

  absl::StatusOr<Digest> Load(const std::string& path, const std::string&, const std::optional<Digest>&) override {
    v1::InputFiles files;
    v1::InputFile& file = *files.add_files();
    file.set_path(path);
    file.set_content(example_.input);
    return inputs_.Add(files);
  }

 private:
  const Example& example_;
  MemoryInputs& inputs_;
};

std::vector<TableDefinition> Stored(const std::vector<TableDefinition>& unit_tables) {
  std::vector<TableDefinition> stored;
  for (const TableDefinition& table : unit_tables) stored.push_back({table.name, WithCell(*table.schema)});
  return stored;
}

// The rows of a table in another order, in several batches.
std::vector<std::shared_ptr<arrow::RecordBatch>> Shuffled(const arrow::Table& table, uint64_t seed) {
  std::vector<int64_t> order(table.num_rows());
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[UniformBelow(static_cast<uint32_t>(i), Random32(seed, i))]);
  }
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
  for (int64_t row : order) batches.push_back(*table.Slice(row, 1)->CombineChunksToBatch());
  return batches;
}

class KindConformanceTest : public testing::TestWithParam<Example> {
 protected:
  KindConformanceTest()
      : plan_(MakePlan(ReadExperiment("example", GetParam().text, {}, &loader_).value(), inputs_).value()),
        kind_(KindOf(plan_.experiment)) {}

  // The rows of some units, each table as one.
  std::vector<std::shared_ptr<arrow::Table>> Run(
      const Cell& cell, UnitRange units, CpuLevel level = BestCpuLevel(),
      std::function<bool(int64_t)> unit_done = [](int64_t) { return true; }) {
    return Run(cell, units, {.cpu_level = level, .unit_done = std::move(unit_done), .inputs = inputs_});
  }
  std::vector<std::shared_ptr<arrow::Table>> Run(const Cell& cell, UnitRange units, const RunContext& context) {
    MemoryTables tables(kind_.unit_tables());
    const absl::Status status = kind_.Run(cell, units, context, tables);
    EXPECT_TRUE(status.ok()) << status;
    std::vector<std::shared_ptr<arrow::Table>> rows;
    for (size_t i = 0; i < kind_.unit_tables().size(); ++i) rows.push_back(tables.Rows(i));
    return rows;
  }

  MemoryTables Derive(TableSource& unit_tables) {
    MemoryTables derived(kind_.derived_tables());
    const absl::Status status = kind_.Derive(plan_, unit_tables, derived);
    EXPECT_TRUE(status.ok()) << status;
    return derived;
  }

  std::string Report(TableSource& unit_tables) {
    MemoryTables derived = Derive(unit_tables);
    const absl::StatusOr<v1::Report> report = kind_.MakeReport(plan_, derived);
    EXPECT_TRUE(report.ok()) << report.status();
    return report.ok() ? report->DebugString() : "";
  }

  MemoryInputs contents_;
  ExampleLoader loader_{GetParam(), contents_};
  Inputs inputs_{contents_};
  const Plan plan_;
  const Kind& kind_;
};

void ExpectEqual(const std::vector<std::shared_ptr<arrow::Table>>& a,
                 const std::vector<std::shared_ptr<arrow::Table>>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(a[i]->Equals(*b[i])) << a[i]->ToString() << b[i]->ToString();
}

TEST_P(KindConformanceTest, PlansTwiceTheSame) {
  const Plan again = MakePlan(plan_.experiment, inputs_).value();
  ASSERT_EQ(again.cells.size(), plan_.cells.size());
  for (size_t i = 0; i < again.cells.size(); ++i) {
    EXPECT_EQ(again.cells[i].digest, plan_.cells[i].digest);
    EXPECT_EQ(again.cells[i].num_units, plan_.cells[i].num_units);
    EXPECT_EQ(again.cells[i].experiment.DebugString(), plan_.cells[i].experiment.DebugString());
  }
}

TEST_P(KindConformanceTest, CellsHaveDifferentDigestsAndResults) {
  ASSERT_GE(plan_.cells.size(), 2) << "an example should have two cells";
  EXPECT_NE(plan_.cells.front().digest, plan_.cells.back().digest);
  EXPECT_FALSE(Run(plan_.cells.front(), {0, 2})[0]->Equals(*Run(plan_.cells.back(), {0, 2})[0]));
}

TEST_P(KindConformanceTest, RunsTwiceTheSameAtEveryCpuLevel) {
  for (const Cell& cell : plan_.cells) {
    const auto rows = Run(cell, {0, cell.num_units});
    for (CpuLevel level : SupportedCpuLevels()) {
      ExpectEqual(Run(cell, {0, cell.num_units}, level), rows);
    }
  }
}

TEST_P(KindConformanceTest, RunsTheSameWithAnyNumberOfGamesInLockstep) {
  for (const Cell& cell : plan_.cells) {
    const auto rows = Run(cell, {0, cell.num_units});
    for (CpuLevel level : SupportedCpuLevels()) {
      for (int games : {1, 3, 7, 256}) {
        ExpectEqual(
            Run(cell, {0, cell.num_units}, {.cpu_level = level, .inputs = inputs_, .max_games_in_lockstep = games}),
            rows);
      }
    }
  }
}

TEST_P(KindConformanceTest, AUnitAloneIsTheUnitInALargerJob) {
  const Cell& cell = plan_.cells[0];
  const auto together = Run(cell, {0, cell.num_units});
  std::vector<std::vector<std::shared_ptr<arrow::Table>>> alone(together.size());
  for (int64_t unit = cell.num_units - 1; unit >= 0; --unit) {
    const auto rows = Run(cell, {unit, 1});
    for (size_t i = 0; i < rows.size(); ++i) alone[i].insert(alone[i].begin(), rows[i]);
  }
  for (size_t i = 0; i < together.size(); ++i) {
    EXPECT_TRUE((*arrow::ConcatenateTables(alone[i]))->Equals(*together[i]));
  }
}

TEST_P(KindConformanceTest, EveryUnitHasRowsInOrderAndIsCounted) {
  const Cell& cell = plan_.cells[0];
  std::vector<int64_t> done;
  const auto rows = Run(cell, {1, cell.num_units - 1}, BestCpuLevel(), [&](int64_t unit) {
    done.push_back(unit);
    return true;
  });
  std::vector<int64_t> expected(cell.num_units - 1);
  std::iota(expected.begin(), expected.end(), 1);
  EXPECT_EQ(done, expected);
  const auto units = std::static_pointer_cast<arrow::Int64Array>((*rows[0]->CombineChunksToBatch())->column(0));
  std::vector<int64_t> seen(units->raw_values(), units->raw_values() + units->length());
  EXPECT_TRUE(std::ranges::is_sorted(seen));
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  EXPECT_EQ(seen, expected);
}

TEST_P(KindConformanceTest, ARunThatIsStoppedHasGivenTheRowsOfItsUnitsAndNoOthers) {
  const Cell& cell = plan_.cells[0];
  for (int64_t num_units = 1; num_units < cell.num_units; ++num_units) {
    MemoryTables tables(kind_.unit_tables());
    int64_t units = 0;
    const absl::Status status =
        kind_.Run(cell, {0, cell.num_units},
                  {.unit_done = [&](int64_t) { return ++units < num_units; }, .inputs = inputs_}, tables);
    EXPECT_EQ(status.code(), absl::StatusCode::kAborted);
    EXPECT_EQ(units, num_units);
    std::vector<std::shared_ptr<arrow::Table>> rows;
    for (size_t i = 0; i < kind_.unit_tables().size(); ++i) rows.push_back(tables.Rows(i));
    ExpectEqual(rows, Run(cell, {0, num_units}));
  }
}

TEST_P(KindConformanceTest, ARunThatIsToStopInTheMiddleHasGivenTheRowsOfItsUnitsAndNoOthers) {
  const Cell& cell = plan_.cells[0];
  for (int num_asked = 0; num_asked < 4; ++num_asked) {
    MemoryTables tables(kind_.unit_tables());
    int64_t units = 0;
    int asked = 0;
    const absl::Status status = kind_.Run(cell, {0, cell.num_units},
                                          {.unit_done =
                                               [&](int64_t) {
                                                 ++units;
                                                 return true;
                                               },
                                           .should_stop = [&] { return ++asked > num_asked; },
                                           .inputs = inputs_},
                                          tables);
    // A kind of short units need not ask.
    EXPECT_EQ(status.code(), asked > num_asked ? absl::StatusCode::kAborted : absl::StatusCode::kOk);
    std::vector<std::shared_ptr<arrow::Table>> rows;
    for (size_t i = 0; i < kind_.unit_tables().size(); ++i) rows.push_back(tables.Rows(i));
    ExpectEqual(rows, Run(cell, {0, units}));
  }
}

TEST_P(KindConformanceTest, AnInputIsInTheDigestByItsContent) {
  for (const v1::Input& input : plan_.experiment.input()) {
    v1::InputFiles files = contents_.ReadInput(Digest::FromHex(input.digest()).value()).value();
    files.mutable_files(0)->mutable_content()->append(" ");
    v1::Experiment other = plan_.experiment;
    for (v1::Input& each : *other.mutable_input()) {
      if (each.path() == input.path()) each.set_digest(contents_.Add(files).ToHex());
    }
    EXPECT_NE(MakePlan(other, inputs_)->cells[0].digest, plan_.cells[0].digest);
    v1::Experiment lost = plan_.experiment;
    lost.clear_input();
    EXPECT_EQ(MakePlan(lost, inputs_).status().code(), absl::StatusCode::kInvalidArgument);
  }
}

TEST_P(KindConformanceTest, UnitTablesStartWithTheUnit) {
  for (const TableDefinition& table : kind_.unit_tables()) {
    EXPECT_TRUE(table.schema->field(0)->Equals(*UnitField())) << table.name;
    EXPECT_EQ(table.schema->GetFieldIndex("cell"), -1) << table.name;
  }
}

TEST_P(KindConformanceTest, DeriveAndReportIgnoreTheOrderOfRows) {
  MemoryTables stored = StoredRowsOf(plan_, inputs_);
  MemoryTables shuffled(stored.definitions());
  for (size_t i = 0; i < stored.definitions().size(); ++i) {
    for (auto& batch : Shuffled(*stored.Rows(i), /*seed=*/i)) ASSERT_TRUE(shuffled.Append(i, batch).ok());
  }
  for (size_t i = 0; i < kind_.derived_tables().size(); ++i) {
    EXPECT_TRUE(Derive(shuffled).Rows(i)->Equals(*Derive(stored).Rows(i)));
  }
  EXPECT_EQ(Report(shuffled), Report(stored));
}

TEST_P(KindConformanceTest, AMissingRowChangesTheReport) {
  MemoryTables stored = StoredRowsOf(plan_, inputs_);
  const std::string report = Report(stored);
  for (size_t missing = 0; missing < stored.definitions().size(); ++missing) {
    if (stored.Rows(missing)->num_rows() == 0) continue;  // not asked for by this example
    MemoryTables rest(stored.definitions());
    for (size_t i = 0; i < stored.definitions().size(); ++i) {
      const auto rows = stored.Rows(i);
      ASSERT_TRUE(rest.Append(i, *rows->Slice(i == missing ? 1 : 0)->CombineChunksToBatch()).ok());
    }
    EXPECT_NE(Report(rest), report) << stored.definitions()[missing].name;
  }
}

TEST_P(KindConformanceTest, AReportOfNothingIsAReport) {
  MemoryTables nothing(Stored(kind_.unit_tables()));
  EXPECT_THAT(Report(nothing), testing::HasSubstr(plan_.experiment.name()));
}

INSTANTIATE_TEST_SUITE_P(Kinds, KindConformanceTest, testing::ValuesIn(kExamples),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(KindRegistryTest, EveryKindHasAnExample) {
  for (const Kind* kind : AllKinds()) {
    EXPECT_TRUE(std::ranges::any_of(kExamples, [&](const Example& example) { return example.kind == kind->name(); }))
        << kind->name();
  }
  const auto* oneof = v1::Experiment::descriptor()->FindOneofByName("kind");
  EXPECT_EQ(oneof->field_count(), static_cast<int>(AllKinds().size()));
}

}  // namespace
}  // namespace tenuki
