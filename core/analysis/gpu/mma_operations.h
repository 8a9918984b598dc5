// TVM's calls for mma instructions on memory of the scope warp, as operations of a warp with their meaning
// (core/ir/warp_matrix.h).
//
// The last two dimensions of such a buffer are the 32 lanes of a warp and the elements that each of them has of a tile.
// The element at row r and column c of a tile, in the order of the memory that it is loaded from, is the one that TVM's
// layouts of the scope name (laneOfElement). Each call, or pair of calls for the halves of a tile, is the body of a
// loop over threadIdx.x. Loads and products follow the rules of core/analysis/gpu/warp_operations.h: a product may name
// the layouts of a and b in two further arguments, and otherwise the loads tell them. A product by a warp group, wgmma,
// takes a and b from shared memory instead, as core matrices (core/ir/warp_matrix.h); TVM has no such call.
#pragma once

#include "core/ir/stmt.h"

namespace lw {

// Does the function call one of them?
bool callsMmaOperations(const Stmt& body);

// Replaces ptx_ldmatrix, ptx_mma, mma_fill, mma_store and wgmma, and gives their buffers the scopes mma.matrix_a,
// mma.matrix_b and mma.accumulator. A call that is not understood stays; it is refused by name when it runs.
PrimFunc describeMmaOperations(const PrimFunc& function);

}  // namespace lw
