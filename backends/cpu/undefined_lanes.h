// Finds vectors with lanes that no instruction has given a value.
#pragma once

#include <llvm/IR/Function.h>

namespace lw::cpu {

// Whether a lane that may be poison, because a shuffle or a constant leaves it open, is stored, passed to a call, used
// as an address or decides a branch.
bool usesUndefinedLanes(const llvm::Function& function);

}  // namespace lw::cpu
