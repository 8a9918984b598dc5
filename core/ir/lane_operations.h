// Instructions of a warp on registers of its threads: ldmatrix, and mma on memory of the scope local. Each is an
// attribute around statements of one thread that compute the same (passes/lower_lane_calls.h makes it from TVM's
// calls). Code generators that have the instruction read the attribute's value instead, a tuple:
//
//   warp_load     (transposed, number of matrices, first element of the result, first element of the lane's own row)
//   warp_product  (m, n, k, type of a and b, first elements of a, b and the sums)
//
// The statements of a product exchange operands through memory of the scope warp. The type is a word of ptx, for
// example "tf32".
#pragma once

#include <string_view>

#include "core/ir/warp_matrix.h"

namespace lw {

inline constexpr std::string_view kWarpLoad = "warp_load", kWarpProduct = "warp_product";

// Do all lanes of a warp carry out the statements of the attribute together?
inline bool isOfWarp(std::string_view key) { return key == kWarpMatrix || key == kWarpLoad || key == kWarpProduct; }

}  // namespace lw
