#include "backends/interpreter/evaluate_kernel.h"

#include "backends/interpreter/errors.h"
#include "backends/interpreter/interpreter.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {

Result<std::vector<NDArray>> evaluateKernel(const PrimFunc& kernel, const std::vector<NDArray>& inputs) {
  std::vector<Argument> arguments(inputs.begin(), inputs.end());
  VarMap sizes;
  for (size_t i = 0; i < kernel.params.size(); ++i) {
    const Buffer* buffer = kernel.bufferOf(kernel.params[i]);
    if (!buffer) break;
    if (i < inputs.size()) {
      for (size_t d = 0; d < (*buffer)->shape.size() && d < inputs[i].shape.size(); ++d)
        if (const auto* v = (*buffer)->shape[d].as<Var>())
          sizes.emplace(v->key(), makeConst(v->dtype(), inputs[i].shape[d]));
      continue;
    }
    std::vector<int64_t> shape;
    for (const Expr& size : (*buffer)->shape) shape.push_back(asInt(substitute(size, sizes)).value_or(-1));
    for (const int64_t size : shape)
      if (size < 0) return interpret(kernel, arguments).error();  // says which parameter lacks a value
    arguments.emplace_back(NDArray::zeros((*buffer)->dtype, std::move(shape)));
  }
  if (Status done = interpret(kernel, arguments); !done) return done.error();
  std::vector<NDArray> outputs;
  for (size_t i = inputs.size(); i < arguments.size(); ++i)
    outputs.push_back(std::move(std::get<NDArray>(arguments[i])));
  return outputs;
}

}  // namespace lw
