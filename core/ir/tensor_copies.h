// Copies of tensors (TMA, from sm_90 on): one instruction copies a box of an array in global memory to shared memory,
// where its elements follow each other, and writes zeros for what is outside of the array. A descriptor, which the host
// makes before the launch, tells the array, the box and whether the memory is swizzled; the instruction has the
// coordinates of the box.
//
// Such a copy is a bulk copy (core/ir/phased_barriers.h) whose tuple has more values: the bytes of the swizzled layout,
// and for each dimension, the innermost first, its size, the distance of its elements in bytes, the size of the box and
// the coordinate. Tensor stores, from shared to global memory, have the same values; they write nothing outside of the
// array. Source: the PTX ISA, tensors; CUDA driver API, cuTensorMapEncodeTiled.
#pragma once

#include <optional>
#include <vector>

#include "core/ir/stmt.h"

namespace lw {

inline constexpr int64_t kMostTensorDims = 5, kMostTensorBox = 256, kTensorStrideUnit = 16;
inline constexpr int64_t kTensorAlignment = 128;  // of a box in shared memory; if swizzled, eight lines of the layout

struct TensorDim {
  int64_t size = 0, stride = 0, box = 0;  // elements; bytes; elements
  friend bool operator==(const TensorDim&, const TensorDim&) = default;
};
// What the host makes a descriptor of.
struct TensorMap {
  Var data;  // of the array
  int64_t elementBytes = 0, swizzle = 0;
  std::vector<TensorDim> dims;  // the innermost first
  bool operator==(const TensorMap& o) const {
    return data == o.data && elementBytes == o.elementBytes && swizzle == o.swizzle && dims == o.dims;
  }
};
struct TensorCopy {
  TensorMap map;
  std::vector<Expr> coordinates;
};
// Of an attribute `bulk_copy` or `bulk_store`; nullopt: it is a bulk copy of one row.
std::optional<TensorCopy> tensorCopyOf(const AttrStmt& bulk);
// The values that the tuple has more.
std::vector<Expr> tensorValues(const TensorCopy& copy);

}  // namespace lw
