#include "worker/engines/process_session.h"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>

#include "common/testing/status_matchers.h"
#include "common/testing/temporary_folder.h"
#include "worker/engines/engine_fixture.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using Kind = EngineFailure::Kind;

EngineFailure FailureOf(const v1::Engine& engine) {
  const auto host = HostOf(engine);
  const auto session = host->Start({.engine = "fake", .seed = 7}).value();
  return PlayUntilFailure(*host, *session);
}

// For what can only be waited out; a second, as right answers must come within it on a busy machine too.
v1::Engine Impatient(const std::vector<std::string>& arguments) {
  v1::Engine engine = FakeEngine(arguments);
  engine.mutable_limits()->set_command_timeout_ms(1000);
  return engine;
}

TEST(ProcessSessionTest, PlaysFromASeed) {
  const auto host = HostOf(FakeEngine({}));
  std::vector<std::vector<std::string>> games;
  for (const uint64_t seed : {7, 7, 8}) {
    const auto session = host->Start({.engine = "fake", .seed = seed}).value();
    games.push_back(PlayItself(*host, *session, 20));
    EXPECT_THAT(games.back(), SizeIs(20));
  }
  EXPECT_EQ(games[0], games[1]);
  EXPECT_NE(games[0], games[2]);
}

TEST(ProcessSessionTest, AnErrorIsAnAnswer) {
  const auto host = HostOf(FakeEngine({}));
  const auto session = host->Start({.engine = "fake"}).value();
  const EngineEvent event = Ask(*host, *session, "play b Z99");
  ASSERT_TRUE(std::holds_alternative<EngineAnswer>(event));
  EXPECT_FALSE(std::get<EngineAnswer>(event).ok);
  EXPECT_THAT(std::get<EngineAnswer>(event).text, HasSubstr("syntax error"));
}

TEST(ProcessSessionTest, ACommandMayBeSentBeforeTheEngineHasStartedUp) {
  const auto host = HostOf(FakeEngine({}));
  const auto session = host->Start({.engine = "fake"}).value();
  session->Send("name");
  EXPECT_EQ(std::get<EngineAnswer>(WaitForEvent(*host, *session)).text, "tenuki uniform");
}

TEST(ProcessSessionTest, ACrashHasItsSignalAndLastWords) {
  const EngineFailure failure = FailureOf(FakeEngine({"--crash-at=2"}));
  EXPECT_EQ(failure.kind, Kind::kCrash);
  EXPECT_EQ(failure.signal, SIGSEGV);
  EXPECT_EQ(failure.exit_code, std::nullopt);
  EXPECT_EQ(failure.command, "genmove b");
  EXPECT_THAT(failure.last_words, HasSubstr("move 2: now I misbehave"));
  EXPECT_THAT(failure.what, HasSubstr("died by signal 11 (Segmentation fault)"));
}

TEST(ProcessSessionTest, AnEndHasItsExitCode) {
  const EngineFailure failure = FailureOf(FakeEngine({"--exit-at=1"}));
  EXPECT_EQ(failure.kind, Kind::kCrash);
  EXPECT_EQ(failure.exit_code, 3);
  EXPECT_EQ(DescribeEngineFailure(failure),
            "crash: ended with exit code 3, when asked 'genmove b'; its last words:\nmove 1: now I misbehave");
}

TEST(ProcessSessionTest, AClosedOutputIsACrashOfItsOwnKind) {
  const EngineFailure failure = FailureOf(FakeEngine({"--close-stdout-at=1"}));
  EXPECT_EQ(failure.kind, Kind::kCrash);
  EXPECT_EQ(failure.exit_code, std::nullopt);
  EXPECT_EQ(failure.what, "closed its standard output, but did not end");
}

TEST(ProcessSessionTest, SilenceIsAHang) {
  const EngineFailure failure = FailureOf(Impatient({"--hang-at=3"}));
  EXPECT_EQ(failure.kind, Kind::kHang);
  EXPECT_EQ(failure.what, "did not answer within 1s");
  EXPECT_THAT(failure.last_words, HasSubstr("move 3"));
}

TEST(ProcessSessionTest, AGameHasALimitOfItsOwn) {
  v1::Engine engine = FakeEngine({"--hang-at=3"});
  engine.mutable_limits()->set_game_timeout_ms(1500);
  const EngineFailure failure = FailureOf(engine);
  EXPECT_EQ(failure.kind, Kind::kHang);
  EXPECT_EQ(failure.what, "used up the 1.5s of a game");
}

TEST(ProcessSessionTest, WhatIsNoAnswerIsGarbage) {
  const EngineFailure noise = FailureOf(Impatient({"--garbage-at=2"}));
  EXPECT_EQ(noise.kind, Kind::kGarbage);
  EXPECT_THAT(noise.what, HasSubstr("'I think that D4 is a good move'"));

  const EngineFailure unfinished = FailureOf(Impatient({"--unfinished-at=2"}));
  EXPECT_EQ(unfinished.kind, Kind::kGarbage);
  EXPECT_THAT(unfinished.what, HasSubstr("'= D4'"));
}

// At once: the limits are those of a patient host.
TEST(ProcessSessionTest, AnAnswerToAnotherCommandIsGarbage) {
  const EngineFailure failure = FailureOf(FakeEngine({"--wrong-id-at=2"}));
  EXPECT_EQ(failure.kind, Kind::kGarbage);
  EXPECT_THAT(failure.what, HasSubstr("the engine answered command 1000003 when command 1000004 was asked"));
  EXPECT_EQ(FailureOf(FakeEngine({"--twice-at=2"})).kind, Kind::kGarbage);
}

TEST(ProcessSessionTest, TooMuchOutputIsAFlood) {
  const EngineFailure failure = FailureOf(FakeEngine({"--flood-stdout-at=2"}));
  EXPECT_EQ(failure.kind, Kind::kFlood);
  EXPECT_EQ(failure.what, "wrote more than 4194304 bytes to its standard output for one command");
}

TEST(ProcessSessionTest, TooMuchLogIsAFlood) {
  v1::Engine engine = FakeEngine({"--flood-stderr-at=2"});
  engine.mutable_limits()->set_max_log_bytes(100'000);
  const EngineFailure failure = FailureOf(engine);
  EXPECT_EQ(failure.kind, Kind::kFlood);
  EXPECT_EQ(failure.what, "wrote more than 100000 bytes to its standard error in one game");
  EXPECT_LE(failure.last_words.size(), kMaxEngineLastWords);
  EXPECT_THAT(failure.last_words, HasSubstr("blah blah"));
}

TEST(ProcessSessionTest, WhatGoesWrongBeforeTheFirstAnswerIsAFailureToStart) {
  const EngineFailure died = FailureOf(FakeEngine({"--die-at-start"}));
  EXPECT_EQ(died.kind, Kind::kCouldNotStart);
  EXPECT_EQ(died.exit_code, 7);
  EXPECT_EQ(died.command, "");
  EXPECT_EQ(died.last_words, "cannot open weights.bin");

  v1::Engine slow = FakeEngine({"--hang-at-start"});
  slow.mutable_limits()->set_start_timeout_ms(200);
  const EngineFailure hung = FailureOf(slow);
  EXPECT_EQ(hung.kind, Kind::kCouldNotStart);
  EXPECT_EQ(hung.what, "did not start up within 200ms");

  v1::Engine no_gtp = FakeEngine({"--no-gtp"});
  no_gtp.mutable_limits()->set_start_timeout_ms(1500);
  EXPECT_THAT(FailureOf(no_gtp).what, HasSubstr("wrote what is no answer: 'Welcome! Type 'help' for help. >'"));

  const EngineFailure old = FailureOf(FakeEngine({"--protocol=1"}));
  EXPECT_EQ(old.kind, Kind::kCouldNotStart);
  EXPECT_EQ(old.what, "speaks no GTP 2: its protocol version is '1'");
}

TEST(ProcessSessionTest, AFailureIsTheLastEvent) {
  const auto host = HostOf(FakeEngine({"--exit-at=1"}));
  const auto session = host->Start({.engine = "fake"}).value();
  PlayUntilFailure(*host, *session);
  const EngineEvent again = WaitForEvent(*host, *session);
  ASSERT_TRUE(std::holds_alternative<EngineFailure>(again));
  EXPECT_EQ(std::get<EngineFailure>(again).exit_code, 3);
}

TEST(ProcessSessionTest, ACrashIsSeenWithoutACommandToo) {
  const auto host = HostOf(FakeEngine({}));
  const auto session = host->Start({.engine = "fake"}).value();
  Ask(*host, *session, "name");
  kill(static_cast<ProcessSession&>(*session).pid(), SIGKILL);
  const EngineEvent event = WaitForEvent(*host, *session);
  ASSERT_TRUE(std::holds_alternative<EngineFailure>(event));
  EXPECT_EQ(std::get<EngineFailure>(event).signal, SIGKILL);
  EXPECT_EQ(std::get<EngineFailure>(event).command, "");
}

// Nobody waits for it, and its refusal is no failure.
TEST(ProcessSessionTest, AnEngineThatWillNotQuitIsMadeTo) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--ignore-quit"}, {"--ignore-quit", "--ignore-sigterm"}}) {
    const auto host = HostOf(FakeEngine(arguments));
    auto session = host->Start({.engine = "fake"}).value();
    EXPECT_THAT(PlayItself(*host, *session, 3), SizeIs(3));
    const pid_t pid = static_cast<ProcessSession&>(*session).pid();
    session.reset();
    EXPECT_EQ(host->num_running(), 0);
    host->WaitForRetired();
    EXPECT_EQ(kill(pid, 0), -1);
  }
}

TEST(ProcessSessionTest, ChildrenEndWithTheEngine) {
  const TemporaryFolder folder;
  for (const char* fault : {"--seed=1", "--crash-at=1", "--flood-stdout-at=1", "--ignore-quit"}) {
    SCOPED_TRACE(fault);
    const std::string file = folder.Path("child");
    const auto host = HostOf(FakeEngine({absl::StrCat("--child=", file), fault}));
    auto session = host->Start({.engine = "fake"}).value();
    PlayItself(*host, *session, 3);
    const pid_t child = ReadNumber(file);
    ASSERT_GT(child, 0);
    session.reset();
    host->WaitForRetired();
    WaitForEndOf(child);
  }
}

TEST(ProcessSessionTest, MemoryIsLimited) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers reserve address space without end";
#endif
  v1::Engine engine = FakeEngine({"--needs-mb=4000"});
  engine.mutable_limits()->set_max_memory_mb(2000);
  const EngineFailure failure = FailureOf(engine);
  EXPECT_EQ(failure.kind, Kind::kCouldNotStart);
  EXPECT_EQ(failure.last_words, "out of memory");
  engine.mutable_limits()->set_max_memory_mb(8000);
  const auto host = HostOf(engine);
  const auto session = host->Start({.engine = "fake"}).value();
  EXPECT_THAT(PlayItself(*host, *session, 1), SizeIs(1));
}

TEST(ProcessSessionTest, WordsArePrintable) {
  v1::Engine engine = FakeEngine({});
  engine.clear_command();
  for (const char* word : {"/bin/sh", "-c", "printf 'a\\377\\033[31mb\\n' >&2; exit 1"}) engine.add_command(word);
  engine.clear_options();
  EXPECT_EQ(FailureOf(engine).last_words, "a??[31mb");
}

TEST(ProcessSessionTest, UsageIsCounted) {
  const auto host = HostOf(FakeEngine({"--crash-at=3"}));
  const auto session = host->Start({.engine = "fake"}).value();
  PlayUntilFailure(*host, *session);
  EXPECT_GT(session->usage().wall_time, absl::ZeroDuration());
  EXPECT_GT(session->usage().cpu_time, absl::ZeroDuration());
}

}  // namespace
}  // namespace tenuki
