#include "core/analysis/cost/cache_sim.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <unordered_set>

namespace lw {
namespace {

// Counts marks at times; both operations take logarithmic time (Fenwick, 1994).
class Marks {
 public:
  explicit Marks(size_t times) : sums_(times + 1) {}
  void add(size_t time, int by) {
    for (size_t i = time + 1; i < sums_.size(); i += i & (~i + 1)) sums_[i] += by;
  }
  int before(size_t time) const {
    int sum = 0;
    for (size_t i = time; i > 0; i -= i & (~i + 1)) sum += sums_[i];
    return sum;
  }

 private:
  std::vector<int> sums_;
};

// The last use of each line is marked, so the number of marks between two uses of a line is the number of distinct
// lines in between (Bennett and Kruskal, 1975).
std::vector<int32_t> distancesOf(std::span<const int64_t> addresses, int lineBytes) {
  Marks lastUses(addresses.size());
  std::unordered_map<int64_t, size_t> last;
  std::vector<int32_t> distances;
  distances.reserve(addresses.size());
  for (size_t now = 0; now < addresses.size(); ++now) {
    const auto [found, fresh] = last.try_emplace(addresses[now] / lineBytes, now);
    if (fresh) {
      distances.push_back(-1);
    } else {
      distances.push_back(lastUses.before(now) - lastUses.before(found->second + 1));
      lastUses.add(found->second, -1);
      found->second = now;
    }
    lastUses.add(now, 1);
  }
  return distances;
}

}  // namespace

CacheRun simulateCache(std::span<const int64_t> addresses, const CacheShape& shape) {
  CacheRun run;
  run.shape = shape;
  run.distances = distancesOf(addresses, shape.lineBytes);
  run.touches.reserve(addresses.size());
  std::vector<std::vector<int64_t>> sets(static_cast<size_t>(shape.sets));  // lines, most recently used first
  CacheRun::Counts counts;
  for (size_t i = 0; i < addresses.size(); ++i) {
    if (i % CacheRun::kBlock == 0) run.blocks_.push_back(counts);
    const int64_t line = addresses[i] / shape.lineBytes;
    std::vector<int64_t>& set = sets[static_cast<size_t>(line % shape.sets)];
    const auto found = std::find(set.begin(), set.end(), line);
    Touch touch = Touch::Hit;
    if (found != set.end()) {
      std::rotate(set.begin(), found, found + 1);
      ++counts.hits;
    } else {
      touch = run.distances[i] < 0                ? Touch::Cold
              : run.distances[i] >= shape.lines() ? Touch::Capacity
                                                  : Touch::Conflict;
      ++(touch == Touch::Cold ? counts.cold : touch == Touch::Capacity ? counts.capacity : counts.conflict);
      set.insert(set.begin(), line);
      if (set.size() > static_cast<size_t>(shape.ways)) set.pop_back();
    }
    run.touches.push_back(touch);
  }
  return run;
}

CacheRun::Counts CacheRun::countUpTo(size_t end) const {
  end = std::min(end, touches.size());
  if (blocks_.empty()) return {};
  const size_t block = std::min(end / kBlock, blocks_.size() - 1);
  Counts counts = blocks_[block];
  for (size_t i = block * kBlock; i < end; ++i) switch (touches[i]) {
      case Touch::Hit:
        ++counts.hits;
        break;
      case Touch::Cold:
        ++counts.cold;
        break;
      case Touch::Capacity:
        ++counts.capacity;
        break;
      case Touch::Conflict:
        ++counts.conflict;
        break;
    }
  return counts;
}

std::vector<int64_t> residentLines(std::span<const int64_t> addresses, size_t end, const CacheShape& shape) {
  std::vector<int64_t> lines;
  std::unordered_set<int64_t> seen;
  std::vector<int> held(static_cast<size_t>(shape.sets));
  for (size_t i = std::min(end, addresses.size()); i-- > 0 && lines.size() < static_cast<size_t>(shape.lines());) {
    const int64_t line = addresses[i] / shape.lineBytes;
    int& ways = held[static_cast<size_t>(line % shape.sets)];
    if (ways == shape.ways || !seen.insert(line).second) continue;
    ++ways;
    lines.push_back(line);
  }
  return lines;
}

ReuseHistogram reuseHistogram(std::span<const int32_t> distances) {
  ReuseHistogram histogram;
  for (const int32_t distance : distances) {
    if (distance < 0) {
      ++histogram.first;
      continue;
    }
    const auto bar = static_cast<size_t>(std::bit_width(static_cast<uint32_t>(distance)));  // 0, 1, 2-3, 4-7 ...
    while (histogram.bars.size() <= bar) {
      const auto next = static_cast<int32_t>(histogram.bars.size());
      histogram.bars.push_back({next == 0 ? 0 : 1 << (next - 1), next == 0 ? 0 : (1 << next) - 1, 0});
    }
    ++histogram.bars[bar].count;
  }
  return histogram;
}

CacheShape scaledCache(const CacheShape& real, double programBytes, double copyBytes) {
  constexpr int kLeastLines = 8;
  if (programBytes <= 0 || copyBytes >= programBytes) return real;
  const double wanted = static_cast<double>(real.bytes()) * copyBytes / programBytes / real.lineBytes;
  int lines = kLeastLines;
  while (lines * 2 <= wanted && lines * 2 <= real.lines()) lines *= 2;
  CacheShape shape = real;
  shape.ways =
      std::min<int>(static_cast<int>(std::bit_floor(static_cast<unsigned>(real.ways))), std::max(2, lines / 4));
  shape.sets = std::max(1, lines / shape.ways);
  return shape;
}

}  // namespace lw
