// Players from their messages.
//
//   ABSL_RETURN_IF_ERROR(CheckPlayer("match.player", match.player()));
//   std::unique_ptr<Player> player = MakePlayer(match.player(), kernel, seed);
//
// Pure functions: no thread rules.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/player/player.h"
#include "engine/playout/playout.h"
#include "engine/search/parameters.h"
#include "tenuki/v1/player.pb.h"

namespace tenuki {

// From text, e.g. "uct { playouts: 5000 }", with every default written out. INVALID_ARGUMENT with the place in the
// text.
absl::StatusOr<v1::Player> ReadPlayer(std::string_view text);

// What the rules of fields cannot say: INVALID_ARGUMENT with the field's path, which starts with `field`.
absl::Status CheckPlayer(std::string_view field, const v1::Player& player);

// The same of a search, whose field is `field`; the number of its playouts is in `playouts_field`.
absl::Status CheckUct(std::string_view field, const v1::UctPlayer& uct, std::string_view playouts_field);

// As people are shown it: its name, or what it is, e.g. "rave". REQUIRES: CheckPlayer is content.
std::string DisplayName(const v1::Player& player);

// As ReadPlayer takes it, on one line.
std::string PlayerText(const v1::Player& player);

// What its search of a move holds in memory at most, about; 0 of one that does not search, and of an engine.
int64_t MaxBytesOf(const v1::Player& player, int board_size);

ControlReading ReadingOf(v1::Control control);

// What a search by it is told to do. REQUIRES: as MakePlayer.
SearchParameters SearchParametersOf(const v1::UctPlayer& uct);

// REQUIRES: CheckPlayer is content, it is no engine, and defaults are written out.
std::unique_ptr<Player> MakePlayer(const v1::Player& player, const PlayoutKernel& kernel, uint64_t seed);

}  // namespace tenuki
