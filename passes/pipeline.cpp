#include "passes/pipeline.h"

#include "core/ir/equal.h"
#include "passes/common_subexpr_elim.h"
#include "passes/compact_buffer_allocation.h"
#include "passes/convert_blocks_to_opaque.h"
#include "passes/double_buffer.h"
#include "passes/encode_at_stores.h"
#include "passes/flatten_buffer.h"
#include "passes/inject_software_pipeline.h"
#include "passes/inject_virtual_thread.h"
#include "passes/loop_partition.h"
#include "passes/lower_cross_thread_reduction.h"
#include "passes/lower_init_block.h"
#include "passes/lower_match_buffer.h"
#include "passes/lower_opaque_block.h"
#include "passes/lower_thread_binding.h"
#include "passes/mark_origins.h"
#include "passes/plan_buffer_allocation.h"
#include "passes/private_block_memory.h"
#include "passes/remove_no_op.h"
#include "passes/simplify_stmts.h"
#include "passes/storage_rewrite.h"
#include "passes/thread_sync.h"
#include "passes/unify_thread_binding.h"
#include "passes/unroll_loop.h"
#include "passes/vectorize_loop.h"

namespace lw {
namespace {

constexpr Pass kCpu[] = {
    {"mark_origins", "scheduled TIR", "Note in every statement the block and loop it comes from.", markOrigins},
    {"lower_init_block", "init blocks", "Turn the init of reductions into guarded statements.", lowerInitBlock},
    {"plan_and_update_buffer_allocation_location", "plan allocations", "Move allocations next to their uses.",
     planBufferAllocation},
    {"convert_blocks_to_opaque", "opaque blocks", "Put block bindings in the place of block iters.",
     convertBlocksToOpaque},
    {"lower_thread_binding", "thread loops", "Run thread-bound loops one iteration after the other.",
     lowerThreadBinding},
    {"compact_buffer_allocation", "compact buffers", "Shrink buffers to what is touched of them.",
     compactBufferAllocation},
    {"lower_match_buffer", "match buffers", "Put the sources of match_buffers in their place.", lowerMatchBuffer},
    {"lower_opaque_block", "lower blocks", "Turn blocks into ifs, allocations and plain statements.", lowerOpaqueBlock},
    {"flatten_buffer", "flatten buffers", "Give every buffer one dimension.", flattenBuffer},
    {"simplify", "simplify", "Simplify index arithmetic and conditions.", simplifyStmts},
    {"loop_partition", "partition loops", "Take guards out of loops.", loopPartition},
    {"simplify", "simplify", "Simplify index arithmetic and conditions.", simplifyStmts},
    {"vectorize_loop", "vectorize", "Turn vectorized loops into vector operations.", vectorizeLoop},
    {"encode_at_stores", "encode stores", "Let stores flip, mask or set the bits that all reads of a buffer would.",
     encodeAtStores},
    {"storage_rewrite", "share storage", "Let buffers share memory where their uses do not overlap in time.",
     storageRewrite},
    {"unroll_loop", "unroll", "Write unrolled loops out.", unrollLoop},
    {"simplify", "simplify", "Simplify index arithmetic and conditions.", simplifyStmts},
    {"remove_no_op", "remove no-ops", "Drop statements without effect.", removeNoOp},
    {"common_subexpr_elim", "common sub-exprs", "Compute repeated index arithmetic once.", commonSubexprElim},
};

constexpr Pass kGpu[] = {
    {"mark_origins", "scheduled TIR", "Note in every statement the block and loop it comes from.", markOrigins},
    {"private_block_memory", "block memory", "Put what each block of threads computes for itself in shared memory.",
     privateBlockMemory},
    {"lower_cross_thread_reduction", "thread reductions",
     "Reduce over threads: each its part, then a tree in shared memory.", lowerCrossThreadReduction},
    {"lower_init_block", "init blocks", "Turn the init of reductions into guarded statements.", lowerInitBlock},
    {"plan_and_update_buffer_allocation_location", "plan allocations",
     "Move allocations to the kernel, block or thread that they belong to.", planGpuBufferAllocation},
    {"convert_blocks_to_opaque", "opaque blocks", "Put block bindings in the place of block iters.",
     convertBlocksToOpaque},
    {"compact_buffer_allocation", "compact buffers", "Shrink buffers to what is touched of them.",
     compactBufferAllocation},
    {"lower_match_buffer", "match buffers", "Put the sources of match_buffers in their place.", lowerMatchBuffer},
    {"inject_software_pipeline", "software pipeline",
     "Let stages of several rounds run together, where a schedule asks for it.", injectSoftwarePipeline},
    {"double_buffer", "double buffers", "Fetch the next tile while one is used, where a schedule asks for it.",
     doubleBuffer},
    {"unify_thread_binding", "unify threads", "Give every kernel one loop for each axis of threads.",
     unifyThreadBinding},
    {"lower_opaque_block", "lower blocks", "Turn blocks into ifs, allocations and plain statements.", lowerOpaqueBlock},
    {"inject_virtual_thread", "virtual threads", "Run the virtual threads of a thread side by side.",
     injectVirtualThread},
    {"simplify", "simplify", "Simplify index arithmetic and conditions.", simplifyStmts},
    {"thread_sync", "barriers", "Put barriers where threads of a block exchange values.", threadSync},
    {"flatten_buffer", "flatten buffers", "Give every buffer one dimension.", flattenBuffer},
    {"simplify", "simplify", "Simplify index arithmetic and conditions.", simplifyStmts},
    {"vectorize_loop", "vectorize", "Turn vectorized loops into vector operations.", vectorizeLoop},
    {"unroll_loop", "unroll", "Write unrolled loops out.", unrollLoop},
    {"simplify", "simplify", "Simplify index arithmetic and conditions.", simplifyStmts},
    {"remove_no_op", "remove no-ops", "Drop statements without effect.", removeNoOp},
    {"common_subexpr_elim", "common sub-exprs", "Compute repeated index arithmetic once.", commonSubexprElim},
};

}  // namespace

bool isGpuTarget(std::string_view target) { return target == "cuda" || target == "opencl" || target == "gpu-emulator"; }

std::span<const Pass> passesOf(std::string_view target) {
  if (isGpuTarget(target)) return kGpu;
  return target == "cpu" ? std::span<const Pass>(kCpu) : std::span<const Pass>();
}

const Pass* findPass(std::string_view target, std::string_view name) {
  for (const Pass& pass : passesOf(target))
    if (pass.name == name) return &pass;
  return nullptr;
}

std::vector<Stage> lowerAll(const PrimFunc& f, std::string_view target) {
  std::vector<Stage> stages;
  for (const Pass& pass : passesOf(target)) {
    const PrimFunc& before = stages.empty() ? f : stages.back().function;
    int sameName = 1;
    for (const Pass& earlier : passesOf(target)) {
      if (&earlier == &pass) break;
      sameName += earlier.name == pass.name;
    }
    PrimFunc after = pass.run(before);
    const bool changed = !after.body.sameAs(before.body) && !equal(after, before);
    std::string name(pass.name), label(pass.label);
    if (sameName > 1) name += "_" + std::to_string(sameName), label += " " + std::to_string(sameName);
    stages.push_back({std::move(name), std::move(label), std::string(pass.help), std::move(after), changed});
  }
  return stages;
}

PrimFunc lowerForCpu(const PrimFunc& f) {
  PrimFunc result = f;
  for (const Pass& pass : kCpu) result = pass.run(result);
  return result;
}

PrimFunc writtenOut(const PrimFunc& lowered) {
  PrimFunc result = unrollLoop(lowered);
  return result.body.sameAs(lowered.body) ? lowered : simplifyStmts(result);
}

}  // namespace lw
