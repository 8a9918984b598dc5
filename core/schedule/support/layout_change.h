// Storing a buffer in another layout: every access goes through an index map.
#pragma once

#include "core/schedule/snapshot.h"
#include "core/schedule/support/index_maps.h"

namespace lw {

// The buffer with another shape; it keeps its name and memory.
Buffer withShape(const Buffer& buffer, std::vector<Expr> shape);

// All accesses of `from` become accesses of `to` through the map, simplified where they stand; allocations, parameters
// and declared regions follow. All accesses must name the buffer itself.
PrimFunc changeLayout(const PrimFunc& function, const Buffer& from, const Buffer& to, const IndexMap& map);

// What remains to be stored where a layout has places that no element takes.
struct Padding {
  Buffer from;  // the buffer as it was
  Buffer to;
  IndexMap map;  // from its indices to the new ones
  InverseMap inverse;
  IndexMap value;  // from the new indices to what they hold
};
struct Padded {
  PrimFunc changed;                                              // accesses of `from` are still as they were elsewhere
  std::vector<std::pair<LoopId, std::vector<LoopId>>> replaced;  // loops that gave way to others
};
// Writers that run over the whole buffer in its order run over the new layout instead and fill the rest; after other
// writers a block of its own does. The program of the result still has accesses of `from`, for changeLayout.
// nullopt: nothing writes the buffer.
std::optional<Padded> fillPadding(const Snapshot& program, int function, const Padding& padding);

}  // namespace lw
