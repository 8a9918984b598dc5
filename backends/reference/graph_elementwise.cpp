// Elementwise operators of graphs.
#include "backends/reference/graph_operators.h"
#include "core/ir/ops.h"

namespace lw::reference {

Array apply(BinaryKernel kernel, const Array& a, const Array& b) { return given(binary(kernel, {a}, {b})); }
Array apply(BinaryKernel kernel, const Array& a, double b) { return given(binary(kernel, {a}, numberOperand(b))); }
Array apply(BinaryKernel kernel, double a, const Array& b) { return given(binary(kernel, numberOperand(a), {b})); }
Array apply(UnaryKernel kernel, const Array& a) { return given(unary(kernel, a)); }
Array select(const Array& condition, const Array& a, const Array& b) { return given(where(condition, {a}, {b})); }

Array filledArray(DataType type, const Shape& shape, double value) {
  Array array = given(makeArray(type, shape));
  for (int64_t i = 0; i < array.size(); ++i)
    if (type.isFloat())
      setReal(array, i, value);
    else
      setInteger(array, i, static_cast<int64_t>(value));
  return array;
}

namespace {

using B = BinaryKernel;
using U = UnaryKernel;

Array truthOf(const Array& a) { return a.type.isBool() ? a : apply(B::NotEqual, a, 0.0); }
Array exponential(const Array& a) { return apply(U::Exp, a); }
Array logistic(const Array& x) { return apply(B::Div, 1.0, exponential(x * -1.0) + 1.0); }

// C's remainder, with the sign of the dividend.
Array cRemainder(const Array& a, const Array& b) {
  const Array size = apply(B::Mod, apply(U::Abs, a), apply(U::Abs, b));
  return select(apply(B::Less, a, 0.0), apply(U::Negative, size), size);
}
// Integers are truncated towards zero.
Array cQuotient(const Array& a, const Array& b) {
  if (a.type.isFloat()) return a / b;
  const Array size = apply(B::FloorDiv, apply(U::Abs, a), apply(U::Abs, b));
  const Array differ = apply(B::NotEqual, apply(B::Less, a, 0.0), apply(B::Less, b, 0.0));
  return select(differ, apply(U::Negative, size), size);
}

Array geluOf(const Array& x) { return x * (apply(U::Erf, x * 0.7071067811865476) + 1.0) * 0.5; }
Array geluTanhOf(const Array& x) {
  const Array cube = x * x * x;
  return x * (apply(U::Tanh, (x + cube * 0.044715) * 0.7978845608028654) + 1.0) * 0.5;
}
Array seluOf(const Array& x) {
  const Array negative = (exponential(x) + -1.0) * 1.6732632423543772;
  return select(apply(B::Greater, x, 0.0), x, negative) * 1.0507009873554805;
}

Array leaky(const GraphCall& c) {
  const Array x = c.array(0);
  return select(apply(B::Greater, x, 0.0), x, x * c.real("alpha"));
}
Array softplusOf(const GraphCall& c) {
  const Array x = c.array(0), scaled = x * c.real("beta");
  const Array smooth = apply(U::Log1p, exponential(scaled)) * (1.0 / c.real("beta"));
  return select(apply(B::Greater, scaled, c.real("threshold")), x, smooth);
}
Array preluOf(const GraphCall& c) {
  const Array x = c.array(0), alpha = c.array(1);
  const Array slope = alpha.rank() == 0 ? alpha : along(alpha, c.axis("axis", x.rank()), x.shape.size());
  return select(apply(B::Greater, x, 0.0), x, x * slope);
}
Array clipped(const GraphCall& c) {
  return apply(B::Max, apply(B::Min, c.array(0), given(cast(c.array(2), c.array(0).type))),
               given(cast(c.array(1), c.array(0).type)));
}

// A number, or one for each index along the axis.
Array placedAlong(const GraphCall& c, size_t place, DataType type) {
  const Array x = c.array(0), values = given(cast(c.array(place), type));
  return values.rank() == 0 ? values : along(values, c.axis("axis", x.rank()), x.shape.size());
}
Array quantized(const GraphCall& c) {
  const Array x = c.array(0);
  const Array place = apply(U::Round, x / placedAlong(c, 1, x.type)) + placedAlong(c, 2, x.type);
  const DataType type = c.type();
  return apply(B::Max, apply(B::Min, place, static_cast<double>(maxValueOf(type))),
               static_cast<double>(minValueOf(type)));
}
Array dequantized(const GraphCall& c) {
  const DataType type = c.type();
  return (given(cast(c.array(0), type)) - placedAlong(c, 2, type)) * placedAlong(c, 1, type);
}

}  // namespace

void addElementwise(GraphFunctions& to) {
  const auto one = [&](const char* name, std::function<Array(const Array&)> f) {
    to[name] = [f](const GraphCall& c) { return GraphItem{f(c.array(0))}; };
  };
  const auto unaries = std::map<const char*, U>{{"abs", U::Abs},
                                                {"acos", U::Arccos},
                                                {"asin", U::Arcsin},
                                                {"atan", U::Arctan},
                                                {"bitwise_not", U::Invert},
                                                {"ceil", U::Ceil},
                                                {"cos", U::Cos},
                                                {"cosh", U::Cosh},
                                                {"erf", U::Erf},
                                                {"exp", U::Exp},
                                                {"floor", U::Floor},
                                                {"log", U::Log},
                                                {"negative", U::Negative},
                                                {"round", U::Round},
                                                {"rsqrt", U::Rsqrt},
                                                {"sign", U::Sign},
                                                {"sin", U::Sin},
                                                {"sinh", U::Sinh},
                                                {"sqrt", U::Sqrt},
                                                {"square", U::Square},
                                                {"tan", U::Tan},
                                                {"tanh", U::Tanh},
                                                {"trunc", U::Trunc},
                                                {"isfinite", U::IsFinite},
                                                {"isinf", U::IsInf},
                                                {"isnan", U::IsNan}};
  for (const auto& [name, kernel] : unaries) one(name, [kernel](const Array& x) { return apply(kernel, x); });
  one("acosh", [](const Array& x) { return apply(U::Log, x + apply(U::Sqrt, x * x + -1.0)); });
  one("asinh", [](const Array& x) { return apply(U::Log, x + apply(U::Sqrt, x * x + 1.0)); });
  one("atanh", [](const Array& x) { return apply(U::Log, (x + 1.0) / (x * -1.0 + 1.0)) * 0.5; });
  one("logical_not", [](const Array& x) { return apply(U::Not, truthOf(x)); });
  one("sigmoid", logistic);
  one("nn.relu", [](const Array& x) { return select(apply(B::Greater, x, 0.0), x, filledArray(x.type, {}, 0)); });
  one("nn.relu6", [](const Array& x) { return apply(B::Min, apply(B::Max, x, 0.0), 6.0); });
  one("nn.gelu", geluOf);
  one("nn.gelu_tanh", geluTanhOf);
  one("nn.selu", seluOf);
  one("nn.silu", [](const Array& x) { return x * logistic(x); });
  to["nn.leakyrelu"] = [](const GraphCall& c) { return GraphItem{leaky(c)}; };
  to["nn.softplus"] = [](const GraphCall& c) { return GraphItem{softplusOf(c)}; };
  to["nn.prelu"] = [](const GraphCall& c) { return GraphItem{preluOf(c)}; };
  to["quantize"] = [](const GraphCall& c) { return GraphItem{quantized(c)}; };
  to["dequantize"] = [](const GraphCall& c) { return GraphItem{dequantized(c)}; };
  to["clip"] = [](const GraphCall& c) { return GraphItem{clipped(c)}; };

  const auto two = [&](const char* name, std::function<Array(const Array&, const Array&)> f) {
    to[name] = [f](const GraphCall& c) { return GraphItem{f(c.array(0), c.array(1))}; };
  };
  const auto binaries = std::map<const char*, B>{{"add", B::Add},
                                                 {"subtract", B::Sub},
                                                 {"multiply", B::Mul},
                                                 {"floor_divide", B::FloorDiv},
                                                 {"power", B::Pow},
                                                 {"atan2", B::Arctan2},
                                                 {"floor_mod", B::Mod},
                                                 {"maximum", B::Max},
                                                 {"minimum", B::Min},
                                                 {"bitwise_and", B::BitAnd},
                                                 {"bitwise_or", B::BitOr},
                                                 {"bitwise_xor", B::BitXor},
                                                 {"left_shift", B::ShiftLeft},
                                                 {"right_shift", B::ShiftRight},
                                                 {"equal", B::Equal},
                                                 {"not_equal", B::NotEqual},
                                                 {"greater", B::Greater},
                                                 {"greater_equal", B::GreaterEqual},
                                                 {"less", B::Less},
                                                 {"less_equal", B::LessEqual}};
  for (const auto& [name, kernel] : binaries)
    two(name, [kernel](const Array& a, const Array& b) { return apply(kernel, a, b); });
  two("divide", cQuotient);
  two("mod", cRemainder);
  two("logical_and", [](const Array& a, const Array& b) { return apply(B::BitAnd, truthOf(a), truthOf(b)); });
  two("logical_or", [](const Array& a, const Array& b) { return apply(B::BitOr, truthOf(a), truthOf(b)); });
  two("logical_xor", [](const Array& a, const Array& b) { return apply(B::BitXor, truthOf(a), truthOf(b)); });
  two("log_add_exp", [](const Array& a, const Array& b) { return apply(U::Log, exponential(a) + exponential(b)); });
  to["where"] = [](const GraphCall& c) { return GraphItem{select(truthOf(c.array(0)), c.array(1), c.array(2))}; };
  to["masked_fill"] = [](const GraphCall& c) {
    return GraphItem{select(truthOf(c.array(1)), given(cast(c.array(2), c.array(0).type)), c.array(0))};
  };
  to["ewise_fma"] = [](const GraphCall& c) { return GraphItem{c.array(0) * c.array(1) + c.array(2)}; };
}

}  // namespace lw::reference
