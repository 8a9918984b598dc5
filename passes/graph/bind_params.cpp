#include "passes/graph/bind_params.h"

#include <algorithm>
#include <unordered_map>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/graph/run_errors.h"

namespace lw {
namespace {

using graph::Node;
using graph::Sizes;
using graph::StructInfo;
using graph::Value;

// Copies of a function's parts with constants in the place of values and numbers in the place of sizes. Values whose
// info changes are new ones.
class Binder {
 public:
  Status bind(const Value& param, const std::shared_ptr<const NDArray>& data) {
    Sizes shape;
    for (const int64_t extent : data->shape) shape.push_back(makeConst(dtype::Int64, extent));
    const StructInfo given = graph::tensorOf(shape, data->type);
    const auto* tensor = param.info().as<graph::TensorInfo>();
    bool fits = tensor && (!tensor->type || *tensor->type == data->type) &&
                (tensor->rank < 0 || static_cast<size_t>(tensor->rank) == shape.size());
    for (size_t d = 0; fits && tensor->sizes && d < shape.size(); ++d) {
      const Expr size = known((*tensor->sizes)[d]);
      if (const auto* var = size.as<Var>())
        sizes_.insert_or_assign(var->key(), cast(var->dtype(), shape[d]));
      else
        fits = graph::sameSize(size, shape[d]) != graph::Fit::No;
    }
    if (!fits) return explain(err::kModelParameter(param.name(), toText(given), toText(param.info())), {}, param->span);
    constants_.emplace(param.key(), graph::Constant{given, data});
    return success();
  }

  // Numbers for the sizes that the info names.
  void bindSizes(const StructInfo& info, const std::map<std::string, int64_t>& sizes) {
    const auto* tensor = info.as<graph::TensorInfo>();
    if (!tensor || !tensor->sizes) return;
    for (const Expr& size : *tensor->sizes)
      if (const auto* var = size.as<Var>())
        if (const auto number = sizes.find(var->name()); number != sizes.end())
          sizes_.insert_or_assign(var->key(), makeConst(var->dtype(), number->second));
  }

  Value value(const Value& v) {
    const auto found = values_.find(v.key());
    if (found != values_.end()) return found->second;
    graph::ValueNode copy = *v.node();
    copy.info = info(v.info());
    return values_.emplace(v.key(), sizes_.empty() ? v : Value(std::move(copy))).first->second;
  }

  graph::Body body(const graph::Body& before) {
    graph::Body after;
    for (const graph::Block& block : before.blocks) {
      graph::Block copy{block.dataflow, {}, {}};
      for (const graph::Binding& b : block.bindings) {
        Node bound = node(b.value);
        copy.bindings.push_back({b.target ? std::optional(value(*b.target)) : std::nullopt, std::move(bound),
                                 b.matched ? std::optional(info(*b.matched)) : std::nullopt});
      }
      for (const Value& output : block.outputs) copy.outputs.push_back(value(output));
      after.blocks.push_back(std::move(copy));
    }
    if (before.result) after.result = node(*before.result);
    return after;
  }

  StructInfo info(const StructInfo& before) {
    if (sizes_.empty()) return before;
    if (const auto* tensor = before.as<graph::TensorInfo>()) {
      graph::TensorInfo copy = *tensor;
      if (copy.sizes) copy.sizes = sizes(*copy.sizes);
      if (copy.shape) copy.shape = value(Value(copy.shape)).node();
      return copy;
    }
    if (const auto* shape = before.as<graph::ShapeInfo>()) {
      graph::ShapeInfo copy = *shape;
      if (copy.sizes) copy.sizes = sizes(*copy.sizes);
      return copy;
    }
    if (const auto* scalar = before.as<graph::ScalarInfo>()) {
      graph::ScalarInfo copy = *scalar;
      if (copy.value) copy.value = known(*copy.value);
      return copy;
    }
    if (const auto* tuple = before.as<graph::TupleInfo>()) {
      graph::TupleInfo copy;
      for (const StructInfo& field : tuple->fields) copy.fields.push_back(info(field));
      return copy;
    }
    return before;  // a function's sizes are its own
  }

 private:
  Expr known(const Expr& size) const { return simplify(substitute(size, sizes_)); }
  Sizes sizes(const Sizes& before) const {
    Sizes after;
    for (const Expr& size : before) after.push_back(known(size));
    return after;
  }

  Node node(const Node& before) {
    if (const auto* v = before.as<Value>()) {
      const auto constant = constants_.find(v->key());
      return constant != constants_.end() ? Node(constant->second) : Node(value(*v));
    }
    if (const auto* shape = before.as<graph::ShapeNode>()) return graph::ShapeNode{sizes(shape->sizes)};
    if (const auto* scalar = before.as<graph::ScalarNode>()) return graph::ScalarNode{known(scalar->value)};
    if (const auto* tuple = before.as<graph::TupleNode>()) {
      graph::TupleNode copy;
      for (const Node& field : tuple->fields) copy.fields.push_back(node(field));
      return copy;
    }
    if (const auto* item = before.as<graph::TupleItem>()) return graph::TupleItem{node(item->tuple), item->index};
    if (const auto* call = before.as<graph::Call>()) return callOf(*call);
    if (const auto* branch = before.as<graph::Branch>()) {
      Node condition = node(branch->condition);
      graph::Body whenTrue = body(branch->whenTrue);
      return graph::Branch{std::move(condition), std::move(whenTrue), body(branch->whenFalse)};
    }
    if (const auto* closure = before.as<graph::Closure>()) {
      graph::Function copy = *closure->function;
      for (Value& param : copy.params) param = value(param);
      copy.body = body(copy.body);
      if (copy.result) copy.result = info(*copy.result);
      return graph::Closure{std::make_shared<const graph::Function>(std::move(copy))};
    }
    return before;
  }

  graph::Call callOf(const graph::Call& before) {
    graph::Call copy = before;
    if (copy.callee) copy.callee = node(*copy.callee);
    for (std::optional<Node>& arg : copy.args)
      if (arg) arg = node(*arg);
    for (StructInfo& result : copy.results) result = info(result);
    for (auto& [name, attribute] : copy.attrs) attribute = attributeOf(attribute);
    return copy;
  }

  graph::Attribute attributeOf(const graph::Attribute& before) const {
    if (const auto* size = before.as<Expr>()) return {known(*size)};
    if (const auto* list = before.as<graph::AttributeList>()) {
      graph::AttributeList copy;
      for (const graph::Attribute& item : *list) copy.push_back(attributeOf(item));
      return {std::move(copy)};
    }
    return before;
  }

  VarMap sizes_;
  std::unordered_map<const graph::ValueNode*, graph::Constant> constants_;
  std::unordered_map<const graph::ValueNode*, Value> values_;
};

}  // namespace

Result<graph::Model> withBoundParameters(const graph::Model& model, const std::string& function,
                                         const BoundParameters& bound, const std::map<std::string, int64_t>& sizes) {
  graph::Model result = model;
  for (graph::Function& f : result.graph.functions) {
    if (f.name != function) continue;
    Binder binder;
    for (const Value& param : f.params) binder.bindSizes(param.info(), sizes);
    std::vector<Value> left;
    for (const Value& param : f.params) {
      const auto found = bound.find(param.name());
      if (found == bound.end())
        left.push_back(param);
      else if (Status s = binder.bind(param, found->second); !s)
        return s.error();
    }
    for (Value& param : left) param = binder.value(param);
    f.params = std::move(left);
    f.body = binder.body(f.body);
    if (f.result) f.result = binder.info(*f.result);
  }
  return result;
}

}  // namespace lw
