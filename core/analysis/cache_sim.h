// A cache of sets and ways with the least recently used line leaving first, fed with addresses one after the other; and
// how far apart in time the same line is used again.
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

// Why a line had to be fetched, after Hill and Smith: Cold: it was never used before. Capacity: a cache of this size
// without sets would have lost it too. Conflict: it would not, but too many lines fell into one set.
enum class Touch : uint8_t { Hit, Cold, Capacity, Conflict };

struct CacheRun {
  CacheShape shape;
  std::vector<Touch> touches;  // one for each access
  // Distinct lines used since the last use of the same line; -1: the first use. A cache of n lines without sets hits
  // below n.
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
// Addresses in bytes, not negative. An access lies within one line.
CacheRun simulateCache(std::span<const int64_t> addresses, const CacheShape& shape);

// Numbers of the lines that the cache holds after the first `end` accesses, the last used first: of each set the last
// `ways` ones.
std::vector<int64_t> residentLines(std::span<const int64_t> addresses, size_t end, const CacheShape& shape);

// How often lines were used again after 0, 1, 2-3, 4-7, ... other lines; the last entry counts first uses.
struct ReuseHistogram {
  struct Bar {
    int32_t from = 0, to = 0;  // distances, both ends included
    int64_t count = 0;
  };
  std::vector<Bar> bars;
  int64_t first = 0;
};
ReuseHistogram reuseHistogram(std::span<const int32_t> distances);

// A small cache for a small copy of a program: its share of the copy's data is that of `real` of the program's own,
// with at least eight lines and at most the real cache. Ways and line stay; where there are too few lines for the ways,
// ways go.
CacheShape scaledCache(const CacheShape& real, double programBytes, double copyBytes);

}  // namespace lw
