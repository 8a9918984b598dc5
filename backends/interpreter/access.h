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
  // Fails where the element was never written; a copy of it is marked instead (Machine::absent).
  void requireWritten(Machine& m, const std::byte* at, const int64_t* indices, bool copying) const;
  void markWritten(Machine& m, const std::byte* at, bool written) const;
  // For the observer. Before a store is made, `value` is what it will write.
  void report(Machine& m, const std::byte* at, bool isStore, Scalar value, int lane) const;
};
Scalar readScalar(DataType element, const std::byte* at);
void writeScalar(DataType element, std::byte* at, Scalar value);

}  // namespace lw::interpreter
