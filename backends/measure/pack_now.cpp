#include "backends/measure/pack_now.h"

#include <chrono>

#include "backends/interpreter/evaluate_kernel.h"
#include "passes/graph/pack_constants.h"

namespace lw {

Result<PackedNow> packNow(const ModelProgram& program) {
  const auto start = std::chrono::steady_clock::now();
  Result<ModelProgram> packed = withPackedConstants(program);
  if (!packed) return packed.error();
  PackedNow made{std::move(*packed), {}};
  ModelProgram& own = made.program;
  for (const ModelStep& step : own.once) {
    std::vector<NDArray> inputs;
    for (const int b : step.reads) {
      inputs.push_back(*own.buffers[static_cast<size_t>(b)].data);
      made.weights.push_back(own.buffers[static_cast<size_t>(b)].name);
    }
    Result<std::vector<NDArray>> arrays = evaluateKernel(own.kernels[static_cast<size_t>(step.kernel)], inputs);
    if (!arrays) return explain(arrays.error(), say("in the call of {0}", Ident(step.callee)), step.span);
    for (size_t i = 0; i < step.writes.size(); ++i) {
      ModelBuffer& buffer = own.buffers[static_cast<size_t>(step.writes[i])];
      buffer.role = ModelBuffer::Role::Constant;
      buffer.data = std::make_shared<const NDArray>(std::move((*arrays)[i]));
    }
  }
  if (!own.once.empty()) {
    own.once.clear();
    dropUnusedKernels(own);
  }
  made.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return made;
}

}  // namespace lw
