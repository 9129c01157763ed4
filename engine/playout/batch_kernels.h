// Between the batch kernel and its callers: the entry points, one per CPU level, and the queue that they work off.
//
// Positions cross as words of 32 bits, point (column, row) at bit (size + 1) · column + row; see batch_board.h.
#pragma once

#include <cstdint>

#include "engine/board/point.h"
#include "engine/playout/playout.h"

namespace tenuki {

inline constexpr int kBatchWords = (kMaxBoardSize * (kMaxBoardSize + 1) + 31) / 32;

struct BatchStart {
  uint32_t own[kBatchWords];       // stones of the side to move
  uint32_t opposing[kBatchWords];  // of the other
  uint32_t loose[kBatchWords];     // empty points, and stones of chains in atari
  int ko_bit;                      // or −1
  uint64_t seed;
  int max_plies;
  int mercy_stones;  // more than there are points for never
  int passes;        // 0 or 1
  int lead;          // own stones less opposing ones
  bool is_black;     // the side to move
  uint32_t ticket;   // comes back with the end
};

struct BatchEnd {
  uint32_t stones[2][kBatchWords];
  uint32_t first[2][kBatchWords];
  int plies;
  int lead;  // Black's stones less White's
  Playout::End reason;
  uint32_t ticket;
};

class BatchQueue {
 public:
  // Whether there is a playout to start now. It is asked again after every Finish.
  virtual bool Start(BatchStart& start) = 0;
  virtual void Finish(const BatchEnd& end) = 0;

 protected:
  ~BatchQueue() = default;
};

void RunBatchBaseline(int size, BatchQueue& queue);
void RunBatchAvx2(int size, BatchQueue& queue);
void RunBatchAvx512(int size, BatchQueue& queue);

}  // namespace tenuki
