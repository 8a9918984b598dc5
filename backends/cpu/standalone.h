// What kernels call in lw-runner, as definitions of the module itself: an object for other programs needs nothing of
// ours.
#pragma once

#include <llvm/IR/Module.h>

namespace lw::cpu {

// Defines those of lw_alloc, lw_free and lw_parallel_for that the module calls, weakly, so that a program can put its
// own in their place. Parallel loops run serially.
void defineRuntime(llvm::Module& module);

}  // namespace lw::cpu
