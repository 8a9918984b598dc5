// Products of warp groups (wgmma): four warps that follow each other along threadIdx.y multiply 64 rows of a by the
// same b.
#pragma once

#include <optional>

#include "core/support/result.h"
#include "passes/support/kernel_nest.h"

namespace lw {

// Refuses such products where the four warps would not carry them out together, or on other rows. The kernel is as
// unify_thread_binding leaves it.
std::optional<Explanation> whyNoWarpGroup(const KernelNest& kernel);

}  // namespace lw
