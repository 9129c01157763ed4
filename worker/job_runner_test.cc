#include "worker/job_runner.h"

#include <arrow/io/memory.h>
#include <arrow/ipc/reader.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "absl/strings/str_cat.h"
#include "common/protobuf_time.h"
#include "common/testing/faulty_file_system.h"
#include "common/testing/temporary_folder.h"
#include "experiments/config.h"
#include "experiments/match/match.h"
#include "experiments/plan.h"

namespace tenuki {
namespace {

using testing::HasSubstr;

// A match whose run is whatever a test says.
class FakeKind final : public Kind {
 public:
  using RunFunction = std::function<absl::Status(UnitRange, const RunContext&, TableSink&)>;
  explicit FakeKind(RunFunction run) : run_(std::move(run)) {}

  std::string_view name() const override { return match_.name(); }
  int semantic_version() const override { return match_.semantic_version(); }
  absl::StatusOr<int64_t> PlanCell(const v1::Experiment& cell, Inputs& inputs) const override {
    return match_.PlanCell(cell, inputs);
  }
  const std::vector<TableDefinition>& unit_tables() const override {
    static const auto& tables =
        *new std::vector<TableDefinition>{{"rows", arrow::schema({UnitField(), arrow::field("s", arrow::utf8())})}};
    return tables;
  }
  absl::Status Run(const Cell&, UnitRange units, const RunContext& context, TableSink& sink) const override {
    return run_(units, context, sink);
  }
  const std::vector<TableDefinition>& derived_tables() const override { return match_.derived_tables(); }
  absl::Status Derive(const Plan&, TableSource&, TableSink&) const override { return absl::OkStatus(); }
  absl::StatusOr<v1::Report> MakeReport(const Plan&, TableSource&) const override { return v1::Report(); }

  std::shared_ptr<arrow::RecordBatch> Row(int64_t unit, const std::string& text = "x") const {
    return arrow::RecordBatch::Make(unit_tables()[0].schema, 1,
                                    {*arrow::MakeArrayFromScalar(*arrow::MakeScalar(unit), 1),
                                     *arrow::MakeArrayFromScalar(*arrow::MakeScalar(text), 1)});
  }

 private:
  const MatchKind match_;
  const RunFunction run_;
};

v1::Lease MakeLease(int64_t first_unit, int64_t num_units) {
  const Plan plan = MakePlan(ReadExperiment("test", R"(name: "m" seed: 3
      match { player { uniform {} } opponent { uniform {} } board_size: 5 } stop { units: 50 })",
                                            {})
                                 .value())
                        .value();
  v1::Lease lease;
  lease.set_attempt(0x7000000000012);
  lease.mutable_job()->set_experiment("m");
  lease.mutable_job()->set_cell_digest(std::string(plan.cells[0].digest.bytes()));
  lease.mutable_job()->set_first_unit(first_unit);
  lease.mutable_job()->set_num_units(num_units);
  *lease.mutable_cell() = plan.cells[0].experiment;
  return lease;
}

std::vector<int64_t> UnitsOf(const v1::TableUpload& upload) {
  if (upload.num_rows() == 0) return {};
  auto reader = *arrow::ipc::RecordBatchStreamReader::Open(
      std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(upload.ipc())));
  const auto batch = *(*reader->ToTable())->CombineChunksToBatch();
  const auto units = std::static_pointer_cast<arrow::Int64Array>(batch->column(0));
  return {units->raw_values(), units->raw_values() + units->length()};
}

class JobRunnerTest : public testing::Test {
 protected:
  JobSurroundings Surroundings(std::span<const Kind* const> kinds = AllKinds()) {
    return {.worker = "w1", .kinds = kinds, .files = files_, .budget = budget_, .folder = folder_.path()};
  }
  FinishedJob Run(const v1::Lease& lease, const FakeKind& kind) {
    const Kind* const kinds[] = {&kind};
    return RunJob(lease, Surroundings(kinds), control_);
  }

  TemporaryFolder folder_;
  FaultyFileSystem files_{FileSystem::Real()};
  ByteBudget budget_{1 << 30};
  JobControl control_;
};

TEST_F(JobRunnerTest, RunsTheUnitsOfALease) {
  const v1::Lease lease = MakeLease(4, 3);
  const FinishedJob job = RunJob(lease, Surroundings(), control_);
  EXPECT_TRUE(job.trouble.ok());
  EXPECT_EQ(job.result.attempt(), lease.attempt());
  EXPECT_EQ(job.result.job().DebugString(), lease.job().DebugString());
  EXPECT_EQ(job.result.num_units_done(), 3);
  EXPECT_EQ(job.result.worker(), "w1");
  EXPECT_FALSE(job.result.has_failure());
  EXPECT_GT(job.result.run_time().seconds() + job.result.run_time().nanos(), 0);
  ASSERT_EQ(job.result.tables_size(), 2);
  EXPECT_EQ(job.result.tables(0).name(), "games");
  EXPECT_EQ(job.result.tables(0).num_rows(), 6);
  EXPECT_EQ(job.result.tables(1).name(), "moves");
  EXPECT_THAT(UnitsOf(job.result.tables(0)), testing::ElementsAre(4, 4, 5, 5, 6, 6));
  EXPECT_EQ(control_.num_units_done, 3);
  ASSERT_EQ(job.result.timings().timings_size(), 2);
  const v1::Timing& player = job.result.timings().timings(1);
  EXPECT_EQ(player.activity(), "player");
  EXPECT_GT(player.count(), 6);
  EXPECT_GT(player.longest().nanos(), 0);
  EXPECT_GE(ToDuration(player.total()), ToDuration(player.longest()));
}

TEST_F(JobRunnerTest, AJobThatIsStoppedHasTheUnitsThatItDid) {
  FakeKind kind([&](UnitRange units, const RunContext& context, TableSink& sink) -> absl::Status {
    EXPECT_TRUE(sink.Append(0, kind.Row(units.first)).ok());
    EXPECT_FALSE(context.should_stop());
    control_.stop = true;
    EXPECT_FALSE(context.unit_done(units.first));
    return absl::AbortedError("stopped");
  });
  const FinishedJob job = Run(MakeLease(4, 30), kind);
  EXPECT_EQ(job.result.num_units_done(), 1);
  EXPECT_THAT(UnitsOf(job.result.tables(0)), testing::ElementsAre(4));
  EXPECT_FALSE(job.result.has_failure()) << "to be stopped is no failure";
}

TEST_F(JobRunnerTest, AMatchStopsInTheMiddleOfItsGames) {
  control_.stop = true;
  const FinishedJob job = RunJob(MakeLease(4, 30), Surroundings(), control_);
  EXPECT_EQ(job.result.num_units_done(), 0);
  EXPECT_EQ(job.result.tables(0).num_rows(), 0);
  EXPECT_FALSE(job.result.has_failure());
}

TEST_F(JobRunnerTest, AnotherVersionOfTheKindIsAFailure) {
  v1::Lease lease = MakeLease(0, 2);
  (*lease.mutable_job()->mutable_cell_digest())[0] ^= 1;
  const FinishedJob job = RunJob(lease, Surroundings(), control_);
  EXPECT_EQ(job.result.num_units_done(), 0);
  EXPECT_EQ(job.result.failure().reason(),
            "this worker computes another digest for the cell: it has another version of 'match'");
  ASSERT_EQ(job.result.tables_size(), 2);
  EXPECT_EQ(job.result.tables(0).num_rows(), 0);
}

TEST_F(JobRunnerTest, WhatCannotBeRunIsAFailure) {
  v1::Lease unknown = MakeLease(0, 2);
  unknown.mutable_cell()->clear_match();
  EXPECT_THAT(RunJob(unknown, Surroundings(), control_).result.failure().reason(), HasSubstr("kind"));
  EXPECT_THAT(RunJob(MakeLease(0, 0), Surroundings(), control_).result.failure().reason(), HasSubstr("0 units"));
  EXPECT_THAT(RunJob(MakeLease(-1, 1), Surroundings(), control_).result.failure().reason(), HasSubstr("from -1"));
}

TEST_F(JobRunnerTest, AUnitThatFailsComesAfterTheRowsOfThoseBefore) {
  FakeKind kind([&](UnitRange units, const RunContext& context, TableSink& sink) -> absl::Status {
    for (int64_t unit : {units.first, units.first + 1}) {
      if (absl::Status status = sink.Append(0, kind.Row(unit)); !status.ok()) return status;
      EXPECT_TRUE(context.unit_done(unit));
    }
    return absl::UnavailableError("the engine 'gnugo' said \xff and died");
  });
  const FinishedJob job = Run(MakeLease(7, 5), kind);
  EXPECT_EQ(job.result.num_units_done(), 2);
  EXPECT_THAT(UnitsOf(job.result.tables(0)), testing::ElementsAre(7, 8));
  EXPECT_EQ(job.result.failure().reason(), "the engine 'gnugo' said ? and died");
  EXPECT_TRUE(job.trouble.ok());
}

TEST_F(JobRunnerTest, ALongReasonIsCut) {
  FakeKind kind([](UnitRange, const RunContext&, TableSink&) { return absl::InternalError(std::string(99'999, 'x')); });
  EXPECT_EQ(Run(MakeLease(0, 1), kind).result.failure().reason().size(), kMaxFailureReasonBytes);
}

TEST_F(JobRunnerTest, RowsThatWereNotCountedAreNotDelivered) {
  FakeKind kind([&](UnitRange units, const RunContext& context, TableSink& sink) -> absl::Status {
    EXPECT_TRUE(sink.Append(0, kind.Row(units.first)).ok());
    EXPECT_TRUE(context.unit_done(units.first));
    EXPECT_TRUE(sink.Append(0, kind.Row(units.first + 1)).ok());
    return absl::InternalError("the engine died");
  });
  const FinishedJob job = Run(MakeLease(0, 3), kind);
  EXPECT_EQ(job.result.num_units_done(), 0);
  EXPECT_EQ(job.result.tables(0).num_rows(), 0);
  EXPECT_THAT(job.result.failure().reason(), HasSubstr("contract"));
  EXPECT_THAT(job.result.failure().reason(), HasSubstr("the engine died"));
}

TEST_F(JobRunnerTest, AKindThatEndsWithoutItsUnitsIsAFailure) {
  FakeKind kind([](UnitRange, const RunContext&, TableSink&) { return absl::OkStatus(); });
  EXPECT_THAT(Run(MakeLease(0, 3), kind).result.failure().reason(), HasSubstr("0 of 3 units"));
}

TEST_F(JobRunnerTest, ALargeTableIsToBeStaged) {
  FakeKind kind([&](UnitRange units, const RunContext& context, TableSink& sink) -> absl::Status {
    for (int64_t unit = units.first; unit < units.first + units.count; ++unit) {
      if (absl::Status status = sink.Append(0, kind.Row(unit, std::string(1 << 20, 'x'))); !status.ok()) return status;
      EXPECT_TRUE(context.unit_done(unit));
    }
    return absl::OkStatus();
  });
  {
    const FinishedJob job = Run(MakeLease(0, 8), kind);
    EXPECT_TRUE(job.result.tables(0).staged());
    ASSERT_EQ(job.spilled.size(), 1);
    EXPECT_EQ(job.spilled[0]->path(), folder_.Path("0007000000000012.rows.rows"));
  }

  files_.SetSpaceLeft(0);
  const FinishedJob full = Run(MakeLease(0, 8), kind);
  EXPECT_FALSE(full.trouble.ok());
  EXPECT_EQ(full.result.num_units_done(), 0);
  EXPECT_EQ(full.result.tables_size(), 1);
  EXPECT_FALSE(full.result.has_failure()) << "a full disk is no fault of the unit";
  EXPECT_THAT(*FileSystem::Real().List(folder_.path()), testing::IsEmpty());
}

TEST_F(JobRunnerTest, GivesAJobBack) {
  const v1::Lease lease = MakeLease(4, 3);
  const FinishedJob job = GiveBack(lease, Surroundings(), "");
  EXPECT_EQ(job.result.attempt(), lease.attempt());
  EXPECT_EQ(job.result.job().first_unit(), 4);
  EXPECT_EQ(job.result.num_units_done(), 0);
  ASSERT_EQ(job.result.tables_size(), 2);
  EXPECT_THAT(UnitsOf(job.result.tables(0)), testing::IsEmpty());
  EXPECT_FALSE(job.result.has_failure());
  EXPECT_EQ(GiveBack(lease, Surroundings(), "because").result.failure().reason(), "because");
}

}  // namespace
}  // namespace tenuki
