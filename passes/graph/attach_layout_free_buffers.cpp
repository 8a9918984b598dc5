#include "passes/graph/attach_layout_free_buffers.h"

#include <algorithm>
#include <map>

#include "core/analysis/program/layout_free.h"
#include "core/analysis/program/roles.h"
#include "core/graph/operators.h"
#include "core/graph/visit.h"

namespace lw {
namespace {

// Of each kernel, whether all calls pass a constant as argument i.
using ConstantArguments = std::map<std::string, std::vector<bool>>;

void addCall(const graph::Node& node, ConstantArguments& constant) {
  const auto* call = node.as<graph::Call>();
  const auto* callee = call && !call->args.empty() && call->args[0] ? call->args[0]->as<graph::FunctionRef>() : nullptr;
  if (!callee) {
    graph::forEachOperand(node, [&](const graph::Node& operand) {
      // A kernel that is named in another place may get anything.
      if (const auto* named = operand.as<graph::FunctionRef>()) constant[named->name] = {};
      addCall(operand, constant);
    });
    return;
  }
  const auto* arguments = call->op && call->op->name == "call_tir" ? call->args[1]->as<graph::TupleNode>() : nullptr;
  std::vector<bool> given;
  for (size_t i = 0; arguments && i < arguments->fields.size(); ++i)
    given.push_back(arguments->fields[i].as<graph::Constant>() != nullptr);
  const auto [known, isFirst] = constant.try_emplace(callee->name, given);
  if (isFirst) return;
  known->second.resize(std::min(known->second.size(), given.size()));
  for (size_t i = 0; i < known->second.size(); ++i) known->second[i] = known->second[i] && given[i];
}

void attach(PrimFunc& kernel, const std::vector<bool>& constant) {
  if (kernel.attrs.contains(std::string(kLayoutFreeBuffers))) return;
  AnnotationValue::List positions;
  const std::vector<ParamRole> roles = paramRoles(kernel);
  for (size_t i = 0; i < kernel.params.size(); ++i) {
    const Buffer* buffer = kernel.bufferOf(kernel.params[i]);
    if (!buffer || i >= constant.size() || !constant[i]) continue;
    const bool isWritten = std::any_of(roles.begin(), roles.end(),
                                       [&](const ParamRole& r) { return r.buffer.sameAs(*buffer) && r.writes(); });
    if (!isWritten) positions.emplace_back(static_cast<int64_t>(i));
  }
  if (!positions.empty()) kernel.attrs.insert_or_assign(std::string(kLayoutFreeBuffers), AnnotationValue(positions));
}

}  // namespace

graph::Model withLayoutFreeBuffers(const graph::Model& model) {
  ConstantArguments constant;
  for (const graph::Function& f : model.graph.functions)
    graph::forEachBinding(f.body, [&](const graph::Binding& binding) { addCall(binding.value, constant); });
  graph::Model result = model;
  for (PrimFunc& kernel : result.kernels.functions)
    if (const auto found = constant.find(kernel.name); found != constant.end()) attach(kernel, found->second);
  return result;
}

const GraphPass kAttachLayoutFreeBuffersPass{
    .name = "attach_attr_layout_free_buffers",
    .label = "Free layouts",
    .help = "Says which parameters of kernels are constants in all calls, so that they may be packed once.",
    .run = [](const graph::Model& before, const GraphFacts&) -> Result<graph::Model> {
      return withLayoutFreeBuffers(before);
    }};

}  // namespace lw
