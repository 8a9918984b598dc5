// Runs the threads of one block and collects their mistakes. Private to backends/emulator.
#pragma once

#include <random>
#include <set>
#include <span>

#include "backends/emulator/fiber.h"
#include "backends/emulator/races.h"
#include "backends/emulator/warp_work.h"
#include "backends/emulator/warps.h"
#include "backends/interpreter/compiler.h"

namespace lw::emulator {

// Collects each kind of mistake between two statements once.
class Findings {
 public:
  Findings(const PrimFunc& scheduled, size_t most);
  std::vector<GpuFinding> list;
  bool full() const { return list.size() >= most_ || stopped; }
  bool stopped = false;  // further findings would only be consequences of a mistake

  struct Access {
    GpuThread who;
    Origin origin;
    bool store = false;
  };
  void race(const std::string& element, const Access& first, const Access& second);
  void uninitialised(const std::string& element, const Access& load);
  void underWay(const std::string& element, const Access& now, const Access& copy);
  // A thread that waits at a barrier, or for its warp at a matrix operation.
  struct Waiting {
    GpuThread who;
    Origin at;
    bool operation = false;
  };
  void divergent(const Waiting& waiting, const GpuThread& other, std::optional<Origin> otherBarrier);
  void forEver(const Waiting& waiting, int64_t barrier, int64_t phase);  // of a barrier with phases
  // Of tensor stores: of what a thread wrote without a fence, and of what is written or left while one may still read.
  void unfenced(const std::string& element, const Access& store, const GpuThread& writer);
  void overwritten(const std::string& element, const Access& now, const Access& store);
  void leftReading(const std::string& element, const Access& store);
  void forEverNamed(const Waiting& waiting, int64_t barrier, int64_t threads, int64_t missing);

 private:
  bool isNew(GpuFinding::Kind kind, const std::string& buffer, Origin a, Origin b);
  std::string blockName(Origin origin) const;
  std::map<BlockId, std::string> names_;
  std::set<std::string> seen_;
  size_t most_;
};

struct BlockContext {
  const GpuKernel& kernel;
  const GpuLaunch& launch;
  std::vector<std::shared_ptr<interpreter::Memory>> memories;  // one per buffer of the kernel
  const EmulatorOptions& options;
  Races& races;
  Findings& findings;
  int64_t& steps;
};

// Of a block whose warps are counted.
struct Counting {
  Warps* accesses;
  WarpWork* work;
};

class BlockRun {
 public:
  explicit BlockRun(BlockContext context);
  ~BlockRun();
  // Returns the number of barriers that were reached. Throws interpreter::Failure if the block cannot continue.
  int64_t block(int64_t number, int32_t launch, const Counting* counting);

 private:
  struct Thread;
  // A read of an element that was not written yet; `number` keeps the order.
  struct Pending {
    std::string element;
    Findings::Access access;
    size_t number;
  };
  struct Place {
    const void* memory;
    int64_t index;
    bool operator==(const Place&) const = default;
  };
  struct PlaceHash {
    size_t operator()(const Place& p) const {
      return std::hash<const void*>()(p.memory) * 31 + static_cast<size_t>(p.index);
    }
  };
  // A store of an asynchronous copy, and its group, or the barrier that it completes on.
  struct Copy {
    int64_t thread, group;
    Origin origin;
    int64_t barrier = -1;
  };
  // A barrier with phases (core/ir/phased_barriers.h).
  struct Phased {
    int64_t threads = 0;  // that end a phase by arriving; 0: the barrier was not initialised
    int64_t left = 0, bytes = 0, phase = 0;
    int64_t maker = 0;     // the thread that initialised it
    int32_t interval = 0;  // between barriers of the block, when it did
    Origin madeIn = {};
  };
  // A tensor store that reads an element.
  struct Reading {
    int64_t thread;
    Origin origin;
    std::string element;
  };
  // A named barrier (core/ir/phased_barriers.h).
  struct Named {
    int64_t threads = 0, phase = 0;
    std::vector<Thread*> arrived;  // in this phase
  };
  friend struct Thread;
  GpuThread nameOf(int64_t thread) const;
  void prepare();
  void startThreads();
  void expectStoresHaveRead();
  void abandon();
  void onElement(Thread& thread, const ElementAccess& access);
  void count(Thread& thread, const ElementAccess& access, bool shared);
  void onCopies(Thread& thread, const ElementAccess& access, const Findings::Access& now);
  void finishCopies(Thread& thread, int64_t left);
  void onPhased(Thread& thread, PhasedKind kind, int64_t barrier, int64_t number);
  void endPhase(int64_t barrier);
  void onTensorStores(Thread& thread, const ElementAccess& access, const Findings::Access& now);
  void onGlobalOfStores(Thread& thread, const ElementAccess& access, const Findings::Access& now);
  void onStoreCalls(Thread& thread, PhasedKind kind, int64_t number);
  void onNamed(Thread& thread, int64_t barrier, int64_t threads);
  void endNamed(Named& barrier);
  void waitUntilReady(Thread& thread);
  bool canGoOn(const Thread& thread) const;
  void runSideBySide();
  void shuffle();
  Now momentOf(const Thread& thread, Origin origin, bool ofWarp, bool atomic = false) const;
  void settleUninitialised();
  void runWarp(std::span<const std::unique_ptr<Thread>> warp);
  [[noreturn]] void fail(Thread& thread);
  void checkBarrier(const Thread& waits, std::span<const std::unique_ptr<Thread>> threads);

  BlockContext c_;
  interpreter::Compiler compiler_;
  std::vector<interpreter::Run> setUp_;
  std::vector<size_t> axisSlots_;
  interpreter::Run body_;
  std::vector<std::unique_ptr<Thread>> threads_;
  std::map<const void*, std::shared_ptr<interpreter::Memory>> shared_;    // Var::key()
  std::unordered_map<Place, std::vector<Pending>, PlaceHash> unwritten_;  // one per statement that reads the element
  std::unordered_map<Place, Copy, PlaceHash> underWay_;
  size_t reads_ = 0;
  int64_t number_ = 0;
  int32_t launch_ = 0, interval_ = 0;
  const Counting* counting_ = nullptr;
  std::mt19937_64 random_;
  bool abandoned_ = false;
  std::map<int64_t, Phased> phased_;                        // by number
  std::map<int64_t, Named> named_;                          // by number
  std::unordered_map<Place, Reading, PlaceHash> reading_;   // by tensor stores
  std::unordered_map<Place, Reading, PlaceHash> writing_;   // global memory
  std::unordered_map<Place, int64_t, PlaceHash> unfenced_;  // the thread that wrote it, for tensor stores
  bool tensorStores_ = false;                               // there are some
  bool sideBySide_ = false;                                 // there are barriers with phases, or named ones
  std::set<const void*> ofBulkCopies_;                      // Var::key() of memory that they write
};

}  // namespace lw::emulator
