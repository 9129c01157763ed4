#include "engine/gtp/arguments.h"

#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace tenuki {
namespace {

constexpr std::string_view kSuicide = ",suicide";
constexpr std::pair<KoRule, std::string_view> kKoRules[] = {{KoRule::kSimple, "simple"},
                                                            {KoRule::kPositionalSuperko, "positional"},
                                                            {KoRule::kSituationalSuperko, "situational"}};

// Words come from outside and may be long.
std::string Quoted(std::string_view word) {
  constexpr size_t kMaxShown = 40;
  return absl::StrCat("'", word.substr(0, kMaxShown), word.size() > kMaxShown ? "...'" : "'");
}

bool IsDigits(std::string_view word) { return word.find_first_not_of("0123456789") == word.npos; }

}  // namespace

absl::Status GtpSyntaxError(std::string_view detail) {
  return absl::InvalidArgumentError(absl::StrCat("syntax error: ", detail));
}

absl::StatusOr<int> ParseGtpInt(std::string_view word) {
  int number = 0;
  if (IsDigits(word) && absl::SimpleAtoi(word, &number)) return number;
  return GtpSyntaxError(absl::StrCat(Quoted(word), " is not a whole number from 0 to 2147483647"));
}

absl::StatusOr<uint64_t> ParseSeed(std::string_view word) {
  uint64_t seed = 0;
  if (IsDigits(word) && absl::SimpleAtoi(word, &seed)) return seed;
  return GtpSyntaxError(absl::StrCat(Quoted(word), " is not a seed, a whole number below 2^64"));
}

absl::StatusOr<Color> ParseGtpColor(std::string_view word) {
  for (Color color : {Color::kBlack, Color::kWhite}) {
    const std::string_view name = ColorName(color);
    if (absl::EqualsIgnoreCase(word, name) || absl::EqualsIgnoreCase(word, name.substr(0, 1))) return color;
  }
  return GtpSyntaxError(absl::StrCat(Quoted(word), " is not a color (black, white, b or w)"));
}

absl::StatusOr<Move> ParseGtpVertex(int size, std::string_view word) {
  if (const std::optional<Move> move = MoveFromGtp(size, word)) return *move;
  const std::string last = ToGtp(size, MakePoint(size, size - 1, 0));
  return GtpSyntaxError(absl::StrCat(Quoted(word), " is not a vertex of this board (A1 to ", last, ", or pass)"));
}

std::string FormatGtpVertices(int size, const PointSet& points) {
  std::string text;
  for (Point point : points) absl::StrAppend(&text, text.empty() ? "" : " ", ToGtp(size, point));
  return text;
}

absl::StatusOr<int> ParseKomi(std::string_view word) {
  double komi = 0;
  if (!absl::SimpleAtod(word, &komi) || !(std::abs(komi) <= kMaxKomi)) {
    return GtpSyntaxError(absl::StrCat(Quoted(word), " is not a komi, a number from ", -kMaxKomi, " to ", kMaxKomi));
  }
  const int half_points = static_cast<int>(2 * komi);
  if (half_points != 2 * komi) return GtpSyntaxError("komi must be a multiple of 0.5");
  return half_points;
}

std::string FormatHalfPoints(int half_points) {
  const int magnitude = std::abs(half_points);
  return absl::StrCat(half_points < 0 ? "-" : "", magnitude / 2, magnitude % 2 == 1 ? ".5" : "");
}

std::string FormatScore(int black_lead_half_points) {
  if (black_lead_half_points == 0) return "0";
  return absl::StrCat(black_lead_half_points > 0 ? "B+" : "W+", FormatHalfPoints(std::abs(black_lead_half_points)));
}

absl::StatusOr<Rules> ParseRules(std::string_view word, int komi_half_points) {
  std::string_view ko_name = word;
  const bool suicide_allowed = absl::ConsumeSuffix(&ko_name, kSuicide);
  for (const auto& [ko, name] : kKoRules) {
    if (ko_name == name) {
      return Rules{.ko = ko, .suicide_allowed = suicide_allowed, .komi_half_points = komi_half_points};
    }
  }
  return GtpSyntaxError(absl::StrCat(Quoted(word), " are not rules: simple, positional or situational (the ko rule), ",
                                     "and ,suicide after it if that is allowed"));
}

std::string FormatRules(const Rules& rules) {
  std::string_view ko_name;
  for (const auto& [ko, name] : kKoRules) {
    if (rules.ko == ko) ko_name = name;
  }
  return absl::StrCat(ko_name, rules.suicide_allowed ? kSuicide : "");
}

}  // namespace tenuki
