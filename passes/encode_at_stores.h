// Needs: flat buffers, no blocks. Where all loads of an allocated buffer flip, mask or set the same bits of every
// element (xor, and, or with a constant, also of several elements read as one number), the stores of the buffer apply
// the operation instead, and the loads use the stored value: an element is mostly stored once and loaded often.
// Guarantees: buffers whose pointers have other uses, and buffers that atomic updates write, do not change; all other
// statements see exactly the same values.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc encodeAtStores(const PrimFunc& f);
extern const Pass kEncodeAtStoresPass;

}  // namespace lw
