#include "experiments/phantom/players.h"

namespace tenuki {
namespace {

PhantomParameters::Method MethodOf(const v1::PhantomPlayer& player) {
  using Method = PhantomParameters::Method;
  switch (player.method_case()) {
    case v1::PhantomPlayer::kEvaluation:
      return player.evaluation().sampling() == v1::ALL_AS_FIRST ? Method::kAllAsFirst : Method::kStandard;
    case v1::PhantomPlayer::kUct:
      return player.uct().guessing() == v1::EARLY_PROBABILISTIC ? Method::kEarlyGuess : Method::kLateGuess;
    case v1::PhantomPlayer::kInformationSet: return Method::kInformationSet;
    case v1::PhantomPlayer::kRandom:
    case v1::PhantomPlayer::METHOD_NOT_SET: break;  // PlanCell does not let the latter pass
  }
  return Method::kRandom;
}

PhantomParameters::FinalChoice ChoiceOf(v1::PhantomChoice choice) {
  return choice == v1::BEST_VALUE ? PhantomParameters::FinalChoice::kBestValue
                                  : PhantomParameters::FinalChoice::kMostVisits;
}

}  // namespace

PhantomParameters ParametersOf(const v1::PhantomPlayer& player) {
  PhantomParameters parameters = {
      .method = MethodOf(player),
      .aggregate = player.aggregate() == v1::WIN_RATIO ? PhantomParameters::Aggregate::kWinRatio
                                                       : PhantomParameters::Aggregate::kMeanScore,
      .guess = player.guess() == v1::ALL_OBSERVATIONS ? PhantomParameters::Guess::kAllObservations
                                                      : PhantomParameters::Guess::kStoneCount,
      .playouts = player.playouts(),
      .seconds_per_game = player.seconds_per_game(),
      .beliefs = player.beliefs()};
  if (player.has_uct()) {
    parameters.exploration = player.uct().exploration();
    parameters.final_choice = ChoiceOf(player.uct().final_choice());
  } else if (player.has_information_set()) {
    parameters.exploration = player.information_set().exploration();
    parameters.final_choice = ChoiceOf(player.information_set().final_choice());
  }
  return parameters;
}

std::string DisplayName(const v1::PhantomPlayer& player) {
  using Method = PhantomParameters::Method;
  if (!player.name().empty()) return player.name();
  switch (MethodOf(player)) {
    case Method::kRandom: return "random";
    case Method::kStandard: return "MCE_std";
    case Method::kAllAsFirst: return "MCE_all";
    case Method::kLateGuess: return "UCT_rand";
    case Method::kEarlyGuess: return "UCT_prob";
    case Method::kInformationSet: return "ISMCTS";
  }
  return "";
}

bool IsTimed(const v1::PhantomPlayer& player) { return player.seconds_per_game() > 0 && !player.has_random(); }

Rules RulesOf(const v1::Phantom& phantom) {
  Rules rules = {.komi_half_points = static_cast<int>(2 * phantom.komi())};
  if (phantom.ko_rule() == v1::SIMPLE_KO) rules.ko = KoRule::kSimple;
  if (phantom.ko_rule() == v1::SITUATIONAL_SUPERKO) rules.ko = KoRule::kSituationalSuperko;
  return rules;
}

}  // namespace tenuki
