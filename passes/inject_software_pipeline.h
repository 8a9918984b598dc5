// Needs: opaque blocks, buffers of their final sizes, loops over threads as the schedule has them. Handles serial loops
// with the annotations software_pipeline_stage and software_pipeline_order (TVM's names; one number for each statement
// of the body). In round t of the new loop, a statement of stage s runs for iteration t - s, and the statements run in
// the given order.
//
//     for k in n: copy(k); use(k)     with stages [0, 2]     becomes     copy(0); copy(1); for t in n - 2: copy(t + 2);
//     use(t);  use(n - 2); use(n - 1)
//
// A buffer that is allocated in the loop and used by several stages gets as many copies as are in use at the same time.
// Statements of the stages in the annotation software_pipeline_async_stages become groups of asynchronous copies
// (core/ir/async_copies.h); each statement that reads their result waits for its group only, so that later groups stay
// in flight. Guarantees: the annotations are gone, and the program still computes the same after every pass. (Monica
// Lam, "Software Pipelining", PLDI 1988; the annotations and the number of copies are those of TVM's
// InjectSoftwarePipeline.)
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc injectSoftwarePipeline(const PrimFunc& f);
extern const Pass kInjectSoftwarePipelinePass;

// Refuses annotations that do not fit the loop, and an order in which a statement would run before one that it depends
// on.
Status checkSoftwarePipeline(const PrimFunc& before);

}  // namespace lw
