// A game of Phantom Go as text, from which everything that was observed can be had again.
//
//   "ee-eecctt"      Black plays ee; White proposes ee and is refused, plays cc; Black passes
//
//   Transcript transcript(9);
//   transcript.Add(move, ruling.is_legal());
//   absl::Status status = Replay(text, referee, [](Color color, Move move, const Ruling& ruling) { … });
//
// Not thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "engine/phantom/referee.h"

namespace tenuki {

class Transcript {
 public:
  explicit Transcript(int board_size) : board_size_(board_size) {}

  void Add(Move move, bool is_legal) {
    if (!is_legal) text_ += '-';
    const std::string point = ToSgf(board_size_, move);
    text_ += point.empty() ? "tt" : point;
  }
  const std::string& text() const { return text_; }

 private:
  const int board_size_;
  std::string text_;
};

// Makes the proposals of a transcript to a referee at the start of its game. `visit` is called after each, and ends the
// replay when it returns false. DATA_LOSS where the referee rules otherwise than the text says.
absl::Status Replay(std::string_view text, Referee& referee,
                    absl::FunctionRef<bool(Color color, Move move, const Ruling& ruling)> visit);

}  // namespace tenuki
