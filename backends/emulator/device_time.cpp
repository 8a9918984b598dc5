#include "backends/emulator/device_time.h"

#include <algorithm>
#include <cmath>

namespace lw {
namespace {

constexpr GpuSpeeds kSpeeds[] = {
    {"sm_70", 1.53, 900, 6 << 20, 64, 32, 32},   {"sm_75", 1.59, 320, 4 << 20, 64, 2, 16},
    {"sm_80", 1.41, 1555, 40 << 20, 64, 32, 32}, {"sm_86", 1.70, 936, 6 << 20, 128, 2, 16},
    {"sm_89", 2.52, 1008, 72 << 20, 128, 2, 16}, {"sm_90", 1.98, 3350, 50 << 20, 128, 64, 32},
};

constexpr double kLaunchMs = 0.003;  // from the end of a kernel to the start of the next one
constexpr double kWholeLanes = 64;   // of a multiprocessor
constexpr double kL1Sectors = 4;     // in a cycle
constexpr double kL2Sectors = 1;     // in a cycle, of each multiprocessor
constexpr double kSectorBytes = 32;
constexpr double kReachable = 0.85;  // of the bandwidth of memory

// Cycles, about those that Jia, Maggioni, Staiger and Scarpazza measured ("Dissecting the NVIDIA Volta GPU architecture
// via microbenchmarking", 2018).
constexpr double kL1Latency = 28, kL2Latency = 193, kMemoryLatency = 400, kSharedLatency = 19, kBarrier = 30;
constexpr double kNextInstruction = 2;  // half of what a dependent one waits: every other one depends on the last
constexpr double kUnderWay = 16;        // loads of a warp

// The work of one block; of instructions and accesses, those of all its warps together.
struct BlockWork {
  double float32 = 0, float64 = 0, whole = 0, accesses = 0;
  double passes = 0;                            // over the banks of L1 and shared memory
  double loads = 0, sharedLoads = 0;            // requests
  double loadedSectors = 0, storedSectors = 0;  // beyond registers
  double distinct = 0;                          // loaded sectors that differ
  double intervals = 0;
  double instructions() const { return float32 + float64 + whole + accesses; }
  double l2Sectors() const { return distinct + storedSectors; }
};

BlockWork workOf(const GpuKernelReport& r, const GpuDevice& device) {
  const auto blocks = static_cast<double>(r.work.blocks);
  BlockWork w;
  w.float32 = r.work.instructions.float32 / blocks;
  w.float64 = r.work.instructions.float64 / blocks;
  w.whole = r.work.instructions.whole / blocks;
  w.intervals = static_cast<double>(r.work.intervals) / blocks;
  for (const GpuAccessCount& a : r.accesses) {
    if (a.requests == 0) continue;
    const double issued = static_cast<double>(a.issued) / blocks, moved = a.perRequest() * issued;
    w.accesses += issued;
    if (a.scope.starts_with("shared")) {
      w.passes += moved;
      if (!a.store) w.sharedLoads += issued;
    } else {
      w.passes += std::max(issued, moved / kL1Sectors);
      (a.store ? w.storedSectors : w.loadedSectors) += moved;
      if (!a.store) w.loads += issued;
    }
  }
  for (const GpuWork::Memory& m : r.work.memories) w.distinct += static_cast<double>(m.loaded) / blocks;
  w.distinct = std::min(w.distinct, w.loadedSectors);
  // What does not fit in registers goes through L1 and back.
  const auto registers = static_cast<double>(r.registers);
  const auto most = static_cast<double>(mostRegisters(device, r.launch.threads()));
  if (registers > most) w.passes += (registers - most) / registers * (w.instructions() - w.accesses);
  return w;
}

// Bytes that come from memory or go there, by all blocks.
double memoryTraffic(const GpuKernelReport& r, const BlockWork& w, double blocks, double atOnce,
                     const GpuSpeeds& speeds) {
  double needed = 0, atATime = 0;
  for (const GpuWork::Memory& m : r.work.memories) {
    const auto size = static_cast<double>(m.bytes);
    const double each = kSectorBytes / static_cast<double>(r.work.blocks);
    needed += std::min(size, blocks * each * static_cast<double>(m.loaded)) +
              std::min(size, blocks * each * static_cast<double>(m.stored));
    atATime += std::min(size, atOnce * each * static_cast<double>(m.loaded + m.stored));
  }
  const double all = blocks * w.l2Sectors() * kSectorBytes;
  const auto held = static_cast<double>(speeds.l2Bytes);
  const double missing = atATime > held ? 1 - held / atATime : 0;
  return needed + std::max(0.0, all - needed) * missing;
}

// Cycles that an average warp takes by itself.
double latencyOf(const BlockWork& w, double warps, double memoryShare) {
  const double inL1 = w.loadedSectors > 0 ? 1 - w.distinct / w.loadedSectors : 0;
  const double load = inL1 * kL1Latency + (1 - inL1) * (kL2Latency + memoryShare * (kMemoryLatency - kL2Latency));
  return kMemoryLatency + w.instructions() / warps * kNextInstruction +
         (w.loads * load + w.sharedLoads * kSharedLatency) / warps / kUnderWay + w.intervals * kBarrier;
}

}  // namespace

const GpuSpeeds& speedsOf(const GpuDevice& device) {
  const auto found =
      std::find_if(std::begin(kSpeeds), std::end(kSpeeds), [&](const GpuSpeeds& s) { return s.name == device.name; });
  static constexpr GpuSpeeds kUsual{};
  return found == std::end(kSpeeds) ? kUsual : *found;
}

int64_t mostRegisters(const GpuDevice& device, int64_t threads) {
  constexpr int64_t kUnit = 8;  // of a thread, in which they are allocated
  const int64_t warps = std::max<int64_t>(1, (threads + device.warp - 1) / device.warp);
  const int64_t each = device.registersPerMultiprocessor / (warps * device.warp) / kUnit * kUnit;
  return std::min<int64_t>(device.maxRegisters, each);
}

GpuKernelTime modelledTime(const GpuKernelReport& report, const GpuDevice& device) {
  GpuKernelTime time;
  if (report.work.blocks == 0) return time;
  const GpuSpeeds& speeds = speedsOf(device);
  const BlockWork w = workOf(report, device);
  const auto blocks = static_cast<double>(report.launch.blocks());
  const double warps = std::ceil(static_cast<double>(report.launch.threads()) / device.warp);
  const double resident = std::max(1, report.occupancy.blocks), processors = device.multiprocessors;
  const double each = std::ceil(blocks / processors);  // of the multiprocessor with the most blocks
  const double traffic = memoryTraffic(report, w, blocks, std::min(blocks, resident * processors), speeds);
  const double beyondL1 = blocks * w.l2Sectors() * kSectorBytes;

  const double instructions = std::max({w.instructions() / kSchedulers, w.float32 * device.warp / speeds.lanes32,
                                        w.float64 * device.warp / speeds.lanes64, w.whole * device.warp / kWholeLanes});
  const double perMs = speeds.ghz * 1e6;
  struct Part {
    double ms;
    std::string_view name;
  };
  const Part parts[] = {
      {each * instructions / perMs, "instructions"},
      {each * std::max(w.passes, w.accesses * device.warp / speeds.accessLanes) / perMs, "shared memory and L1"},
      {each * w.l2Sectors() / kL2Sectors / perMs, "L2"},
      {traffic / (speeds.gbps * kReachable) * 1e-6, "memory"},
      {std::ceil(each / resident) * latencyOf(w, warps, beyondL1 > 0 ? std::min(1.0, traffic / beyondL1) : 0) / perMs,
       "latency"}};
  const Part& longest =
      *std::max_element(std::begin(parts), std::end(parts), [](const Part& a, const Part& b) { return a.ms < b.ms; });
  time.ms = kLaunchMs + longest.ms;
  time.bound = longest.ms < kLaunchMs ? "launch" : longest.name;
  time.waves = blocks / (resident * processors);
  return time;
}

double schedulerCycles(const WarpPart& part, const GpuDevice& device) {
  const GpuSpeeds& speeds = speedsOf(device);
  const GpuInstructions& i = part.instructions;
  const double threads = kSchedulers * device.warp;  // a scheduler has a quarter of the lanes
  return std::max({i.all() + part.accesses, i.float32 * threads / speeds.lanes32, i.float64 * threads / speeds.lanes64,
                   i.whole * threads / kWholeLanes, part.accesses * threads / speeds.accessLanes});
}

double dependentCycles(const WarpPart& part, double loadLatency) {
  const auto waiting = [](double loads, double latency) {
    return loads > 0 ? latency * std::max(1.0, loads / kUnderWay) : 0;
  };
  return (part.instructions.all() + part.accesses) * kNextInstruction + waiting(part.loads, loadLatency) +
         waiting(part.sharedLoads, kSharedLatency);
}

MemoryPath memoryPath(const GpuKernelReport& report, const GpuDevice& device) {
  const GpuSpeeds& speeds = speedsOf(device);
  const double each = speeds.gbps * kReachable / speeds.ghz / device.multiprocessors;  // bytes of memory in a cycle
  double share = 1;
  if (report.work.blocks > 0) {
    const BlockWork w = workOf(report, device);
    const auto blocks = static_cast<double>(report.launch.blocks());
    const double resident = std::max(1, report.occupancy.blocks), processors = device.multiprocessors;
    const double all = blocks * w.l2Sectors() * kSectorBytes;
    if (all > 0)
      share = std::min(1.0, memoryTraffic(report, w, blocks, std::min(blocks, resident * processors), speeds) / all);
  }
  return {kL2Latency + share * (kMemoryLatency - kL2Latency),
          1 / std::max(1 / (kL2Sectors * kSectorBytes), share / each)};
}

double barrierCycles() { return kBarrier; }

double leastMs(const Work& work, const GpuDevice& device) {
  const GpuSpeeds& speeds = speedsOf(device);
  const double lanes = static_cast<double>(device.multiprocessors) * speeds.lanes32;
  return kLaunchMs +
         std::max(work.flops / 2 / lanes / (speeds.ghz * 1e6), work.bytes / (speeds.gbps * kReachable) * 1e-6);
}

void modelTimes(EmulatorReport& report, const GpuDevice& device) {
  report.modelledMs = 0;
  for (GpuKernelReport& kernel : report.kernels) {
    kernel.time = modelledTime(kernel, device);
    kernel.time.ms *= static_cast<double>(kernel.launches);
    report.modelledMs += kernel.time.ms;
  }
}

}  // namespace lw
