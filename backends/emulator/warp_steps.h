// What the warps of a block do, as a list of steps for each. Private to backends/emulator.
#pragma once

#include "backends/emulator/emulator.h"
#include "core/ir/phased_barriers.h"

namespace lw::emulator {

// What is done between two events, and the event that ends it.
struct WarpStep {
  enum class Kind : uint8_t { End, Begin, Commit, Wait, Barrier, Init, Arrive, WaitPhase, Bulk, Named, Store };
  Kind kind = Kind::End;
  // Begin: copies follow. Commit: their group ends. Wait: until all groups but the latest `number` are complete.
  // Init: for `number` threads. Arrive: `number` bytes of copies are expected. WaitPhase: of the parity `number`. Bulk:
  // a copy of `number` bytes completes at the barrier. Named: the barrier is for `number` threads.
  // Store: a tensor store, whose group ends.
  int64_t number = 0, barrier = 0;
  int lanes = 1;               // that do it together
  const void* site = nullptr;  // of the event
  Origin origin, last;         // of the event; of the last access before
  std::string buffer;          // that the copies write
  GpuInstructions instructions;
  double accesses = 0, loads = 0, sharedLoads = 0;  // loads: of global memory, without copies
  double loadedBytes = 0, copiedBytes = 0;          // of all lanes together
};

struct BlockSteps {
  std::string kernel;
  GpuLaunch launch;
  std::vector<std::vector<WarpStep>> warps;
  bool complete = true;
};

// Of the first block of the first launch of each kernel.
Result<std::vector<BlockSteps>> recordSteps(const GpuProgram& program, const PrimFunc& scheduled,
                                            const std::vector<Argument>& arguments, const EmulatorOptions& options,
                                            EmulatorReport& report);

}  // namespace lw::emulator
