// The state of a run. Programs are trees of closures over it; names are resolved to slots once, before the run.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "backends/interpreter/interpreter.h"
#include "backends/interpreter/scalar.h"
#include "core/ir/phased_barriers.h"

namespace lw::interpreter {

struct Memory {
  std::string name;
  std::vector<std::byte> bytes;
  std::vector<bool> written;  // per byte; empty: everything counts as written (arguments)
};

struct Pointer {
  std::shared_ptr<Memory> memory;
};

// A buffer with its sizes computed.
struct View {
  std::shared_ptr<Memory> memory;
  std::vector<int64_t> shape, strides;
  int64_t offset = 0;  // elements
};

// Where execution is, for messages.
struct Place {
  const For* loop = nullptr;
  const Block* block = nullptr;
  int64_t value = 0;  // of the loop
};

struct Jump {  // thrown by `break` and `continue`, caught by the loop around them
  bool leaves;
};
struct Failure {  // thrown by the closures, caught by interpret()
  Explanation explanation;
};

// How the threads of a block cooperate (backends/emulator). Without it they run one after the other.
class Together {
 public:
  virtual ~Together() = default;
  virtual void barrier(const void* site, Origin origin, bool ofWarp) = 0;
  // All threads of a warp reach a matrix operation, each to carry out its part, and end it.
  virtual void operation(const AttrStmt& operation, Origin origin, bool begins) = 0;
  // The memory that the block (or a warp) shares for this buffer.
  virtual std::shared_ptr<Memory> shared(const Var& data, const std::function<std::shared_ptr<Memory>()>& make) = 0;
  // Starts or ends a group of asynchronous copies; waits for all groups of this thread but the latest `left`
  // (core/ir/async_copies.h).
  virtual void copies(const AttrStmt& group, Origin origin, bool begin) = 0;
  virtual void waitForCopies(const AttrStmt& wait, Origin origin, int64_t left) = 0;
  // What core/ir/phased_barriers.h describes. `number`: threads of Make, Init and Named, bytes of Arrive,
  // parity of Wait, groups of WaitStores.
  virtual void phased(PhasedKind kind, const void* site, Origin origin, int64_t barrier, int64_t number) = 0;
  virtual void bulkCopy(const AttrStmt& copy, Origin origin, int64_t barrier, int64_t bytes, bool begins) = 0;
  virtual void bulkStore(const AttrStmt& store, Origin origin, bool begins) = 0;
};

struct Machine {
  const InterpretOptions& options;
  std::vector<Scalar> values;     // variables; a vector has one slot per lane
  std::vector<Pointer> pointers;  // handles
  std::vector<View> views;        // buffers
  std::vector<Place> places;
  int64_t steps = 0;
  bool discarded = false;  // the current value is not used, so it may be uninitialised
  bool copying = false;  // the next loaded value is stored unchanged: it may be uninitialised, and then so is its copy
  bool absent = false;   // ... and it was
  Origin origin = {};    // of the current statement
  const Memory* updating = nullptr;  // by an atomic update
  Together* together = nullptr;

  void step();
  [[noreturn]] void fail(Explanation e, Message hint = {}) const;
  Message where() const;  // " in block C at i=3, j=4"
};

// Evaluates one lane. Expressions have no effects, except calls, which have one lane.
using Eval = std::function<Scalar(Machine&, int lane)>;
using Run = std::function<void(Machine&)>;

}  // namespace lw::interpreter
