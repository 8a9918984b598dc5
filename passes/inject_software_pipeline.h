// Needs: opaque blocks, buffers of their final sizes, loops over threads as the schedule has them. A serial loop with
// the notes software_pipeline_stage and software_pipeline_order (TVM's names; one number for each statement of its
// body) becomes one in which statements of several rounds run together: in round t, a statement of stage s does its
// work for iteration t - s, and statements run in the order that is given.
//
//     for k in n: copy(k); use(k)     with stages [0, 2]     becomes     copy(0); copy(1); for t in n - 2: copy(t + 2);
//     use(t);  use(n - 2); use(n - 1)
//
// Memory that is allocated in the loop and lives from stage to stage gets as many copies as are in use at a time.
// Statements of the stages in the note software_pipeline_async_stages are groups of asynchronous copies
// (core/ir/async_copies.h); each statement that reads what they write waits for its group, so that the later ones go
// on. Guarantees: the notes are gone, and every stage of lowering still computes the same. (Monica Lam, "Software
// Pipelining", PLDI 1988; the notes and the number of copies are those of TVM's InjectSoftwarePipeline.)
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc injectSoftwarePipeline(const PrimFunc& f);
extern const Pass kInjectSoftwarePipelinePass;

// Notes that do not fit the loop, or in whose order a statement would come before what it needs.
Status checkSoftwarePipeline(const PrimFunc& before);

}  // namespace lw
