// A small copy of a scheduled program: the same steps on a source with smaller sizes, so that its loops have the same
// shape and its tiles the same sizes, and every iteration can be looked at.
#pragma once

#include <functional>

#include "core/trace/trace.h"

namespace lw {

struct ToyProgram {
  PrimFunc function;
  std::vector<std::pair<int64_t, int64_t>> sizes;  // extents of the source's loops: what they are, what the copy has
  bool shrunk() const {
    for (const auto& [from, to] : sizes)
      if (from != to) return true;
    return false;
  }
};

// For every extent the least divisor with which all steps can still be carried out, no loop is lost, and no guard
// appears. `cancelled`, or after some seconds: the copy is then larger than need be.
ToyProgram toyOf(const Schedule& schedule, int function, const std::function<bool()>& cancelled = {});

// Stores of a whole run; guards are not looked at, and sizes that are not known count little.
double storesOf(const PrimFunc& function);

// The source alone: extents of loops, and of the iters that they are bound to, take their new values; buffers shrink to
// what is touched then.
PrimFunc shrinkSource(const PrimFunc& source, const std::vector<std::pair<int64_t, int64_t>>& sizes);

}  // namespace lw
