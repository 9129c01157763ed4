// A coordinator behind a real port, and clients that talk to it.
#include <arrow/flight/api.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "coordinator/coordinator_fixture.h"
#include "services/coordinator_server.h"
#include "services/grpc_status.h"
#include "services/input_stream.h"
#include "services/location.h"
#include "services/remote_coordinator.h"

namespace tenuki {
namespace {

namespace flight = arrow::flight;
using testing::AllOf;
using testing::HasSubstr;

// With the address that it listens at.
class ServicesTest : public CoordinatorTest, public testing::WithParamInterface<const char*> {
 protected:
  ServicesTest() {
    EXPECT_THAT(Open(), IsOk());
    const std::string listen = GetParam() == std::string_view("unix") ? absl::StrCat("unix:", folder_.Path("socket"))
                                                                      : std::string(GetParam());
    server_ = CoordinatorServer::Start(*coordinator_, listen).value();
    remote_ = RemoteCoordinator::Connect(server_->address()).value();
    client_ = flight::FlightClient::Connect(LocationOf(server_->address()).value()).ValueOrDie();
  }
  ~ServicesTest() override { EXPECT_TRUE(client_->Close().ok()); }

  v1::Lease LeaseRemotely() {
    const auto response = remote_->Synchronize(SynchronizeRequestOf("w", 1));
    CHECK_OK(response);
    CHECK_EQ(response->leases_size(), 1);
    return response->leases(0);
  }
  void WorkRemotely() {
    while (true) {
      const auto response = remote_->Synchronize(SynchronizeRequestOf("w", 1));
      ASSERT_THAT(response, IsOk());
      if (response->leases_size() == 0) return;
      ASSERT_THAT(remote_->FinishJob(FinishRequest(RunLease(response->leases(0), "w"))), IsOk());
    }
  }

  std::unique_ptr<CoordinatorServer> server_;
  std::unique_ptr<RemoteCoordinator> remote_;
  std::unique_ptr<flight::FlightClient> client_;
};

INSTANTIATE_TEST_SUITE_P(Addresses, ServicesTest, testing::Values("127.0.0.1:0", "unix"),
                         [](const auto& info) { return info.index == 0 ? "tcp" : "unix"; });

TEST_P(ServicesTest, RunsAnExperiment) {
  ASSERT_THAT(remote_->SubmitExperiment(SubmitRequest(kSmallMatch)), IsOk());
  WorkRemotely();
  const auto list = remote_->ListExperiments({});
  ASSERT_THAT(list, IsOk());
  ASSERT_EQ(list->experiments_size(), 1);
  EXPECT_EQ(list->experiments(0).state(), v1::EXPERIMENT_STATE_FINISHED);
  EXPECT_EQ(remote_->ListWorkers({})->workers_size(), 1);
  for (const char* table : {"games", "summary"}) {
    const auto reader = remote_->ReadTable("small", table);
    ASSERT_THAT(reader, IsOk());
    const auto rows = (*reader)->ToTable();
    ASSERT_TRUE(rows.ok()) << rows.status();
    EXPECT_TRUE((*rows)->Equals(*DirectRows(SubmitRequest(kSmallMatch).experiment(), table))) << (*rows)->ToString();
  }
}

TEST_P(ServicesTest, PassesStatusesOn) {
  EXPECT_THAT(remote_->SubmitExperiment({}), StatusIs(absl::StatusCode::kInvalidArgument));
  ASSERT_THAT(remote_->SubmitExperiment(SubmitRequest(kSmallMatch)), IsOk());
  EXPECT_THAT(remote_->SubmitExperiment(SubmitRequest(kSmallMatch, {"seed=9"})),
              StatusIs(absl::StatusCode::kAlreadyExists, AllOf(HasSubstr(server_->address()), HasSubstr("'small'"))));
  EXPECT_THAT(remote_->GetExperiment({}), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(remote_->ControlExperiment({}), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(remote_->DrainWorker({}), StatusIs(absl::StatusCode::kNotFound));
  v1::JobResult result = RunLease(LeaseRemotely(), "w");
  result.set_worker("stranger");
  EXPECT_THAT(remote_->FinishJob(FinishRequest(result)), StatusIs(absl::StatusCode::kAborted));
  result.mutable_job()->set_experiment("large");
  EXPECT_THAT(remote_->FinishJob(FinishRequest(result)), StatusIs(absl::StatusCode::kFailedPrecondition));

  EXPECT_THAT(remote_->ReadTable("small", "gmaes"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("games, moves, summary")));
  EXPECT_THAT(remote_->ReadTable("large", "games"), StatusIs(absl::StatusCode::kNotFound, HasSubstr("'large'")));
  const auto table = TableOfIpc(result.tables(0).ipc());
  arrow::TableBatchReader rows(*table);
  files_.SetSpaceLeft(10);
  EXPECT_THAT(remote_->StageTable(1, "games", rows), StatusIs(absl::StatusCode::kUnavailable));
}

TEST_P(ServicesTest, ListsAndReadsTablesForAnyFlightClient) {
  ASSERT_THAT(remote_->SubmitExperiment(SubmitRequest(kSmallMatch)), IsOk());
  ASSERT_THAT(remote_->FinishJob(FinishRequest(RunLease(LeaseRemotely(), "w"))), IsOk());
  auto listing = client_->ListFlights().ValueOrDie();
  std::vector<std::string> tables;
  while (auto info = listing->Next().ValueOrDie()) {
    ASSERT_EQ(info->descriptor().path.size(), 2u);
    EXPECT_EQ(info->descriptor().path[0], "small");
    tables.push_back(info->descriptor().path[1]);
  }
  EXPECT_THAT(tables, testing::ElementsAre("games", "moves", "summary", "sequential_test", "faults", "provenance"));

  auto info = client_->GetFlightInfo(flight::FlightDescriptor::Path({"small", "games"})).ValueOrDie();
  // A ticket stays with its version of the ledger.
  WorkRemotely();
  const auto rows = client_->DoGet(info->endpoints().front().ticket).ValueOrDie()->ToTable().ValueOrDie();
  EXPECT_EQ(rows->num_rows(), 4);
  arrow::ipc::DictionaryMemo memo;
  EXPECT_TRUE(info->GetSchema(&memo).ValueOrDie()->Equals(*rows->schema()));
}

TEST_P(ServicesTest, KeepsInputs) {
  v1::InputFiles files;
  v1::InputFile& file = *files.add_files();
  file.set_path("book.sgf");
  // More than a chunk.
  file.set_content(absl::StrCat("(;SZ[3]C[", std::string(3 << 20, 'x'), "];B[bb])"));
  const Digest digest = InputDigest(files);
  v1::SubmitExperimentRequest request = SubmitRequest(kSmallMatch, {"match.openings=book.sgf", "match.board_size=3"});
  v1::Input& input = *request.mutable_experiment()->add_input();
  input.set_path("book.sgf");
  input.set_digest(digest.ToHex());

  EXPECT_THAT(remote_->ReadInput(digest), StatusIs(absl::StatusCode::kNotFound, HasSubstr(digest.Short())));
  auto response = remote_->SubmitExperiment(request);
  ASSERT_THAT(response, IsOk());
  EXPECT_THAT(response->missing_inputs(), testing::ElementsAre(digest.bytes()));
  EXPECT_EQ(remote_->ListExperiments({})->experiments_size(), 0);

  ASSERT_THAT(remote_->UploadInput(files), IsOk());
  EXPECT_EQ(remote_->ReadInput(digest)->SerializeAsString(), files.SerializeAsString());
  response = remote_->SubmitExperiment(request);
  ASSERT_THAT(response, IsOk());
  EXPECT_THAT(response->missing_inputs(), testing::IsEmpty());
  EXPECT_EQ(response->experiment().state(), v1::EXPERIMENT_STATE_RUNNING);

  // One that is damaged on the disk is asked for again.
  const std::string path = absl::StrCat(folder_.Path("data/inputs/"), digest.ToHex());
  ASSERT_THAT(WriteWholeFile(FileSystem::Real(), path, "damaged"), IsOk());
  EXPECT_THAT(remote_->ReadInput(digest), StatusIs(absl::StatusCode::kDataLoss, HasSubstr("damaged")));
  EXPECT_EQ(remote_->SubmitExperiment(request)->missing_inputs_size(), 1);
  ASSERT_THAT(remote_->UploadInput(files), IsOk());
  EXPECT_THAT(remote_->ReadInput(digest), IsOk());
  EXPECT_EQ(remote_->SubmitExperiment(request)->missing_inputs_size(), 0);

  files_.SetSpaceLeft(10);
  file.set_content("another");
  EXPECT_THAT(remote_->UploadInput(files), StatusIs(absl::StatusCode::kResourceExhausted));
}

// Sends rows as an input of that digest.
absl::Status PutInput(flight::FlightClient& client, const std::string& digest,
                      const std::shared_ptr<arrow::RecordBatch>& rows) {
  v1::UploadCommand command;
  command.mutable_input()->set_digest(digest);
  auto put = client.DoPut(flight::FlightDescriptor::Command(command.SerializeAsString()), rows->schema());
  if (!put.ok()) return FromFlight(put.status());
  (void)put->writer->WriteRecordBatch(*rows);
  return FromFlight(put->writer->Close());
}

TEST_P(ServicesTest, RefusesBadInputs) {
  const auto chunk = *arrow::MakeArrayFromScalar(arrow::BinaryScalar("\xff\xff"), 1);
  const auto batch = arrow::RecordBatch::Make(InputChunkSchema(), 1, {chunk});
  const std::string digest(32, 'd');
  EXPECT_THAT(PutInput(*client_, digest, batch), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("InputFiles")));
  EXPECT_THAT(PutInput(*client_, "short", batch), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("32 bytes")));
  EXPECT_THAT(PutInput(*client_, digest, batch->Slice(0, 0)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("was announced as")));
  const auto other = arrow::RecordBatch::Make(arrow::schema({arrow::field("x", arrow::int64())}), 1,
                                              {*arrow::MakeArrayFromScalar(arrow::Int64Scalar(1), 1)});
  EXPECT_THAT(PutInput(*client_, digest, other), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("`chunk`")));
}

TEST_P(ServicesTest, RefusesBadTicketsAndNames) {
  const auto bad_ticket = client_->DoGet(flight::Ticket{"\xff\xff no ticket"});
  EXPECT_THAT(FromFlight(bad_ticket.status()), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("ticket")));
  const auto no_ticket = client_->DoGet(flight::Ticket{""});
  EXPECT_THAT(FromFlight(no_ticket.status()), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("ticket")));
  v1::Ticket ticket;
  ticket.mutable_table();
  const auto no_table = client_->DoGet(flight::Ticket{ticket.SerializeAsString()});
  EXPECT_THAT(FromFlight(no_table.status()), StatusIs(absl::StatusCode::kNotFound));
  const auto bad_path = client_->GetFlightInfo(flight::FlightDescriptor::Path({"small"}));
  EXPECT_THAT(FromFlight(bad_path.status()), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("path")));
  const auto rows = arrow::Table::MakeEmpty(arrow::schema({UnitField()})).ValueOrDie();
  auto put = client_->DoPut(flight::FlightDescriptor::Command("\xff"), rows->schema());
  ASSERT_TRUE(put.ok()) << put.status();
  EXPECT_THAT(FromFlight(put->writer->Close()),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("UploadCommand")));
}

TEST_P(ServicesTest, StagesATableThatIsLargerThanAMessage) {
  ASSERT_THAT(remote_->SubmitExperiment(SubmitRequest(kSmallMatch)), IsOk());
  const v1::Lease lease = LeaseRemotely();
  v1::JobResult result = RunLease(lease, "w");
  // The same games many times: no law of the store is against it, and it is one batch.
  const auto rows = TableOfIpc(result.tables(0).ipc());
  std::vector<std::shared_ptr<arrow::Table>> pairs = {rows->Slice(0, 2), rows->Slice(2, 2)};
  for (std::shared_ptr<arrow::Table>& pair : pairs) {
    for (int i = 0; i < 17; ++i)
      pair = arrow::ConcatenateTables({pair, pair}).ValueOrDie()->CombineChunks().ValueOrDie();
  }
  const auto large = arrow::ConcatenateTables(pairs).ValueOrDie()->CombineChunks().ValueOrDie();
  *result.mutable_tables(0) = UploadOf("games", *large);
  ASSERT_GT(result.tables(0).ipc().size(), static_cast<size_t>(kMaxMessageBytes));
  // A message cannot have them, and the server outlives the attempt.
  EXPECT_THAT(remote_->FinishJob(FinishRequest(result)), StatusIs(absl::StatusCode::kResourceExhausted));
  EXPECT_THAT(remote_->ListExperiments({}), IsOk());

  result.mutable_tables(0)->clear_ipc();
  result.mutable_tables(0)->set_staged(true);
  arrow::TableBatchReader reader(*large);
  ASSERT_THAT(remote_->StageTable(result.attempt(), "games", reader), IsOk());
  ASSERT_THAT(remote_->FinishJob(FinishRequest(result)), IsOk());
  const auto stored = remote_->ReadTable("small", "games");
  ASSERT_THAT(stored, IsOk());
  const auto read = (*stored)->ToTable();
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ((*read)->num_rows(), large->num_rows());
}

TEST_P(ServicesTest, EndsWithItsServer) {
  server_->Stop();
  server_->Stop();
  EXPECT_THAT(remote_->ListExperiments({}), StatusIs(absl::StatusCode::kUnavailable, HasSubstr(server_->address())));
  EXPECT_THAT(remote_->ReadTable("small", "games"),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr(server_->address())));
}

class AddressTest : public CoordinatorTest {};

TEST_F(AddressTest, RefusesWhatIsNone) {
  ASSERT_THAT(Open(), IsOk());
  for (const std::string address : {"", "localhost", ":7700", "localhost:", "localhost:http", "localhost:-1",
                                    "localhost:65536", "unix:", "local host:7700"}) {
    EXPECT_THAT(RemoteCoordinator::Connect(address),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(absl::StrCat("'", address, "' is no address"))));
    EXPECT_THAT(CoordinatorServer::Start(*coordinator_, address), StatusIs(absl::StatusCode::kInvalidArgument));
  }
  EXPECT_THAT(LocationOf("unix:relative/path")->ToString(), HasSubstr("relative/path"));
  EXPECT_THAT(LocationOf("[::1]:7700"), IsOk());
}

TEST_F(AddressTest, SaysWhereItCannotListen) {
  ASSERT_THAT(Open(), IsOk());
  const auto server = CoordinatorServer::Start(*coordinator_, "127.0.0.1:0");
  ASSERT_THAT(server, IsOk());
  EXPECT_THAT((*server)->address(), AllOf(HasSubstr("127.0.0.1:"), testing::Not(testing::EndsWith(":0"))));
  EXPECT_THAT(CoordinatorServer::Start(*coordinator_, (*server)->address()),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr((*server)->address())));
  const std::string taken = absl::StrCat("unix:", folder_.Path("taken"));
  {
    const auto first = CoordinatorServer::Start(*coordinator_, taken);
    ASSERT_THAT(first, IsOk());
    EXPECT_THAT(CoordinatorServer::Start(*coordinator_, taken),
                StatusIs(absl::StatusCode::kUnavailable, HasSubstr("another server does")));
    EXPECT_THAT(RemoteCoordinator::Connect(taken).value()->ListExperiments({}), IsOk());
  }
  const std::string missing = absl::StrCat("unix:", folder_.Path("missing/socket"));
  EXPECT_THAT(CoordinatorServer::Start(*coordinator_, missing),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr(missing)));
}

TEST_F(AddressTest, AllowsARelativeSocket) {
  ASSERT_THAT(Open(), IsOk());
  // Sockets have short names, so people give them relative to where they are.
  std::error_code error;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder_.path(), error);
  ASSERT_FALSE(error);
  const auto server = CoordinatorServer::Start(*coordinator_, "unix:data/socket");
  ASSERT_THAT(server, IsOk());
  EXPECT_TRUE(std::filesystem::exists(folder_.Path("data/socket")));
  const auto remote = RemoteCoordinator::Connect("unix:data/socket").value();
  EXPECT_THAT(remote->ListExperiments({}), IsOk());
  EXPECT_THAT(remote->ReadTable("small", "games"), StatusIs(absl::StatusCode::kNotFound));
  std::filesystem::current_path(before);
}

TEST(StatusTest, KeepsItsCode) {
  for (int code = 1; code <= 16; ++code) {
    const absl::Status status(static_cast<absl::StatusCode>(code), "why");
    EXPECT_EQ(FromGrpc(ToGrpc(status)), status);
    EXPECT_EQ(FromFlight(ToFlight(status)), status);
  }
  EXPECT_THAT(FromGrpc(ToGrpc(absl::OkStatus())), IsOk());
  EXPECT_THAT(FromFlight(ToFlight(absl::OkStatus())), IsOk());
}

}  // namespace
}  // namespace tenuki
