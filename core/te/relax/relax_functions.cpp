// Functions of relax in code that builds graphs: variables, struct info, constants, and the operators of graphs.
#include <algorithm>

#include "core/graph/operators.h"
#include "core/graph/visit.h"
#include "core/te/errors.h"
#include "core/te/relax/graph_values.h"
#include "core/te/torch/torch_values.h"

namespace lw::te {
namespace {

constexpr std::string_view kFunctions[] = {"BlockBuilder", "Var", "DataflowVar", "TensorStructInfo", "const"};

// "nn.relu" of module "tvm.relax.op.nn" and name "relu".
std::string operatorName(std::string_view module, std::string_view name) {
  for (const std::string_view prefix : {"tvm.relax.op", "tvm.script.relax", "tvm.relax"})
    if (module.starts_with(prefix)) {
      std::string_view rest = module.substr(prefix.size());
      if (!rest.empty()) rest.remove_prefix(1);
      return rest.empty() ? std::string(name) : std::string(rest) + "." + std::string(name);
    }
  return std::string(name);
}

// Sizes of graphs are int64.
Expr sizeOf(const Expr& e) {
  const auto* known = e.as<IntImm>();
  return known ? Expr(IntImm{dtype::Int64, known->value}) : e;
}
Result<graph::Sizes> toSizes(const Value& value) {
  Result<std::vector<Expr>> shape = toShape(value);
  if (!shape) return shape.error();
  for (Expr& size : *shape) size = sizeOf(size);
  return std::move(*shape);
}

Result<Value> tensorInfo(CallArgs& args) {
  const auto bound = bindCall("relax.TensorStructInfo", args, {"shape", "dtype", "vdevice", "ndim"}, 0);
  if (!bound) return bound.error();
  std::optional<DataType> type = dtype::Float32;
  if ((*bound)[1] && !(*bound)[1]->isNone()) {
    const Result<DataType> given = toType(*(*bound)[1]);
    if (!given) return given.error();
    type = *given;
  }
  if ((*bound)[0] && !(*bound)[0]->isNone()) {
    Result<graph::Sizes> sizes = toSizes(*(*bound)[0]);
    if (!sizes) return sizes.error();
    return Value(std::make_shared<StructInfoValue>(graph::tensorOf(std::move(*sizes), type)));
  }
  const int64_t* rank = (*bound)[3] ? (*bound)[3]->as<int64_t>() : nullptr;
  return Value(std::make_shared<StructInfoValue>(graph::tensorOfRank(rank ? static_cast<int>(*rank) : -1, type)));
}

Result<Value> variable(CallArgs& args, bool dataflow) {
  const auto bound = bindCall("relax.Var", args, {"name_hint", "struct_info"}, 1);
  if (!bound) return bound.error();
  const std::string* name = (*bound)[0]->text();
  if (!name) return err::kBuilderName(script::typeName(*(*bound)[0]));
  const auto* info = (*bound)[1] ? (*bound)[1]->hostAs<StructInfoValue>() : nullptr;
  if ((*bound)[1] && !info)
    return explain(err::kBuilderNoInfo(script::typeName(*(*bound)[1])),
                   "relax.TensorStructInfo((1, 784), \"float32\")");
  return Value(
      std::make_shared<NodeValue>(graph::Value({.name = *name,
                                                .info = info ? info->info : graph::StructInfo(graph::AnyInfo{}),
                                                .dataflow = dataflow,
                                                .annotated = true,
                                                .span = args.span})));
}

// The numbers of a constant in row-major order; false: something else is among them, or the lists differ in length.
bool flatten(const Value& value, std::vector<double>& numbers, std::vector<int64_t>& shape, size_t depth, bool& whole) {
  if (const std::vector<Value>* items = value.items()) {
    if (shape.size() == depth) shape.push_back(static_cast<int64_t>(items->size()));
    if (shape[depth] != static_cast<int64_t>(items->size())) return false;
    return std::all_of(items->begin(), items->end(),
                       [&](const Value& v) { return flatten(v, numbers, shape, depth + 1, whole); });
  }
  if (shape.size() != depth) return false;
  if (const auto* n = value.as<int64_t>()) return numbers.push_back(static_cast<double>(*n)), true;
  if (const auto* b = value.as<bool>()) return numbers.push_back(*b), true;
  if (const auto* x = value.as<double>()) return whole = false, numbers.push_back(*x), true;
  return false;
}

// An array as it is; struct info has to say the same.
Result<Value> constantOf(const ArrayValue& array, const std::optional<Value>& given) {
  graph::Sizes sizes;
  for (const int64_t n : array.data->shape) sizes.emplace_back(IntImm{dtype::Int64, n});
  graph::StructInfo info = graph::tensorOf(std::move(sizes), array.data->type);
  if (const auto* wanted = given ? given->hostAs<StructInfoValue>() : nullptr;
      wanted && toText(wanted->info) != toText(info))
    return err::kTorchShape(toText(wanted->info), toText(info));
  return Value(std::make_shared<NodeValue>(graph::Constant{std::move(info), array.data, -1}));
}

Result<Value> constant(CallArgs& args) {
  const auto bound = bindCall("relax.const", args, {"value", "dtype"}, 1);
  if (!bound) return bound.error();
  if (const auto* array = (*bound)[0]->hostAs<ArrayValue>()) return constantOf(*array, (*bound)[1]);
  std::vector<double> numbers;
  std::vector<int64_t> shape;
  bool whole = true;
  if (!flatten(*(*bound)[0], numbers, shape, 0, whole)) return err::kBuilderNoConstant(script::typeName(*(*bound)[0]));
  DataType type = whole ? dtype::Int32 : dtype::Float32;
  if ((*bound)[1] && !(*bound)[1]->isNone()) {
    const Result<DataType> given = toType(*(*bound)[1]);
    if (!given) return given.error();
    type = *given;
  }
  NDArray data = NDArray::zeros(type, shape);
  for (size_t i = 0; i < numbers.size(); ++i) data.set(static_cast<int64_t>(i), numbers[i]);
  graph::Sizes sizes;
  for (const int64_t n : shape) sizes.emplace_back(IntImm{dtype::Int64, n});
  return Value(std::make_shared<NodeValue>(
      graph::Constant{graph::tensorOf(std::move(sizes), type), std::make_shared<const NDArray>(std::move(data)), -1}));
}

Result<graph::Attribute> toAttribute(const Value& value) {
  if (value.isNone()) return graph::Attribute{graph::NoneAttribute{}};
  if (const auto* b = value.as<bool>()) return graph::Attribute{*b};
  if (const auto* n = value.as<int64_t>()) return graph::Attribute{*n};
  if (const auto* x = value.as<double>()) return graph::Attribute{*x};
  if (const std::string* text = value.text()) return graph::Attribute{*text};
  if (const std::vector<Value>* items = value.items()) {
    graph::AttributeList list;
    for (const Value& item : *items) {
      Result<graph::Attribute> made = toAttribute(item);
      if (!made) return made;
      list.push_back(std::move(*made));
    }
    return graph::Attribute{std::move(list)};
  }
  return err::kBuilderNoAttribute(script::typeName(value));
}

}  // namespace

Result<graph::AttributeMap> toAttributes(const Value& value) {
  graph::AttributeMap map;
  const auto* dict = value.as<script::DictRef>();
  if (!dict) return err::kBuilderNoAttribute(script::typeName(value));
  for (const auto& [key, item] : dict->object->items) {
    const std::string* name = key.text();
    if (!name) return err::kBuilderName(script::typeName(key));
    Result<graph::Attribute> made = toAttribute(item);
    if (!made) return made.error();
    map.emplace_back(*name, std::move(*made));
  }
  return map;
}

namespace {

Result<graph::Node> argumentOf(const graph::OperatorParam& param, const Value& value) {
  switch (param.kind) {
    case graph::ParamKind::Shape: {
      if (value.hostAs<NodeValue>()) return toNode(value);
      Result<graph::Sizes> sizes = toSizes(value);
      if (!sizes) return sizes.error();
      return graph::Node(graph::ShapeNode{std::move(*sizes)});
    }
    case graph::ParamKind::Scalar: {
      if (value.hostAs<NodeValue>()) return toNode(value);
      Result<Expr> number = toExpr(value);
      if (!number) return number.error();
      return graph::Node(graph::ScalarNode{sizeOf(*number)});
    }
    case graph::ParamKind::Type: {
      Result<DataType> type = toType(value);
      if (!type) return type.error();
      return graph::Node(graph::TypeNode{*type});
    }
    case graph::ParamKind::Text:
      if (const std::string* text = value.text()) return graph::Node(graph::TextNode{*text});
      return err::kBuilderNoAttribute(script::typeName(value));
    case graph::ParamKind::Function:
      if (const std::string* text = value.text()) return graph::Node(graph::ExternRef{*text});
      return toNode(value);
    case graph::ParamKind::Values: {
      Result<graph::Node> node = toNode(value);
      if (!node || node->as<graph::TupleNode>()) return node;
      const Result<graph::StructInfo> info = graph::infoOf(*node);
      const bool tuple = info && (info->as<graph::TupleInfo>() || info->as<graph::AnyInfo>());
      return tuple ? node : Result<graph::Node>(graph::Node(graph::TupleNode{{*node}}));
    }
    default:
      return toNode(value);
  }
}

Status takeInfos(const Value& value, graph::Call& call) {
  const std::vector<Value>* several = value.items();
  call.severalResults = several != nullptr;
  for (const Value& v : several ? *several : std::vector<Value>{value}) {
    const auto* info = v.hostAs<StructInfoValue>();
    if (!info) return err::kBuilderNoInfo(script::typeName(v));
    call.results.push_back(info->info);
  }
  return success();
}

Result<Value> operatorCall(const graph::Operator& op, CallArgs& args) {
  std::vector<std::string_view> names;
  size_t required = 0;
  const bool variadic = std::any_of(op.params.begin(), op.params.end(),
                                    [](const graph::OperatorParam& p) { return p.kind == graph::ParamKind::Variadic; });
  if (variadic) return err::kBuilderVariadic(op.name);
  for (const graph::OperatorParam& p : op.params) {
    names.push_back(p.name);
    const bool needed = p.kind == graph::ParamKind::Attribute ? false : !p.optional;
    if (needed) required = names.size();
  }
  const auto bound = bindCall("relax.op." + op.name, args, names, required);
  if (!bound) return bound.error();
  graph::Call call;
  call.op = &op;
  for (size_t i = 0; i < op.params.size(); ++i) {
    const graph::OperatorParam& param = op.params[i];
    const std::optional<Value>& given = (*bound)[i];
    if (param.kind == graph::ParamKind::Infos) {
      if (!given) continue;
      if (const Status taken = takeInfos(*given, call); !taken) return taken.error();
    } else if (param.kind == graph::ParamKind::Attribute) {
      if (!given) continue;
      Result<graph::Attribute> value = toAttribute(*given);
      if (!value) return value.error();
      graph::Attribute normal = normalised(param, std::move(*value));
      if (!sameAttribute(normal, param.defaultValue)) call.attrs.emplace_back(param.name, std::move(normal));
    } else if (!given || given->isNone()) {
      call.args.emplace_back();
    } else {
      Result<graph::Node> arg = argumentOf(param, *given);
      if (!arg) return arg.error();
      call.args.emplace_back(std::move(*arg));
    }
  }
  const graph::Node node(std::move(call));
  if (const Result<graph::StructInfo> info = graph::infoOf(node); !info) return info.error();
  return Value(std::make_shared<NodeValue>(node));
}

}  // namespace

bool isRelaxModule(std::string_view module) {
  return module.starts_with("tvm.relax") || module.starts_with("tvm.script.relax");
}

bool isRelaxFunction(std::string_view module, std::string_view name) {
  return std::find(std::begin(kFunctions), std::end(kFunctions), name) != std::end(kFunctions) ||
         graph::findOperator(operatorName(module, name));
}

Called callRelax(TeHost& host, std::string_view module, std::string_view name, CallArgs& args) {
  const auto given = [](Result<Value> made) -> Called {
    return made ? Called(std::optional<Value>(std::move(*made))) : Called(made.error());
  };
  if (name == "BlockBuilder") return std::optional<Value>(Value(std::make_shared<BlockBuilder>(host)));
  if (name == "Var" || name == "DataflowVar") return given(variable(args, name == "DataflowVar"));
  if (name == "TensorStructInfo") return given(tensorInfo(args));
  if (name == "const") return given(constant(args));
  if (const graph::Operator* op = graph::findOperator(operatorName(module, name)))
    return given(operatorCall(*op, args));
  return std::optional<Value>();
}

}  // namespace lw::te
