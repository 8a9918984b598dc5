#include "core/te/te_values.h"

#include <algorithm>

#include "core/ir/ops.h"
#include "core/ir/wide_index.h"
#include "core/script/interpreter.h"
#include "core/support/text.h"
#include "core/te/errors.h"
#include "core/te/te_host.h"

namespace lw::te {

namespace {

constexpr int64_t kMostNodes = 50'000;
constexpr int kMostHeight = 2'000;

std::string axisCount(size_t n) { return std::to_string(n) + (n == 1 ? " axis" : " axes"); }

Result<Value> astype(const CallArgs& args, const std::function<Result<Value>(DataType)>& convert) {
  const auto bound = bindCall("astype", args, {"dtype"}, 1);
  if (!bound) return bound.error();
  const Result<DataType> type = toType(*(*bound)[0]);
  return type ? convert(*type) : Result<Value>(type.error());
}

// The element at these indices, or an error about them.
Result<Value> element(const Tensor& tensor, const std::vector<Value>& indices) {
  const Buffer& buffer = tensor.buffer();
  const size_t rank = buffer->shape.size();
  if (indices.size() > rank)
    return explain(err::kTensorIndexCount(tensor.name(), axisCount(rank), indices.size()),
                   "give one index for each axis");
  if (indices.size() < rank) return Value(std::make_shared<PartValue>(tensor, indices));
  std::vector<Expr> exprs;
  for (size_t i = 0; i < rank; ++i) {
    Result<Expr> e = toExpr(indices[i]);
    if (!e) return e.error();
    if (!e->dtype().isInteger() || e->dtype().isVector())
      return explain(err::kIndexOfHasType(i, tensor.name(), toString(e->dtype())),
                     "indices are integers: use .astype(\"int32\")");
    exprs.push_back(std::move(*e));
  }
  return combined(BufferLoad{buffer, std::move(exprs)}, indices);
}

std::vector<Value> flat(std::span<const Value> index) {
  // (b, k) + rest is a tuple, as in A[(b, k) + rest]
  if (index.size() == 1 && index[0].items()) return *index[0].items();
  return {index.begin(), index.end()};
}

}  // namespace

Value makeExpr(Expr e, int64_t nodes, int height) {
  return Value(std::make_shared<ExprValue>(std::move(e), nodes, height));
}

std::pair<int64_t, int> sizeOf(const Value& value) {
  const auto* e = value.hostAs<ExprValue>();
  return e ? std::pair{e->nodes, e->height} : std::pair{int64_t{1}, 1};
}

Result<Value> combined(Expr e, const std::vector<Value>& operands) {
  int64_t nodes = 1;
  int height = 0;
  for (const Value& v : operands) {
    nodes += sizeOf(v).first;
    height = std::max(height, sizeOf(v).second);
  }
  if (nodes > kMostNodes || height >= kMostHeight)
    return explain(nodes > kMostNodes ? err::kExpressionTooLarge(kMostNodes) : err::kTeExpressionTooDeep(kMostHeight),
                   "make a te.compute of a part of it");
  return makeExpr(std::move(e), nodes, height + 1);
}
Result<Value> combined(Expr e, std::initializer_list<const Value*> operands) {
  std::vector<Value> list;
  for (const Value* v : operands) list.push_back(*v);
  return combined(std::move(e), list);
}

std::optional<Number> numberOf(const Value& value) { return script::plainNumber(value); }

Result<Operand> toOperand(const Value& value) {
  if (const auto number = numberOf(value)) return Operand(*number);
  Result<Expr> e = toExpr(value);
  return e ? Result<Operand>(Operand(*e)) : Result<Operand>(e.error());
}

Status match(Operand& a, Operand& b) {
  const Misfit why = matchTypes(a, b);
  return why.empty() ? success() : explain(err::kTeTypeMisfit(why.message), why.hint);
}

Result<Expr> convertedTo(DataType type, Operand value) {
  const Misfit why = convert(value, type);
  return why.empty() ? Result<Expr>(value.value) : explain(err::kTeTypeMisfit(why.message), why.hint);
}

Result<Expr> toExpr(const Value& value) {
  if (const auto* e = value.hostAs<script::ExprObject>()) return e->expr;
  if (const auto number = numberOf(value)) return numberExpr(*number);
  if (const auto* s = value.as<script::Scalar>())
    return s->type.isFloat() ? makeFloat(s->type, s->real) : makeConst(s->type, s->integer);
  if (const auto* t = value.hostAs<TensorValue>()) {
    if (t->tensor.buffer()->shape.empty()) return Expr(BufferLoad{t->tensor.buffer(), {}});
    return explain(err::kTensorIsNoNumber(t->tensor.name()), say("index it: {0}[...]", Ident(t->tensor.name())));
  }
  if (const auto* part = value.hostAs<PartValue>())
    return explain(err::kPartlyIndexed(part->tensor.name(), axisCount(part->tensor.buffer()->shape.size()),
                                       part->indices.size(), part->indices.size() == 1 ? "is" : "are"),
                   "a part of a tensor is not a number: give all indices");
  if (const auto* r = value.hostAs<ReductionValue>())
    return explain(
        err::kReductionNotWholeBody(r->name),
        say("make it a tensor of its own, S = te.compute(..., lambda ...: te.{0}(...)), and write S[...] here",
            Ident(r->name)));
  return explain(err::kNoNumber(script::typeName(value)),
                 "expressions are made of numbers, indices and elements of tensors: A[i, j] + 1");
}

Result<DataType> toType(const Value& value) {
  if (const std::string* text = value.text()) {
    const auto type = parseDataType(*text);
    if (type) return *type;
    return explain(err::kTextIsNoDataType(*text), "types are written \"float32\", \"int8\", \"bool\"");
  }
  return explain(err::kValueIsNoDataType(script::typeName(value)), "types are written \"float32\", \"int8\", \"bool\"");
}

Result<std::vector<Expr>> toShape(const Value& value) {
  std::vector<Expr> shape;
  const std::vector<Value> one{value};
  for (const Value& v : value.items() ? *value.items() : one) {
    Result<Expr> size = toExpr(v);
    if (!size) return size.error();
    if (!size->dtype().isInteger()) return explain(err::kShapeType(toString(size->dtype())), "sizes are integers");
    if (const auto n = asInt(*size); n && *n < 0) return explain(err::kShapeNegative(*n), "sizes are 0 or more");
    shape.push_back(std::move(*size));
  }
  return shape;
}

Result<std::vector<std::optional<Value>>> bindCall(std::string_view function, const CallArgs& args,
                                                   const std::vector<std::string_view>& names, size_t required) {
  const std::string name(function);
  std::string known = join(names);
  const Message form = say("write {0}({1})", name, known);
  std::vector<std::optional<Value>> bound(names.size());
  if (args.positional.size() > names.size())
    return explain(
        err::kTeTakesAtMost(name, names.size(), names.size() == 1 ? " argument" : " arguments", args.positional.size()),
        form);
  for (size_t i = 0; i < args.positional.size(); ++i) bound[i] = args.positional[i];
  for (const auto& [key, value] : args.named) {
    const auto at = std::find(names.begin(), names.end(), key);
    if (at == names.end()) return explain(err::kTeHasNoArgument(name, key), form);
    std::optional<Value>& slot = bound[static_cast<size_t>(at - names.begin())];
    if (slot) return explain(err::kTeArgumentTwice(key, name), form);
    slot = value;
  }
  for (size_t i = 0; i < required; ++i)
    if (!bound[i]) return explain(err::kTeNeedsArgument(name, names[i]), form);
  return bound;
}

// ---- expressions ----

Result<Value> ExprValue::attribute(std::string_view name) {
  if (name == "dtype") return Value(toString(expr.dtype()));
  if (const auto* v = expr.as<Var>(); v && name == "name") return Value(v->name());
  return script::ExprObject::attribute(name);
}

Result<Value> ExprValue::callMethod(std::string_view name, CallArgs& args, Caller& caller) {
  if (name == "astype")
    return astype(args,
                  [this](DataType type) -> Result<Value> { return makeExpr(cast(type, expr), nodes + 1, height + 1); });
  return script::ExprObject::callMethod(name, args, caller);
}

Result<bool> ExprValue::truth() {
  if (const auto value = asInt(expr)) return *value != 0;
  return explain(err::kTruthUnknown(),
                 "use te.if_then_else(condition, a, b) for a choice, te.all and te.any in place of and and or");
}

Result<Value> AxisValue::attribute(std::string_view name) {
  if (name == "var") return makeExpr(Expr(axis.var));
  if (name == "dom") return script::makeTuple({makeExpr(axis.domain.min), makeExpr(axis.domain.extent)});
  return ExprValue::attribute(name);
}

// ---- tensors ----

Message TensorValue::typeName() const { return say("the tensor {0}", Ident(tensor.name())); }
Message PartValue::typeName() const { return say("a part of the tensor {0}", Ident(tensor.name())); }

Result<Value> TensorValue::attribute(std::string_view name) {
  const Buffer& b = tensor.buffer();
  if (name == "shape") {
    std::vector<Value> sizes;
    for (const Expr& e : b->shape) sizes.push_back(asInt(e) ? Value(*asInt(e)) : makeExpr(e));
    return script::makeTuple(std::move(sizes));
  }
  if (name == "dtype") return Value(toString(b->dtype));
  if (name == "name") return Value(b->name);
  if (name == "ndim") return Value(static_cast<int64_t>(b->shape.size()));
  if (name == "value_index") return Value(static_cast<int64_t>(tensor.index));
  if (name == "op") return Value(std::make_shared<OperationValue>(host, tensor.op));
  return explain(err::kTensorHasNo(name), "it has shape, dtype, name, ndim, op");
}

Result<Value> TensorValue::callMethod(std::string_view name, CallArgs& args, Caller& caller) {
  if (name != "astype") return HostObject::callMethod(name, args, caller);
  return astype(args, [&](DataType type) -> Result<Value> {
    return host.elementwise(
        "T_cast", {tensor}, [type](const std::vector<Expr>& e) -> Result<Expr> { return cast(type, e[0]); }, args.span);
  });
}

Result<Value> TensorValue::call(CallArgs& args, Caller&) {
  if (args.named.empty()) return item(args.positional);
  return explain(err::kNamedIndices(args.named[0].first), say("write {0}[i, j]", Ident(tensor.name())));
}

Result<Value> TensorValue::item(std::span<const Value> index) { return element(tensor, flat(index)); }
bool TensorValue::sameAs(const HostObject& other) const {
  const auto* t = dynamic_cast<const TensorValue*>(&other);
  return t && t->tensor == tensor;
}

Result<Value> PartValue::item(std::span<const Value> index) {
  std::vector<Value> all = indices;
  for (const Value& v : flat(index)) all.push_back(v);
  return element(tensor, all);
}

Result<Value> OperationValue::attribute(std::string_view name) {
  const auto axes = [](const std::vector<IterVar>& list) {
    std::vector<Value> values;
    for (const IterVar& axis : list) values.emplace_back(std::make_shared<AxisValue>(axis));
    return script::makeTuple(std::move(values));
  };
  if (name == "axis") return axes(op->axes);
  if (name == "reduce_axis") return axes(op->reduction ? op->reduction->axes : std::vector<IterVar>());
  if (name == "name") return Value(op->name);
  if (name == "tag") return Value(op->tag);
  if (name == "num_outputs") return Value(static_cast<int64_t>(op->outputs.size()));
  if (name == "input_tensors") {
    std::vector<Value> inputs;
    for (const Tensor& t : op->inputs) inputs.push_back(host.valueOf(t));
    return script::makeTuple(std::move(inputs));
  }
  return explain(err::kOperationHasNo(name), "it has axis, reduce_axis, name, tag, input_tensors");
}

Result<Value> OperationValue::callMethod(std::string_view name, CallArgs& args, Caller& caller) {
  if (name != "output") return HostObject::callMethod(name, args, caller);
  const auto bound = bindCall("output", args, {"index"}, 1);
  if (!bound) return bound.error();
  const auto* i = (*bound)[0]->as<int64_t>();
  if (!i || *i < 0 || *i >= static_cast<int64_t>(op->outputs.size()))
    return explain(err::kOutputCount(op->name, op->outputs.size(), op->outputs.size() == 1 ? "" : "s"),
                   "count them from 0");
  return host.valueOf({op, static_cast<int>(*i)});
}

bool OperationValue::sameAs(const HostObject& other) const {
  const auto* o = dynamic_cast<const OperationValue*>(&other);
  return o && o->op == op;
}

// ---- buffers of te.extern ----

Result<Value> BufferValue::attribute(std::string_view name) {
  if (name == "shape") {
    std::vector<Value> sizes;
    for (const Expr& e : buffer->shape) sizes.push_back(asInt(e) ? Value(*asInt(e)) : makeExpr(e));
    return script::makeTuple(std::move(sizes));
  }
  if (name == "strides") {
    std::vector<Value> strides;
    for (const Expr& e : buffer->strides) strides.push_back(asInt(e) ? Value(*asInt(e)) : makeExpr(e));
    return script::makeTuple(std::move(strides));
  }
  if (name == "dtype") return Value(toString(buffer->dtype));
  if (name == "data") return makeExpr(Expr(buffer->data));
  if (name == "elem_offset") return makeExpr(buffer->elemOffset);
  return explain(err::kBufferHasNo(name), "it has shape, dtype, strides, data, elem_offset");
}

Result<Value> BufferValue::callMethod(std::string_view name, CallArgs& args, Caller& caller) {
  if (name != "access_ptr") return HostObject::callMethod(name, args, caller);
  const auto bound = bindCall("access_ptr", args, {"access_mask"}, 1);
  if (!bound) return bound.error();
  const std::string* mask = (*bound)[0]->text();
  int bits = 0;
  for (const char c : mask ? *mask : "") bits |= c == 'r' ? 1 : c == 'w' ? 2 : 0;
  if (bits == 0) return explain(err::kUnknownAccess(), "it is \"r\", \"w\" or \"rw\"");
  const Expr extent = productOf(buffer->shape);
  const Expr type = Call{buffer->dtype, "type_annotation", {}};
  return makeExpr(
      Call{dtype::Handle(), "tvm_access_ptr", {type, Expr(buffer->data), buffer->elemOffset, extent, Expr(bits)}});
}

}  // namespace lw::te
