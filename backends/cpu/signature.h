// How a kernel is called: int kernel(void** buffers, int64_t* scalars).
//   buffers[i]  the data of the i-th handle parameter, in parameter order; compact, row-major, 64-byte aligned
//   scalars[j]  first the scalar parameters in order, then the symbolic sizes of the buffers in the order in which they
//               first occur in the shapes, strides and offsets of PrimFunc::buffers. Integers as they are, bool 0 or 1,
//               floats as the bits of a double.
// Returns 0, or 1 + the index into CpuModule::failures of the assertion that did not hold.
#pragma once

#include <span>

#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

struct PointerSlot {
  std::string name;
  Buffer buffer;
  Var param;                     // the handle
  std::optional<int64_t> bytes;  // of the data; nullopt: depends on symbolic sizes
};

struct ScalarSlot {
  enum class Kind { Parameter, Extent, Stride, Offset };
  Kind kind;
  Var var;
  int buffer = -1;     // which PointerSlot; not for Parameter
  int dimension = -1;  // Extent and Stride
};

struct KernelSignature {
  std::vector<PointerSlot> buffers;
  std::vector<ScalarSlot> scalars;
};

KernelSignature signatureOf(const PrimFunc& func);

// The scalars of a call. `shapes` has one entry per buffer slot; `parameters` has one per scalar parameter, in order,
// encoded as above. Fails if a buffer's rank or a constant extent differs from the function's declaration, or if two
// buffers give different values to a symbolic size.
Result<std::vector<int64_t>> resolveScalars(const KernelSignature& signature,
                                            std::span<const std::vector<int64_t>> shapes,
                                            std::span<const int64_t> parameters);

}  // namespace lw
