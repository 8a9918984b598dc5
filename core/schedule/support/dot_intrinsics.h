// Tensor intrinsics that every program knows: dot products of the processor.
//
//   dot_u8s8_16x4    C[16] of int32 += A[4] of uint8 times B[16 * 4] of int8, four products for each sum, by vpdpbusd
//                    (AVX-512 VNNI)
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/ir/tensor_intrin.h"

namespace lw {

inline constexpr const char* kDotOfBytes = "dot_u8s8_16x4";
std::optional<TensorIntrin> dotIntrinsic(std::string_view name);
// `intrinsics` and these.
std::vector<TensorIntrin> withDotIntrinsics(std::vector<TensorIntrin> intrinsics);

}  // namespace lw
