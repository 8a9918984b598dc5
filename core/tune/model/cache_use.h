// Footprints and traffic of the stores of a function, in cache lines, by the same model of reuse as
// core/analysis/cost/cost.h: data is reused from a cache if everything that is accessed in between fits in it.
#pragma once

#include "core/tune/model/store_table.h"

namespace lw::tune {

inline constexpr double kLine = 64;  // bytes

struct StoreTraffic {
  // Bytes that one iteration of each loop around the store accesses, with all stores in that loop; by position.
  std::vector<double> footprints;
  // For each cache: bytes that come from beyond it and go back there, of all executions; shared with other stores, they
  // count for the first.
  std::vector<double> traffic;
  // For each cache: the iterations whose data fits in it at a time.
  std::vector<double> iterationsInside;
  double lines = 0, bytes = 0;  // what the store accesses in all: lines, and of their bytes those that it uses
  double conflicts = 0;         // lines that want the same set of the first cache at a time, above its ways
};

struct CacheUse {
  double footprint = 0;  // of the whole function
  std::vector<StoreTraffic> stores;
};

// `caches`: bytes, smallest first.
CacheUse cacheUse(const StoreTable& table, const std::vector<int64_t>& caches);

}  // namespace lw::tune
