#include "core/te/te_host.h"

#include <algorithm>

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/support/words.h"
#include "core/te/errors.h"
#include "core/te/relax/graph_values.h"
#include "core/te/topi.h"
#include "core/te/torch/torch_values.h"
#include "core/text/python/operator_names.h"

namespace lw::te {

namespace {

constexpr std::string_view kModules =
    "tvm tvm.te tvm.tir tvm.topi tvm.topi.nn tvm.script tvm.script.tir tvm.tir.ir_builder tvm.relax tvm.relax.op "
    "tvm.relax.op.nn tvm.relax.op.image tvm.script.relax tvm.script.relax.nn tvm.script.relax.image torch torch.nn "
    "torch.nn.functional torch.fx operator";

// "T" and "tir" of tvm.script denote the same functions.
std::string canonical(std::string_view module) {
  return module == "tvm.script.tir" ? "tvm.tir" : module == "tvm.topi.nn" ? "tvm.topi" : std::string(module);
}

bool isWhole(const Expr& e) { return e.dtype().isInteger() || e.dtype().isBool(); }

Explanation noBits(const std::string& symbol, const Expr& a, const Expr& b) {
  const Expr& wrong = isWhole(a) ? b : a;
  return explain(err::kOperandNotInteger(symbol, toString(wrong.dtype())), "convert it first: .astype(\"int32\")");
}

Result<Expr> bitwise(const char* name, const char* symbol, Operand a, Operand b) {
  if (!isWhole(a.value) || !isWhole(b.value)) return noBits(symbol, a.value, b.value);
  if (Status matched = match(a, b); !matched) return matched.error();
  return Expr(Call{a.value.dtype(), name, {a.value, b.value}});
}

Result<Expr> shift(const char* name, const char* symbol, Operand a, Operand b) {
  if (!isWhole(a.value) || !isWhole(b.value)) return noBits(symbol, a.value, b.value);
  for (Operand* o : {&a, &b})
    if (o->value.dtype().isBool()) *o = cast(dtype::Int32, o->value);
  if (Status matched = match(a, b); !matched) return matched.error();
  const Expr &value = a.value, &count = b.value;
  if (const auto n = asInt(count); n && (*n < 0 || *n >= value.dtype().bits))
    return explain(err::kShiftTooFar(*n, toString(value.dtype())), say("shift by 0 to {0}", value.dtype().bits - 1));
  return Expr(Call{value.dtype(), name, {value, count}});
}

}  // namespace

Explanation divisionByZero() {
  return explain(err::kTeDivisionByZero(), "divide by something else, or guard it: te.if_then_else(n != 0, a // n, 0)");
}

Result<Expr> binaryExpr(BinaryOp op, Operand a, Operand b) {
  if (Status matched = match(a, b); !matched) return matched.error();
  const bool divides =
      op == BinaryOp::Div || op == BinaryOp::Mod || op == BinaryOp::FloorDiv || op == BinaryOp::FloorMod;
  if (divides && isWhole(b.value) && isZero(b.value)) return divisionByZero();
  return binary(op, a.value, b.value);
}

Result<Expr> binaryExpr(py::BinOp op, Operand a, Operand b) {
  if (a.value.dtype().isHandle() || b.value.dtype().isHandle()) return err::kTePointerArithmetic();
  const bool integers = isWhole(a.value) && isWhole(b.value),
             bools = a.value.dtype().isBool() && b.value.dtype().isBool();
  switch (op) {
    case py::BinOp::Add:
      return binaryExpr(BinaryOp::Add, a, b);
    case py::BinOp::Sub:
      return binaryExpr(BinaryOp::Sub, a, b);
    case py::BinOp::Mul:
      return binaryExpr(BinaryOp::Mul, a, b);
    case py::BinOp::Div:
      if (divisionIsAmbiguous(a, b))
        return explain(err::kTeDivisionIsAmbiguous(),
                       "write // (rounds down), tir.truncdiv(a, b) (rounds to zero), or make one operand a float");
      return binaryExpr(BinaryOp::Div, a, b);
    case py::BinOp::FloorDiv:
    case py::BinOp::Mod:
      if (!integers) return explain(err::kForIntegers(), "use / and tir.floor, or .astype(\"int32\")");
      return binaryExpr(op == py::BinOp::Mod ? BinaryOp::FloorMod : BinaryOp::FloorDiv, a, b);
    case py::BinOp::Pow: {
      if (integers) return explain(err::kOperandsAreIntegers(), "multiply, or convert first: .astype(\"float32\")");
      if (Status matched = match(a, b); !matched) return matched.error();
      return Expr(Call{a.value.dtype(), "pow", {a.value, b.value}});
    }
    case py::BinOp::LShift:
      return shift("shift_left", "<<", a, b);
    case py::BinOp::RShift:
      return shift("shift_right", ">>", a, b);
    case py::BinOp::BitAnd:
      return bools ? Result<Expr>(logicalAnd(a.value, b.value)) : bitwise("bitwise_and", "&", a, b);
    case py::BinOp::BitOr:
      return bools ? Result<Expr>(logicalOr(a.value, b.value)) : bitwise("bitwise_or", "|", a, b);
    case py::BinOp::BitXor:
      return bitwise("bitwise_xor", "^", a, b);
    case py::BinOp::MatMul:
      break;
  }
  return explain(err::kMultipliesTwoTensors(), "use topi.matmul(A, B)");
}

Result<Expr> compareExpr(py::CompareOp op, const Operand& a, const Operand& b) {
  switch (op) {
    case py::CompareOp::Eq:
      return binaryExpr(BinaryOp::EQ, a, b);
    case py::CompareOp::Ne:
      return binaryExpr(BinaryOp::NE, a, b);
    case py::CompareOp::Lt:
      return binaryExpr(BinaryOp::LT, a, b);
    case py::CompareOp::Le:
      return binaryExpr(BinaryOp::LE, a, b);
    case py::CompareOp::Gt:
      return binaryExpr(BinaryOp::GT, a, b);
    case py::CompareOp::Ge:
      return binaryExpr(BinaryOp::GE, a, b);
    case py::CompareOp::In:
    case py::CompareOp::NotIn:
    case py::CompareOp::Is:
    case py::CompareOp::IsNot:
      break;  // decided by the interpreter
  }
  __builtin_unreachable();
}

Result<std::optional<Value>> TeHost::global(std::string_view name, bool) {
  // Example code often omits the import lines.
  for (const auto& [shortName, path] :
       {std::pair{"te", "tvm.te"}, std::pair{"tir", "tvm.tir"}, std::pair{"topi", "tvm.topi"}, std::pair{"tvm", "tvm"},
        std::pair{"T", "tvm.tir"}, std::pair{"relax", "tvm.relax"}, std::pair{"R", "tvm.script.relax"}})
    if (name == shortName) return std::optional<Value>(Value(std::make_shared<ModuleValue>(*this, path)));
  return pythonFunction(name);
}

std::optional<Value> TeHost::module(std::string_view name) {
  if (!hasWord(kModules, name)) return std::nullopt;
  return Value(std::make_shared<ModuleValue>(*this, std::string(name)));
}

bool TeHost::knows(const std::string& module, std::string_view name) const {
  const std::string part = canonical(module);
  if (part == "tvm.topi") return isTopiFunction(name);
  if (isRelaxModule(part)) return isRelaxFunction(part, name);
  if (part == "tvm.te" && isTeFunction(name)) return true;
  if (isIntrinFunction(part, name)) return true;
  if (knowsMore && (part == "tvm.te" || part == "tvm") && knowsMore(name)) return true;
  return (part == "tvm.te" || part == "tvm.tir" || part == "tvm") && (isReducer(name) || isTirFunction(name));
}

Result<Value> TeHost::callNamed(const std::string& module, std::string_view name, CallArgs& args, Caller& caller) {
  const std::string part = canonical(module);
  const auto given = [](Called& result) -> Result<Value> {
    return result ? Result<Value>(std::move(**result)) : Result<Value>(result.error());
  };
  if (isTorchModule(part)) return callTorch(*this, part, name, args, caller);
  if (part == "tvm.topi") {
    Called value = callTopi(*this, name, args, caller);
    if (!value || *value) return given(value);
  } else if (isRelaxModule(part)) {
    Called value = callRelax(*this, part, name, args);
    if (!value || *value) return given(value);
  } else {
    if (more && (part == "tvm.te" || part == "tvm"))
      if (Called value = more(name, args); !value || *value) return given(value);
    if (Called value = callIntrin(*this, part, name, args, caller); !value || *value) return given(value);
    if (part == "tvm.te")
      if (Called value = callTe(*this, name, args, caller); !value || *value) return given(value);
    if (Called value = callReducer(*this, name, args, caller); !value || *value) return given(value);
    if (Called value = callTir(name, args); !value || *value) return given(value);
  }
  return explain(err::kHasNoFunction(module.substr(module.rfind('.') + 1), name), namesHint());
}

Result<Value> ModuleValue::attribute(std::string_view name) {
  const std::string inner = path + "." + std::string(name);
  if (hasWord(kModules, inner)) return Value(std::make_shared<ModuleValue>(host, inner));
  if (isTorchModule(path)) {
    if (std::optional<Value> known = torchAttribute(host, path, name)) return *known;
  }
  if (host.knows(path, name)) return Value(std::make_shared<NamedFunction>(host, path, std::string(name)));
  return explain(err::kModuleHasNo(path, name), host.namesHint());
}
Result<Value> ModuleValue::callMethod(std::string_view name, CallArgs& args, Caller& caller) {
  return host.callNamed(path, name, args, caller);
}
bool NamedFunction::sameAs(const HostObject& other) const {
  const auto* o = dynamic_cast<const NamedFunction*>(&other);
  return o && o->module == module && o->name == name;
}
Result<Value> NamedFunction::call(CallArgs& args, Caller& caller) { return host.callNamed(module, name, args, caller); }

// ---- operators ----

Result<Value> TeHost::binary(py::BinOp op, const Value& a, const Value& b, bool) {
  if (tracing && (a.hostAs<FxNode>() || b.hostAs<FxNode>())) return tracing->recordOperator(*this, op, a, b);
  const auto *x = a.hostAs<TensorValue>(), *y = b.hostAs<TensorValue>();
  if (!x && !y) {
    Result<Operand> left = toOperand(a), right = toOperand(b);
    if (!left) return left.error();
    if (!right) return right.error();
    Result<Expr> e = binaryExpr(op, *left, *right);
    return e ? combined(*e, {&a, &b}) : Result<Value>(e.error());
  }
  if (op == py::BinOp::MatMul) return topiMatmul(*this, x, y);
  std::vector<Tensor> tensors;
  for (const auto* t : {x, y})
    if (t) tensors.push_back(t->tensor);
  Operand other = Number(0);
  if (!x || !y) {
    Result<Operand> number = toOperand(x ? b : a);
    if (!number) return number.error();
    other = *number;
  }
  return elementwise(
      "T_" + std::string(py::nameOf(op)), tensors,
      [&](const std::vector<Expr>& e) {
        return x && y ? binaryExpr(op, e[0], e[1]) : x ? binaryExpr(op, e[0], other) : binaryExpr(op, other, e[0]);
      },
      {});
}

Result<Value> TeHost::compare(py::CompareOp op, const Value& a, const Value& b) {
  // A == B of tensors and axes compares their identity.
  if (a.hostAs<TensorValue>() && b.hostAs<TensorValue>() && (op == py::CompareOp::Eq || op == py::CompareOp::Ne))
    return Value(a.host()->sameAs(*b.host()) == (op == py::CompareOp::Eq));
  // Nodes, classes and functions are what they are, such as the keys of a dict.
  const auto isThing = [](const Value& v) {
    return v.hostAs<FxNode>() || v.hostAs<LayerClass>() || v.hostAs<LayerValue>() || v.hostAs<NamedFunction>();
  };
  if (isThing(a) || isThing(b)) return Host::compare(op, a, b);
  Result<Operand> left = toOperand(a), right = toOperand(b);
  if (!left) return left.error();
  if (!right) return right.error();
  Result<Expr> e = compareExpr(op, *left, *right);
  return e ? combined(*e, {&a, &b}) : Result<Value>(e.error());
}

Result<Value> TeHost::unary(py::UnaryOp op, const Value& a) {
  if (const auto* t = a.hostAs<TensorValue>(); t && op == py::UnaryOp::Minus)
    return elementwise("T_negative", {t->tensor}, [](const std::vector<Expr>& e) -> Result<Expr> { return -e[0]; }, {});
  Result<Expr> e = toExpr(a);
  if (!e) return e.error();
  if (op == py::UnaryOp::Minus)
    return combined(
        lw::binary(BinaryOp::Mul, *e, e->dtype().isFloat() ? makeFloat(e->dtype(), -1) : makeConst(e->dtype(), -1)),
        {&a});
  if (op == py::UnaryOp::Plus) return a;
  if (op == py::UnaryOp::Invert && !isWhole(*e)) return noBits("~", *e, *e);
  if (op == py::UnaryOp::Invert)
    return combined(e->dtype().isBool() ? logicalNot(*e) : Expr(Call{e->dtype(), "bitwise_not", {*e}}), {&a});
  return Host::unary(op, a);
}

// min(a, b), max(a, b), abs(x) of expressions.
Result<std::optional<Value>> TeHost::builtin(script::Builtin builtin, CallArgs& args) {
  const bool ofExpr = std::any_of(args.positional.begin(), args.positional.end(),
                                  [](const Value& v) { return v.hostAs<ExprValue>() != nullptr; });
  const char* name = builtin == script::Builtin::Min   ? "min"
                     : builtin == script::Builtin::Max ? "max"
                     : builtin == script::Builtin::Abs ? "abs"
                                                       : nullptr;
  return name && ofExpr ? callTir(name, args) : std::optional<Value>();
}

// ---- operations ----

Value TeHost::add(Operation op) {
  if (!op.span.valid()) op.span = callSpan;
  const auto made = std::make_shared<const Operation>(std::move(op));
  for (const Tensor& t : outputsOf(made)) made_.insert_or_assign(t.buffer().key(), t);
  for (size_t i = 0; i < made->axes.size(); ++i) places_[made->axes[i].var.key()].push_back({{made, 0}, i});
  for (size_t i = 0; made->reduction && i < made->reduction->axes.size(); ++i)
    places_[made->reduction->axes[i].var.key()].push_back({{made, 0}, i});
  if (made->outputs.size() == 1) return valueOf({made, 0});
  std::vector<Value> all;
  for (const Tensor& t : outputsOf(made)) all.push_back(valueOf(t));
  return script::makeTuple(std::move(all));
}

IterVar TeHost::axis(const std::string& name, const Expr& extent, IterKind kind) {
  const Var var(name, extent.dtype());
  axes_.insert(var.key());
  return {var, {makeConst(extent.dtype(), 0), extent}, kind};
}

std::vector<AxisPlace> TeHost::placesOf(const Var& axis) const {
  const auto at = places_.find(axis.key());
  return at == places_.end() ? std::vector<AxisPlace>() : at->second;
}

std::vector<Tensor> TeHost::tensorsIn(const std::vector<Expr>& exprs) const {
  std::vector<Tensor> found;
  for (const Expr& root : exprs)
    forEachExpr(root, [&](const Expr& e) {
      const auto* load = e.as<BufferLoad>();
      const auto at = load ? made_.find(load->buffer.key()) : made_.end();
      if (at != made_.end() && std::find(found.begin(), found.end(), at->second) == found.end())
        found.push_back(at->second);
    });
  return found;
}

Result<Value> TeHost::elementwise(const std::string& name, const std::vector<Tensor>& tensors, const Combine& combine,
                                  Span span) {
  std::vector<Expr> shape = tensors[0].buffer()->shape;
  for (size_t i = 1; i < tensors.size(); ++i) {
    auto both = broadcastShape(shape, tensors[i].buffer()->shape);
    if (!both)
      return explain(err::kShapesDoNotFit(tensors[0].name(), tensors[i].name(), shapeText(shape),
                                          shapeText(tensors[i].buffer()->shape)),
                     "sizes must be equal, or 1, counted from the last axis");
    shape = std::move(*both);
  }
  Operation op{.kind = Operation::Kind::Compute, .name = name, .tag = "broadcast", .span = span};
  std::vector<Expr> point, elements;
  for (size_t i = 0; i < shape.size(); ++i) {
    op.axes.push_back(axis("ax" + std::to_string(i), shape[i], IterKind::Spatial));
    point.emplace_back(op.axes.back().var);
  }
  for (const Tensor& t : tensors) elements.push_back(broadcastRead(t, shape, point));
  Result<Expr> value = combine(elements);
  if (!value) return value.error();
  op.outputs = {makeBuffer(name, shape, value->dtype())};
  op.inputs = tensorsIn({*value});
  op.values = {std::move(*value)};
  return add(std::move(op));
}

}  // namespace lw::te
