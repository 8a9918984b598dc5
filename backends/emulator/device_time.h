// A model of the time that the kernels of an emulated run take on a device. Use it to compare schedules of one program
// on one device; it is not a measurement.
//
// A multiprocessor takes at least as long as its instructions need to be issued and executed, as its accesses need to
// pass the banks of L1 and shared memory, and as its sectors need to come from L2 (the roofline of Williams, Waterman
// and Patterson, 2009, with one roof for each of them); the whole device at least as long as what no cache holds needs
// to come from memory. A warp waits for its own results and accesses: the blocks that a multiprocessor holds wait at
// the same time, those beyond them one after the other (after Hong and Kim, "An analytical model for a GPU architecture
// with memory-level and thread-level parallelism awareness", ISCA 2009). A launch takes a time of its own.
//
// Not modelled: matrix instructions, contention of atomic updates, the order in which blocks share the caches, and
// asynchronous copies, which count as loads and stores.
#pragma once

#include "backends/emulator/emulator.h"
#include "core/analysis/cost/work.h"

namespace lw {

// Of the products that GpuDevice::help names, from NVIDIA's white papers on their architectures.
struct GpuSpeeds {
  std::string_view name;  // of the device
  double ghz = 1;         // while it is loaded
  double gbps = 100;      // of its memory
  int64_t l2Bytes = 4 << 20;
  // Of a multiprocessor: fused multiply-adds that begin in one cycle, and threads whose accesses do.
  int lanes32 = 64, lanes64 = 2, accessLanes = 16;
};
const GpuSpeeds& speedsOf(const GpuDevice& device);

// Names the model, where its times are recorded. Another number whenever it gives other times.
inline constexpr std::string_view kTimeModel = "model 1";

// Registers that each thread of a block of so many can have. What a kernel needs beyond them goes through L1.
int64_t mostRegisters(const GpuDevice& device, int64_t threads);

// Of one launch of the kernel. `report` has its launch, occupancy and counts.
GpuKernelTime modelledTime(const GpuKernelReport& report, const GpuDevice& device);

// What a warp does between two points where it waits.
struct WarpPart {
  GpuInstructions instructions;
  double accesses = 0, loads = 0, sharedLoads = 0;  // accesses: all; loads: of global memory
};
// Cycles of one of the schedulers of a multiprocessor, which the warps of that scheduler share.
double schedulerCycles(const WarpPart& part, const GpuDevice& device);
// Cycles that pass at least, because instructions wait for results.
double dependentCycles(const WarpPart& part, double loadLatency);
// The way of the kernel's data to a multiprocessor, from L2 or memory: cycles, bytes in a cycle.
struct MemoryPath {
  double latency, bytesPerCycle;
};
MemoryPath memoryPath(const GpuKernelReport& report, const GpuDevice& device);
double barrierCycles();
inline constexpr int kSchedulers = 4;  // of a multiprocessor; each issues one instruction in a cycle

// No schedule of a program that does so much takes less: one launch, and its multiply-adds on all multiprocessors or
// its compulsory traffic with memory.
double leastMs(const Work& work, const GpuDevice& device);

// Fills the times of the kernels and of the whole.
void modelTimes(EmulatorReport& report, const GpuDevice& device);

}  // namespace lw
