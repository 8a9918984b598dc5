#include "core/tune/model/cache_use.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace lw::tune {
namespace {

constexpr double kUsable = 0.8;  // of a cache, as other data is in it too
constexpr double kWays = 8;
constexpr int64_t kHashed = 4 << 20;  // bytes: a larger cache spreads lines over its sets whatever their addresses

struct Footprint {
  double lines = 0, bytes = 0;
};

// What an access touches while the loops from `first` on run.
Footprint touched(const TableAccess& access, const TableBuffer& buffer, const std::vector<int>& loops, size_t first) {
  double run = 1, used = 1, pieces = 1;  // of elements next to each other, whatever is between them
  bool whole = true;                     // all dimensions so far are covered from end to end
  for (size_t d = std::min(access.index.size(), buffer.extents.size()); d-- > 0;) {
    const IndexTerms& index = access.index[d];
    IndexReach reach = index.valid ? reachOf(index, loops, first) : IndexReach{buffer.extents[d], buffer.extents[d]};
    reach.span = std::min(reach.span, buffer.extents[d]);
    reach.values = std::min(reach.values, reach.span);
    used *= reach.values;
    if (whole)
      run *= reach.span;
    else
      pieces *= reach.values;
    if (whole && d + 1 == buffer.extents.size() && reach.values < reach.span) {
      // Elements with gaps: each is a line of its own if the gaps are wide.
      const double lines = std::min(reach.values, reach.span * buffer.element / kLine + 1);
      run = lines * kLine / buffer.element;
      whole = false;
    }
    const double next = d > 0 ? buffer.strides[d - 1] : 0;
    whole = whole && reach.span >= buffer.extents[d] && next == buffer.strides[d] * buffer.extents[d];
  }
  const double lines = std::max(1.0, std::ceil(run * buffer.element / kLine));
  return {lines * pieces, std::min(used * buffer.element, lines * pieces * kLine)};
}

class UseCounter {
 public:
  UseCounter(const StoreTable& table, const std::vector<int64_t>& caches) : t_(table), caches_(caches) {}

  CacheUse run() {
    loops_.assign(t_.loops.size(), std::vector<Inside>(t_.buffers.size()));
    crowded_.assign(caches_.size(), std::vector<bool>(t_.loops.size(), false));
    whole_.assign(t_.buffers.size(), 0);
    for (const TableStore& s : t_.stores) {
      addFootprints(s);
      addCrowding(s);
    }
    sums_.assign(t_.loops.size(), 0);
    for (size_t l = 0; l < t_.loops.size(); ++l)
      for (const Inside& b : loops_[l]) sums_[l] += b.iteration * kLine;
    CacheUse use;
    for (const double lines : whole_) use.footprint += lines * kLine;
    for (const TableStore& s : t_.stores) use.stores.push_back(trafficOf(s, use.footprint));
    return use;
  }

 private:
  struct Inside {
    double iteration = 0, run = 0;  // lines of a buffer: in one iteration of a loop, and in all of them
  };

  void addFootprints(const TableStore& s) {
    for (const TableAccess& a : s.accesses) {
      const auto buffer = static_cast<size_t>(a.buffer);
      double inner = touched(a, t_.buffers[buffer], s.loops, s.loops.size()).lines;
      for (size_t p = s.loops.size(); p-- > 0;) {
        Inside& at = loops_[static_cast<size_t>(s.loops[p])][buffer];
        const double outer = touched(a, t_.buffers[buffer], s.loops, p).lines;
        at.iteration = std::max(at.iteration, inner);
        at.run = std::max(at.run, outer);
        inner = outer;
      }
      whole_[buffer] = std::max(whole_[buffer], inner);
    }
  }

  // Rows a power of two apart share the few sets of a cache on which they fall: they do not stay, however few they are.
  void addCrowding(const TableStore& s) {
    for (const TableAccess& a : s.accesses) {
      const TableBuffer& buffer = t_.buffers[static_cast<size_t>(a.buffer)];
      for (size_t q = 1; q < s.loops.size(); ++q) {
        const auto step = static_cast<int64_t>(std::abs(movementIn(a, buffer, s.loops[q]).stride) * buffer.element);
        for (size_t c = 0; c < caches_.size() && step >= static_cast<int64_t>(kLine); ++c) {
          const auto way = static_cast<int64_t>(static_cast<double>(caches_[c]) / kWays);
          const double sets = static_cast<double>(way / std::max<int64_t>(1, std::gcd(step, way)));
          if (caches_[c] > kHashed || way == 0 || extent(s.loops[q]) <= kWays * std::max(1.0, sets)) continue;
          for (size_t p = 0; p < q; ++p) crowded_[c][static_cast<size_t>(s.loops[p])] = true;
        }
      }
    }
  }

  StoreTraffic trafficOf(const TableStore& s, double whole) {
    StoreTraffic out;
    for (const int l : s.loops) out.footprints.push_back(sums_[static_cast<size_t>(l)]);
    for (size_t c = 0; c < caches_.size(); ++c) {
      const double usable = static_cast<double>(caches_[c]) * kUsable;
      const bool all = whole <= usable && std::none_of(s.loops.begin(), s.loops.end(),
                                                       [&](int l) { return crowded_[c][static_cast<size_t>(l)]; });
      out.traffic.push_back(all ? 0 : beyond(s, usable, c));
      out.iterationsInside.push_back(all ? s.executions : inside(s, usable, c));
    }
    for (const TableAccess& a : s.accesses) {
      const Footprint f = touched(a, t_.buffers[static_cast<size_t>(a.buffer)], s.loops, 0);
      out.lines += f.lines;
      out.bytes += f.bytes;
    }
    out.conflicts = conflictsOf(s);
    return out;
  }

  // The position of the outermost loop whose iterations fit.
  size_t fitting(const TableStore& s, double usable, size_t cache) const {
    size_t p = 0;
    while (p < s.loops.size() &&
           (sums_[static_cast<size_t>(s.loops[p])] > usable || crowded_[cache][static_cast<size_t>(s.loops[p])]))
      ++p;
    return p;
  }

  double inside(const TableStore& s, double usable, size_t cache) const {
    double iterations = 1;
    for (size_t p = fitting(s, usable, cache) + 1; p < s.loops.size(); ++p) iterations *= extent(s.loops[p]);
    return iterations;
  }

  double extent(int loop) const { return t_.loops[static_cast<size_t>(loop)].extent; }

  double beyond(const TableStore& s, double usable, size_t cache) {
    const size_t p = fitting(s, usable, cache);
    double times = 1, bytes = 0;
    for (size_t i = 0; i < p; ++i) times *= extent(s.loops[i]);
    std::vector<int> mine;
    for (const TableAccess& a : s.accesses) {
      const double factor = a.write && !s.streams ? 2 : 1;  // a line that is written is read first
      const auto buffer = static_cast<size_t>(a.buffer);
      if (p == s.loops.size()) {
        bytes += factor * kLine * touched(a, t_.buffers[buffer], s.loops, p).lines;
        continue;
      }
      const int loop = s.loops[p];
      const bool seen = std::find(mine.begin(), mine.end(), a.buffer) != mine.end();
      const double lines = loops_[static_cast<size_t>(loop)][buffer].run;
      if (counted_.insert({cache, loop, a.buffer}).second) {
        mine.push_back(a.buffer);
        bytes += factor * kLine * lines;
      } else if (seen && a.write) {
        bytes += kLine * lines;
      }
    }
    return bytes * times * (p == s.loops.size() ? s.executions / std::max(1.0, times) : 1);
  }

  // Lines a power of two apart fall on the same sets.
  double conflictsOf(const TableStore& s) const {
    double most = 0;
    for (const TableAccess& a : s.accesses) {
      const TableBuffer& buffer = t_.buffers[static_cast<size_t>(a.buffer)];
      double together = 1;
      for (size_t p = s.loops.size(); p-- > 0 && s.loops.size() - p <= 4;) {
        const Movement m = movementIn(a, buffer, s.loops[p]);
        const auto bytes = static_cast<int64_t>(std::abs(m.stride) * buffer.element);
        if (bytes == 0 || bytes % 4096 != 0) continue;
        together *= extent(s.loops[p]);
      }
      most = std::max(most, together - kWays);
    }
    return most;
  }

  const StoreTable& t_;
  const std::vector<int64_t>& caches_;
  std::vector<std::vector<Inside>> loops_;  // by loop and buffer
  std::vector<std::vector<bool>> crowded_;  // by cache and loop: lines that an iteration accesses drive each other out
  std::vector<double> whole_, sums_;
  std::set<std::tuple<size_t, int, int>> counted_;  // cache, loop, buffer
};

}  // namespace

CacheUse cacheUse(const StoreTable& table, const std::vector<int64_t>& caches) {
  return UseCounter(table, caches).run();
}

}  // namespace lw::tune
