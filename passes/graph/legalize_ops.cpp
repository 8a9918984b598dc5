#include "passes/graph/legalize_ops.h"

#include <algorithm>
#include <set>

#include "core/graph/operators.h"
#include "core/graph/visit.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/support/text.h"
#include "passes/graph/legalize/errors.h"
#include "passes/graph/legalize/kernels.h"

namespace lw {
namespace {

using graph::Binding;
using graph::Block;
using graph::Body;
using graph::Call;
using graph::Node;
using graph::Operator;
using graph::StructInfo;
using graph::Value;

// Calls of functions, of the machine that runs the model, and those that compute no tensor.
bool staysACall(const Operator& op) {
  static const std::set<std::string_view> kNames = {
      "call_tir", "call_tir_with_grad", "call_dps_packed", "call_pure_packed", "invoke_pure_closure",      "to_vdevice",
      "shape_of", "tensor_to_shape",    "null_value",      "memory.view",      "memory.ensure_zero_offset"};
  return hasEffects(op) || kNames.contains(op.name);
}

// Views in another type of as many bits are computed like other results; the rest share the operand's memory.
bool reinterprets(const Call& call) {
  if (call.op->name != "memory.view" || call.args.size() < 3 || call.args[1] || !call.args[2]) return false;
  if (call.args.size() > 3 && call.args[3]) return false;
  const Result<StructInfo> from = infoOf(*call.args[0]), to = infoOf(Node(call));
  const auto* x = from ? from->as<graph::TensorInfo>() : nullptr;
  const auto* made = to ? to->as<graph::TensorInfo>() : nullptr;
  if (!x || !made || !x->type || !made->type || !x->sizes) return false;
  return x->type != made->type && x->type->bits == made->type->bits && !x->type->isBool() && !made->type->isBool();
}

// Their result is the first operand.
bool givesItsOperand(const Operator& op) {
  static const std::set<std::string_view> kNames = {"grad.no_grad",        "grad.start_checkpoint",
                                                    "grad.end_checkpoint", "builtin.stop_lift_params",
                                                    "hint_on_device",      "wrap_param"};
  return kNames.contains(op.name);
}

// The sizes of its results are at most these, if they are known.
std::vector<std::optional<int64_t>> mostOfSizes(const Call& call, size_t count) {
  std::vector<std::optional<int64_t>> most(count);
  const Result<StructInfo> info = infoOf(*call.args[0]);
  const auto* x = info ? info->as<graph::TensorInfo>() : nullptr;
  if (!x || !x->sizes) return most;
  if (call.op->name == "dynamic_strided_slice") {
    for (size_t d = 0; d < count && d < x->sizes->size(); ++d) most[d] = asInt((*x->sizes)[d]);
    return most;
  }
  std::optional<int64_t> elements = 1;
  for (const Expr& size : *x->sizes) {
    const auto known = asInt(size);
    int64_t product = 0;
    const bool fits = elements && known && !__builtin_mul_overflow(*elements, *known, &product);
    elements = fits ? std::optional(product) : std::nullopt;
  }
  return std::vector(count, elements);
}

// A slice whose ends are constants, as one of known ends. Nothing: they are not constants.
std::optional<Call> withKnownEnds(const Call& call) {
  Call slice;
  slice.op = graph::findOperator("strided_slice");
  graph::Sizes axes;
  std::vector<Node> ends;
  for (size_t i = 1; i < 4; ++i) {
    const auto* constant = call.args[i]->as<graph::Constant>();
    if (!constant || !constant->data || constant->data->shape.size() != 1 || !constant->data->type.isInteger())
      return std::nullopt;
    graph::Sizes sizes;
    for (int64_t k = 0; k < constant->data->shape[0]; ++k)
      sizes.push_back(makeConst(dtype::Int64, constant->data->getInt(k)));
    ends.emplace_back(graph::ShapeNode{std::move(sizes)});
  }
  for (size_t k = 0; k < ends[0].as<graph::ShapeNode>()->sizes.size(); ++k)
    axes.push_back(makeConst(dtype::Int64, static_cast<int64_t>(k)));
  slice.args = {call.args[0], graph::ShapeNode{std::move(axes)}, ends[0], ends[1], ends[2]};
  return slice;
}

// Is more known of the value than its info says?
bool saysMore(const StructInfo& known, const StructInfo& said) {
  if (said.as<graph::AnyInfo>()) return !known.as<graph::AnyInfo>();
  if (const auto *a = known.as<graph::TensorInfo>(), *b = said.as<graph::TensorInfo>(); a && b)
    return (a->sizes && !b->sizes && !b->shape) || (a->type && !b->type);
  if (const auto *a = known.as<graph::TupleInfo>(), *b = said.as<graph::TupleInfo>(); a && b)
    for (size_t i = 0; i < a->fields.size() && i < b->fields.size(); ++i)
      if (saysMore(a->fields[i], b->fields[i])) return true;
  return false;
}

class Legalizer {
 public:
  explicit Legalizer(graph::Model& model) : kernels_(model) {}

  struct Left {
    std::string text;  // "lv1 = R.unique(R.Tensor((4,), dtype="float32"))"
    Span span;
  };
  std::vector<Left> left;

  void function(graph::Function& f) {
    function_ = f.name;
    names_.clear();
    most_.clear();
    for (const Value& param : f.params) namesOf(param.info());
    graph::forEachBinding(f.body, [&](const Binding& b) {
      if (b.matched) namesOf(*b.matched);
    });
    f.body = body(f.body);
    if (most_.empty()) return;
    for (graph::NamedAttribute& attribute : f.attrs)
      if (attribute.name == "tir_var_upper_bound")
        if (const auto* said = attribute.value.as<graph::AttributeMap>()) {
          graph::AttributeMap all = *said;
          all.insert(all.end(), most_.begin(), most_.end());
          attribute.value = {std::move(all)};
          return;
        }
    f.attrs.push_back({"tir_var_upper_bound", {most_}});
  }

 private:
  Body body(const Body& before) {
    const std::vector<Binding> outer = std::exchange(bindings_, {});
    const bool outerDataflow = dataflow_;
    Body after;
    for (const Block& block : before.blocks) {
      dataflow_ = block.dataflow;
      for (const Binding& b : block.bindings) binding(b);
      Block made{block.dataflow, std::exchange(bindings_, {}), {}};
      for (const Value& output : block.outputs) {
        const auto at = replaced_.find(output.key());
        made.outputs.push_back(at == replaced_.end() ? output : *at->second.as<Value>());
      }
      after.blocks.push_back(std::move(made));
    }
    if (before.result) {
      dataflow_ = false;
      target_ = nullptr;
      Node result = replaceValues(*before.result, replaced_);
      after.result = result.as<Call>() || result.as<graph::TupleNode>() ? operand(result) : result;
      if (!bindings_.empty()) {
        if (after.blocks.empty() || after.blocks.back().dataflow) after.blocks.emplace_back();
        auto& last = after.blocks.back().bindings;
        last.insert(last.end(), bindings_.begin(), bindings_.end());
      }
    }
    bindings_ = outer;
    dataflow_ = outerDataflow;
    return after;
  }

  void binding(const Binding& b) {
    target_ = b.target ? &*b.target : nullptr;
    const Node value = lowered(replaceValues(b.value, replaced_));
    Binding made{b.target, value, b.matched};
    if (b.target && !b.matched)
      if (const Result<StructInfo> known = infoOf(value); known && saysMore(*known, b.target->info())) {
        graph::ValueNode node = *b.target->node();
        node.info = *known;
        made.target = Value(std::move(node));
        replaced_.insert_or_assign(b.target->key(), Node(*made.target));
      }
    bindings_.push_back(std::move(made));
  }

  // The node itself if it needs no computing, else a new value that is bound to it.
  Node operand(const Node& node) {
    if (const auto* tuple = node.as<graph::TupleNode>()) {
      graph::TupleNode copy;
      for (const Node& field : tuple->fields) copy.fields.push_back(operand(field));
      return copy;
    }
    if (!node.as<Call>() && !node.as<graph::TupleItem>()) return node;
    return bound(lowered(node));
  }
  Node bound(const Node& node) {
    if (!node.as<Call>() && !node.as<graph::TupleItem>()) return node;
    const Result<StructInfo> info = infoOf(node);
    const Value value(graph::ValueNode{"lv", info ? *info : StructInfo(graph::AnyInfo{}), dataflow_});
    bindings_.push_back({value, node, std::nullopt});
    return value;
  }

  Node lowered(const Node& node) {
    if (const auto* call = node.as<Call>()) return lowered(*call);
    if (node.as<graph::TupleNode>()) return operand(node);
    if (const auto* item = node.as<graph::TupleItem>()) {
      const Node tuple = operand(item->tuple);
      if (const auto* fields = tuple.as<graph::TupleNode>()) return fields->fields[static_cast<size_t>(item->index)];
      return graph::TupleItem{tuple, item->index};
    }
    if (const auto* branch = node.as<graph::Branch>()) {
      const Node condition = operand(branch->condition);
      return graph::Branch{condition, body(branch->whenTrue), body(branch->whenFalse)};
    }
    if (const auto* closure = node.as<graph::Closure>()) {
      graph::Function f = *closure->function;
      f.body = body(f.body);
      return graph::Closure{std::make_shared<const graph::Function>(std::move(f))};
    }
    return node;
  }

  Node lowered(const Call& before) {
    Call call = before;
    for (std::optional<Node>& arg : call.args)
      if (arg) arg = operand(*arg);
    if (!call.op || (staysACall(*call.op) && !reinterprets(call))) return call;
    if (givesItsOperand(*call.op)) return *call.args[0];
    if (call.op->name == "nn.dropout") {
      Call ones;
      ones.op = graph::findOperator("ones_like");
      ones.args = {call.args[0]};
      const Node mask = bound(lowered(ones));
      return graph::TupleNode{{*call.args[0], mask}};
    }
    if (call.op->name == "dynamic_strided_slice")
      if (const std::optional<Call> slice = withKnownEnds(call)) return lowered(*slice);
    const bool counts = legalize::countsItsResults(*call.op);
    std::optional<legalize::Counted> counted;
    if (counts) counted = countedFor(call);
    const std::optional<legalize::KernelCall> made = !counts   ? kernels_.of(call)
                                                     : counted ? kernels_.of(call, *counted)
                                                               : std::nullopt;
    if (!made) {
      report(call);
      return call;
    }
    const Call kernel = callOf(*made);
    // A tuple that has fields beside what the kernel computes.
    if (call.op->name == "nn.batch_norm") return graph::TupleNode{{bound(kernel), *call.args[3], *call.args[4]}};
    const Result<StructInfo> info = infoOf(Node(call));
    if (info && info->as<graph::TupleInfo>() && made->results.size() == 1) return graph::TupleNode{{bound(kernel)}};
    return kernel;
  }

  Call callOf(const legalize::KernelCall& made) {
    Call kernel;
    kernel.op = graph::findOperator("call_tir");
    std::optional<Node> extra;
    if (!made.extra.empty()) extra = graph::ShapeNode{made.extra};
    graph::TupleNode args;
    for (const Node& arg : made.args) args.fields.push_back(bound(arg));
    kernel.args = {graph::FunctionRef{made.kernel}, args, extra};
    kernel.results = made.results;
    kernel.severalResults = made.results.size() > 1;
    return kernel;
  }

  // Calls the kernel that finds the sizes of the results, and names them: a tensor becomes a shape that is matched with
  // new variables.
  std::optional<legalize::Counted> countedFor(const Call& call) {
    const std::optional<legalize::KernelCall> made = kernels_.sizesOf(call);
    if (!made) return std::nullopt;
    const Node all = bound(callOf(*made));
    legalize::Counted counted;
    const auto result = [&](size_t i) { return Node(graph::TupleItem{all, static_cast<int>(i)}); };
    for (size_t i = 1; i < made->results.size(); ++i) counted.found.push_back(bound(result(i)));
    Call shape;
    shape.op = graph::findOperator("tensor_to_shape");
    shape.args = {bound(result(0))};
    const auto rank = static_cast<size_t>(*asInt((*made->results[0].as<graph::TensorInfo>()->sizes)[0]));
    const auto most = mostOfSizes(call, rank);
    graph::Sizes sizes;
    for (size_t d = 0; d < rank; ++d) {
      counted.sizes.emplace_back(newName(call.op->name + "_size" + (rank > 1 ? "_" + std::to_string(d) : "")),
                                 dtype::Int64);
      sizes.emplace_back(counted.sizes.back());
      if (most[d]) most_.push_back({counted.sizes.back().name(), {std::max<int64_t>(1, *most[d])}});
    }
    const Node computed = bound(shape);
    const StructInfo matched = graph::ShapeInfo{static_cast<int>(rank), std::move(sizes)};
    bindings_.push_back({Value(graph::ValueNode{"lv", matched, dataflow_}), computed, matched});
    return counted;
  }

  std::string newName(const std::string& wanted) {
    std::string name = wanted;
    for (int i = 1; !names_.insert(name).second; ++i) name = wanted + "_" + std::to_string(i);
    return name;
  }
  void namesOf(const StructInfo& info) {
    const auto* tensor = info.as<graph::TensorInfo>();
    const auto* shape = info.as<graph::ShapeInfo>();
    const std::optional<graph::Sizes>* sizes = tensor ? &tensor->sizes : shape ? &shape->sizes : nullptr;
    if (sizes && *sizes)
      for (const Expr& size : **sizes)
        for (const Var& v : freeVars(size)) names_.insert(v.name());
  }

  void report(const Call& call) {
    std::string text = "R." + call.op->name + "(";
    bool first = true;
    for (const std::optional<Node>& arg : call.args) {
      if (!arg) continue;
      const Result<StructInfo> info = infoOf(*arg);
      text += (first ? "" : ", ") + (info ? toText(*info) : "?");
      first = false;
    }
    for (const auto& [name, value] : call.attrs) {
      if (const auto* word = value.as<std::string>()) text += ", " + name + "=\"" + *word + "\"";
      if (const auto* number = value.as<int64_t>()) text += ", " + name + "=" + std::to_string(*number);
    }
    const std::string place = target_ ? function_ + "." + target_->name() : function_;
    left.push_back({text + ") of " + place, target_ ? (*target_)->span : Span{}});
  }

  legalize::Kernels kernels_;
  graph::Replacements replaced_;
  std::vector<Binding> bindings_;  // of the block that is being made
  bool dataflow_ = false;
  std::string function_;
  std::set<std::string> names_;    // of the sizes of the function
  graph::AttributeMap most_;       // of those that are computed
  const Value* target_ = nullptr;  // of the binding that is being made
};

}  // namespace

OperatorUse useOf(const Operator& op) {
  if (staysACall(op)) return OperatorUse::Call;
  if (givesItsOperand(op) || op.name == "nn.dropout") return OperatorUse::Operand;
  return legalize::hasKernel(op) ? OperatorUse::Kernel : OperatorUse::Nothing;
}

Result<graph::Model> withKernels(const graph::Model& model) {
  graph::Model result = model;
  if (result.kernels.name != result.graph.module && !result.graph.module.empty())
    result.kernels.name = result.graph.module;
  Legalizer legalizer(result);
  for (graph::Function& f : result.graph.functions) legalizer.function(f);
  if (legalizer.left.empty()) return result;
  std::string all = join(legalizer.left, [&](const Legalizer::Left& one) { return one.text; }, "; ");
  const auto count = static_cast<int64_t>(legalizer.left.size());
  Explanation e = count == 1 ? err::kGraphNoKernelOne(all) : err::kGraphNoKernel(count, all);
  const Span span = legalizer.left.front().span;
  return explain(std::move(e), "state the shapes of its operands, or call a prim_func with R.call_tir in its place",
                 span);
}

const GraphPass kLegalizeOpsPass{
    .name = "legalize_ops",
    .label = "Kernels",
    .help = "Makes a kernel for each call of an operator.",
    .run = [](const graph::Model& before, const GraphFacts&) { return withKernels(before); }};

}  // namespace lw
