// GNU Go under supervision, as the shipped registry starts it.
#include <gmock/gmock.h>

#include "common/file_system.h"
#include "common/testing/status_matchers.h"
#include "worker/engines/engine_fixture.h"
#include "worker/engines/engine_registry.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

std::unique_ptr<ProcessEngineHost> ShippedHost() {
  const std::string path = absl::StrCat(TENUKI_CONFIGS, "/engines.textproto");
  const std::string text = ReadWholeFile(FileSystem::Real(), path, kMaxEngineRegistryBytes).value();
  return ProcessEngineHost::Make(ReadEngineRegistry(path, text).value()).value();
}

TEST(GnuGoTest, IsIdentified) {
  const absl::StatusOr<EngineIdentity> identity = ShippedHost()->Identify("gnugo");
  ASSERT_THAT(identity, IsOk()) << "run ./dev setup";
  EXPECT_THAT(identity->version, HasSubstr("GNU Go 3."));
  EXPECT_TRUE(identity->deterministic);
}

TEST(GnuGoTest, PlaysTheSameFromTheSameSeed) {
  const auto host = ShippedHost();
  std::vector<std::vector<std::string>> games;
  for (const uint64_t seed : {1, 1, 2}) {
    const auto session = host->Start({.engine = "gnugo", .options = {{"level", "0"}}, .seed = seed}).value();
    games.push_back(PlayItself(*host, *session, 20));
    EXPECT_THAT(games.back(), SizeIs(20));
  }
  EXPECT_EQ(games[0], games[1]);
  EXPECT_NE(games[0], games[2]);
}

TEST(GnuGoTest, AnOptionThatItDoesNotKnowIsAFailureInItsOwnWords) {
  v1::Engine engine = FakeEngine({});
  engine.set_command(0, "gnugo");
  engine.add_command("--no-such-option");
  engine.clear_options();
  engine.clear_seed_option();
  const auto host = HostOf(engine);
  EXPECT_THAT(host->Identify("fake"),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("unrecognized option")));
}

}  // namespace
}  // namespace tenuki
