#include "worker/engines/process_engine_host.h"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>

#include <cerrno>
#include <fstream>
#include <map>

#include "common/testing/status_matchers.h"
#include "common/testing/temporary_folder.h"
#include "worker/engines/engine_fixture.h"

namespace tenuki {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(ProcessEngineHostTest, IdentifiesAnEngineByContent) {
  const TemporaryFolder folder;
  std::filesystem::copy(FAKE_ENGINE, folder.Path("elsewhere"));
  v1::Engine engine = FakeEngine({});
  const EngineIdentity here = HostOf(engine)->Identify("fake").value();
  EXPECT_EQ(here.version, "tenuki uniform 1");
  EXPECT_TRUE(here.deterministic);

  engine.set_command(0, folder.Path("elsewhere"));
  engine.mutable_options(0)->set_description("of no effect");
  engine.mutable_limits()->set_command_timeout_ms(1000);
  EXPECT_EQ(HostOf(engine)->Identify("fake")->digest, here.digest);

  v1::Engine other = engine;
  other.add_command("--exit-at=1000");
  EXPECT_NE(HostOf(other)->Identify("fake")->digest, here.digest);
  other = engine;
  other.mutable_options(0)->set_default_("1");
  EXPECT_NE(HostOf(other)->Identify("fake")->digest, here.digest);
  std::ofstream(folder.Path("elsewhere"), std::ios::app) << "x";
  EXPECT_NE(HostOf(engine)->Identify("fake")->digest, here.digest);
}

TEST(ProcessEngineHostTest, FilesArePartOfTheIdentityAndSeenToChange) {
  const TemporaryFolder folder;
  std::ofstream(folder.Path("weights")) << "one";
  v1::Engine engine = FakeEngine({"--weights=${weights}"});
  v1::EngineFile& file = *engine.add_files();
  file.set_name("weights");
  file.set_path(folder.Path("weights"));
  const auto host = HostOf(engine);
  const Digest one = host->Identify("fake")->digest;
  EXPECT_EQ(host->Identify("fake")->digest, one);
  std::ofstream(folder.Path("weights")) << "another";
  EXPECT_NE(host->Identify("fake")->digest, one);
  std::filesystem::remove(folder.Path("weights"));
  EXPECT_THAT(host->Identify("fake"), StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("weights: No such")));
}

TEST(ProcessEngineHostTest, AVersionMayComeFromACommand) {
  v1::Engine engine = FakeEngine({});
  for (const char* word : {"sh", "-c", "echo 'Fake 7.5'; echo more"}) engine.add_version_command(word);
  EXPECT_EQ(HostOf(engine)->Identify("fake")->version, "Fake 7.5");
  engine.set_version_command(2, "exit 1");
  EXPECT_THAT(HostOf(engine)->Identify("fake"),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("`version_command` printed nothing")));
}

TEST(ProcessEngineHostTest, SaysWhyAnEngineCannotBeUsed) {
  EXPECT_THAT(HostOf(FakeEngine({}))->Identify("fakr"),
              StatusIs(absl::StatusCode::kNotFound,
                       "there is no engine 'fakr' here; did you mean 'fake'? (the registry has: fake; docs/engines.md "
                       "says how to add one)"));
  v1::Engine missing = FakeEngine({});
  missing.set_command(0, "no_such_program");
  EXPECT_THAT(
      HostOf(missing)->Identify("fake"),
      StatusIs(absl::StatusCode::kFailedPrecondition,
               AllOf(HasSubstr("there is no program 'no_such_program' in PATH ("), HasSubstr("install it, or give"))));
  EXPECT_THAT(HostOf(FakeEngine({"--die-at-start"}))->Identify("fake"),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       HasSubstr("engine 'fake' cannot be used here: could not start: ended with exit code 7; its last "
                                 "words:\ncannot open weights.bin")));
  EXPECT_THAT(HostOf(FakeEngine({"--unknown=genmove"}))->Identify("fake"),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("does not know the GTP commands genmove (")));
}

TEST(ProcessEngineHostTest, StartsNoOtherEngineThanTheOneOfTheOrder) {
  const auto host = HostOf(FakeEngine({}));
  const Digest digest = host->Identify("fake")->digest;
  EXPECT_THAT(host->Start({.engine = "fake", .identity = digest}), IsOk());
  EXPECT_THAT(host->Start({.engine = "fake", .identity = DigestOf("another")}),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("is here tenuki uniform 1 with identity")));
  EXPECT_THAT(host->Start({.engine = "fake", .options = {{"sed", "1"}}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("did you mean 'seed'?")));
}

TEST(ProcessEngineHostTest, TheNumberOfEnginesIsLimited) {
  const auto host = HostOf({FakeEngine({})}, {.max_processes = 2});
  auto first = host->Start({.engine = "fake"}).value();
  const auto second = host->Start({.engine = "fake"}).value();
  EXPECT_THAT(host->Start({.engine = "fake"}), StatusIs(absl::StatusCode::kResourceExhausted));
  first.reset();
  EXPECT_THAT(host->Start({.engine = "fake"}), IsOk());
}

TEST(ProcessEngineHostTest, OneThreadDrivesManyGames) {
  constexpr int kNumMoves = 30;
  const auto host = HostOf(FakeEngine({}));
  std::vector<std::unique_ptr<EngineSession>> sessions;
  std::vector<EngineSession*> waiting;
  std::map<EngineSession*, std::vector<std::string>> moves;
  for (uint64_t seed = 0; seed < 8; ++seed) {
    sessions.push_back(host->Start({.engine = "fake", .seed = seed}).value());
    sessions.back()->Send("genmove b");
    waiting.push_back(sessions.back().get());
  }
  while (!waiting.empty()) {
    host->WaitForAny(waiting, absl::InfiniteDuration());
    std::erase_if(waiting, [&](EngineSession* session) {
      const std::optional<EngineEvent> event = session->Poll();
      if (!event) return false;
      moves[session].push_back(std::get<EngineAnswer>(*event).text);
      if (moves[session].size() == kNumMoves) return true;
      session->Send(moves[session].size() % 2 == 0 ? "genmove b" : "genmove w");
      return false;
    });
  }
  for (uint64_t seed = 0; seed < 8; ++seed) {
    const auto alone = host->Start({.engine = "fake", .seed = seed}).value();
    EXPECT_EQ(moves[sessions[seed].get()], PlayItself(*host, *alone, kNumMoves));
  }
}

TEST(ProcessEngineHostTest, WaitingEndsInTimeWithoutNews) {
  const auto host = HostOf(FakeEngine({"--hang-at=1"}));
  const auto session = host->Start({.engine = "fake"}).value();
  session->Send("genmove b");
  EngineSession* const sessions[] = {session.get()};
  for (int i = 0; i < 3; ++i) host->WaitForAny(sessions, absl::Milliseconds(10));
  EXPECT_EQ(session->Poll(), std::nullopt);
}

// Whatever became of them.
TEST(ProcessEngineHostTest, LeavesNoProcessAndNoDescriptor) {
  const int num_descriptors = NumOpenDescriptors();
  {
    const auto host =
        HostOf({FakeEngine({}), FakeEngine({"--crash-at=2"}, "crash"), FakeEngine({"--wrong-id-at=1"}, "garbage"),
                FakeEngine({"--flood-stdout-at=1"}, "flood"), FakeEngine({"--die-at-start"}, "start")});
    for (int i = 0; i < TENUKI_NUM_SESSIONS; ++i) {
      const char* const engines[] = {"fake", "crash", "garbage", "fake", "start", "fake", "fake", "flood"};
      // One flood in ten rounds: each takes as long as a hundred of the others.
      const std::string engine = i % 8 == 7 && i % 80 != 7 ? "fake" : engines[i % 8];
      const auto session = host->Start({.engine = engine, .seed = i}).value();
      EXPECT_THAT(PlayItself(*host, *session, 4), SizeIs(engine == "fake" ? 4 : engine == "crash" ? 2 : 1)) << engine;
    }
    host->WaitForRetired();
    EXPECT_EQ(host->num_running(), 0);
  }
  EXPECT_EQ(NumOpenDescriptors(), num_descriptors);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

// A worker of its own, that is killed as only the kernel can.
TEST(ProcessEngineHostTest, EnginesEndWithAWorkerThatIsKilled) {
  const TemporaryFolder folder;
  int report[2];
  ASSERT_EQ(pipe(report), 0);
  const pid_t worker = fork();
  if (worker == 0) {
    // The child's own child hears nothing of the end of its input, nor does the engine listen.
    const auto host = HostOf(FakeEngine({"--hang-at=2", absl::StrCat("--child=", folder.Path("child"))}));
    const auto session = host->Start({.engine = "fake"}).value();
    PlayItself(*host, *session, 1);
    session->Send("genmove w");
    const pid_t engine = static_cast<ProcessSession&>(*session).pid();
    [[maybe_unused]] const ssize_t size = write(report[1], &engine, sizeof(engine));
    while (true) pause();
  }
  pid_t engine = 0;
  ASSERT_EQ(read(report[0], &engine, sizeof(engine)), static_cast<ssize_t>(sizeof(engine)));
  const pid_t child = ReadNumber(folder.Path("child"));
  ASSERT_GT(child, 0);
  EXPECT_EQ(kill(engine, 0), 0);
  EXPECT_EQ(kill(child, 0), 0);
  kill(worker, SIGKILL);
  WaitForEndOf(engine);
  WaitForEndOf(child);
  EXPECT_EQ(waitpid(worker, nullptr, 0), worker);
  close(report[0]);
  close(report[1]);
}

}  // namespace
}  // namespace tenuki
