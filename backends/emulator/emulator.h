// Runs a GPU program on the interpreter: blocks one after the other, the threads of a block with real barriers. It
// finds mistakes that a GPU does not report, naming threads and statements: races, barriers that not all threads reach,
// reads of elements that were not written or whose asynchronous copy is not complete, accesses out of bounds. It counts
// what determines speed: memory transactions of a warp, bank conflicts, occupancy.
//
// Races are found from the accesses to each element since the last barrier (happens-before by the barriers of one
// block), as "cuda-memcheck racecheck" does; two stores of the same value are not a race. Blocks of one launch are
// never ordered.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/ir/ndarray.h"
#include "core/ir/phased_barriers.h"
#include "passes/support/gpu_program.h"

namespace lw {

struct ElementAccess;

// Observes the accesses of threads to memory and to their own registers in the emulator's order: one thread of a block
// after the other, each up to its next barrier.
class EmulatorWatch {
 public:
  virtual ~EmulatorWatch() = default;
  virtual void onBlock(const GpuLaunch& launch, int32_t number,
                       int64_t block) = 0;  // a block starts; number: of the launch
  virtual void onLoop(int64_t thread, LoopId loop, int64_t value) = 0;
  virtual void onElement(int64_t thread, const ElementAccess& access) = 0;
  virtual void onRegister(int64_t, const ElementAccess&) {}  // of memory that is local to the thread
  virtual void onBarrier() = 0;                              // all threads of the block reached a barrier, or ended
  // What a thread does to synchronise; `site` is the operation in the program. A barrier of its block or warp; the
  // start or end of a group of asynchronous copies; a wait for all groups but the latest `left`.
  virtual void onSync(int64_t, const void* /*site*/, Origin, bool /*ofWarp*/) {}
  virtual void onCopies(int64_t, const void* /*site*/, Origin, bool /*begins*/) {}
  virtual void onWait(int64_t, const void* /*site*/, Origin, int64_t /*left*/) {}
  // Of barriers with phases and named ones (core/ir/phased_barriers.h), with the number that the call takes beside the
  // barrier; and the start or end of a bulk copy that completes on one.
  virtual void onPhased(int64_t, PhasedKind, const void* /*site*/, Origin, int64_t /*barrier*/, int64_t /*number*/) {}
  virtual void onBulkCopy(int64_t, const void* /*site*/, Origin, int64_t /*barrier*/, int64_t /*bytes*/,
                          bool /*begins*/) {}
  virtual void onBulkStore(int64_t, const void* /*site*/, Origin, bool /*begins*/) {}  // a tensor store
};

struct EmulatorOptions {
  const GpuDevice* device = &defaultGpuDevice();
  int64_t maxSteps = 2'000'000'000;  // iterations and stores of all threads together
  size_t maxFindings = 20;
  int countedBlocks = 4;  // of a launch, evenly spread, whose warps are counted
  // Of a launch that would take more steps, only counted blocks run, as few as take so many steps together; the results
  // are then incomplete. 0: all blocks run.
  int64_t launchSteps = 0;
  std::function<bool()> cancelled;
  EmulatorWatch* watch = nullptr;
  // 0: blocks, and the threads of a block, run in the order of their numbers. Otherwise in random orders, which this
  // number seeds: blocks, warps between barriers, and lanes of a warp.
  uint64_t order = 0;
};

struct GpuThread {
  std::array<int64_t, 3> block{}, thread{};  // x, y, z
};

struct GpuFinding {
  enum class Kind : uint8_t { Race, DivergentBarrier, Uninitialised, UnderWay };
  Kind kind;
  Explanation explanation;  // names threads, buffer, element and the two blocks of the program
  GpuThread first, second;  // second: of a race, of a barrier, and of a copy under way
};

// What the warps do at one load or store of the program, summed over the counted blocks.
struct GpuAccessCount {
  Origin origin;
  std::string buffer, scope;  // "global" or "shared"
  bool store = false, atomic = false;
  int64_t requests = 0;      // by warps
  int64_t transactions = 0;  // global: sectors of 32 bytes; shared: passes over the banks
  int64_t ideal = 0;         // for the same amount of contiguous data
  int64_t issued = 0;        // requests, without those of elements that stay in registers
  double perRequest() const { return requests ? static_cast<double>(transactions) / static_cast<double>(requests) : 0; }
  double efficiency() const {
    return transactions ? static_cast<double>(ideal) / static_cast<double>(transactions) : 1;
  }
};

// Instructions of warps, without accesses; see instructions.h for what counts.
struct GpuInstructions {
  double float32 = 0, float64 = 0;
  double whole = 0;  // of integers, comparisons, choices, conversions and the ends of loops
  double all() const { return float32 + float64 + whole; }
  void add(const GpuInstructions& other, double times) {
    float32 += times * other.float32, float64 += times * other.float64, whole += times * other.whole;
  }
  void operator+=(const GpuInstructions& other) { add(other, 1); }
};

// What the counted blocks of a kernel do, summed.
struct GpuWork {
  struct Memory {
    std::string name;
    int64_t bytes = 0;               // of all of it
    int64_t loaded = 0, stored = 0;  // different sectors of 32 bytes of each block
  };
  int64_t blocks = 0, intervals = 0;  // intervals: between barriers
  GpuInstructions instructions;
  std::vector<Memory> memories;  // global
};

// What one kernel would take on the device, by the model of device_time.h.
struct GpuKernelTime {
  double ms = 0;  // of all its launches
  std::string_view
      bound;         // what takes the time: "launch", "instructions", "shared memory and L1", "L2", "memory", "latency"
  double waves = 0;  // blocks of a launch, divided by the number that the device holds at a time
};

struct GpuKernelReport {
  std::string name;
  GpuLaunch launch;                    // the first
  int64_t launches = 0, barriers = 0;  // barriers: of the first block
  int64_t sharedBytes = 0;
  int64_t registers = 0;  // estimate: the thread's arrays and variables, and addresses
  Occupancy occupancy;
  std::vector<GpuAccessCount> accesses;  // in the order of their first execution
  GpuWork work;
  GpuKernelTime time;
};

// What checkProtocol (backends/emulator/protocol.h) visited; its findings are among the others.
struct GpuInterleavings {
  int64_t scenarios = 0, states = 0;
  bool complete = true;
};

struct EmulatorReport {
  std::vector<GpuFinding> findings;
  std::vector<GpuKernelReport> kernels;
  int64_t steps = 0;
  bool complete = true;   // all blocks of all launches ran
  int64_t longest = 0;    // steps of all blocks of the longest launch; an estimate, from one block of each
  double modelledMs = 0;  // of all launches on the device; 0: no warps were counted
  std::optional<GpuInterleavings> interleavings = {};  // nullopt: they were not requested
  bool clean() const { return findings.empty(); }
};

// Arguments as interpret() takes them; arrays are changed in place. `scheduled` provides the names of the blocks. Fails
// if the program cannot continue: out of bounds, division by zero, too many steps.
Result<EmulatorReport> emulate(const GpuProgram& program, const PrimFunc& scheduled, std::vector<Argument>& arguments,
                               const EmulatorOptions& options = {});

// One line: the findings, or the access that wastes most, and the occupancy.
std::string summaryOf(const EmulatorReport& report);

}  // namespace lw
