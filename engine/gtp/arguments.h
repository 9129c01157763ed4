// The arguments of GTP commands: words to values and back.
//
//   ABSL_ASSIGN_OR_RETURN(Color color, ParseGtpColor("b"));
//   ParseGtpColor("green")       // INVALID_ARGUMENT: "syntax error: 'green' is not a color (black, white, b or w)"
//
// All errors are INVALID_ARGUMENT and start with "syntax error", the failure that GTP prescribes; the rest is for
// people. Pure functions: no thread rules.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/board/point.h"
#include "engine/board/point_set.h"
#include "engine/board/rules.h"

namespace tenuki {

absl::Status GtpSyntaxError(std::string_view detail);

// GTP's int: 0 to 2^31 − 1.
absl::StatusOr<int> ParseGtpInt(std::string_view word);
absl::StatusOr<uint64_t> ParseSeed(std::string_view word);
// Either case, and the first letter alone, will do.
absl::StatusOr<Color> ParseGtpColor(std::string_view word);
// A point of a board of that size, or a pass.
absl::StatusOr<Move> ParseGtpVertex(int size, std::string_view word);
// "D4 Q16", in point order.
std::string FormatGtpVertices(int size, const PointSet& points);

// Komi in half points. GTP wants any komi accepted, "even if it should be ridiculous": a million is.
inline constexpr int kMaxKomi = 1'000'000;
absl::StatusOr<int> ParseKomi(std::string_view word);
// "7.5", "-3", "0".
std::string FormatHalfPoints(int half_points);
// "B+3.5", "W+12", "0": a result as GTP and SGF write it.
std::string FormatScore(int black_lead_half_points);

// The rules in a word, komi aside: "simple", "positional" or "situational" is the ko rule; with ",suicide" after it,
// suicide is allowed.
absl::StatusOr<Rules> ParseRules(std::string_view word, int komi_half_points);
std::string FormatRules(const Rules& rules);

}  // namespace tenuki
