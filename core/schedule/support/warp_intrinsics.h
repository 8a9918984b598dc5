// Tensor intrinsics that every program knows, under TVM's names where it has one: matrix operations of a warp
// (core/ir/warp_matrix.h).
//
//   wmma_fill_SHAPE_TYPE                       zeros
//   wmma_load_SHAPE_TYPE_{a,b}[_trans]_MEMORY  a fragment from a tile in memory
//   wmma_sync_SHAPE_ABC[_trans]                C += A B; _trans: B is stored by columns
//   wmma_store_SHAPE_TYPE_MEMORY               an accumulator to memory
//
// SHAPE is 16x16x16, 32x8x16 or 8x32x16 (m, n, k); MEMORY is shared, shared_dyn or global.
//
//   mma_fill_16x16_TYPE                zeros
//   mma_ldmatrix_TYPE_{a,b}[_trans][_dyn]  a tile from shared memory, by ldmatrix
//   mma_ABC[_trans_a][_trans_b]        C += A B, by two mma instructions; _trans_a: A is stored by columns
//   mma_store_16x16_TYPE_MEMORY_       a sum to memory
//
//   mma_init_m16n8k8_TYPE                  zeros
//   mma_load_m16n8k8_f16_{A,B}_{shared,shared_dyn}  tiles of 32 x 8 and of 8 x 32 elements
//   mma_sync_m16n8k8_f16f16TYPE            C += A B, by one mma instruction
//   mma_store_m16n8k8_TYPE_global          a sum to memory of the scope shared.dyn
//
//   wgmma_mMnNkK_ABC[_trans_b[_swizzled]][_dyn]   C += A B, by four warps together (sm_90)
//
// A and B of wgmma are core matrices of 8 rows and 16 bytes in shared memory, the dimensions of buffers (rows / 8,
// columns / 8, 8, 8) for elements of two bytes. Each warp has 16 rows of A, as C 1 x N / 16 tiles of mma. M is 64; N is
// 64, 128 or 256. With _swizzled they are rows along k of 32, 64 or 128 bytes, (rows, columns), in a swizzled layout.
//
// Fragments of m16n8k8 have the shape of the matrix. The other tiles of mma have 16 rows and columns of sums, and 32
// bytes of a row of A; fragments are buffers of the scope warp with the dimensions lane and element of a lane
// (core/analysis/gpu/mma_operations.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/tensor_intrin.h"

namespace lw {

// nullopt: no such name.
std::optional<TensorIntrin> warpIntrinsic(std::string_view name);

// All names.
std::vector<std::string> warpIntrinsicNames();
// Those whose buffers have these scopes, in any order: what a block that accesses them may be replaced by.
std::vector<std::string> warpIntrinsicNames(const std::vector<std::string>& scopes);

}  // namespace lw
