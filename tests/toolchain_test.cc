// That the distribution's libraries are there, fit together in one process, and do what tenuki takes them for: a table
// goes over Arrow Flight into Parquet bytes and back, on a port that a gRPC service shares. When this fails on a new
// machine, the packages are at fault and not our code.
#include <arrow/api.h>
#include <arrow/flight/api.h>
#include <arrow/io/memory.h>
#include <google/protobuf/stubs/common.h>
#include <google/protobuf/timestamp.pb.h>
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <httplib.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/writer.h>
#include <sqlite3.h>

#include <memory>
#include <string>
#include <thread>

namespace tenuki {
namespace {

namespace flight = arrow::flight;

#if defined(__SANITIZE_THREAD__)
constexpr bool kUnderThreadSanitizer = true;
#else
constexpr bool kUnderThreadSanitizer = false;
#endif

std::shared_ptr<arrow::Table> MakeTable() {
  arrow::Int64Builder builder;
  EXPECT_TRUE(builder.AppendValues({1, 57, 12675, 24318165}).ok());
  return arrow::Table::Make(arrow::schema({arrow::field("legal_positions", arrow::int64())}),
                            {builder.Finish().ValueOrDie()});
}

TEST(ToolchainTest, ParquetKeepsATable) {
  const std::shared_ptr<arrow::Table> table = MakeTable();
  auto sink = arrow::io::BufferOutputStream::Create().ValueOrDie();
  ASSERT_TRUE(parquet::arrow::WriteTable(*table, arrow::default_memory_pool(), sink, /*chunk_size=*/2).ok());
  auto source = std::make_shared<arrow::io::BufferReader>(sink->Finish().ValueOrDie());
  auto reader = parquet::arrow::OpenFile(source, arrow::default_memory_pool()).ValueOrDie();
  EXPECT_EQ(reader->num_row_groups(), 2);
  EXPECT_TRUE(reader->ReadTable().ValueOrDie()->Equals(*table));
}

// Serves one table to whoever asks.
class TableServer final : public flight::FlightServerBase {
 public:
  arrow::Status DoGet(const flight::ServerCallContext&, const flight::Ticket&,
                      std::unique_ptr<flight::FlightDataStream>* stream) override {
    ARROW_ASSIGN_OR_RAISE(auto reader, arrow::RecordBatchReader::MakeFromIterator(arrow::MakeVectorIterator(batches_),
                                                                                  batches_.front()->schema()));
    *stream = std::make_unique<flight::RecordBatchStream>(reader);
    return arrow::Status::OK();
  }

 private:
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches_ = {MakeTable()->CombineChunksToBatch().ValueOrDie()};
};

// Answers any unary gRPC call with its own bytes.
class EchoService final : public grpc::CallbackGenericService {
  class Echo final : public grpc::ServerGenericBidiReactor {
   public:
    Echo() { StartRead(&message_); }
    void OnReadDone(bool ok) override {
      if (ok) return StartWrite(&message_);
      Finish(grpc::Status::OK);
    }
    void OnWriteDone(bool) override { Finish(grpc::Status::OK); }
    void OnDone() override { delete this; }

   private:
    grpc::ByteBuffer message_;
  };
  grpc::ServerGenericBidiReactor* CreateReactor(grpc::GenericCallbackServerContext*) override { return new Echo(); }
};

TEST(ToolchainTest, FlightAndGrpcShareAPort) {
  if (kUnderThreadSanitizer) GTEST_SKIP() << "reactors change threads inside gRPC, which is not instrumented";
  EchoService echo;
  TableServer server;
  flight::FlightServerOptions options(flight::Location::ForGrpcTcp("127.0.0.1", 0).ValueOrDie());
  options.builder_hook = [&](void* builder) {
    static_cast<grpc::ServerBuilder*>(builder)->RegisterCallbackGenericService(&echo);
  };
  ASSERT_TRUE(server.Init(options).ok());

  auto client = flight::FlightClient::Connect(server.location()).ValueOrDie();
  auto stream = client->DoGet(flight::Ticket{"legal"}).ValueOrDie();
  EXPECT_TRUE(stream->ToTable().ValueOrDie()->Equals(*MakeTable()));

  const std::string address = "127.0.0.1:" + std::to_string(server.port());
  grpc::GenericStub stub(grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  const grpc::Slice slice("ping");
  grpc::ByteBuffer request(&slice, 1);
  grpc::ByteBuffer response;
  grpc::CompletionQueue queue;
  auto call = stub.PrepareUnaryCall(&context, "/tenuki.Test/Echo", request, &queue);
  grpc::Status status;
  call->StartCall();
  call->Finish(&response, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  ASSERT_TRUE(queue.Next(&tag, &ok));
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.Length(), 4);
  ASSERT_TRUE(client->Close().ok());
  ASSERT_TRUE(server.Shutdown().ok());
  queue.Shutdown();
}

TEST(ToolchainTest, SqliteCommitsInWalMode) {
  const std::string path = testing::TempDir() + "/tenuki_toolchain_test.sqlite";
  std::remove(path.c_str());
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  std::string mode;
  auto keep_first = [](void* result, int, char** values, char**) {
    *static_cast<std::string*>(result) = values[0];
    return 0;
  };
  ASSERT_EQ(sqlite3_exec(database, "PRAGMA journal_mode=WAL", keep_first, &mode, nullptr), SQLITE_OK);
  EXPECT_EQ(mode, "wal");
  std::string sum;
  ASSERT_EQ(sqlite3_exec(database, "CREATE TABLE t (x INT); INSERT INTO t VALUES (40), (2); SELECT sum(x) FROM t",
                         keep_first, &sum, nullptr),
            SQLITE_OK);
  EXPECT_EQ(sum, "42");
  sqlite3_close(database);
  std::remove(path.c_str());
}

TEST(ToolchainTest, HttpServerAnswers) {
  if (kUnderThreadSanitizer) GTEST_SKIP() << "the client's getaddrinfo_a makes a thread behind the sanitizer's back";
  httplib::Server server;
  server.Get(
      "/", [](const httplib::Request&, httplib::Response& response) { response.set_content("tenuki", "text/plain"); });
  const int port = server.bind_to_any_port("127.0.0.1");
  std::thread thread([&] { server.listen_after_bind(); });
  server.wait_until_ready();
  httplib::Client client("127.0.0.1", port);
  auto response = client.Get("/");
  server.stop();
  thread.join();
  ASSERT_TRUE(response);
  EXPECT_EQ(response->body, "tenuki");
}

TEST(ToolchainTest, ProtobufHeadersFitTheLibrary) {
  GOOGLE_PROTOBUF_VERIFY_VERSION;
  google::protobuf::Timestamp time;
  time.set_seconds(42);
  google::protobuf::Timestamp copy;
  ASSERT_TRUE(copy.ParseFromString(time.SerializeAsString()));
  EXPECT_EQ(copy.seconds(), 42);
}

}  // namespace
}  // namespace tenuki
