// Runs a function slowly and with every check: the oracle that tests, `lw same` and views compare with. Any PrimFunc:
// scheduled (blocks, init, predicates, match_buffer) or lowered (allocate, flat buffers, vectors, lets).
//
// Parallel loops and threads run in order; a vector operation computes all lanes before it stores any. Types are exact:
// integers wrap, floats are rounded to their type after every operation. What would be undefined in a kernel is an
// error with the buffer, the index, the block and the iteration: an index out of bounds, an element read before it was
// written, division by zero, an unknown external function.
#pragma once

#include <functional>
#include <span>

#include "core/ir/ndarray.h"
#include "core/support/result.h"

namespace lw {

// An element of the memory that a buffer, or the source of a view, stands for.
struct ElementAccess {
  const std::string& memory;  // the name of the buffer that owns it
  int64_t element = 0;        // row-major
  bool store = false;
  double value = 0;
  double before = 0;               // of a store: what stood there; NaN: nothing was written there yet
  bool written = true;             // of a load: something was written there before
  const void* owner = nullptr;     // identity of that memory
  const void* site = nullptr;      // of the load or store in the program
  const Buffer* buffer = nullptr;  // as it is named there
  Origin origin;                   // of the statement
  int lane = 0;                    // of a vector load or store
  bool atomic = false;             // of an update that others may make at the same time
};

// Sees every access. `indices` are those of the buffer named in the program.
class ExecutionObserver {
 public:
  virtual ~ExecutionObserver() = default;
  virtual void onLoad(const Buffer&, std::span<const int64_t> /*indices*/) {}
  virtual void onStore(const Buffer&, std::span<const int64_t> /*indices*/) {}
  virtual void onElement(const ElementAccess&) {}                                 // after onLoad and onStore
  virtual void onLoop(const For&, int64_t /*value*/) {}                           // at the start of each iteration
  virtual void onBlock(const Block&, std::span<const int64_t> /*iterValues*/) {}  // whose predicate holds
  virtual void onBlockEnd(const Block&) {}
};

struct InterpretOptions {
  int64_t maxSteps = 2'000'000'000;  // iterations and stores, after which the run is given up
  bool allowUninitialised = false;   // reads of elements never written give what the memory holds (zero)
  ExecutionObserver* observer = nullptr;
  std::function<bool()> cancelled;  // asked now and then
};

// One argument per parameter, as makeArguments() gives them; arrays are changed in place.
Status interpret(const PrimFunc& function, std::vector<Argument>& arguments, const InterpretOptions& options = {});

}  // namespace lw
