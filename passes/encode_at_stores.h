// Needs: flat buffers, no blocks. Where all reads of an allocated buffer flip, mask or set the same bits of every
// element (xor, and, or with a constant, also of several elements read as one number), its stores do that instead, and
// the reads take what is there: an element is mostly stored once and read often. Guarantees: buffers whose pointers are
// used otherwise, and those that atomic updates write, stay as they are; what all other statements see does not change
// by a bit.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc encodeAtStores(const PrimFunc& f);
extern const Pass kEncodeAtStoresPass;

}  // namespace lw
