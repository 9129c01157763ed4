#include "experiments/players.h"

#include "absl/log/log.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "engine/player/uniform_player.h"
#include "engine/search/search_player.h"
#include "experiments/config.h"
#include "experiments/defaults.h"
#include "experiments/engines.h"
#include "experiments/score_clustering.h"
#include "experiments/text_message.h"

namespace tenuki {
namespace {

std::string_view GuideName(const v1::UctPlayer& uct) {
  return uct.has_rave() ? "rave" : uct.has_criticality() ? "criticality" : "covariance";
}

SearchParameters::RaveBonus BonusOf(v1::RaveBonus bonus) {
  switch (bonus) {
    case v1::NO_BONUS: return SearchParameters::RaveBonus::kNone;
    case v1::PERIODIC_BONUS: return SearchParameters::RaveBonus::kPeriodic;
    case v1::CREATION_BONUS: return SearchParameters::RaveBonus::kAtCreation;
  }
  return SearchParameters::RaveBonus::kNone;
}

}  // namespace

ControlReading ReadingOf(v1::Control control) {
  return control == v1::AREA ? ControlReading::kArea : ControlReading::kNeighbors;
}

SearchParameters SearchParametersOf(const v1::UctPlayer& uct) {
  SearchParameters parameters = {
      .playouts = uct.playouts(),
      .bound = uct.bound() == v1::UCB1 ? SearchParameters::Bound::kUcb1 : SearchParameters::Bound::kUcb1Tuned,
      .exploration = uct.exploration(),
      .first_play_urgency = uct.first_play_urgency(),
      .expansion_visits = uct.expansion_visits(),
      .max_nodes = uct.max_nodes(),
      .final_choice = uct.final_choice() == v1::MOST_WINS ? SearchParameters::FinalChoice::kMostWins
                                                          : SearchParameters::FinalChoice::kMostVisits,
      .resign_below = uct.resign_below(),
      .mercy_stones = uct.mercy_stones()};
  switch (uct.guide_case()) {
    case v1::UctPlayer::kRave:
      parameters.guide = SearchParameters::Guide::kRave;
      parameters.exploration = uct.rave().exploration();
      parameters.rave_bias = uct.rave().bias();
      parameters.rave_bonus = BonusOf(uct.rave().bonus());
      parameters.rave_bonus_playouts = uct.rave().bonus_playouts();
      parameters.rave_bonus_period = uct.rave().bonus_period();
      parameters.collection_playouts = uct.rave().collection_playouts();
      break;
    case v1::UctPlayer::kCovariance:
      parameters.guide = SearchParameters::Guide::kCovariance;
      parameters.collection_playouts = uct.covariance().collection_playouts();
      parameters.covariance_weight = uct.covariance().weight();
      parameters.control = ReadingOf(uct.covariance().control());
      parameters.refresh_period = uct.covariance().refresh_period();
      break;
    case v1::UctPlayer::kCriticality:
      parameters.guide = SearchParameters::Guide::kCriticality;
      parameters.collection_playouts = uct.criticality().collection_playouts();
      parameters.criticality_weight = uct.criticality().weight();
      parameters.criticality_groups = uct.criticality().groups() == v1::WINNERS ? CriticalityMap::Groups::kWinners
                                                                                : CriticalityMap::Groups::kClusters;
      parameters.control = ReadingOf(uct.criticality().control());
      parameters.refresh_period = uct.criticality().refresh_period();
      parameters.clusters = ClusterOptionsOf(uct.criticality().clustering());
      break;
    case v1::UctPlayer::GUIDE_NOT_SET: break;
  }
  return parameters;
}

absl::StatusOr<v1::Player> ReadPlayer(std::string_view text) {
  // On a line of its own, so that columns are right.
  ABSL_ASSIGN_OR_RETURN(
      v1::Experiment experiment,
      ReadExperiment("player", absl::StrCat("name: 'player' match { opponent { uniform {} } player {\n", text, "\n} }"),
                     {}));
  v1::Player player = experiment.match().player();
  if (player.has_engine()) {
    return absl::InvalidArgumentError("player.engine: here only native players can be chosen: uniform, uct");
  }
  ResolveDefaults(player);
  ABSL_RETURN_IF_ERROR(CheckPlayer("player", player));
  return player;
}

absl::Status CheckPlayer(std::string_view field, const v1::Player& player) {
  if (player.player_case() == v1::Player::PLAYER_NOT_SET) {
    return absl::InvalidArgumentError(
        absl::StrCat(field, ": say who plays, e.g. ", field.substr(field.rfind('.') + 1), " { uniform {} }"));
  }
  if (player.has_engine()) return CheckEngine(field, player.engine());
  return player.has_uct() ? CheckUct(absl::StrCat(field, ".uct"), player.uct(), "uct.playouts") : absl::OkStatus();
}

absl::Status CheckUct(std::string_view field, const v1::UctPlayer& uct, std::string_view playouts_field) {
  const SearchParameters parameters = SearchParametersOf(uct);
  const bool is_by_criticality = parameters.guide == SearchParameters::Guide::kCriticality;
  if (is_by_criticality && parameters.mercy_stones > 0) {
    return absl::InvalidArgumentError(absl::StrCat(field, ".mercy_stones: ", parameters.mercy_stones,
                                                   " should be 0 with criticality: a playout that is cut short has no "
                                                   "score to make clusters of"));
  }
  const bool collects = is_by_criticality || parameters.guide == SearchParameters::Guide::kCovariance ||
                        parameters.rave_bonus != SearchParameters::RaveBonus::kNone;
  if (collects && parameters.collection_playouts >= parameters.playouts) {
    return absl::InvalidArgumentError(absl::StrCat(
        field, ".", GuideName(uct), ".collection_playouts: ", parameters.collection_playouts, " should be below ",
        playouts_field, ", ", parameters.playouts, ": what they collect would never be used"));
  }
  return absl::OkStatus();
}

std::string DisplayName(const v1::Player& player) {
  if (!player.name().empty()) return player.name();
  if (player.has_engine()) return EngineText(player.engine());
  return std::string(MakePlayer(player, PlayoutKernel(CpuLevel::kBaseline), /*seed=*/0)->name());
}

std::string PlayerText(const v1::Player& player) { return OneLine(player); }

int64_t MaxBytesOf(const v1::Player& player, int board_size) {
  return player.has_uct() ? MaxSearchBytes(SearchParametersOf(player.uct()), board_size) : 0;
}

std::unique_ptr<Player> MakePlayer(const v1::Player& player, const PlayoutKernel& kernel, uint64_t seed) {
  switch (player.player_case()) {
    case v1::Player::kUct: return std::make_unique<SearchPlayer>(SearchParametersOf(player.uct()), kernel, seed);
    case v1::Player::kEngine: LOG(FATAL) << "an engine is no native player";
    case v1::Player::kUniform:
    case v1::Player::PLAYER_NOT_SET: break;  // CheckPlayer does not let the latter pass
  }
  return std::make_unique<UniformPlayer>(seed);
}

}  // namespace tenuki
