// Thread-bound loops become serial loops: on a cpu the threads of a kernel run one after the other. This is right as
// long as the loops' iterations need no barrier between them, which holds for all loops that `bind` accepts. Virtual
// threads too.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc lowerThreadBinding(const PrimFunc& f);
extern const Pass kLowerThreadBindingPass;

}  // namespace lw
