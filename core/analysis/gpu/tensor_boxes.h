// Copies of tiles as copies of tensors (core/ir/tensor_copies.h): each loop of the copy is a dimension of the box.
#pragma once

#include "core/analysis/gpu/producer_copies.h"
#include "core/ir/tensor_copies.h"

namespace lw {

// The descriptor and the coordinates of the first element. `why` says, with numbers, which limit of descriptors the
// copy exceeds. Several loops may divide one index of the array, as `8 * io + ii` does.
std::optional<TensorCopy> tensorBoxOf(const ProducerCopy& copy, Message& why);

// Whether the elements in shared memory follow each other in the order of the loops, and boxes begin where the
// instruction can write them. `to` has its final size.
bool boxIsDense(const ProducerCopy& copy, int64_t swizzle, Message& why);

}  // namespace lw
