// Kernels, as unify_thread_binding leaves them: one nest of loops over the axes, around what every thread runs.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/ir/stmt.h"

namespace lw {

// The loops bound to blockIdx and threadIdx at the top of a kernel, outermost first, and what they run.
struct KernelNest {
  std::vector<const For*> axes;
  Stmt body;
};
// nullopt: the statement is not a kernel.
std::optional<KernelNest> kernelNest(const Stmt& s);

// The statement with every kernel's body replaced by what `f` makes of it.
Stmt rewriteKernels(const Stmt& s, const std::function<Stmt(const KernelNest&)>& f);

// Barriers: of the threads of a block, and of the threads of a warp, which exchange memory of the scope warp.
Stmt barrier(Origin origin);
Stmt warpSync(Origin origin);
bool isBarrier(const Stmt& s);
bool isWarpSync(const Stmt& s);

}  // namespace lw
