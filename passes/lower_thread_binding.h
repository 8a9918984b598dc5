// Thread-bound loops, virtual threads included, become serial loops: on a CPU the threads of a kernel run one after the
// other. The result is the same as long as the iterations need no barrier between them, which holds for all loops that
// `bind` accepts.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc lowerThreadBinding(const PrimFunc& f);
extern const Pass kLowerThreadBindingPass;

}  // namespace lw
