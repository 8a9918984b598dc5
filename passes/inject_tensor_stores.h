// Needs: opaque blocks, buffers of their final sizes. Handles loops with the annotation `tensor_store`: a nest of
// serial loops that copies a tile from shared to global memory becomes the body of an attribute `bulk_store`
// (core/ir/phased_barriers.h), which one instruction carries out (TMA). Guarantees: the annotation is gone, and the
// body is the same nest; issue_tensor_stores, behind thread_sync, adds what the order of the store needs.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc injectTensorStores(const PrimFunc& f);
extern const Pass kInjectTensorStoresPass;

// Refuses nests that are no such copies, that exceed the limits of descriptors, or whose array the kernel accesses in
// other statements too.
Status checkTensorStores(const PrimFunc& before);

}  // namespace lw
