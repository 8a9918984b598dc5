// Reading and writing elements of views.
#pragma once

#include "backends/interpreter/machine.h"

namespace lw::interpreter {

constexpr int kMaxRank = 32;

// The address of an element, checked against the shape and the memory.
struct Access {
  const Buffer* buffer;
  size_t view;

  std::byte* locate(Machine& m, const int64_t* indices, bool isStore) const;
  // Fails if the element was never written. If it is only copied, the copy is marked instead (Machine::absent).
  void requireWritten(Machine& m, const std::byte* at, const int64_t* indices, bool copying) const;
  void markWritten(Machine& m, const std::byte* at, bool written) const;
  // Reports to the observer. Before a store, `value` is the value to be written.
  void report(Machine& m, const std::byte* at, bool isStore, Scalar value, int lane) const;
};
Scalar readScalar(DataType element, const std::byte* at);
void writeScalar(DataType element, std::byte* at, Scalar value);

}  // namespace lw::interpreter
