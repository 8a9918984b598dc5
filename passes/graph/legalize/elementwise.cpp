// Operators whose results are computed element by element, with broadcasting.
#include "passes/graph/legalize/lowering.h"

namespace lw::legalize {
namespace {

using Lowered = std::optional<Outputs>;

Expr numberLike(const Expr& like, double value) { return te::number(like.dtype(), value); }

using OneElement = Expr (*)(const Expr&);
Lowered ofOne(Lowering& l, const char* name, OneElement value, bool floatsOnly) {
  if (floatsOnly && !l[0].type.isFloat()) return std::nullopt;
  return Outputs{l.compute(name, l[0].shape, [&](const Point& p) { return value(l[0].at(p)); })};
}

using TwoElements = Expr (*)(const Expr&, const Expr&);
Lowered ofTwo(Lowering& l, const char* name, TwoElements value, bool floatsOnly = false) {
  if (!l.knows() || l[0].type != l[1].type || (floatsOnly && !l[0].type.isFloat())) return std::nullopt;
  return Outputs{
      l.compute(name, l.shape(), [&](const Point& p) { return value(l[0].broadcastAt(p), l[1].broadcastAt(p)); })};
}

// Integers are rounded by definition.
Expr rounded(const char* name, const Expr& x) { return x.dtype().isFloat() ? math(name, x) : x; }

Expr absolute(const Expr& x) {
  if (x.dtype().isFloat()) return math("fabs", x);
  if (!x.dtype().isInt()) return x;
  return Select{ge(x, makeZero(x.dtype())), x, -x};
}

Expr signOf(const Expr& x) {
  const Expr zero = numberLike(x, 0), one = numberLike(x, 1);
  const Expr below = x.dtype().isUInt() ? zero : Expr(Select{lt(x, zero), numberLike(x, -1), zero});
  return Select{gt(x, zero), one, below};
}

// Of floats as NumPy's: the sign is that of the divisor.
Expr flooredQuotient(const Expr& a, const Expr& b) {
  return a.dtype().isFloat() ? math("floor", quotient(a, b)) : floordiv(a, b);
}
Expr flooredRemainder(const Expr& a, const Expr& b) {
  if (!a.dtype().isFloat()) return floormod(a, b);
  return a - flooredQuotient(a, b) * b;
}
// The sign is that of the dividend, as in C.
Expr truncatedRemainder(const Expr& a, const Expr& b) {
  if (!a.dtype().isFloat()) return binary(BinaryOp::Mod, a, b);
  return Call{a.dtype(), "fmod", {a, b}};
}

Expr powerOf(const Expr& a, const Expr& b) {
  if (a.dtype().isFloat()) return Call{a.dtype(), "pow", {a, b}};
  const DataType wide = dtype::Float(64);
  return cast(a.dtype(), Call{wide, "pow", {cast(wide, a), cast(wide, b)}});
}

template <BinaryOp op>
Expr plain(const Expr& a, const Expr& b) {
  return binary(op, a, b);
}
// `name` is an intrinsic of integers; of bool it is a logical operation.
Expr bits(const char* name, BinaryOp ofBool, const Expr& a, const Expr& b) {
  if (a.dtype().isBool()) return binary(ofBool, a, b);
  return Call{a.dtype(), name, {a, b}};
}
Expr truth(const Expr& x) { return x.dtype().isBool() ? x : ne(x, makeZero(x.dtype())); }

Expr gelu(const Expr& x) {
  const Expr half = numberLike(x, 0.5);
  return x * (half + math("erf", x * numberLike(x, 0.70710678118654752440)) * half);
}
Expr geluTanh(const Expr& x) {
  const Expr inner = numberLike(x, 0.79788456080286535588) * x * (numberLike(x, 1) + numberLike(x, 0.044715) * x * x);
  return numberLike(x, 0.5) * x * (numberLike(x, 1) + math("tanh", inner));
}
Expr selu(const Expr& x) {
  const double scale = 1.0507009873554804934, alpha = 1.6732632423543772848;
  return numberLike(x, scale) *
         Expr(Select{gt(x, numberLike(x, 0)), x, numberLike(x, alpha) * (math("exp", x) - numberLike(x, 1))});
}
Expr logAddExp(const Expr& a, const Expr& b) {
  const Expr greater = max(a, b);
  return greater + math("log", math("exp", a - greater) + math("exp", b - greater));
}

Expr asks(const char* name, bool ofIntegers, const Expr& x) {
  if (!x.dtype().isFloat()) return boolConst(ofIntegers);
  return Call{dtype::Bool(), name, {x}};
}

Lowered clip(Lowering& l) {
  const auto low = l.number(1), high = l.number(2);
  if (!low || !high) return std::nullopt;
  return Outputs{l.compute("compute", l[0].shape, [&](const Point& p) {
    return max(min(l[0].at(p), cast(l[0].type, *high)), cast(l[0].type, *low));
  })};
}

Lowered leakyRelu(Lowering& l) {
  const auto alpha = l.real("alpha");
  if (!alpha || !l[0].type.isFloat()) return std::nullopt;
  return Outputs{l.compute("compute", l[0].shape, [&](const Point& p) {
    const Expr x = l[0].at(p);
    return Expr(Select{gt(x, numberLike(x, 0)), x, x * numberLike(x, *alpha)});
  })};
}

Lowered prelu(Lowering& l) {
  const auto axis = l.axis("axis", l[0].rank());
  if (!axis || l[1].rank() > 1) return std::nullopt;
  return Outputs{l.compute("compute", l[0].shape, [&](const Point& p) {
    const Expr x = l[0].at(p);
    const Expr alpha = l[1].broadcastAt({p[*axis]});
    return Expr(Select{gt(x, numberLike(x, 0)), x, x * alpha});
  })};
}

Lowered softplus(Lowering& l) {
  const auto beta = l.real("beta"), threshold = l.real("threshold");
  if (!beta || !threshold || !l[0].type.isFloat()) return std::nullopt;
  return Outputs{l.compute("compute", l[0].shape, [&](const Point& p) {
    const Expr x = l[0].at(p), scaled = x * numberLike(x, *beta);
    // Above the threshold the function is x itself, as far as floats tell.
    return choose(gt(scaled, numberLike(x, *threshold)), x,
                  quotient(math("log1p", math("exp", scaled)), numberLike(x, *beta)));
  })};
}

Lowered where(Lowering& l) {
  if (!l.knows() || l[1].type != l[2].type) return std::nullopt;
  return Outputs{l.compute("T_where", l.shape(), [&](const Point& p) {
    return Expr(Select{truth(l[0].broadcastAt(p)), l[1].broadcastAt(p), l[2].broadcastAt(p)});
  })};
}

Lowered maskedFill(Lowering& l) {
  return Outputs{l.compute("T_masked_fill", l[0].shape, [&](const Point& p) {
    const Expr x = l[0].at(p);
    return Expr(Select{truth(l[1].broadcastAt(p)), cast(x.dtype(), l[2].broadcastAt(p)), x});
  })};
}

Lowered fusedMultiplyAdd(Lowering& l) {
  return Outputs{l.compute("T_fma", l[0].shape,
                           [&](const Point& p) { return l[0].at(p) * l[1].broadcastAt(p) + l[2].broadcastAt(p); })};
}

// Scale and zero point are numbers, or one for each index along the axis.
Expr alongAxis(const Operand& x, size_t axis, const Point& p) { return x.rank() == 0 ? x.at({}) : x.at({p[axis]}); }

Lowered quantize(Lowering& l, bool back) {
  const auto axis = l.axis("axis", l[0].rank());
  const auto type = l.call.type("out_dtype", std::nullopt);
  if (!axis || !type || l[1].rank() > 1 || l[2].rank() > 1) return std::nullopt;
  if (back ? !type->isFloat() : !type->isInteger() || !l[0].type.isFloat()) return std::nullopt;
  return Outputs{l.compute(back ? "dequantized" : "quantized", l[0].shape, [&](const Point& p) {
    const Expr x = l[0].at(p), scale = alongAxis(l[1], *axis, p), zero = alongAxis(l[2], *axis, p);
    if (back) {
      const Expr distance = cast(dtype::Int32, x) - cast(dtype::Int32, zero);
      return cast(*type, cast(scale.dtype(), distance) * scale);
    }
    const Expr place = math("nearbyint", quotient(x, scale)) + cast(x.dtype(), zero);
    const Expr low = numberLike(x, static_cast<double>(minValueOf(*type))),
               high = numberLike(x, static_cast<double>(maxValueOf(*type)));
    return cast(*type, max(min(place, high), low));
  })};
}

#define LW_ONE(op, name, value) \
  {op, [](Lowering& l) { return ofOne(l, name, [](const Expr& x) -> Expr { return value; }, false); }}
#define LW_FLOAT(op, name, value) \
  {op, [](Lowering& l) { return ofOne(l, name, [](const Expr& x) -> Expr { return value; }, true); }}
#define LW_TWO(op, name, value) \
  {op, [](Lowering& l) { return ofTwo(l, name, [](const Expr& a, const Expr& b) -> Expr { return value; }); }}
#define LW_TWO_FLOATS(op, name, value) \
  {op, [](Lowering& l) { return ofTwo(l, name, [](const Expr& a, const Expr& b) -> Expr { return value; }, true); }}

std::vector<Entry> ofTwoOperands() {
  return {
      LW_TWO("add", "T_add", a + b),
      LW_TWO("subtract", "T_subtract", a - b),
      LW_TWO("multiply", "T_multiply", a * b),
      LW_TWO("divide", "T_divide", quotient(a, b)),
      LW_TWO("floor_divide", "T_floor_divide", flooredQuotient(a, b)),
      LW_TWO("mod", "T_mod", truncatedRemainder(a, b)),
      LW_TWO("floor_mod", "T_floor_mod", flooredRemainder(a, b)),
      LW_TWO("power", "T_power", powerOf(a, b)),
      LW_TWO_FLOATS("atan2", "T_atan2", Expr(Call({a.dtype(), "atan2", {a, b}}))),
      LW_TWO_FLOATS("log_add_exp", "T_log_add_exp", logAddExp(a, b)),
      LW_TWO("maximum", "T_maximum", max(a, b)),
      LW_TWO("minimum", "T_minimum", min(a, b)),
      LW_TWO("bitwise_and", "T_bitwise_and", bits("bitwise_and", BinaryOp::And, a, b)),
      LW_TWO("bitwise_or", "T_bitwise_or", bits("bitwise_or", BinaryOp::Or, a, b)),
      LW_TWO("bitwise_xor", "T_bitwise_xor", bits("bitwise_xor", BinaryOp::NE, a, b)),
      LW_TWO("left_shift", "T_left_shift", Expr(Call({a.dtype(), "shift_left", {a, b}}))),
      LW_TWO("right_shift", "T_right_shift", Expr(Call({a.dtype(), "shift_right", {a, b}}))),
      LW_TWO("logical_and", "T_logical_and", logicalAnd(truth(a), truth(b))),
      LW_TWO("logical_or", "T_logical_or", logicalOr(truth(a), truth(b))),
      LW_TWO("logical_xor", "T_logical_xor", ne(truth(a), truth(b))),
      LW_TWO("equal", "T_equal", plain<BinaryOp::EQ>(a, b)),
      LW_TWO("not_equal", "T_not_equal", plain<BinaryOp::NE>(a, b)),
      LW_TWO("greater", "T_greater", plain<BinaryOp::GT>(a, b)),
      LW_TWO("greater_equal", "T_greater_equal", plain<BinaryOp::GE>(a, b)),
      LW_TWO("less", "T_less", plain<BinaryOp::LT>(a, b)),
      LW_TWO("less_equal", "T_less_equal", plain<BinaryOp::LE>(a, b)),
  };
}

}  // namespace

std::vector<Entry> elementwiseEntries() {
  std::vector<Entry> entries = ofTwoOperands();
  const std::vector<Entry> others = {
      LW_ONE("abs", "T_abs", absolute(x)),
      LW_FLOAT("acos", "T_acos", math("acos", x)),
      LW_FLOAT("acosh", "T_acosh", math("acosh", x)),
      LW_FLOAT("asin", "T_asin", math("asin", x)),
      LW_FLOAT("asinh", "T_asinh", math("asinh", x)),
      LW_FLOAT("atan", "T_atan", math("atan", x)),
      LW_FLOAT("atanh", "T_atanh", math("atanh", x)),
      LW_ONE("bitwise_not", "T_bitwise_not", x.dtype().isBool() ? logicalNot(x) : math("bitwise_not", x)),
      LW_ONE("ceil", "T_ceil", rounded("ceil", x)),
      LW_FLOAT("cos", "T_cos", math("cos", x)),
      LW_FLOAT("cosh", "T_cosh", math("cosh", x)),
      LW_FLOAT("erf", "T_erf", math("erf", x)),
      LW_FLOAT("exp", "T_exp", math("exp", x)),
      LW_ONE("floor", "T_floor", rounded("floor", x)),
      LW_FLOAT("log", "T_log", math("log", x)),
      LW_ONE("logical_not", "T_logical_not", logicalNot(truth(x))),
      LW_ONE("negative", "T_negative", -x),
      LW_ONE("round", "T_round", rounded("nearbyint", x)),  // halves to the even number
      LW_FLOAT("rsqrt", "T_rsqrt", quotient(numberLike(x, 1), math("sqrt", x))),
      LW_FLOAT("sigmoid", "T_sigmoid", math("sigmoid", x)),
      LW_ONE("sign", "T_sign", signOf(x)),
      LW_FLOAT("sin", "T_sin", math("sin", x)),
      LW_FLOAT("sinh", "T_sinh", math("sinh", x)),
      LW_FLOAT("sqrt", "T_sqrt", math("sqrt", x)),
      LW_ONE("square", "T_square", x * x),
      LW_FLOAT("tan", "T_tan", math("tan", x)),
      LW_FLOAT("tanh", "T_tanh", math("tanh", x)),
      LW_ONE("trunc", "T_trunc", rounded("trunc", x)),
      LW_ONE("isfinite", "T_isfinite", asks("isfinite", true, x)),
      LW_ONE("isinf", "T_isinf", asks("isinf", false, x)),
      LW_ONE("isnan", "T_isnan", asks("isnan", false, x)),
      LW_ONE("nn.relu", "compute", max(x, numberLike(x, 0))),
      LW_ONE("nn.relu6", "compute", min(max(x, numberLike(x, 0)), numberLike(x, 6))),
      LW_FLOAT("nn.gelu", "T_gelu", gelu(x)),
      LW_FLOAT("nn.gelu_tanh", "T_gelu_tanh", geluTanh(x)),
      LW_FLOAT("nn.selu", "T_selu", selu(x)),
      LW_FLOAT("nn.silu", "T_silu", x * math("sigmoid", x)),
      {"nn.leakyrelu", leakyRelu},
      {"nn.prelu", prelu},
      {"nn.softplus", softplus},
      {"clip", clip},
      {"quantize", [](Lowering& l) { return quantize(l, false); }},
      {"dequantize", [](Lowering& l) { return quantize(l, true); }},
      {"where", where},
      {"masked_fill", maskedFill},
      {"ewise_fma", fusedMultiplyAdd},
  };
  entries.insert(entries.end(), others.begin(), others.end());
  return entries;
}

#undef LW_ONE
#undef LW_FLOAT
#undef LW_TWO
#undef LW_TWO_FLOATS

}  // namespace lw::legalize
