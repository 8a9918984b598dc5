#include "core/tune/model/gpu_time.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace lw::tune {
namespace {

constexpr double kProcessors = 108, kCyclesPerMs = 1.4e6, kWarp = 32, kSector = 32, kWord = 4, kWrittenOut = 256;
constexpr double kIssued = 2;     // instructions of warps that a multiprocessor executes in a cycle
constexpr double kL1Sectors = 4;  // in a cycle
constexpr double kBytesPerMs = 1.3e9;
constexpr double kWarpsToHide = 16;  // of a multiprocessor, with which its instructions wait for nothing

struct Threads {
  std::map<std::string, double> axes;  // several loops of one axis are the same threads
  double blocks = 1, threads = 1;
  double warps() const { return std::ceil(threads / kWarp); }
};

Threads gpuThreadsOf(const StoreTable& table, const TableStore& store) {
  Threads t;
  for (const int l : store.loops) {
    const TableLoop& loop = table.loops[static_cast<size_t>(l)];
    if (loop.kind == ForKind::ThreadBinding) t.axes[loop.thread] = loop.extent;
  }
  for (const auto& [axis, extent] : t.axes) {
    if (axis.starts_with("blockIdx")) t.blocks *= extent;
    if (axis.starts_with("threadIdx")) t.threads *= extent;
  }
  return t;
}

bool isBound(const StoreTable& table, int loop) {
  const TableLoop& l = table.loops[static_cast<size_t>(loop)];
  return l.kind == ForKind::ThreadBinding && !l.thread.starts_with("vthread");
}

double extentOf(const StoreTable& table, int loop) { return table.loops[static_cast<size_t>(loop)].extent; }

// How often one thread executes the access: in innermost loops that are written out, once for each element.
double timesOfThread(const StoreTable& table, const TableStore& store, const TableAccess& access) {
  double times = 1, inside = 1;
  for (size_t p = store.loops.size(); p-- > 0;) {
    const int loop = store.loops[p];
    if (isBound(table, loop)) continue;
    const double extent = extentOf(table, loop);
    inside *= extent;
    times *= inside <= kWrittenOut ? std::min(extent, valuesIn(access, loop)) : extent;
  }
  return times;
}

// Elements between neighbouring threads: by the innermost loop over threadIdx.x.
double strideOfThreads(const StoreTable& table, const TableStore& store, const TableAccess& access) {
  for (size_t p = store.loops.size(); p-- > 0;) {
    const TableLoop& loop = table.loops[static_cast<size_t>(store.loops[p])];
    if (loop.thread != "threadIdx.x" || loop.extent <= 1) continue;
    const Movement m = movementIn(access, table.buffers[static_cast<size_t>(access.buffer)], store.loops[p]);
    return m.regular ? std::abs(m.stride) : kWarp;
  }
  return 0;
}

}  // namespace

bool boundToThreads(const StoreTable& table, const TableStore& store) {
  return std::any_of(store.loops.begin(), store.loops.end(), [&](int l) { return isBound(table, l); });
}

StoreTime gpuTimeOf(const StoreTable& table, const TableStore& store) {
  const Threads t = gpuThreadsOf(table, store);
  double each = 1, lanes = 1;
  for (const int l : store.loops)
    if (!isBound(table, l)) {
      each *= extentOf(table, l);
      if (table.loops[static_cast<size_t>(l)].kind == ForKind::Vectorized) lanes *= extentOf(table, l);
    }
  const double warps = t.blocks * t.warps();
  double instructions = warps * each * std::max(0.25, store.operations.flops() / 2);
  double passes = 0, sectors = 0, bytes = 0;
  for (const TableAccess& a : store.accesses) {
    const TableBuffer& buffer = table.buffers[static_cast<size_t>(a.buffer)];
    const bool shared = buffer.scope.starts_with("shared");
    if (!shared && !buffer.parameter && buffer.scope != "global") continue;  // registers
    const double requests = warps * timesOfThread(table, store, a) / lanes, stride = strideOfThreads(table, store, a);
    instructions += requests;
    if (shared) {
      const auto words = static_cast<int64_t>(std::max(1.0, std::round(stride * buffer.element * lanes / kWord)));
      passes +=
          requests * (stride == 0 ? 1 : std::max<double>(lanes, static_cast<double>(std::gcd(words, int64_t{32}))));
      continue;
    }
    const double reach = std::max(1.0, std::min({t.threads, kWarp}) * stride * buffer.element * lanes / kSector);
    const double moved = requests * std::min(reach, kWarp * std::max(1.0, lanes * buffer.element / kSector));
    passes += std::max(requests, moved / kL1Sectors);
    sectors += moved;
    double all = buffer.element;
    for (const double extent : buffer.extents) all *= extent;
    bytes += std::min(all, moved * kSector);
  }
  StoreTime time;
  time.threads = std::min(t.blocks, kProcessors);
  const double full = std::ceil(t.blocks / kProcessors) * kProcessors / t.blocks;  // the last round is not full
  const double resident = std::min(kWarpsToHide, t.warps() * std::max(1.0, t.blocks / kProcessors));
  const double perMs = kCyclesPerMs * kProcessors / full;
  time.computeMs = instructions / kIssued / perMs * kWarpsToHide / resident;
  time.trafficMs = {passes / perMs, sectors / perMs, bytes / kBytesPerMs};
  time.ms = std::max({time.computeMs, time.trafficMs[0], time.trafficMs[1], time.trafficMs[2]});
  return time;
}

}  // namespace lw::tune
