// Searches and the like, many of them together: each needs one playout at a time, and all of them fill the lanes.
//
//   std::vector<PlayoutSource*> sources = …;          // a search of each of many games
//   RunTogether(sources, kernels);                    // each as if it were run alone
//
// How many are run together, and which, makes no difference to any of them: a source sees its own playouts in their
// order. A source is used by the thread that runs it.
#pragma once

#include <cstdint>
#include <span>

#include "engine/board/board.h"
#include "engine/playout/batch.h"
#include "engine/playout/playout.h"

namespace tenuki {

struct PlayoutRequest {
  Board start;
  uint64_t seed = 0;
  PlayoutOptions options;
};

// A step machine: it says which playout it needs next and takes the result, until it needs no more.
class PlayoutSource {
 public:
  virtual ~PlayoutSource() = default;
  // What is to be played out next; nullptr when it is done. The same again until Take.
  virtual const PlayoutRequest* Next() = 0;
  // REQUIRES: Next gave a request.
  virtual void Take(const Playout& playout) = 0;
};

// One playout after another: what a single source is run with.
void RunAlone(PlayoutSource& source, const PlayoutKernel& kernel);

// All of them to their ends, on boards of any sizes.
void RunTogether(std::span<PlayoutSource* const> sources, const BatchPlayoutKernel& kernel);

}  // namespace tenuki
