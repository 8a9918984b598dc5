// Runs a function slowly and checks everything: the oracle for tests, `lw same` and views. It takes any PrimFunc,
// scheduled (blocks, init, predicates, match_buffer) or lowered (allocate, flat buffers, vectors, lets).
//
// Parallel loops and threads run in order; a vector operation computes all lanes before it stores any. Types are exact:
// integers wrap, floats are rounded to their type after every operation. Operations that are undefined in a kernel are
// errors with the buffer, the index, the block and the iteration: an index out of bounds, an element read before it was
// written, division by zero, an unknown external function.
#pragma once

#include <functional>
#include <span>

#include "core/ir/ndarray.h"
#include "core/support/result.h"

namespace lw {

// An element of the memory that belongs to a buffer, or to the source of a view.
struct ElementAccess {
  const std::string& memory;  // the name of the buffer that owns it
  int64_t element = 0;        // row-major
  bool store = false;
  double value = 0;
  double before = 0;               // of a store: the old value; NaN: the element was not written yet
  bool written = true;             // of a load: the element was written before
  const void* owner = nullptr;     // identity of that memory
  const void* site = nullptr;      // of the load or store in the program
  const Buffer* buffer = nullptr;  // the buffer or view named there
  Origin origin;                   // of the statement
  int lane = 0;                    // of a vector load or store
  bool atomic = false;             // part of an atomic update
};

// Observes every access. `indices` are those of the buffer named in the program.
class ExecutionObserver {
 public:
  virtual ~ExecutionObserver() = default;
  virtual void onLoad(const Buffer&, std::span<const int64_t> /*indices*/) {}
  virtual void onStore(const Buffer&, std::span<const int64_t> /*indices*/) {}
  virtual void onElement(const ElementAccess&) {}        // after onLoad and onStore
  virtual void onLoop(const For&, int64_t /*value*/) {}  // at the start of each iteration
  virtual void onBlock(const Block&, std::span<const int64_t> /*iterValues*/) {
  }  // for executions whose predicate holds
  virtual void onBlockEnd(const Block&) {}
};

struct InterpretOptions {
  int64_t maxSteps = 2'000'000'000;  // limit on iterations and stores
  bool allowUninitialised = false;   // reads of elements that were never written give zero
  ExecutionObserver* observer = nullptr;
  std::function<bool()> cancelled;  // called from time to time
};

// One argument per parameter, as makeArguments() gives them; arrays are changed in place.
Status interpret(const PrimFunc& function, std::vector<Argument>& arguments, const InterpretOptions& options = {});

}  // namespace lw
