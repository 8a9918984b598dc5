#include "passes/pipeline.h"

#include <cassert>
#include <map>

#include "core/ir/equal.h"
#include "passes/common_subexpr_elim.h"
#include "passes/compact_buffer_allocation.h"
#include "passes/convert_blocks_to_opaque.h"
#include "passes/double_buffer.h"
#include "passes/encode_at_stores.h"
#include "passes/flatten_buffer.h"
#include "passes/inject_producers.h"
#include "passes/inject_software_pipeline.h"
#include "passes/inject_tensor_stores.h"
#include "passes/inject_virtual_thread.h"
#include "passes/issue_tensor_stores.h"
#include "passes/loop_partition.h"
#include "passes/lower_cross_thread_reduction.h"
#include "passes/lower_empty_reduction.h"
#include "passes/lower_init_block.h"
#include "passes/lower_intrin.h"
#include "passes/lower_lane_calls.h"
#include "passes/lower_match_buffer.h"
#include "passes/lower_opaque_block.h"
#include "passes/lower_thread_binding.h"
#include "passes/mark_origins.h"
#include "passes/plan_buffer_allocation.h"
#include "passes/private_block_memory.h"
#include "passes/remove_no_op.h"
#include "passes/share_exponentials.h"
#include "passes/simplify_stmts.h"
#include "passes/skip_exact_rounding.h"
#include "passes/specialize_warps.h"
#include "passes/split_at_barriers.h"
#include "passes/storage_rewrite.h"
#include "passes/thread_sync.h"
#include "passes/unify_thread_binding.h"
#include "passes/unroll_loop.h"
#include "passes/vectorize_loop.h"

namespace lw {
namespace {

constexpr const Pass* kCpuPasses[] = {
    &kMarkOriginsPass,
    &kSplitAtBarriersPass,
    &kLowerEmptyReductionPass,
    &kLowerIntrinPass,
    &kLowerInitBlockPass,
    &kPlanBufferAllocationPass,
    &kConvertBlocksToOpaquePass,
    &kLowerThreadBindingPass,
    &kCompactBufferAllocationPass,
    &kLowerMatchBufferPass,
    &kLowerOpaqueBlockPass,
    &kFlattenBufferPass,
    &kSimplifyPass,
    &kLoopPartitionPass,
    &kSimplifyPass,
    &kSkipExactRoundingPass,
    &kShareExponentialsPass,
    &kVectorizeLoopPass,
    &kEncodeAtStoresPass,
    &kStorageRewritePass,
    &kUnrollLoopPass,
    &kSimplifyPass,
    &kRemoveNoOpPass,
    &kCommonSubexprElimPass,
};

constexpr const Pass* kGpuPasses[] = {
    &kMarkOriginsPass,
    &kLowerEmptyGpuReductionPass,
    &kLowerIntrinPass,
    &kLowerLaneCallsPass,
    &kPrivateBlockMemoryPass,
    &kLowerCrossThreadReductionPass,
    &kLowerInitBlockPass,
    &kPlanGpuBufferAllocationPass,
    &kConvertBlocksToOpaquePass,
    &kCompactBufferAllocationPass,
    &kLowerMatchBufferPass,
    &kInjectProducersPass,
    &kInjectTensorStoresPass,
    &kInjectSoftwarePipelinePass,
    &kDoubleBufferPass,
    &kUnifyThreadBindingPass,
    &kLowerOpaqueBlockPass,
    &kInjectVirtualThreadPass,
    &kSimplifyPass,
    &kThreadSyncPass,
    &kIssueTensorStoresPass,
    &kSpecializeWarpsPass,
    &kFlattenBufferPass,
    &kSimplifyPass,
    &kVectorizeLoopPass,
    &kUnrollLoopPass,
    &kSimplifyPass,
    &kRemoveNoOpPass,
    &kCommonSubexprElimPass,
};

constexpr Pipeline kCpu{kCpuPasses}, kGpu{kGpuPasses};

TargetFacts factsOf(const GpuDevice& device) { return {.warp = device.warp, .maxThreads = device.maxThreads}; }

}  // namespace

const Pipeline& cpuPipeline() { return kCpu; }
const Pipeline& gpuPipeline() { return kGpu; }

Result<PrimFunc> lower(const PrimFunc& scheduled, const Pipeline& pipeline, const TargetFacts& target,
                       Refusals refusals, const LoweringObserver& observe) {
  if (refusals == Refusals::Stop)
    for (const Pass* pass : pipeline.passes)
      if (pass->checkScheduled)
        if (Status accepted = pass->checkScheduled(scheduled, target); !accepted) return std::move(accepted).error();
  PrimFunc current = scheduled;
  for (const Pass* pass : pipeline.passes) {
    if (refusals == Refusals::Stop && pass->check)
      if (Status accepted = pass->check(current, target); !accepted) return std::move(accepted).error();
    Result<PrimFunc> after = pass->run(current, target);
    if (!after) return after;
    if (observe) observe(*pass, current, *after);
    current = *std::move(after);
  }
  return current;
}

std::vector<Stage> lowerAll(const PrimFunc& f, const Pipeline& pipeline) {
  std::vector<Stage> stages;
  std::map<std::string_view, int> met;
  const auto note = [&](const Pass& pass, const PrimFunc& before, const PrimFunc& after) {
    std::string name(pass.name), label(pass.label);
    if (const int sameName = ++met[pass.name]; sameName > 1)
      name += "_" + std::to_string(sameName), label += " " + std::to_string(sameName);
    const bool changed = !after.body.sameAs(before.body) && !equal(after, before);
    stages.push_back({std::move(name), std::move(label), std::string(pass.help), after, changed});
  };
  const Result<PrimFunc> last = lower(f, pipeline, {}, Refusals::Ignore, note);
  assert(last.ok() && "passes take every program");
  return stages;
}

PrimFunc lowerForCpu(const PrimFunc& f) {
  Result<PrimFunc> lowered = lower(f, kCpu, {}, Refusals::Ignore);
  assert(lowered.ok() && "passes take every program");
  return *std::move(lowered);
}

Result<GpuProgram> lowerForGpu(const PrimFunc& scheduled, const GpuDevice& device) {
  const Result<PrimFunc> lowered = lower(scheduled, kGpu, factsOf(device), Refusals::Stop);
  if (!lowered) return lowered.error();
  Result<GpuProgram> program = splitHostDevice(*lowered);
  if (!program) return program;
  if (Status fits = checkKernels(*program, scheduled, device); !fits) return std::move(fits).error();
  return program;
}

PrimFunc writtenOut(const PrimFunc& lowered) {
  PrimFunc result = unrollLoop(lowered);
  return result.body.sameAs(lowered.body) ? lowered : simplifyStmts(result);
}

}  // namespace lw
