// How the warps of one block spend their time: when they compute, start asynchronous copies and wait, and which copies
// are in flight meanwhile. It shows whether copies overlap with computing and what the warps wait for. It is a model of
// one block that has a multiprocessor to itself, not a measurement.
//
// The first block of a kernel is run and recorded. Then its warps are advanced in time: those of one scheduler share
// its cycles (of 4 schedulers, the warps in turn), a warp takes at least as long as its dependent instructions and
// loads do (it is stalled in the cycles in which it issues nothing), and all copies pass one channel with the bandwidth
// of a multiprocessor. Cycles and latencies are those of backends/emulator/device_time.h. Elements that a thread loads
// again from memory count again.
#pragma once

#include "backends/emulator/emulator.h"

namespace lw {

struct TimelineSpan {
  enum class Kind : uint8_t { Compute, Copy, Wait };  // Copy: the warp starts asynchronous copies
  // What is waited for: a barrier of the block, groups of its copies, the phase of a barrier or a named barrier.
  enum class For : uint8_t { Nothing, Block, Copies, Phase };
  Kind kind;
  double begin, end;  // cycles
  Origin origin;      // Compute, Copy: of the last statement. Wait: of the operation
  For waitsFor = For::Nothing;
  double busy = 0;  // Compute, Copy: cycles that instructions are issued; in the others the warp is stalled
};

struct TimelineWarp {
  int64_t first, threads;  // first: number of its first thread in the block
  std::vector<TimelineSpan> spans;
  double of(TimelineSpan::Kind kind) const;  // cycles
  double busy() const;                       // cycles in which it issues instructions
};

struct TimelineCopy {
  int warp;           // that started it
  double begin, end;  // cycles; end: all bytes have arrived
  int64_t bytes;
  std::string buffer;  // that it writes
  Origin origin;
};

struct BlockTimeline {
  std::string kernel;
  std::array<int64_t, 3> block{1, 1, 1};  // threads: x, y, z
  std::string_view device;
  Occupancy occupancy;  // how many such blocks a multiprocessor holds
  double cycles = 0, ghz = 1;
  std::vector<TimelineWarp> warps;
  std::vector<TimelineCopy> copies;  // in the order in which they begin
  // Cycles in which copies are in flight, and those of them in which a warp computes as well.
  double inFlight = 0, overlapped = 0;
  bool complete = true;  // false: the warps wait for ever, or the block does too much to be recorded
};

// One timeline for each kernel that is launched. `arguments` are not changed.
Result<std::vector<BlockTimeline>> blockTimelines(const GpuProgram& program, const PrimFunc& scheduled,
                                                  const std::vector<Argument>& arguments,
                                                  const GpuDevice& device = defaultGpuDevice(),
                                                  const std::function<bool()>& cancelled = {});

}  // namespace lw
