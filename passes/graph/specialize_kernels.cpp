#include "passes/graph/specialize_kernels.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/graph/operators.h"
#include "core/graph/visit.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

using graph::Node;

// The constants that a call gives to the symbolic sizes of its kernel, in the order in which the shapes name them.
class SizesOfCall {
 public:
  void match(const Buffer& buffer, const graph::StructInfo& given) {
    const auto* tensor = given.as<graph::TensorInfo>();
    if (!tensor || !tensor->sizes || tensor->sizes->size() != buffer->shape.size()) return;
    for (size_t d = 0; d < buffer->shape.size(); ++d) {
      const auto* size = buffer->shape[d].as<Var>();
      const auto* known = (*tensor->sizes)[d].as<IntImm>();
      if (size && known && known_.try_emplace(size->key(), IntImm{size->dtype(), known->value}).second)
        key_ += size->name() + "=" + std::to_string(known->value) + " ";
    }
  }
  const VarMap& known() const { return known_; }
  const std::string& key() const { return key_; }

 private:
  VarMap known_;
  std::string key_;
};

PrimFunc withSizes(const PrimFunc& kernel, const VarMap& sizes, std::string name) {
  PrimFunc made = kernel;
  made.name = std::move(name);
  BufferMap buffers;
  for (auto& [param, buffer] : made.buffers) {
    BufferNode node = *buffer;
    for (std::vector<Expr>* list : {&node.shape, &node.strides})
      for (Expr& size : *list) size = substitute(size, sizes);
    node.elemOffset = substitute(node.elemOffset, sizes);
    const Buffer to(std::move(node));
    buffers.emplace(buffer.key(), to);
    buffer = to;
  }
  made.body = substitute(substituteBuffers(kernel.body, buffers), sizes);
  return made;
}

// The forms of a kernel, by the sizes that calls give it, in the order of the calls.
struct Form {
  VarMap sizes;
  std::string key, name;
};
using Forms = std::map<std::string, std::vector<Form>>;

class Specializer {
 public:
  explicit Specializer(graph::Model& model) : model_(model) {}

  void run() {
    for (graph::Function& f : model_.graph.functions) forEachCall(f.body, [&](graph::Call& call) { note(call); });
    std::vector<PrimFunc> kernels;
    for (const PrimFunc& kernel : model_.kernels.functions) {
      std::vector<Form>& forms = forms_[kernel.name];
      if (forms.empty()) kernels.push_back(kernel);
      // The first form keeps the name, by which a person knows the kernel.
      for (Form& form : forms) {
        form.name = &form == &forms[0] ? kernel.name : freeName(kernel.name);
        kernels.push_back(withSizes(kernel, form.sizes, form.name));
      }
    }
    for (graph::Function& f : model_.graph.functions) forEachCall(f.body, [&](graph::Call& call) { rename(call); });
    model_.kernels.functions = std::move(kernels);
  }

 private:
  static void forEachCall(graph::Body& body, const std::function<void(graph::Call&)>& visit) {
    for (graph::Block& block : body.blocks)
      for (graph::Binding& binding : block.bindings) {
        if (const auto* call = binding.value.as<graph::Call>(); call && call->op && call->op->name == "call_tir") {
          graph::Call copy = *call;
          visit(copy);
          binding.value = std::move(copy);
        } else if (const auto* branch = binding.value.as<graph::Branch>()) {
          graph::Branch copy = *branch;
          forEachCall(copy.whenTrue, visit);
          forEachCall(copy.whenFalse, visit);
          binding.value = std::move(copy);
        }
      }
  }

  std::string freeName(const std::string& wanted) {
    std::string name = freeFunctionName(model_, wanted);
    for (int i = 1; taken_.contains(name); ++i) name = freeFunctionName(model_, wanted + "_" + std::to_string(i));
    taken_.insert(name);
    return name;
  }

  const PrimFunc* kernelOf(const graph::Call& call) const {
    const auto* callee = call.args[0] ? call.args[0]->as<graph::FunctionRef>() : nullptr;
    return callee ? model_.kernels.find(callee->name) : nullptr;
  }
  static SizesOfCall sizesOf(const graph::Call& call, const PrimFunc& kernel) {
    SizesOfCall sizes;
    const auto* args = call.args[1] ? call.args[1]->as<graph::TupleNode>() : nullptr;
    if (!args) return sizes;
    const size_t inputs = args->fields.size();
    for (size_t i = 0; i < kernel.buffers.size() && i < inputs + call.results.size(); ++i) {
      const Result<graph::StructInfo> info =
          i < inputs ? infoOf(args->fields[i]) : Result<graph::StructInfo>(call.results[i - inputs]);
      if (info) sizes.match(kernel.buffers[i].second, *info);
    }
    return sizes;
  }
  Form* formOf(const PrimFunc& kernel, const std::string& key) {
    std::vector<Form>& forms = forms_[kernel.name];
    const auto at = std::find_if(forms.begin(), forms.end(), [&](const Form& f) { return f.key == key; });
    return at == forms.end() ? nullptr : &*at;
  }
  void note(const graph::Call& call) {
    const PrimFunc* kernel = kernelOf(call);
    if (!kernel) return;
    const SizesOfCall sizes = sizesOf(call, *kernel);
    if (!formOf(*kernel, sizes.key())) forms_[kernel->name].push_back({sizes.known(), sizes.key(), ""});
  }
  void rename(graph::Call& call) {
    const PrimFunc* kernel = kernelOf(call);
    if (!kernel) return;
    const std::string& name = formOf(*kernel, sizesOf(call, *kernel).key())->name;
    if (name != kernel->name) call.args[0] = Node(graph::FunctionRef{name});
  }

  graph::Model& model_;
  Forms forms_;
  std::set<std::string> taken_;
};

}  // namespace

graph::Model specializeKernels(const graph::Model& model) {
  graph::Model result = model;
  Specializer(result).run();
  return result;
}

const GraphPass kSpecializeKernelsPass{
    .name = "specialize_kernels",
    .label = "Specialize",
    .help = "Replaces symbolic sizes of kernels by the constants that calls give them.",
    .run = [](const graph::Model& before, const GraphFacts&) -> Result<graph::Model> {
      return specializeKernels(before);
    }};

}  // namespace lw
