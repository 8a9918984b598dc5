// Vector accesses that are longer than a row. TVM's vload and vstore take elements in row-major order from a place, so
// B[0, 0:64] of a buffer with rows of 4 elements goes on in the next rows. An access does so if its last index is a
// ramp of stride 1 with more lanes than the last dimension has elements; shorter ramps stay in their row.
#pragma once

#include "core/ir/stmt.h"

namespace lw {

bool spansRows(const Buffer& buffer, const std::vector<Expr>& indices);

// The region of such an access: whole rows, and all that may be touched where the first place is not known.
std::vector<Range> spannedRegion(const Buffer& buffer, const std::vector<Expr>& indices);

// Whether the access touches every element of that region.
bool fillsRegion(const std::vector<Range>& region, int lanes);

// The indices of its lanes, a vector for each dimension.
std::vector<Expr> spannedIndices(const Buffer& buffer, const std::vector<Expr>& indices);

}  // namespace lw
