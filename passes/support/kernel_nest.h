// Kernels, as unify_thread_binding leaves them: one nest of loops over the axes, around the code of a thread.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/ir/barriers.h"
#include "core/ir/stmt.h"

namespace lw {

// The loops bound to blockIdx and threadIdx at the top of a kernel, outermost first, and their body.
struct KernelNest {
  std::vector<const For*> axes;
  Stmt body;
};
// Returns nullopt if the statement is not a kernel.
std::optional<KernelNest> kernelNest(const Stmt& s);

// The statement, with `f` applied to every kernel.
Stmt rewriteKernels(const Stmt& s, const std::function<Stmt(const KernelNest&)>& f);

// Barriers of the threads of a block, and of the threads of a warp that exchange values through memory of the scope
// warp.
Stmt barrier(Origin origin);
Stmt warpSync(Origin origin);

}  // namespace lw
