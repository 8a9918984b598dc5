// TVM's calls for tensor cores, as operations of a warp with their meaning (core/ir/warp_matrix.h).
//
// Fragments are logical matrices: fragment number f of a compact buffer with rows of N elements is the tile f of its
// rows of tiles, as TVM's index formula counts (frag_index = tile row * (N / columns) + tile column). A load keeps the
// order of memory: after a load with the layout "col_major", the buffer's rows are the columns of the matrix. A product
// takes the layouts of a and b from two further arguments ("row" or "col"), which then count for loads as well, or,
// without them, from the loads in the function.
#pragma once

#include "core/ir/stmt.h"

namespace lw {

// Does the function call one of them?
bool callsWarpOperations(const Stmt& body);

// Replaces tvm_fill_fragment, tvm_load_matrix_sync, tvm_mma_sync and tvm_store_matrix_sync on fragments, and the calls
// of core/analysis/gpu/mma_operations.h. A call whose fragment or address is not understood stays; it is refused by
// name when it runs.
PrimFunc describeWarpOperations(const PrimFunc& function);

}  // namespace lw
