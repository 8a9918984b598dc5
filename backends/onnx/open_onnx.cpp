#include "backends/onnx/open_onnx.h"

#include "backends/interpreter/evaluate_kernel.h"
#include "backends/reference/errors.h"
#include "backends/reference/graph_reference.h"

namespace lw {

Result<NDArray> evaluateConstants(const graph::Call& call) {
  graph::Model model;
  graph::Function f;
  f.name = "main";
  f.body.result = graph::Node(call);
  model.graph.functions.push_back(std::move(f));
  const KernelRun none = [](const PrimFunc&, std::vector<Argument>&) { return success(); };
  Result<std::vector<NDArray>> values = evaluateGraph(model, "main", {}, none);
  if (!values) return values.error();
  if (values->size() != 1) return err::kReferenceArgumentCount(1, static_cast<int64_t>(values->size()));
  return std::move(values->front());
}

onnx::Import importOnnx(const onnx::Model& model, onnx::ImportOptions options, const std::string& name) {
  options.evaluate = evaluateConstants;
  return onnx::importModel(model, options, name);
}

}  // namespace lw
