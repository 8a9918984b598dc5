// The share of each lane in the matrix operations of its warp (core/ir/warp_matrix.h).
//
// Lane l has the elements of the accumulator in the rows l / 4 + 8 r and the columns 8 c + 2 (l % 4) + {0, 1}, as PTX's
// mma instructions distribute them, and keeps the rows of a and the columns of b that these elements need. Lanes then
// exchange nothing: a program without instructions for the operations is right too, and no lane depends on how a
// processor distributes the elements of a and b, which PTX leaves open.
#pragma once

#include <map>

#include "core/ir/stmt.h"
#include "core/support/result.h"
#include "passes/support/kernel_nest.h"

namespace lw {

// The attribute, with a nest that carries out the part of this lane.
Stmt ofLane(const Stmt& attribute, const Expr& lane);

// Refuses operations that a warp cannot carry out together, and other accesses to fragments. `kernel` is a kernel of
// the scheduled program; `axes` has the extents of its axes by name.
std::optional<Explanation> whyNoWarp(const Stmt& kernel, const std::map<std::string, const For*>& axes);

// Refuses conditions, loops and operands that differ between the lanes of a warp around its operations. The kernel is
// as unify_thread_binding leaves it.
std::optional<Explanation> whyDivergent(const KernelNest& kernel);

}  // namespace lw
