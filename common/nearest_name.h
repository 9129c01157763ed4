// The name that someone probably meant: for error texts.
//
//   NearestName("bord_size", {"board_size", "komi"})       // "board_size"
//
// A pure function: no thread rules.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tenuki {

// The candidate with the fewest insertions, deletions, replacements and swaps of neighbouring letters between it and
// `name`, the first of several; nothing when even that one differs in more than a third of its letters.
std::optional<std::string> NearestName(std::string_view name, const std::vector<std::string>& candidates);

// "; did you mean 'board_size'?", or nothing.
std::string DidYouMean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace tenuki
