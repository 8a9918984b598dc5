#include "backends/reference/graph_reference.h"

#include <unordered_map>

#include "backends/reference/errors.h"
#include "backends/reference/graph_operators.h"
#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw::reference {

Array GraphCall::array(size_t place) const {
  const GraphItem& item = *items[place];
  if (const auto* array = std::get_if<Array>(&item.kind)) return *array;
  const auto* number = std::get_if<Expr>(&item.kind);
  if (!number) throw GraphFailure{err::kGraphNotEvaluated(in.op.name)};
  Array result = given(makeArray(number->dtype(), {}));
  if (const auto* real = number->as<FloatImm>())
    setReal(result, 0, real->value);
  else
    setInteger(result, 0, asInt(*number).value_or(0));
  return result;
}

std::vector<Array> GraphCall::arrays(size_t place) const {
  std::vector<Array> all;
  const auto* fields = std::get_if<std::vector<GraphItem>>(&items[place]->kind);
  for (size_t i = 0; fields && i < fields->size(); ++i)
    if (const auto* array = std::get_if<Array>(&(*fields)[i].kind)) all.push_back(*array);
  return all;
}

int64_t GraphCall::integer(size_t place, int64_t otherwise) const {
  const auto* number = has(place) ? std::get_if<Expr>(&items[place]->kind) : nullptr;
  return number ? asInt(*number).value_or(otherwise) : otherwise;
}

double GraphCall::real(std::string_view name) const {
  const graph::Attribute& value = in.attribute(name);
  if (const auto* real = value.as<double>()) return *real;
  const auto* whole = value.as<int64_t>();
  return whole ? static_cast<double>(*whole) : 0.0;
}

bool GraphCall::flag(std::string_view name) const {
  const graph::Attribute& value = in.attribute(name);
  if (const bool* flag = value.as<bool>()) return *flag;
  const auto* number = value.as<int64_t>();
  return number && *number != 0;
}

int64_t GraphCall::integer(std::string_view name) const { return in.integer(name).value_or(0); }
std::vector<int64_t> GraphCall::integers(std::string_view name) const {
  return in.integers(name).value_or(std::vector<int64_t>());
}

size_t GraphCall::axis(std::string_view name, int rank) const {
  return static_cast<size_t>(given(in.axis(integer(name), rank)));
}

std::vector<int64_t> GraphCall::axes(std::string_view name, int rank) const {
  std::vector<int64_t> axes;
  if (in.isNone(name))
    for (int i = 0; i < rank; ++i) axes.push_back(i);
  else
    for (const int64_t one : integers(name)) axes.push_back(given(in.axis(one, rank)));
  return axes;
}

Shape GraphCall::shape(size_t result) const {
  Shape shape;
  const bool known = result < results.size() && results[result].sizes;
  if (!known) throw GraphFailure{err::kGraphNotEvaluated(in.op.name)};
  for (const Expr& size : *results[result].sizes) {
    const auto value = asInt(size);
    if (!value) throw GraphFailure{err::kGraphNotEvaluated(in.op.name)};
    shape.push_back(*value);
  }
  return shape;
}

DataType GraphCall::type(size_t result) const {
  if (result >= results.size() || !results[result].type) throw GraphFailure{err::kGraphNotEvaluated(in.op.name)};
  return *results[result].type;
}

namespace {

using graph::Node;
using graph::StructInfo;

const GraphFunctions& functionsOfGraphs() {
  static const GraphFunctions kFunctions = [] {
    GraphFunctions all;
    addElementwise(all);
    addArrangements(all);
    addLayers(all);
    addSearches(all);
    addCounted(all);
    addUpdates(all);
    addPictures(all);
    addDetection(all);
    addGradients(all);
    return all;
  }();
  return kFunctions;
}

StructInfo infoOfItem(const GraphItem& item) {
  const auto sizesOf = [](const Shape& shape) {
    graph::Sizes sizes;
    for (const int64_t size : shape) sizes.push_back(makeConst(dtype::Int64, size));
    return sizes;
  };
  return std::visit(
      Overloaded{[&](const Array& a) { return graph::tensorOf(sizesOf(a.shape), a.type); },
                 [&](const Shape& s) -> StructInfo { return graph::ShapeInfo{static_cast<int>(s.size()), sizesOf(s)}; },
                 [](const Expr& e) -> StructInfo { return graph::ScalarInfo{e.dtype(), e}; },
                 [](const std::vector<GraphItem>& fields) -> StructInfo {
                   graph::TupleInfo tuple;
                   for (const GraphItem& field : fields) tuple.fields.push_back(infoOfItem(field));
                   return tuple;
                 }},
      item.kind);
}

class GraphEvaluator {
 public:
  GraphEvaluator(const graph::Model& model, const KernelRun& run) : model_(model), run_(run) {}

  GraphItem call(const graph::Function& f, const std::vector<GraphItem>& arguments) {
    if (f.params.size() != arguments.size())
      throw GraphFailure{
          err::kReferenceArgumentCount(static_cast<int64_t>(f.params.size()), static_cast<int64_t>(arguments.size()))};
    for (size_t i = 0; i < arguments.size(); ++i) bind(f.params[i], f.params[i].info(), arguments[i]);
    return *body(f.body);
  }

 private:
  void bind(const graph::Value& value, const StructInfo& info, const GraphItem& item) {
    fitted(value.name(), info, item);
    values_.insert_or_assign(value.key(), item);
  }
  // Gives symbolic sizes their values; what is known must be so.
  void fitted(const std::string& name, const StructInfo& info, const GraphItem& item) {
    const auto* array = std::get_if<Array>(&item.kind);
    const auto* tensor = info.as<graph::TensorInfo>();
    if (const auto* shape = info.as<graph::ShapeInfo>(); shape && shape->sizes)
      if (const auto* sizes = std::get_if<Shape>(&item.kind); !sizes || !sizesFit(*shape->sizes, *sizes))
        throw GraphFailure{err::kGraphArgument(name, toText(infoOfItem(item)), toText(info))};
    if (const auto* fields = std::get_if<std::vector<GraphItem>>(&item.kind)) {
      const auto* tuple = info.as<graph::TupleInfo>();
      for (size_t i = 0; tuple && i < fields->size() && i < tuple->fields.size(); ++i)
        fitted(name, tuple->fields[i], (*fields)[i]);
      return;
    }
    if (!array || !tensor) return;
    const bool otherType = tensor->type && *tensor->type != array->type;
    const bool otherRank = tensor->sizes && tensor->sizes->size() != array->shape.size();
    const bool fits = !otherType && !otherRank && (!tensor->sizes || sizesFit(*tensor->sizes, array->shape));
    if (!fits) throw GraphFailure{err::kGraphArgument(name, toText(infoOfItem(item)), toText(info))};
  }

  bool sizesFit(const graph::Sizes& sizes, const Shape& given) {
    bool fits = sizes.size() == given.size();
    for (size_t i = 0; fits && i < given.size(); ++i) {
      if (const auto* var = sizes[i].as<Var>(); var && !sizes_.contains(var->key()))
        sizes_.emplace(var->key(), makeConst(dtype::Int64, given[i]));
      const auto value = asInt(number(sizes[i]));
      fits = !value || *value == given[i];
    }
    return fits;
  }

  Expr number(const Expr& e) const { return simplify(substitute(e, sizes_)); }
  Shape shapeOf(const graph::Sizes& sizes) const {
    Shape shape;
    for (const Expr& size : sizes) shape.push_back(asInt(number(size)).value_or(0));
    return shape;
  }

  std::optional<GraphItem> body(const graph::Body& body) {
    for (const graph::Block& block : body.blocks)
      for (const graph::Binding& b : block.bindings) {
        const GraphItem value = evaluated(b.value);
        if (!b.target) continue;
        bind(*b.target, b.matched ? *b.matched : StructInfo(graph::AnyInfo{}), value);
      }
    return body.result ? std::optional(evaluated(*body.result)) : std::nullopt;
  }

  GraphItem evaluated(const Node& node) {
    return std::visit(
        Overloaded{
            [&](const graph::Value& v) { return values_.at(v.key()); },
            [&](const graph::Constant& c) {
              if (!c.data) throw GraphFailure{err::kGraphNotEvaluated("metadata")};
              return GraphItem{fromNDArray(*c.data)};
            },
            [&](const graph::ShapeNode& s) { return GraphItem{shapeOf(s.sizes)}; },
            [&](const graph::ScalarNode& s) { return GraphItem{number(s.value)}; },
            [&](const graph::TextNode& t) -> GraphItem { throw GraphFailure{err::kGraphNotEvaluated(t.value)}; },
            [&](const graph::TypeNode&) { return GraphItem{Shape{}}; },
            [&](const graph::TupleNode& t) {
              std::vector<GraphItem> fields;
              for (const Node& field : t.fields) fields.push_back(evaluated(field));
              return GraphItem{std::move(fields)};
            },
            [&](const graph::TupleItem& t) {
              const GraphItem tuple = evaluated(t.tuple);
              return std::get<std::vector<GraphItem>>(tuple.kind).at(static_cast<size_t>(t.index));
            },
            [&](const graph::FunctionRef& f) -> GraphItem { throw GraphFailure{err::kGraphNotEvaluated(f.name)}; },
            [&](const graph::ExternRef& f) -> GraphItem { throw GraphFailure{err::kGraphNotEvaluated(f.name)}; },
            [&](const graph::Call& c) { return called(c); },
            [&](const graph::Branch& b) {
              const GraphItem condition = evaluated(b.condition);
              const auto* array = std::get_if<Array>(&condition.kind);
              const auto* scalar = std::get_if<Expr>(&condition.kind);
              const bool holds = array ? getInteger(*array, array->offset) != 0 : scalar && isTrue(*scalar);
              return *body(holds ? b.whenTrue : b.whenFalse);
            },
            [&](const graph::Closure& c) -> GraphItem {
              throw GraphFailure{err::kGraphNotEvaluated(c.function->name)};
            }},
        node.data().kind);
  }

  GraphItem called(const graph::Call& call) {
    if (!call.op) return calledFunction(call);
    if (call.op->name == "call_tir") return kernel(call);
    const auto function = functionsOfGraphs().find(call.op->name);
    if (function == functionsOfGraphs().end()) throw GraphFailure{err::kGraphNotEvaluated("R." + call.op->name)};
    GraphCall made{{*call.op, call, {}}, {}, {}};
    for (const std::optional<Node>& arg : call.args) {
      made.items.push_back(arg ? std::optional(evaluated(*arg)) : std::nullopt);
      made.in.infos.push_back(made.items.back() ? std::optional(infoOfItem(*made.items.back())) : std::nullopt);
    }
    const StructInfo info = given(call.op->infer(made.in));
    if (const auto* tensor = info.as<graph::TensorInfo>()) made.results.push_back(*tensor);
    if (const auto* tuple = info.as<graph::TupleInfo>())
      for (const StructInfo& field : tuple->fields)
        if (const auto* tensor = field.as<graph::TensorInfo>()) made.results.push_back(*tensor);
    GraphItem result = function->second(made);
    auto* array = std::get_if<Array>(&result.kind);
    if (!array) return result;
    const DataType type = made.results.empty() ? array->type : made.results[0].type.value_or(array->type);
    return {array->type == type ? given(compact(*array)) : given(cast(*array, type))};
  }

  GraphItem calledFunction(const graph::Call& call) {
    const auto* ref = call.callee->as<graph::FunctionRef>();
    const graph::Function* f = ref ? model_.graph.find(ref->name) : nullptr;
    if (!f) throw GraphFailure{err::kGraphNotEvaluated(ref ? ref->name : "")};
    std::vector<GraphItem> arguments;
    for (const std::optional<Node>& arg : call.args)
      if (arg) arguments.push_back(evaluated(*arg));
    return GraphEvaluator(model_, run_).call(*f, arguments);
  }

  GraphItem kernel(const graph::Call& call) {
    const auto* ref = call.args[0]->as<graph::FunctionRef>();
    const PrimFunc* f = ref ? model_.kernels.find(ref->name) : nullptr;
    if (!f) throw GraphFailure{err::kNoReferenceFunction(ref ? ref->name : "")};
    std::vector<Argument> arguments;
    const GraphItem inputs = evaluated(*call.args[1]);
    for (const GraphItem& input : std::get<std::vector<GraphItem>>(inputs.kind))
      arguments.emplace_back(toNDArray(given(compact(std::get<Array>(input.kind)))));
    const size_t first = arguments.size();
    for (const StructInfo& info : call.results) {
      const auto* tensor = info.as<graph::TensorInfo>();
      if (!tensor || !tensor->sizes || !tensor->type) throw GraphFailure{err::kGraphNotEvaluated(f->name)};
      arguments.emplace_back(NDArray::zeros(*tensor->type, shapeOf(*tensor->sizes)));
    }
    const size_t last = arguments.size();
    if (call.args.size() > 2 && call.args[2]) {
      const GraphItem extra = evaluated(*call.args[2]);
      for (const int64_t size : std::get<Shape>(extra.kind)) arguments.emplace_back(size);
    }
    if (Status done = run_(*f, arguments); !done) throw GraphFailure{done.error()};
    std::vector<GraphItem> outputs;
    for (size_t i = first; i < last; ++i) outputs.push_back({fromNDArray(std::get<NDArray>(arguments[i]))});
    if (outputs.size() == 1 && !call.severalResults) return outputs.front();
    return {std::move(outputs)};
  }

  const graph::Model& model_;
  const KernelRun& run_;
  std::unordered_map<const graph::ValueNode*, GraphItem> values_;
  VarMap sizes_;
};

void collect(const GraphItem& item, std::vector<NDArray>& to) {
  if (const auto* array = std::get_if<Array>(&item.kind)) to.push_back(toNDArray(given(compact(*array))));
  if (const auto* fields = std::get_if<std::vector<GraphItem>>(&item.kind))
    for (const GraphItem& field : *fields) collect(field, to);
}

}  // namespace
}  // namespace lw::reference

namespace lw {

Result<std::vector<NDArray>> evaluateGraph(const graph::Model& model, std::string_view function,
                                           const std::vector<NDArray>& arguments, const KernelRun& run) {
  const graph::Function* f = model.graph.find(function);
  if (!f) return err::kNoReferenceFunction(std::string(function));
  std::vector<reference::GraphItem> items;
  for (const NDArray& argument : arguments) items.push_back({reference::fromNDArray(argument)});
  try {
    std::vector<NDArray> results;
    reference::collect(reference::GraphEvaluator(model, run).call(*f, items), results);
    return results;
  } catch (const reference::GraphFailure& failure) {
    return failure.error;
  }
}

}  // namespace lw
