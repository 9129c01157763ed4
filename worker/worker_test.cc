// Workers against a coordinator in memory that loses answers, is away, or takes leases back.
#include "worker/worker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "common/testing/temporary_folder.h"
#include "experiments/config.h"
#include "experiments/match/match.h"
#include "experiments/plan.h"
#include "worker/testing/fake_coordinator.h"

namespace tenuki {
namespace {

using Call = FakeCoordinator::Call;
using Fault = FakeCoordinator::Fault;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const absl::Status kUnavailable = absl::UnavailableError("connection refused");

Plan PlanOf(std::string_view text) { return MakePlan(ReadExperiment("test", text, {}).value()).value(); }

// Four cells, boards of 2x2 to 5x5.
Plan SmallPlan() {
  return PlanOf(R"(name: "m" seed: 3 match { player { uniform {} } opponent { uniform {} } }
                   sweep { field: "match.board_size" values: ["2", "3", "4", "5"] } stop { units: 50 })");
}

// One cell that never ends.
Plan EndlessPlan() {
  return PlanOf(R"(name: "m" match { player { uniform {} } opponent { uniform {} } board_size: 5 }
                   stop { units: 1000000000 })");
}

class WorkerTest : public testing::Test {
 protected:
  std::unique_ptr<Worker> Start(FakeCoordinator& coordinator, std::string name, int num_slots = 2) {
    absl::StatusOr<std::unique_ptr<Worker>> worker =
        Worker::Make({.name = std::move(name),
                      .num_slots = num_slots,
                      .spool_folder = folder_.path(),
                      .backoff = {.min = absl::Milliseconds(1), .max = absl::Milliseconds(5)}},
                     coordinator);
    EXPECT_TRUE(worker.ok()) << worker.status();
    (*worker)->Start();
    return *std::move(worker);
  }

  // What a run without any coordinator gives.
  std::shared_ptr<arrow::Table> ExpectedRows(const Plan& plan) {
    std::vector<std::shared_ptr<arrow::Table>> tables;
    for (const Cell& cell : plan.cells) {
      MemoryTables rows(kind_.unit_tables());
      EXPECT_TRUE(kind_.Run(cell, {0, cell.num_units}, {}, rows).ok());
      tables.push_back(rows.Rows(0));
    }
    return *arrow::ConcatenateTables(tables);
  }
  void ExpectAllRows(FakeCoordinator& coordinator) {
    EXPECT_TRUE(coordinator.Rows(0)->Equals(*ExpectedRows(plan_)));
    EXPECT_EQ(coordinator.NumLeases(), 0);
    EXPECT_THAT(coordinator.failures(), IsEmpty());
    EXPECT_THAT(SpoolFiles(), IsEmpty());
  }
  // Of all workers, without the locks.
  std::vector<std::string> SpoolFiles() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
      if (entry.is_regular_file() && entry.path().filename() != "lock") names.push_back(entry.path().filename());
    }
    return names;
  }
  int64_t NumSpooled() {
    return std::ranges::count_if(SpoolFiles(), [](const std::string& name) { return name.ends_with(".result"); });
  }

  TemporaryFolder folder_;
  const MatchKind kind_;
  const Plan plan_ = SmallPlan();
};

TEST_F(WorkerTest, RunsAllUnitsOnce) {
  FakeCoordinator coordinator(kind_, plan_, /*units_per_job=*/7);
  const auto worker = Start(coordinator, "w1");
  coordinator.WaitUntilComplete();
  worker->Stop();
  ExpectAllRows(coordinator);
  EXPECT_THAT(coordinator.num_results(), ElementsAre(testing::Pair("w1", 32)));
}

TEST_F(WorkerTest, SeveralWorkersShareTheWorkAndTheSpoolFolder) {
  FakeCoordinator coordinator(kind_, plan_, /*units_per_job=*/1);
  const auto first = Start(coordinator, "w1");
  const auto second = Start(coordinator, "w2", /*num_slots=*/1);
  coordinator.WaitUntilComplete();
  first->Stop();
  second->Stop();
  ExpectAllRows(coordinator);
}

TEST_F(WorkerTest, LostAnswersLoseNothing) {
  FakeCoordinator coordinator(kind_, plan_, /*units_per_job=*/3);
  coordinator.SetFault([](Call, int64_t nth) { return nth % 3 == 1 ? Fault{kUnavailable, true} : Fault{}; });
  const auto worker = Start(coordinator, "w1");
  coordinator.WaitUntilComplete();
  coordinator.SetFault([](Call, int64_t) { return Fault(); });
  worker->Drain(absl::InfiniteDuration());
  worker->Wait();
  ExpectAllRows(coordinator);
}

TEST_F(WorkerTest, AnOutageIsSatOut) {
  FakeCoordinator coordinator(kind_, plan_, /*units_per_job=*/3);
  coordinator.SetFault([](Call, int64_t nth) { return nth >= 2 && nth < 12 ? Fault{kUnavailable} : Fault{}; });
  const auto worker = Start(coordinator, "w1");
  coordinator.WaitUntilComplete();
  worker->Stop();
  ExpectAllRows(coordinator);
}

TEST_F(WorkerTest, ResultsGoToDiskWhileTheyCannotBeDelivered) {
  FakeCoordinator coordinator(kind_, plan_, /*units_per_job=*/50);
  coordinator.SetFault([](Call call, int64_t) { return call == Call::kFinishJob ? Fault{kUnavailable} : Fault{}; });
  const auto worker = Start(coordinator, "w1");
  coordinator.WaitUntil([&] { return coordinator.NumCalls(Call::kFinishJob) >= 8; });
  coordinator.WaitUntil([&] { return NumSpooled() == 4 || coordinator.NumCalls(Call::kFinishJob) >= 1000; });
  EXPECT_EQ(NumSpooled(), 4);
  coordinator.SetFault([](Call, int64_t) { return Fault(); });
  coordinator.WaitUntilComplete();
  worker->Stop();
  ExpectAllRows(coordinator);
}

TEST_F(WorkerTest, WhatWasGivenToOthersIsDropped) {
  FakeCoordinator coordinator(kind_, plan_, /*units_per_job=*/3);
  coordinator.SetFault([](Call call, int64_t nth) {
    return call == Call::kFinishJob && nth % 4 == 0 && nth < 60 ? Fault{absl::AbortedError("leased to another")}
                                                                : Fault{};
  });
  const auto worker = Start(coordinator, "w1");
  coordinator.WaitUntilComplete();
  worker->Stop();
  ExpectAllRows(coordinator);
}

TEST_F(WorkerTest, ARefusedResultBecomesAFailureInsteadOfALoop) {
  FakeCoordinator coordinator(kind_, plan_, /*units_per_job=*/50);
  coordinator.SetFault([](Call call, int64_t nth) {
    return call == Call::kFinishJob && nth == 0 ? Fault{absl::InvalidArgumentError("wrong schema")} : Fault{};
  });
  const auto worker = Start(coordinator, "w1");
  coordinator.WaitUntil([&] { return coordinator.NumUnitsCommitted() == 150 && !coordinator.failures().empty(); });
  worker->Stop();
  EXPECT_THAT(coordinator.failures(), ElementsAre(HasSubstr("wrong schema")));
}

TEST_F(WorkerTest, DrainingDeliversWhatIsDoneAndGivesBackTheRest) {
  const Plan plan = EndlessPlan();
  FakeCoordinator coordinator(kind_, plan, /*units_per_job=*/100'000'000);
  coordinator.SetGenerosity(3);
  const auto worker = Start(coordinator, "w1");
  coordinator.WaitUntil([&] {
    return coordinator.NumLeases() == 5 &&
           std::ranges::count_if(coordinator.progress(), [](const auto& entry) { return entry.second > 0; }) == 2;
  });
  worker->Drain(absl::Milliseconds(1));
  worker->Wait();
  EXPECT_EQ(coordinator.NumLeases(), 0) << "those that were queued are given back";
  EXPECT_GT(coordinator.NumUnitsCommitted(), 1);
  EXPECT_EQ(coordinator.num_results().at("w1"), 5);
  EXPECT_EQ(coordinator.Rows(0)->num_rows(), 2 * coordinator.NumUnitsCommitted());
  EXPECT_EQ(NumSpooled(), 0);
}

TEST_F(WorkerTest, TheCoordinatorMayDrainAWorker) {
  FakeCoordinator coordinator(kind_, plan_, /*units_per_job=*/1);
  coordinator.SetDrain(true);
  Start(coordinator, "w1")->Wait();
  EXPECT_EQ(coordinator.NumLeases(), 0);
  EXPECT_EQ(coordinator.NumUnitsCommitted(), 0);
}

TEST_F(WorkerTest, WhatAWorkerCouldNotDeliverTheNextOneDoes) {
  FakeCoordinator coordinator(kind_, plan_, /*units_per_job=*/50);
  coordinator.SetFault([](Call call, int64_t) { return call == Call::kFinishJob ? Fault{kUnavailable} : Fault{}; });
  {
    const auto worker = Start(coordinator, "w1");
    coordinator.WaitUntil([&] { return NumSpooled() == 4 || coordinator.NumCalls(Call::kFinishJob) >= 1000; });
  }
  EXPECT_EQ(NumSpooled(), 4);
  coordinator.SetFault([](Call, int64_t) { return Fault(); });
  const auto next = Start(coordinator, "w2");
  coordinator.WaitUntilComplete();
  next->Stop();
  ExpectAllRows(coordinator);
  EXPECT_THAT(coordinator.num_results(), ElementsAre(testing::Pair("w1", 4)));
}

TEST_F(WorkerTest, AWorkerWithoutACoordinatorCanBeStopped) {
  FakeCoordinator coordinator(kind_, plan_, /*units_per_job=*/1);
  coordinator.SetFault([](Call, int64_t) { return Fault{kUnavailable}; });
  const auto worker = Start(coordinator, "w1");
  coordinator.WaitUntil([&] { return coordinator.NumCalls(Call::kSynchronize) > 3; });
  worker->Stop();
  worker->Stop();
}

TEST_F(WorkerTest, ARefusedWorkerWaitsUntilItIsWanted) {
  FakeCoordinator coordinator(kind_, plan_, /*units_per_job=*/7);
  coordinator.SetRefusal("another version of 'match'");
  const auto worker = Start(coordinator, "w1");
  coordinator.WaitUntil([&] { return coordinator.NumCalls(Call::kSynchronize) > 3; });
  EXPECT_EQ(coordinator.NumCalls(Call::kFinishJob), 0);
  coordinator.SetRefusal("");
  coordinator.WaitUntilComplete();
  worker->Stop();
  ExpectAllRows(coordinator);
}

// A match whose every unit is a row of a megabyte.
class LargeKind final : public Kind {
 public:
  std::string_view name() const override { return match_.name(); }
  int semantic_version() const override { return match_.semantic_version(); }
  absl::StatusOr<int64_t> PlanCell(const v1::Experiment& cell, Inputs& inputs) const override {
    return match_.PlanCell(cell, inputs);
  }
  const std::vector<TableDefinition>& unit_tables() const override {
    static const auto& tables =
        *new std::vector<TableDefinition>{{"large", arrow::schema({UnitField(), arrow::field("s", arrow::utf8())})}};
    return tables;
  }
  absl::Status Run(const Cell&, UnitRange units, const RunContext& context, TableSink& sink) const override {
    for (int64_t unit = units.first; unit < units.first + units.count; ++unit) {
      const auto row =
          arrow::RecordBatch::Make(unit_tables()[0].schema, 1,
                                   {*arrow::MakeArrayFromScalar(*arrow::MakeScalar(unit), 1),
                                    *arrow::MakeArrayFromScalar(*arrow::MakeScalar(std::string(1 << 20, 'a')), 1)});
      if (absl::Status status = sink.Append(0, row); !status.ok()) return status;
      if (!context.unit_done(unit)) return absl::AbortedError("stopped");
    }
    return absl::OkStatus();
  }
  const std::vector<TableDefinition>& derived_tables() const override { return match_.derived_tables(); }
  absl::Status Derive(const Plan&, TableSource&, TableSink&) const override { return absl::OkStatus(); }
  absl::StatusOr<v1::Report> MakeReport(const Plan&, TableSource&) const override { return v1::Report(); }

 private:
  const MatchKind match_;
};

TEST_F(WorkerTest, LargeTablesAreStagedAlsoAfterAnOutage) {
  const LargeKind large;
  const Kind* const kinds[] = {&large};
  const Plan plan = PlanOf(R"(name: "m" match { player { uniform {} } opponent { uniform {} } } stop { units: 24 })");
  FakeCoordinator coordinator(large, plan, /*units_per_job=*/8);
  coordinator.SetFault(
      [](Call call, int64_t nth) { return call == Call::kFinishJob && nth < 4 ? Fault{kUnavailable} : Fault{}; });
  absl::StatusOr<std::unique_ptr<Worker>> worker =
      Worker::Make({.num_slots = 1,
                    .spool_folder = folder_.path(),
                    .backoff = {.min = absl::Milliseconds(1), .max = absl::Milliseconds(5)},
                    .kinds = kinds},
                   coordinator);
  ASSERT_TRUE(worker.ok()) << worker.status();
  (*worker)->Start();
  coordinator.WaitUntilComplete();
  worker->reset();
  EXPECT_GE(coordinator.num_staged(), 3);
  EXPECT_EQ(coordinator.Rows(0)->num_rows(), 24);
  EXPECT_THAT(*FileSystem::Real().List(folder_.path()), IsEmpty()) << "the folder goes with the worker";
}

TEST_F(WorkerTest, InputsAreFetchedOnceAndAnOutageIsNoFailureOfUnits) {
  v1::InputFiles files;
  v1::InputFile& file = *files.add_files();
  file.set_path("book.sgf");
  file.set_content("(;SZ[5];B[aa])(;SZ[5];B[bb];W[cc])");
  MemoryInputs inputs;
  const Digest digest = inputs.Add(files);
  Inputs inputs_for_plan(inputs);
  const Plan plan =
      MakePlan(ReadExperiment("test",
                              R"(name: "m" match { player { uniform {} } opponent { uniform {} } board_size: 5
                                 openings: "book.sgf" } stop { units: 100 } input { path: "book.sgf" digest: ")" +
                                  digest.ToHex() + "\" }",
                              {})
                   .value(),
               inputs_for_plan)
          .value();
  FakeCoordinator coordinator(kind_, plan, /*units_per_job=*/7);
  coordinator.SetInputs(inputs);
  constexpr int kNumFailures = 5;
  coordinator.SetFault([](FakeCoordinator::Call call, int64_t nth) {
    const bool fails = call == FakeCoordinator::Call::kReadInput && nth < kNumFailures;
    return FakeCoordinator::Fault{.status = fails ? kUnavailable : absl::OkStatus()};
  });
  {
    const auto worker = Start(coordinator, "w1");
    coordinator.WaitUntilComplete();
  }
  EXPECT_THAT(coordinator.failures(), IsEmpty());
  EXPECT_EQ(coordinator.NumCalls(FakeCoordinator::Call::kReadInput), kNumFailures + 1);
  MemoryTables rows(kind_.unit_tables());
  ASSERT_TRUE(kind_.Run(plan.cells[0], {0, 100}, {.inputs = inputs_for_plan}, rows).ok());
  EXPECT_TRUE(coordinator.Rows(0)->Equals(*rows.Rows(0)));
}

TEST_F(WorkerTest, OptionsThatMakeNoSenseAreRefused) {
  FakeCoordinator coordinator(kind_, plan_, 1);
  const auto make = [&](WorkerOptions options) { return Worker::Make(std::move(options), coordinator).status(); };
  EXPECT_THAT(make({}).message(), HasSubstr("spool"));
  EXPECT_THAT(make({.name = "../w", .spool_folder = folder_.path()}).message(), HasSubstr("../w"));
  EXPECT_THAT(make({.num_slots = 9, .spool_folder = folder_.path(), .max_attempts = 8}).message(), HasSubstr("slot"));
  absl::StatusOr<std::unique_ptr<Worker>> nameless = Worker::Make({.spool_folder = folder_.path()}, coordinator);
  ASSERT_TRUE(nameless.ok());
  EXPECT_FALSE((*nameless)->name().empty());
}

}  // namespace
}  // namespace tenuki
