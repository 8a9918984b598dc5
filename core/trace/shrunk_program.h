// A small copy of a scheduled program: the same steps on a source with smaller sizes, so that loops have the same
// structure and tiles the same sizes, and every iteration can be shown.
#pragma once

#include <functional>

#include "core/trace/trace.h"

namespace lw {

struct ToyProgram {
  PrimFunc function;
  std::vector<std::pair<int64_t, int64_t>> sizes;  // extents of the source's loops: in the source, in the copy
  bool shrunk() const {
    for (const auto& [from, to] : sizes)
      if (from != to) return true;
    return false;
  }
};

// Uses for every extent the least divisor with which all steps can be carried out, no loop is lost and no guard
// appears. If `cancelled` returns true, or after some seconds, the copy is larger than necessary.
ToyProgram toyOf(const Schedule& schedule, int function, const std::function<bool()>& cancelled = {});

// Stores of a whole run; guards are ignored, and unknown sizes count as small.
double storesOf(const PrimFunc& function);

// Shrinks the source alone: loops, and the iters bound to them, get new extents, and buffers shrink to the elements
// that are still accessed.
PrimFunc shrinkSource(const PrimFunc& source, const std::vector<std::pair<int64_t, int64_t>>& sizes);

}  // namespace lw
