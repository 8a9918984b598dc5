// Checks how the threads of a block keep each other waiting, in every interleaving. The emulator runs threads in one
// order and derives from barriers which accesses are ordered. Here the synchronisation of two threads and what they do
// to one element is a small program of its own, whose reachable states are all visited: in any state either thread may
// go on, and any asynchronous copy that was issued may complete. A load that may see different writes, and threads that
// wait for ever, are reported with the two events.
//
// Threads are chosen so that each pair of a write and another access that meet in an element is checked for two threads
// of one warp and for two of different warps, where there are such. Elements that both threads treat alike are checked
// once. That addresses and branches do not depend on what threads exchange is assumed: they are those of one run.
#pragma once

#include <optional>

#include "backends/emulator/emulator.h"

namespace lw {

// One step of a thread.
struct ProtocolStep {
  enum class Kind : uint8_t {
    Load,
    Store,
    Copy,          // starts an asynchronous copy to the element
    Read,          // starts a tensor store, which reads the element until it is waited for
    Commit,        // ends a group of copies
    Wait,          // until all groups but the latest `number` are complete
    Barrier,       // of the block
    WarpBarrier,   // of the warp
    Fence,         // tensor stores see what the thread wrote
    CommitStores,  // ends a group of tensor stores
    WaitStores,    // until all of them but the latest `number` have read
    Init,          // of a barrier with phases: for `number` threads
    Arrive,        // there; `number` more bytes of copies are expected
    WaitPhase,     // there: until the latest phase of the parity `number` has ended
    Bulk,          // a bulk copy of `number` bytes completes there
    Named,         // a named barrier, of `number` threads, all of which use it each time
  };
  Kind kind;
  int32_t what = 0;      // index of Protocol::accesses or Protocol::operations
  int64_t number = 0;    // Wait: groups; Store and Copy: how often this thread did it to this element before
  int32_t barrier = -1;  // with phases or named; of a Copy: that of the Bulk step which follows
};

// What two threads do, as far as it concerns one element, and how the others of the block take part in barriers with
// phases: threads that do the same are one, which counts as many.
struct ProtocolScenario {
  struct Others {
    std::vector<ProtocolStep> steps;
    int64_t threads = 0;
  };

  std::array<GpuThread, 2> threads;
  bool sameWarp = false;
  std::string element;  // "A_shared[12]"; others that are treated alike are not listed
  std::array<std::vector<ProtocolStep>, 2> steps;
  std::vector<Others> others = {};
};

struct Protocol {
  struct Place {
    ProtocolStep::Kind kind = ProtocolStep::Kind::Load;
    Origin origin;
    std::string block;  // name
  };
  std::vector<Place> accesses, operations;
  std::vector<ProtocolScenario> scenarios;
  bool complete = true;  // all pairs of accesses are in a scenario
};

// Of the first block of the first launch of each kernel. `arguments` are not changed.
Result<Protocol> recordProtocol(const GpuProgram& program, const PrimFunc& scheduled,
                                const std::vector<Argument>& arguments, const GpuDevice& device = defaultGpuDevice());

// A fault to plant, in all threads and rounds.
struct ProtocolFault {
  enum class How : uint8_t {
    LeftOut,
    More,     // a wait leaves one more group in flight, a barrier is for one more thread
    Twice,    // a thread arrives twice; of a named barrier, only the first of the two threads does
    Flipped,  // a wait is for the other parity
  };
  size_t operation = 0;
  How how = How::LeftOut;
};
// Does it make a difference to such an operation?
bool applies(ProtocolFault::How how, ProtocolStep::Kind kind);

struct ProtocolReport {
  std::vector<GpuFinding> findings;  // with the two events
  int64_t states = 0;                // visited
  int64_t changed = 0;               // scenarios that the fault changes
  bool complete = true;              // false: the limit of states was reached
  bool clean() const { return findings.empty(); }
};
struct ProtocolLimits {
  int64_t states = 4'000'000;  // of all scenarios together
  size_t findings = 8;
};
ProtocolReport checkProtocol(const Protocol& protocol, const std::optional<ProtocolFault>& fault = {},
                             const ProtocolLimits& limits = {});

}  // namespace lw
