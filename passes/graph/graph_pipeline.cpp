#include "passes/graph/graph_pipeline.h"

#include <map>

#include "passes/graph/attach_layout_free_buffers.h"
#include "passes/graph/canonicalize_bindings.h"
#include "passes/graph/common_subexpr.h"
#include "passes/graph/dead_code_elimination.h"
#include "passes/graph/fold_batch_norm.h"
#include "passes/graph/fold_constant.h"
#include "passes/graph/fuse_ops.h"
#include "passes/graph/legalize_ops.h"
#include "passes/graph/recognise_operators.h"
#include "passes/graph/specialize_kernels.h"

namespace lw {

std::span<const GraphPass* const> graphPipeline() {
  static constexpr const GraphPass* kPasses[] = {
      &kCanonicalizeBindingsPass, &kRecogniseOperatorsPass,   &kFoldBatchNormPass, &kDeadCodeEliminationPass,
      &kLegalizeOpsPass,          &kCanonicalizeBindingsPass, &kFoldConstantPass,  &kCommonSubexprPass,
      &kDeadCodeEliminationPass,  &kSpecializeKernelsPass,    &kFuseOpsPass,       &kAttachLayoutFreeBuffersPass,
  };
  return kPasses;
}

LoweredGraph lowerGraph(const graph::Model& model, const GraphFacts& facts) {
  LoweredGraph lowered;
  std::map<std::string_view, int> runs;
  for (const GraphPass* pass : graphPipeline()) {
    Result<graph::Model> after = pass->run(lowered.stages.empty() ? model : lowered.stages.back().model, facts);
    if (!after) {
      lowered.error = after.error();
      return lowered;
    }
    const int count = ++runs[pass->name];
    std::string name(pass->name);
    if (count > 1) name += "_" + std::to_string(count);
    lowered.stages.push_back({std::move(name), pass, std::move(*after)});
  }
  return lowered;
}

}  // namespace lw
