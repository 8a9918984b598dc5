#include "core/tune/model/store_time.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/tune/model/gpu_time.h"

namespace lw::tune {
namespace {

constexpr double kOverlap = 0.75;  // of what takes less time than the longest part
constexpr double kUsualGhz = 3.5;
constexpr double kBranchCycles = 3;  // of an iteration of an outer loop
constexpr double kRoundTripCycles[] = {3, 12,
                                       60};  // to fetch a line from beyond each cache, where none asked for it early
constexpr double kStartMs = 0.003;           // of threads

// Cycles that each thread makes in a millisecond.
double cyclesPerMs(const Machine& machine) {
  const double each = 2.0 * machine.vectorUnits * machine.lanes(32);  // operations of a cycle
  return machine.roofs.gflops32 / machine.threads / each * 1e6;
}

double threadsOf(const StoreTable& table, const TableStore& store, const Machine& machine) {
  for (const int l : store.loops) {
    const TableLoop& loop = table.loops[static_cast<size_t>(l)];
    if (loop.kind != ForKind::Parallel) continue;
    const double rounds = std::ceil(loop.extent / machine.threads);
    return std::max(1.0, loop.extent / rounds);
  }
  return 1;
}

// Turns of the loops outside the tile, without the one around it, which the tile counts.
double outerTurns(const StoreTable& table, const TableStore& store, const InnerTile& tile) {
  double turns = 0, all = 1;
  for (size_t p = 0; p + 1 < tile.first; ++p) {
    all *= table.loops[static_cast<size_t>(store.loops[p])].extent;
    turns += all;
  }
  return turns;
}

StoreTime timeOf(const StoreTable& table, const TableStore& store, const InnerTile& tile, const StoreTraffic& traffic,
                 const Machine& machine) {
  StoreTime time;
  time.threads = threadsOf(table, store, machine);
  const double perMs = cyclesPerMs(machine);
  double cycles = tile.cycles * tile.tiles + kBranchCycles * outerTurns(table, store, tile);
  time.computeMs = cycles / perMs / time.threads;
  for (size_t c = 0; c < traffic.traffic.size(); ++c) {
    const double gbps = machine.roofs.gbps[std::min(c, machine.roofs.gbps.size() - 1)] / machine.threads;
    const double wasted = traffic.bytes > 0 ? std::clamp(traffic.lines * kLine / traffic.bytes, 1.0, 4.0) : 1;
    const double trip = kRoundTripCycles[std::min<size_t>(c, 2)];
    const double late = wasted > 1.5 ? traffic.traffic[c] / kLine * trip / perMs : 0;
    time.trafficMs.push_back(std::max(traffic.traffic[c] / gbps * 1e-6, late) / time.threads);
  }
  double longest = time.computeMs, sum = time.computeMs;
  for (const double ms : time.trafficMs) longest = std::max(longest, ms), sum += ms;
  time.ms = longest + (1 - kOverlap) * (sum - longest) + (time.threads > 1 ? kStartMs : 0);
  return time;
}

}  // namespace

Machine completed(Machine machine) {
  machine.threads = std::max(1, machine.threads);
  if (machine.vectorUnits <= 0) machine.vectorUnits = machine.vectorBits >= 512 ? 1 : 2;
  if (machine.roofs.gflops32 <= 0)
    machine.roofs.gflops32 = kUsualGhz * 2 * machine.vectorUnits * std::max(1, machine.lanes(32)) * machine.threads;
  if (machine.caches.empty()) machine.caches = {32 << 10, 1 << 20, 32 << 20};
  constexpr double kUsual[] = {100, 40, 10};
  while (machine.roofs.gbps.size() < machine.caches.size()) {
    const size_t left = machine.caches.size() - machine.roofs.gbps.size();
    machine.roofs.gbps.push_back(kUsual[left >= 3 ? 0 : 3 - left] * machine.threads);
  }
  return machine;
}

StoreFacts storeFacts(const PrimFunc& scheduled, const Machine& given) {
  const Machine machine = completed(given);
  StoreFacts facts;
  facts.table = storeTable(scheduled, machine.gpu ? Packing::InEveryCall : Packing::BeforeTheCalls);
  facts.use = cacheUse(facts.table, machine.caches);
  for (size_t i = 0; i < facts.table.stores.size(); ++i) {
    const TableStore& store = facts.table.stores[i];
    facts.tiles.push_back(innerTile(facts.table, store, machine));
    facts.times.push_back(boundToThreads(facts.table, store)
                              ? gpuTimeOf(facts.table, store)
                              : timeOf(facts.table, store, facts.tiles.back(), facts.use.stores[i], machine));
    facts.ms += facts.times.back().ms;
  }
  return facts;
}

}  // namespace lw::tune
