// The errors of making kernels of operators.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<int64_t, Snippet> kGraphNoKernel{"graph.no-kernel",
                                                        "no kernel can be made of {0} calls of operators: {1}"};
inline constexpr Error<Snippet> kGraphNoKernelOne{"graph.no-kernel", "no kernel can be made of the call {0}"};

}  // namespace err

std::vector<const ErrorKind*> legalizeErrors();  // all of them

}  // namespace lw
