// Operators that compute one element of the result from one element of each operand.
#include "core/ir/ops.h"
#include "core/te/errors.h"
#include "core/te/topi.h"

namespace lw::te {

namespace {

Result<Value> unary(TeHost& host, const Bound& args, const char* name, Expr (*f)(const Expr&)) {
  const Result<Tensor> x = tensorArgument(args[0], "x");
  if (!x) return x.error();
  return host.elementwise(std::string("T_") + name, {*x},
                          [f](const std::vector<Expr>& e) -> Result<Expr> { return f(e[0]); }, {});
}

// An operator of two tensors, or of a tensor and a number.
Result<Value> two(TeHost& host, const Bound& args, const char* name,
                  Result<Expr> (*f)(const Operand&, const Operand&)) {
  const bool left = args[0]->hostAs<TensorValue>(), right = args[1]->hostAs<TensorValue>();
  if (!left && !right) return explain(err::kTopiNeedsAtLeastOne(name), "between numbers write the operator itself");
  std::vector<Tensor> tensors;
  Operand other = Number(0);
  for (const auto& v : {args[0], args[1]}) {
    if (const auto* t = v->hostAs<TensorValue>()) {
      tensors.push_back(t->tensor);
      continue;
    }
    Result<Operand> e = toOperand(*v);
    if (!e) return e.error();
    other = *e;
  }
  return host.elementwise(std::string("T_") + name, tensors,
                          [&](const std::vector<Expr>& e) {
                            return left && right ? f(e[0], e[1]) : left ? f(e[0], other) : f(other, e[0]);
                          },
                          {});
}

Expr call(const char* name, const Expr& e) { return Call{e.dtype(), name, {e}}; }
Expr one(const Expr& like) { return number(like.dtype(), 1); }

#define LW_UNARY(name, value) \
  [](TeHost& host, const Bound& args) { return unary(host, args, name, [](const Expr& x) -> Expr { return value; }); }
#define LW_BINARY(name, op)                                                                              \
  [](TeHost& host, const Bound& args) {                                                                  \
    return two(host, args, name,                                                                         \
               [](const Operand& a, const Operand& b) -> Result<Expr> { return binaryExpr(op, a, b); }); \
  }

Result<Value> clip(TeHost& host, const Bound& args) {
  const Result<Tensor> x = tensorArgument(args[0], "x");
  if (!x) return x.error();
  const Result<Expr> low = numberArgument(*args[1], "a_min", x->buffer()->dtype),
                     high = numberArgument(*args[2], "a_max", x->buffer()->dtype);
  if (!low) return low.error();
  if (!high) return high.error();
  return host.elementwise("compute", {*x},
                          [&](const std::vector<Expr>& e) -> Result<Expr> { return max(min(e[0], *high), *low); }, {});
}

Result<Value> leakyRelu(TeHost& host, const Bound& args) {
  const Result<Tensor> x = tensorArgument(args[0], "t");
  if (!x) return x.error();
  const Result<Expr> alpha = numberArgument(args[1].value_or(Value(0.01)), "alpha", x->buffer()->dtype);
  if (!alpha) return alpha.error();
  return host.elementwise("T_leaky_relu", {*x},
                          [&](const std::vector<Expr>& e) -> Result<Expr> {
                            return Expr(Select{gt(e[0], number(e[0].dtype(), 0)), e[0], e[0] * *alpha});
                          },
                          {});
}

Result<Value> castTo(TeHost& host, const Bound& args) {
  const Result<Tensor> x = tensorArgument(args[0], "x");
  if (!x) return x.error();
  const Result<DataType> type = toType(*args[1]);
  if (!type) return type.error();
  return host.elementwise("T_cast", {*x}, [&](const std::vector<Expr>& e) -> Result<Expr> { return cast(*type, e[0]); },
                          {});
}

Result<Value> full(TeHost& host, const Bound& args) {
  Result<std::vector<Expr>> shape = toShape(*args[0]);
  if (!shape) return shape.error();
  const Result<DataType> type = toType(*args[1]);
  if (!type) return type.error();
  const Result<Operand> given = toOperand(*args[2]);
  if (!given) return given.error();
  if (given->value.dtype().isHandle()) return explain(err::kFillValueIsPointer(), "give a number");
  const Result<Expr> value = convertedTo(*type, *given);
  if (!value) return value.error();
  return host.valueOf(compute(host, "T_full", *shape, [&](const Point&) { return *value; }));
}

}  // namespace

std::vector<Operator> elementwiseOperators() {
  using py::BinOp;
  return {
      {"add", "a + b, with broadcasting", {"lhs", "rhs"}, 2, LW_BINARY("add", BinOp::Add), "lhs=(64, 64), rhs=(64,)"},
      {"subtract",
       "a - b, with broadcasting",
       {"lhs", "rhs"},
       2,
       LW_BINARY("subtract", BinOp::Sub),
       "lhs=(64, 64), rhs=(64,)"},
      {"multiply",
       "a * b, with broadcasting",
       {"lhs", "rhs"},
       2,
       LW_BINARY("multiply", BinOp::Mul),
       "lhs=(64, 64), rhs=(64,)"},
      {"divide",
       "a / b, with broadcasting",
       {"lhs", "rhs"},
       2,
       LW_BINARY("divide", BinaryOp::Div),
       "lhs=(64, 64), rhs=(64,)"},
      {"maximum",
       "the greater of two, with broadcasting",
       {"lhs", "rhs"},
       2,
       LW_BINARY("maximum", BinaryOp::Max),
       "lhs=(64, 64), rhs=(64,)"},
      {"minimum",
       "the smaller of two, with broadcasting",
       {"lhs", "rhs"},
       2,
       LW_BINARY("minimum", BinaryOp::Min),
       "lhs=(64, 64), rhs=(64,)"},
      {"power",
       "a ** b, with broadcasting",
       {"lhs", "rhs"},
       2,
       LW_BINARY("power", BinOp::Pow),
       "lhs=(64, 64), rhs=(64,)"},
      {"greater", "a > b", {"lhs", "rhs"}, 2, LW_BINARY("greater", BinaryOp::GT), "lhs=(64, 64), rhs=(64,)"},
      {"less", "a < b", {"lhs", "rhs"}, 2, LW_BINARY("less", BinaryOp::LT), "lhs=(64, 64), rhs=(64,)"},
      {"equal", "a == b", {"lhs", "rhs"}, 2, LW_BINARY("equal", BinaryOp::EQ), "lhs=(64, 64), rhs=(64,)"},
      {"exp", "e to the power of x", {"x"}, 1, LW_UNARY("exp", call("exp", x)), "x=(64, 64)"},
      {"log", "natural logarithm", {"x"}, 1, LW_UNARY("log", call("log", x)), "x=(64, 64)"},
      {"sqrt", "square root", {"x"}, 1, LW_UNARY("sqrt", call("sqrt", x)), "x=(64, 64)"},
      {"rsqrt",
       "one over the square root",
       {"x"},
       1,
       LW_UNARY("rsqrt", binary(BinaryOp::Div, one(x), call("sqrt", x))),
       "x=(64, 64)"},
      {"tanh", "hyperbolic tangent", {"x"}, 1, LW_UNARY("tanh", call("tanh", x)), "x=(64, 64)"},
      {"sigmoid", "1 / (1 + exp(-x))", {"x"}, 1, LW_UNARY("sigmoid", call("sigmoid", x)), "x=(64, 64)"},
      {"erf", "the error function", {"x"}, 1, LW_UNARY("erf", call("erf", x)), "x=(64, 64)"},
      {"floor", "the next integer below", {"x"}, 1, LW_UNARY("floor", call("floor", x)), "x=(64, 64)"},
      {"ceil", "the next integer above", {"x"}, 1, LW_UNARY("ceil", call("ceil", x)), "x=(64, 64)"},
      {"negative", "-x", {"x"}, 1, LW_UNARY("negative", -x), "x=(64, 64)"},
      {"abs",
       "the absolute value",
       {"x"},
       1,
       LW_UNARY("abs", x.dtype().isFloat() ? call("fabs", x) : Expr(Select{ge(x, makeZero(x.dtype())), x, -x})),
       "x=(64, 64)"},
      {"relu",
       "the greater of x and 0",
       {"x"},
       1,
       [](TeHost& host, const Bound& args) -> Result<Value> {
         const Result<Tensor> x = tensorArgument(args[0], "x");
         if (!x) return x.error();
         return host.valueOf(compute(host, "compute", x->buffer()->shape,
                                     [&](const Point& p) { return max(read(*x, p), number(x->buffer()->dtype, 0)); },
                                     {"i0", "i1", "i2", "i3", "i4"}));
       },
       "x=(64, 64)"},
      {"leaky_relu", "x where it is positive, else alpha * x", {"t", "alpha"}, 1, leakyRelu, "t=(64, 64)"},
      {"clip", "x held between two bounds", {"x", "a_min", "a_max"}, 3, clip, "x=(64, 64), a_min=0.0, a_max=6.0"},
      {"cast", "x as another type", {"x", "dtype"}, 2, castTo, "x=(64, 64), dtype=\"int32\""},
      {"full",
       "one value everywhere",
       {"shape", "dtype", "fill_value"},
       3,
       full,
       "shape=(64, 64), dtype=\"float32\", fill_value=1.0"},
  };
}

#undef LW_UNARY
#undef LW_BINARY

}  // namespace lw::te
