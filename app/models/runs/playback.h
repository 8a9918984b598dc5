// Plays a recorded run forwards and backwards: its position, the state of the simulated cache, and its breakpoints. A
// run of GPU kernels advances by warps: all threads of a warp make their access at once, and the transferred sectors
// and passes are counted. Has no widget; the access view, the values and the code panes follow it.
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <set>
#include <span>

#include "backends/interpreter/recording.h"
#include "core/analysis/cost/cache_sim.h"

namespace lw {

struct RecordedProgram {
  std::shared_ptr<const Recording> recording;
  std::vector<std::pair<int64_t, int64_t>> sizes;  // of the program, of the executed copy
  CacheShape machine, cache;                       // L1 of this machine; scaled to the copy
  std::map<BlockId, BlockId> blocks;               // blocks of the copy to blocks of the shown program
  std::map<LoopId, LoopId> loops;
  QString why;        // why there is no recording
  QString noKernels;  // why thread-bound loops run as on a CPU
};

// The transfers of warps: sectors of 32 bytes of global memory, passes over the banks of shared memory, and the least
// possible numbers of both.
struct WarpTotals {
  int64_t sectors = 0, sectorsNeeded = 0, passes = 0, passesNeeded = 0;
  friend bool operator==(const WarpTotals&, const WarpTotals&) = default;
};

// An access to an element whose history is shown.
struct RecordedAccess {
  size_t position = 0;  // of the playback after the access
  bool store = false;
  double value = 0, before = 0;  // before: of a store, the old value; NaN: not written yet
  QString block, loops;          // "C", "i=0, j=3, k=1"
};

// All accesses of the run to an element of a memory, in order.
std::vector<RecordedAccess> historyOf(const Recording& run, size_t memory, int64_t element);

class Playback : public QObject {
  Q_OBJECT

 public:
  enum class Unit : uint8_t { Access, Statement, Block };
  using QObject::QObject;

  // Starts at the beginning; keeps breakpoints.
  void setProgram(RecordedProgram program);
  const RecordedProgram& program() const { return program_; }
  bool empty() const { return !program_.recording || program_.recording->accesses.empty(); }
  const Recording& recording() const { return *program_.recording; }
  const std::vector<int64_t>& addresses() const { return addresses_; }

  // The number of accesses so far; 0 to size().
  size_t position() const { return position_; }
  size_t size() const { return empty() ? 0 : recording().accesses.size(); }
  void setPosition(size_t accesses);  // with warps: moves to the end of the current request
  // A statement ends with its store; a block begins with its first access. Returns false at the end of the run.
  bool step(Unit unit, int by);
  // Moves several steps on, but at most to the begin of a block with a breakpoint; returns false if it stopped there or
  // at the end.
  bool advance(Unit unit, int steps);
  // Moves to the next (or previous) execution of a block with a breakpoint, or else to the end (or the start).
  bool toBreakpoint(int direction);
  void setBreakpoint(BlockId shown, bool set);  // blocks of the shown program
  const std::set<BlockId>& breakpoints() const { return breakpoints_; }

  void setCache(const CacheShape& shape);
  const CacheRun& cache() const { return cache_; }  // of kernels: contains no accesses, and sectors instead of lines
  std::vector<int64_t> residentLines()
      const;  // numbers of the lines in the cache; with warps: of the sectors that the last request transfers

  // The last access; nullptr: none yet.
  const Recording::Access* last() const;
  bool ofWarps() const { return !empty() && recording().ofWarps(); }
  size_t requests() const;                    // made by warps so far
  const Recording::Request* request() const;  // the last one; nullptr: none, or a run of the CPU
  std::span<const Recording::Access> accessesOf(const Recording::Request& request) const;
  WarpTotals totals() const;  // so far
  // The current execution of a block, or the one that begins next.
  const Recording::Instance* instance() const;
  BlockId shownBlock() const;  // its block in the shown program
  QString sentence() const;    // "C at i=0, j=3, k=1: reads A[0, 1], which is 2, a miss: the line's first use"
  const std::vector<double>& valuesOf(size_t memory);

 Q_SIGNALS:
  void programChanged();
  void moved();
  void cacheChanged();
  void breakpointsChanged();

 private:
  const Recording::Instance& instanceAt(size_t position) const;
  bool stopsAt(const Recording::Instance& instance) const;
  size_t boundaryAfter(Unit unit, size_t position) const;
  size_t boundaryBefore(Unit unit, size_t position) const;
  size_t requestsUntil(size_t position) const;
  size_t endOfRequest(size_t number) const;
  QString sentenceOf(const Recording::Request& request) const;
  RecordedProgram program_;
  std::vector<int64_t> addresses_;
  std::vector<WarpTotals> totals_;  // before each request, and after the last one
  int blockDims_ = 1;               // used dimensions of the kernels' grids
  CacheRun cache_;
  std::set<BlockId> breakpoints_;
  std::unique_ptr<Replay> replay_;
  size_t position_ = 0;
};

// "hit", "a miss: first use", ...
QString touchText(Touch touch);
// The transfers of a request: "4 sectors of 32 bytes: coalesced", "4 lanes meet in bank 3: 4 passes".
QString costText(const Recording::Request& request);
QString warpText(const WarpTotals& totals);
// Why the registers of kernels are not among the memories; empty if they are, or if there are none.
QString registersText(const Recording& recording);

}  // namespace lw
