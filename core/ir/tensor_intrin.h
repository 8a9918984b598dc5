// A tensor intrinsic: a computation (`desc`) and an equivalent implementation for special hardware or by special code
// (`impl`). Both have the same parameters, and the body of each is one block without iters.
#pragma once

#include "core/ir/stmt.h"
#include "core/support/message.h"

namespace lw {

struct TensorIntrin {
  std::string name;
  PrimFunc desc, impl;
};

// Why the two cannot stand for each other, as a sentence; empty: they have the same parameters and bodies of one block.
Message whyNoIntrin(const PrimFunc& desc, const PrimFunc& impl);

}  // namespace lw
