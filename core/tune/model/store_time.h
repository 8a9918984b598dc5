// The draft of the time that each store takes: the longest of its instructions and of its traffic from each cache, with
// what does not overlap.
#pragma once

#include "core/tune/model/cache_use.h"
#include "core/tune/model/inner_tile.h"

namespace lw::tune {

struct StoreTime {
  double computeMs = 0;
  std::vector<double> trafficMs;  // from beyond each cache
  double ms = 0;
  double threads = 1;  // that share the work, as far as it is balanced
};

struct StoreFacts {
  StoreTable table;
  CacheUse use;
  std::vector<InnerTile> tiles;  // by store, as the times
  std::vector<StoreTime> times;
  double ms = 0;  // of the whole function
};
// Roofs and caches that are not known are those of a usual machine.
StoreFacts storeFacts(const PrimFunc& scheduled, const Machine& machine);

// A machine with all of its facts.
Machine completed(Machine machine);

}  // namespace lw::tune
