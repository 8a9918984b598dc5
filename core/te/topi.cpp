#include "core/te/topi.h"

#include <algorithm>
#include <limits>

#include "core/ir/ops.h"
#include "core/support/text.h"
#include "core/te/errors.h"
#include "core/text/print/printer.h"

namespace lw::te {

std::vector<Operator> allOperators() {
  std::vector<Operator> all;
  for (const auto& part : {elementwiseOperators(), reductionOperators(), shapeOperators(), layerOperators()})
    all.insert(all.end(), part.begin(), part.end());
  std::sort(all.begin(), all.end(), [](const Operator& a, const Operator& b) { return a.name < b.name; });
  return all;
}

bool isTopiFunction(std::string_view name) {
  const std::vector<Operator> all = allOperators();
  return std::any_of(all.begin(), all.end(), [&](const Operator& o) { return o.name == name; });
}

Called callTopi(TeHost& host, std::string_view name, CallArgs& args, Caller&) {
  for (const Operator& o : allOperators()) {
    if (o.name != name) continue;
    auto bound = bindCall("topi." + std::string(name), args, o.params, o.required);
    if (!bound) return bound.error();
    for (std::optional<Value>& v : *bound)
      if (v && v->isNone()) v.reset();
    const Span outer = std::exchange(host.callSpan, args.span);
    Result<Value> value = o.call(host, *bound);
    host.callSpan = outer;
    return value ? Called(std::optional<Value>(std::move(*value))) : Called(value.error());
  }
  return std::optional<Value>();
}

std::string shapeText(const std::vector<Expr>& shape) {
  std::string text = "(";
  text += join(shape, [&](const auto& item) { return lw::toText(item); });
  return text + (shape.size() == 1 ? ",)" : ")");
}

Result<Tensor> tensorArgument(const std::optional<Value>& value, std::string_view name) {
  const auto* t = value ? value->hostAs<TensorValue>() : nullptr;
  if (t) return t->tensor;
  return explain(err::kMustBeTensor(name, value ? say(", and this is {0}", script::typeName(*value)) : Message()),
                 "make one: te.placeholder((64, 64), name=\"A\")");
}

Result<int64_t> intArgument(const std::optional<Value>& value, std::string_view name, int64_t otherwise) {
  if (!value) return otherwise;
  if (const auto* i = value->as<int64_t>()) return *i;
  return explain(err::kArgumentMustBeInteger(name, script::typeName(*value)), "write it without a point: 2");
}

bool flagArgument(const std::optional<Value>& value, bool otherwise) {
  const auto* b = value ? value->as<bool>() : nullptr;
  return b ? *b : otherwise;
}

Result<double> realArgument(const std::optional<Value>& value, std::string_view name, double otherwise) {
  if (!value) return otherwise;
  if (const auto* d = value->as<double>()) return *d;
  if (const auto* i = value->as<int64_t>()) return static_cast<double>(*i);
  return explain(err::kMustBeNumber(name, script::typeName(*value)), "write it as 0.5");
}

Result<Expr> numberArgument(const Value& value, std::string_view name, DataType type) {
  if (const auto number = numberOf(value)) return convertedTo(type, *number);
  return explain(err::kMustBeNumber(name, script::typeName(value)), "write it as 0.5");
}

Result<std::vector<int64_t>> intsArgument(const std::optional<Value>& value, std::string_view name,
                                          std::vector<int64_t> otherwise) {
  if (!value) return otherwise;
  const std::vector<Value> one{*value};
  std::vector<int64_t> all;
  for (const Value& v : value->items() ? *value->items() : one) {
    const Result<int64_t> i = intArgument(v, name, 0);
    if (!i) return i.error();
    all.push_back(*i);
  }
  return all;
}

Result<int64_t> axisArgument(int64_t axis, size_t rank, std::string_view name) {
  const auto n = static_cast<int64_t>(rank);
  if (axis >= -n && axis < n) return axis < 0 ? axis + n : axis;
  return explain(
      err::kTensorRank(name, axis, rank, rank == 1 ? " axis" : " axes"),
      rank == 0 ? "give a tensor that has axes" : say("axes are counted from 0 to {0}, or from the last as -1", n - 1));
}

Expr read(const Tensor& tensor, Point point) { return BufferLoad{tensor.buffer(), std::move(point)}; }
Expr number(DataType type, double value) {
  return type.isFloat() ? makeFloat(type, value) : makeConst(type, static_cast<int64_t>(value));
}

namespace {

Operation begin(TeHost& host, const std::string& name, const std::vector<Expr>& shape,
                const std::vector<std::string>& axes, Point& point) {
  Operation op{.kind = Operation::Kind::Compute, .name = name};
  for (size_t i = 0; i < shape.size(); ++i) {
    op.axes.push_back(host.axis(i < axes.size() ? axes[i] : "ax" + std::to_string(i), shape[i], IterKind::Spatial));
    point.emplace_back(op.axes.back().var);
  }
  return op;
}

}  // namespace

Tensor compute(TeHost& host, const std::string& name, const std::vector<Expr>& shape,
               const std::function<Expr(const Point&)>& value, const std::vector<std::string>& axes) {
  Point point;
  Operation op = begin(host, name, shape, axes, point);
  op.values = {value(point)};
  op.outputs = {makeBuffer(name, shape, op.values[0].dtype())};
  op.inputs = host.tensorsIn(op.values);
  return host.add(std::move(op)).hostAs<TensorValue>()->tensor;
}

Expr lowest(DataType type) {
  return hasInfinity(type) ? makeFloat(type, -std::numeric_limits<double>::infinity()) : leastOf(type);
}
Expr highest(DataType type) {
  return hasInfinity(type) ? makeFloat(type, std::numeric_limits<double>::infinity()) : greatestOf(type);
}

Tensor reduce(TeHost& host, const std::string& name, std::string_view how, const std::vector<Expr>& shape,
              const std::vector<IterVar>& axes, const std::function<Expr(const Point&)>& value,
              const std::vector<std::string>& names, bool infinite) {
  Point point;
  Operation op = begin(host, name, shape, names, point);
  const Expr source = value(point);
  const DataType type = source.dtype();
  const Var x("x", type), y("y", type);
  const BinaryOp combine = how == "max"    ? BinaryOp::Max
                           : how == "min"  ? BinaryOp::Min
                           : how == "prod" ? BinaryOp::Mul
                                           : BinaryOp::Add;
  const Expr identity = how == "max"   ? infinite ? lowest(type) : leastOf(type)
                          : how == "min" ? infinite ? highest(type) : greatestOf(type)
                                         : number(type, how == "prod" ? 1 : 0);
  op.reduction =
      Reduction{{{x}, {y}, {rawBinary(combine, Expr(x), Expr(y))}, {identity}}, {source}, axes, std::nullopt, {}};
  op.outputs = {makeBuffer(name, shape, type)};
  op.inputs = host.tensorsIn({source});
  return host.add(std::move(op)).hostAs<TensorValue>()->tensor;
}

}  // namespace lw::te
