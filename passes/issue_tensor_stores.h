// Needs: kernels as thread_sync leaves them, with the stores that inject_tensor_stores marked, each inside a condition
// for the first thread. Puts the calls around a store that order it (core/ir/phased_barriers.h):
//
//     fence, by all threads; barrier; if first thread: store; end of its group; wait until it has read
//
// In a loop of the kernel the wait is for what the store writes, too, so that the next one may write it again. The
// fence is in front of the barrier that thread_sync placed between the writes of the tile and the store. What writes
// the tile again is behind another barrier of thread_sync, and so behind the wait.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc issueTensorStores(const PrimFunc& f);
extern const Pass kIssueTensorStoresPass;

}  // namespace lw
