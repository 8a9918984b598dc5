// Stores a buffer in another layout: every access is mapped by an index map.
#pragma once

#include "core/schedule/snapshot.h"
#include "core/schedule/support/index_maps.h"

namespace lw {

// The buffer with another shape, but the same name and memory.
Buffer withShape(const Buffer& buffer, std::vector<Expr> shape);

// Turns all accesses of `from` into accesses of `to` through the map, simplified in their context, and adapts
// allocations, parameters and declared regions. All accesses must name the buffer itself.
PrimFunc changeLayout(const PrimFunc& function, const Buffer& from, const Buffer& to, const IndexMap& map);

// A layout with places that no element takes, and the values to store there.
struct Padding {
  Buffer from;  // the buffer with its old layout
  Buffer to;
  IndexMap map;  // from the old indices to the new ones
  InverseMap inverse;
  IndexMap value;  // from the new indices to the value of a place without an element
};
struct Padded {
  PrimFunc changed;                                              // other accesses of `from` are still unchanged
  std::vector<std::pair<LoopId, std::vector<LoopId>>> replaced;  // loops that were replaced by others
};
// Rewrites writers that run over the whole buffer in the order of its indices: they run over the new layout and fill
// the rest. After other writers, a new block fills the rest. The resulting program still accesses `from`, for
// changeLayout. nullopt: no block writes the buffer.
std::optional<Padded> fillPadding(const Snapshot& program, int function, const Padding& padding);

}  // namespace lw
