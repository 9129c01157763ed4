#include "experiments/phantom/transcript.h"

#include <optional>

#include "absl/strings/str_cat.h"

namespace tenuki {

absl::Status Replay(std::string_view text, Referee& referee,
                    absl::FunctionRef<bool(Color color, Move move, const Ruling& ruling)> visit) {
  for (size_t at = 0; at < text.size(); at += 2) {
    const bool is_refused = text[at] == '-';
    at += is_refused;
    const std::optional<Move> move = MoveFromSgf(referee.game().board().size(), text.substr(at, 2));
    if (!move.has_value() || referee.IsOver()) {
      return absl::DataLossError(absl::StrCat("'", text.substr(at, 2), "' at byte ", at, " is no proposal"));
    }
    const Color color = referee.to_move();
    const Ruling ruling = referee.Propose(*move);
    if (ruling.is_legal() == is_refused) {
      return absl::DataLossError(
          absl::StrCat("'", text.substr(at, 2), "' at byte ", at, " should be ", is_refused ? "refused" : "legal"));
    }
    if (!visit(color, *move, ruling)) return absl::OkStatus();
  }
  return absl::OkStatus();
}

}  // namespace tenuki
