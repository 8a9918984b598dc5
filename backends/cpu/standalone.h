// Defines in the module itself what kernels call in lw-runner, so that an object for other programs needs nothing of
// ours.
#pragma once

#include <llvm/IR/Module.h>

namespace lw::cpu {

// Defines those of lw_alloc, lw_free and lw_parallel_for that the module calls, as weak symbols, so that a program can
// replace them. Parallel loops run serially.
void defineRuntime(llvm::Module& module);

}  // namespace lw::cpu
