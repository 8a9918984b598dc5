// A recorded run that is moved through, forwards and backwards: where it stands, what the simulated cache did so far,
// and where it is to stop. A run of GPU kernels goes on by warps: all threads of one make their access at once, and
// what counts is what these move. Knows no widget; the access view, the values and the code panes follow it.
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <set>
#include <span>

#include "backends/interpreter/recording.h"
#include "core/analysis/cache_sim.h"

namespace lw {

struct RecordedProgram {
  std::shared_ptr<const Recording> recording;
  std::vector<std::pair<int64_t, int64_t>> sizes;  // of the program, of the copy that ran
  CacheShape machine, cache;                       // L1 of this machine; scaled to the copy
  std::map<BlockId, BlockId> blocks;               // of the copy -> of the program that is shown
  std::map<LoopId, LoopId> loops;
  QString why;        // there is no recording: the reason
  QString noKernels;  // loops are bound to threads, and yet it is played as a CPU runs it: the reason
};

// What warps moved: sectors of 32 bytes of global memory, passes over the banks of shared memory, and how many would
// have done.
struct WarpTotals {
  int64_t sectors = 0, sectorsNeeded = 0, passes = 0, passesNeeded = 0;
  friend bool operator==(const WarpTotals&, const WarpTotals&) = default;
};

class Playback : public QObject {
  Q_OBJECT

 public:
  enum class Unit : uint8_t { Access, Statement, Block };
  using QObject::QObject;

  // Starts at the beginning; breakpoints stay.
  void setProgram(RecordedProgram program);
  const RecordedProgram& program() const { return program_; }
  bool empty() const { return !program_.recording || program_.recording->accesses.empty(); }
  const Recording& recording() const { return *program_.recording; }
  const std::vector<int64_t>& addresses() const { return addresses_; }

  // How many accesses have been made; 0 to size().
  size_t position() const { return position_; }
  size_t size() const { return empty() ? 0 : recording().accesses.size(); }
  void setPosition(size_t accesses);  // of warps: up to the end of the request that is begun
  // A statement ends with its store; a block begins with its first access. False: there is no further one.
  bool step(Unit unit, int by);
  // Several steps on, up to where a block with a breakpoint begins; false: it stopped there or at the end.
  bool advance(Unit unit, int steps);
  // To the next (or previous) execution of a block that has a breakpoint, else to the end (or the start).
  bool toBreakpoint(int direction);
  void setBreakpoint(BlockId shown, bool set);  // blocks of the program that is shown
  const std::set<BlockId>& breakpoints() const { return breakpoints_; }

  void setCache(const CacheShape& shape);
  const CacheRun& cache() const { return cache_; }  // of kernels: no accesses, and the sectors in place of lines
  std::vector<int64_t> residentLines()
      const;  // numbers of lines, that the cache holds now; of warps: sectors that the last request moves

  // The access made last; nullptr: none yet.
  const Recording::Access* last() const;
  bool ofWarps() const { return !empty() && recording().ofWarps(); }
  size_t requests() const;                    // made by warps until now
  const Recording::Request* request() const;  // made last; nullptr: none, or a run of the CPU
  std::span<const Recording::Access> accessesOf(const Recording::Request& request) const;
  WarpTotals totals() const;  // until now
  // The execution of a block that is under way, or about to begin.
  const Recording::Instance* instance() const;
  BlockId shownBlock() const;  // of it, in the program that is shown
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
  int blockDims_ = 1;               // of the kernels' grids, as far as they are used
  CacheRun cache_;
  std::set<BlockId> breakpoints_;
  std::unique_ptr<Replay> replay_;
  size_t position_ = 0;
};

// "hit", "a miss: first use", ...
QString touchText(Touch touch);
// What a request moves: "4 sectors of 32 bytes: coalesced", "4 lanes meet in bank 3: 4 passes".
QString costText(const Recording::Request& request);
QString warpText(const WarpTotals& totals);
// Why the registers of kernels are not among the memories; empty: they are, or there are none.
QString registersText(const Recording& recording);

}  // namespace lw
