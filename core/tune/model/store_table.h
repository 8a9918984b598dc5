// The stores of a scheduled function as the cost models see them: the loops around each, what an execution computes,
// and how its indices move with the loops. Everything is read in one walk, because a search asks for hundreds of
// candidates per second; core/analysis/cost/cost.h counts the same exactly and takes a hundred times as long.
#pragma once

#include <string>
#include <vector>

#include "core/arith/linear_sum.h"
#include "core/ir/stmt.h"

namespace lw::tune {

// How a part of an index moves with one loop: every `period` iterations, through `count` values.
struct LoopMotion {
  int loop = -1;  // of StoreTable::loops; -1: a range that one execution covers
  double count = 1, period = 1;
  bool wraps = false;  // starts again after `count` values
  friend bool operator==(const LoopMotion&, const LoopMotion&) = default;
};
// The factor of a motion is its step. Not valid: the index depends on memory, or is not affine.
using IndexTerms = LinearSum<LoopMotion, double>;

struct TableLoop {
  LoopId id;
  int parent = -1;
  double extent = 1;
  ForKind kind = ForKind::Serial;
  bool expanded = false;  // unrolled, by its kind or by an annotation around it
  bool marked = false;    // that is left to the code generator
  std::string thread;     // the axis that it is bound to: "threadIdx.x"
};

struct TableBuffer {
  std::string name;
  int element = 4;              // bytes
  std::vector<double> extents;  // of what is allocated: for a cache the part that is used at a time
  std::vector<double> strides;  // in elements
  bool parameter = false;
  std::string scope;
  struct Align {
    size_t axis = 0;
    double factor = 1, offset = 0;
  };
  std::vector<Align> aligned;  // as storage_align asks for
};

struct TableAccess {
  int buffer = 0;
  bool write = false;
  bool conditional = false;       // inside if_then_else
  std::vector<IndexTerms> index;  // one per dimension
};

// Of one execution. A division, function or conversion whose operands stay the same in inner loops counts as its part
// of one.
struct OperationCounts {
  double adds = 0, multiplies = 0, multiplyAdds = 0, divisions = 0, functions = 0, comparisons = 0, selections = 0,
         casts = 0, integers = 0;
  double flops() const { return adds + multiplies + 2 * multiplyAdds + divisions + functions + comparisons; }
};

struct TableStore {
  std::vector<int> loops;             // outermost first
  std::vector<TableAccess> accesses;  // the write comes last; of an opaque call: the regions of its block
  OperationCounts operations;
  int bits = 32;          // of an element that is written
  double executions = 1;  // initial values only where the reduction starts
  double guards = 0;      // predicates and conditions around it
  bool initial = false;   // writes the initial value of a reduction
  bool update = false;    // reads the element that it writes
  bool streams = false;   // past the caches
  bool opaque = false;    // a call whose operations are not known
};

struct StoreTable {
  std::vector<TableLoop> loops;  // parents first
  std::vector<TableBuffer> buffers;
  std::vector<TableStore> stores;  // in program order
  double prefetches = 0;           // requests of one run
};

// Whether blocks that pack weights (core/analysis/program/layout_free.h) run before the calls, and so have no stores in
// the table, or are part of every call, as on GPUs.
enum class Packing : uint8_t { BeforeTheCalls, InEveryCall };

// `scheduled`: a function before lowering. Sizes that are not known count as kAssumedSize.
StoreTable storeTable(const PrimFunc& scheduled, Packing packing = Packing::BeforeTheCalls);

// Distinct values of the index while the loops from `first` on run (positions in `loops`), and the distance from the
// first to the last, plus one.
struct IndexReach {
  double values = 1, span = 1;
};
IndexReach reachOf(const IndexTerms& index, const std::vector<int>& loops, size_t first);

// How far the address moves, in elements, from one iteration of `loop` to the next. Not `regular`: not always as far.
struct Movement {
  double stride = 0;
  bool regular = true;
};
Movement movementIn(const TableAccess& access, const TableBuffer& buffer, int loop);
// How many elements the access meets while one of the loops runs.
double valuesIn(const TableAccess& access, int loop);

}  // namespace lw::tune
