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

// Rows of the table: an operator of one tensor x, and one of two, lhs and rhs.
#define LW_UNARY(name, summary, value)                                                    \
  Operator{name,                                                                          \
           summary,                                                                       \
           {"x"},                                                                         \
           1,                                                                             \
           [](TeHost& host, const Bound& args) {                                          \
             return unary(host, args, name, [](const Expr& x) -> Expr { return value; }); \
           },                                                                             \
           "x=(64, 64)"}
#define LW_BINARY(name, summary, op)                                                                              \
  Operator{name,                                                                                                  \
           summary,                                                                                               \
           {"lhs", "rhs"},                                                                                        \
           2,                                                                                                     \
           [](TeHost& host, const Bound& args) {                                                                  \
             return two(host, args, name,                                                                         \
                        [](const Operand& a, const Operand& b) -> Result<Expr> { return binaryExpr(op, a, b); }); \
           },                                                                                                     \
           "lhs=(64, 64), rhs=(64,)"}

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
      LW_BINARY("add", "a + b, with broadcasting", BinOp::Add),
      LW_BINARY("subtract", "a - b, with broadcasting", BinOp::Sub),
      LW_BINARY("multiply", "a * b, with broadcasting", BinOp::Mul),
      LW_BINARY("divide", "a / b, with broadcasting", BinaryOp::Div),
      LW_BINARY("maximum", "the greater of two, with broadcasting", BinaryOp::Max),
      LW_BINARY("minimum", "the smaller of two, with broadcasting", BinaryOp::Min),
      LW_BINARY("power", "a ** b, with broadcasting", BinOp::Pow),
      LW_BINARY("greater", "a > b", BinaryOp::GT),
      LW_BINARY("less", "a < b", BinaryOp::LT),
      LW_BINARY("equal", "a == b", BinaryOp::EQ),
      LW_UNARY("exp", "e to the power of x", call("exp", x)),
      LW_UNARY("log", "natural logarithm", call("log", x)),
      LW_UNARY("sqrt", "square root", call("sqrt", x)),
      LW_UNARY("rsqrt", "one over the square root", binary(BinaryOp::Div, one(x), call("sqrt", x))),
      LW_UNARY("tanh", "hyperbolic tangent", call("tanh", x)),
      LW_UNARY("sigmoid", "1 / (1 + exp(-x))", call("sigmoid", x)),
      LW_UNARY("erf", "the error function", call("erf", x)),
      LW_UNARY("floor", "the next integer below", call("floor", x)),
      LW_UNARY("ceil", "the next integer above", call("ceil", x)),
      LW_UNARY("negative", "-x", -x),
      LW_UNARY("abs", "the absolute value",
               x.dtype().isFloat() ? call("fabs", x) : Expr(Select{ge(x, makeZero(x.dtype())), x, -x})),
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
