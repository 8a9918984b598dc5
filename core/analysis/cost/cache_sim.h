// A set-associative cache with LRU replacement that is fed with addresses one by one, and the reuse distances of its
// lines.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lw {

struct CacheShape {
  int sets = 64, ways = 8, lineBytes = 64;  // lineBytes: a power of two
  int64_t bytes() const { return int64_t{sets} * ways * lineBytes; }
  int lines() const { return sets * ways; }
  friend bool operator==(const CacheShape&, const CacheShape&) = default;
};

// Why a line had to be fetched, after Hill and Smith. Cold: it was never used before. Capacity: a fully associative
// cache of this size would have lost it too. Conflict: that cache would have kept it, but too many lines mapped to one
// set.
enum class Touch : uint8_t { Hit, Cold, Capacity, Conflict };

struct CacheRun {
  CacheShape shape;
  std::vector<Touch> touches;  // one for each access
  // Distinct lines used since the last use of the same line; -1: the first use. A fully associative cache of n lines
  // hits if this is less than n.
  std::vector<int32_t> distances;
  struct Counts {
    int64_t hits = 0, cold = 0, capacity = 0, conflict = 0;
    int64_t misses() const { return cold + capacity + conflict; }
    int64_t accesses() const { return hits + misses(); }
  };
  Counts countUpTo(size_t end) const;  // of the first `end` accesses

 private:
  friend CacheRun simulateCache(std::span<const int64_t>, const CacheShape&);
  std::vector<Counts> blocks_;  // sums before every kBlock-th access
  static constexpr size_t kBlock = 1024;
};
// Addresses in bytes, not negative. An access does not cross a line.
CacheRun simulateCache(std::span<const int64_t> addresses, const CacheShape& shape);

// Numbers of the lines in the cache after the first `end` accesses, most recently used first: the last `ways` lines of
// each set.
std::vector<int64_t> residentLines(std::span<const int64_t> addresses, size_t end, const CacheShape& shape);

// How often lines were reused after 0, 1, 2-3, 4-7, ... other lines; the last entry counts first uses.
struct ReuseHistogram {
  struct Bar {
    int32_t from = 0, to = 0;  // distances, both ends included
    int64_t count = 0;
  };
  std::vector<Bar> bars;
  int64_t first = 0;
};
ReuseHistogram reuseHistogram(std::span<const int32_t> distances);

// A small cache for a small copy of a program. Its size relates to the copy's data as that of `real` relates to the
// program's data; it has at least eight lines and is at most as large as the real cache. Ways and line size are kept;
// with too few lines for the ways, the number of ways is reduced.
CacheShape scaledCache(const CacheShape& real, double programBytes, double copyBytes);

}  // namespace lw
