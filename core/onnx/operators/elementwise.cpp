// Arithmetic, comparisons, activations: numpy's broadcasting from version 7 on, before that along `axis`.
#include <cmath>

#include "core/ir/ops.h"
#include "core/onnx/operators/layers.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

// The second operand as version 6 and earlier broadcast it: its dimensions are those of the first from `axis` on.
std::pair<Node, Node> operands(const Conversion& c) {
  Node a = c.in(0), b = c.in(1);
  if (c.version() >= 7 || c.integer("broadcast", 0) == 0) return {a, b};
  const int64_t rank = c.rankOf(a), own = c.rankOf(b);
  const int64_t first = c.attribute("axis") ? c.axis(c.integer("axis"), rank) : rank - own;
  std::vector<int64_t> axes;
  for (int64_t i = first + own; i < rank; ++i) axes.push_back(i - first);
  return {a, c.expandDims(b, axes)};
}
void binary(const Conversion& c, const char* op) {
  const auto [a, b] = operands(c);
  c.out(c.call(op, {a, b}));
}

// Shape arithmetic: the elements are sizes, of which some are symbolic.
bool ofSizes(const Conversion& c, Expr (*op)(const Expr&, const Expr&)) {
  if (!c.operand(0).sizes && !c.operand(1).sizes) return false;
  const auto a = c.knownSizes(0), b = c.knownSizes(1);
  if (!a || !b || (a->size() != b->size() && a->size() != 1 && b->size() != 1)) return false;
  graph::Sizes made;
  for (size_t i = 0; i < std::max(a->size(), b->size()); ++i)
    made.push_back(op((*a)[a->size() == 1 ? 0 : i], (*b)[b->size() == 1 ? 0 : i]));
  c.out(0, Operand{.node = {}, .sizes = std::move(made)});
  return true;
}

// All operands combined from the left.
void folded(const Conversion& c, const char* op) {
  auto all = c.all();
  if (all.empty()) c.refuse("it has no operands");
  Node made = all[0];
  for (size_t i = 1; i < all.size(); ++i) made = c.call(op, {made, all[i]});
  c.out(made);
}

// alpha * (exp(min(x / beta, 0)) - 1), for x below 0
Node exponential(const Conversion& c, const Node& x, double alpha, double beta) {
  const DataType type = c.typeOf(x);
  const Node scaled = beta == 1 ? x : c.call("divide", {x, c.scalar(beta, type)});
  const Node low = c.call("minimum", {scaled, c.scalar(0, type)});
  return times(c, plus(c, c.call("exp", {low}), -1), alpha);
}

}  // namespace

void add(const Conversion& c) {
  if (!ofSizes(c, [](const Expr& a, const Expr& b) { return a + b; })) binary(c, "add");
}
void subtract(const Conversion& c) {
  if (!ofSizes(c, [](const Expr& a, const Expr& b) { return a - b; })) binary(c, "subtract");
}
void multiply(const Conversion& c) {
  if (!ofSizes(c, [](const Expr& a, const Expr& b) { return a * b; })) binary(c, "multiply");
}
// Integers are divided towards zero; sizes are not negative.
void divide(const Conversion& c) {
  if (ofSizes(c, [](const Expr& a, const Expr& b) { return floordiv(a, b); })) return;
  const auto [a, b] = operands(c);
  const DataType type = c.typeOf(a);
  if (!type.isInt()) return c.out(c.call(type.isUInt() ? "floor_divide" : "divide", {a, b}));
  // q = sign * (|a| // |b|)
  const Node quotient = c.call("floor_divide", {c.call("abs", {a}), c.call("abs", {b})});
  const Node zero = c.scalar(0, type);
  const Node differ = c.call("not_equal", {c.call("less", {a, zero}), c.call("less", {b, zero})});
  c.out(c.call("where", {differ, c.call("negative", {quotient}), quotient}));
}
void power(const Conversion& c) {
  const auto [a, b] = operands(c);
  const DataType type = c.typeOf(a), exponent = c.typeOf(b);
  if (type == exponent && type.isFloat()) return c.out(c.call("power", {a, b}));
  const DataType common = type.isFloat() ? type : exponent.isFloat() ? exponent : dtype::Float(64);
  c.out(c.cast(c.call("power", {c.cast(a, common), c.cast(b, common)}), type));
}
void logicalAnd(const Conversion& c) { binary(c, "logical_and"); }
void logicalOr(const Conversion& c) { binary(c, "logical_or"); }
void logicalXor(const Conversion& c) { binary(c, "logical_xor"); }
void equal(const Conversion& c) { binary(c, "equal"); }
void greater(const Conversion& c) { binary(c, "greater"); }
void less(const Conversion& c) { binary(c, "less"); }
void maximum(const Conversion& c) { folded(c, "maximum"); }
void minimum(const Conversion& c) { folded(c, "minimum"); }
void sum(const Conversion& c) { folded(c, "add"); }
void mean(const Conversion& c) {
  auto all = c.all();
  Node made = all.at(0);
  for (size_t i = 1; i < all.size(); ++i) made = c.call("add", {made, all[i]});
  c.out(c.call("divide", {made, c.scalar(static_cast<double>(all.size()), c.typeOf(made))}));
}

// Counts below 0 and beyond the type's bits push all bits out: what is left is 0, or copies of the sign.
void bitShift(const Conversion& c) {
  const std::string direction = c.text("direction", "");
  if (direction.empty()) c.fail(err::kOnnxAttribute(c.title(), "direction"));
  if (direction != "LEFT" && direction != "RIGHT") c.fail(err::kOnnxAttributeValue(c.title(), "direction", direction));
  const bool left = direction == "LEFT";
  const Node x = c.in(0), count = c.in(1);
  const DataType type = c.typeOf(x), unsignedType = dtype::UInt(type.bits);
  const auto number = [&](int64_t n) { return c.scalar(static_cast<double>(n), type); };
  Node inside = c.call("less", {count, number(type.bits)});
  if (type.isInt()) inside = c.call("logical_and", {inside, c.call("greater_equal", {count, number(0)})});
  const Node by = c.call("where", {inside, count, number(left || type.isUInt() ? 0 : type.bits - 1)});
  if (!left && type.isInt()) return c.out(c.call("right_shift", {x, by}));
  const Node shifted = c.call(left ? "left_shift" : "right_shift", {c.cast(x, unsignedType), c.cast(by, unsignedType)});
  c.out(c.call("where", {inside, c.cast(shifted, type), number(0)}));
}
// fmod = 0: the sign of the divisor, as in Python; 1: that of the dividend, as in C.
void mod(const Conversion& c) {
  const auto [a, b] = operands(c);
  const DataType type = c.typeOf(a);
  const bool floored = c.integer("fmod", 0) == 0;
  if (!type.isInteger()) {
    const Node rest = c.call("mod", {a, b}), zero = c.scalar(0, type);
    if (!floored) return c.out(rest);
    const Node low = c.call("less", {b, zero});
    const Node differ = c.call("not_equal", {c.call("less", {rest, zero}), low});
    const Node none = c.call("where", {low, c.scalar(-0.0, type), zero});
    return c.out(c.call(
        "where", {c.call("equal", {rest, zero}), none, c.call("where", {differ, c.call("add", {rest, b}), rest})}));
  }
  if (floored || type.isUInt()) return c.out(c.call("floor_mod", {a, b}));
  const Node magnitude = c.call("floor_mod", {c.call("abs", {a}), c.call("abs", {b})});
  const Node negative = c.call("less", {a, c.scalar(0, type)});
  c.out(c.call("where", {negative, c.call("negative", {magnitude}), magnitude}));
}

void clip(const Conversion& c) {
  Node x = c.in(0);
  const DataType type = c.typeOf(x);
  std::optional<Node> low, high;
  if (c.version() >= 11) {
    if (c.has(1)) low = c.in(1);
    if (c.has(2)) high = c.in(2);
  } else {
    if (c.attribute("min")) low = c.scalar(c.number("min", 0), type);
    if (c.attribute("max")) high = c.scalar(c.number("max", 0), type);
  }
  if (low) x = c.call("maximum", {x, *low});
  if (high) x = c.call("minimum", {x, *high});
  c.out(x);
}
void identity(const Conversion& c) { c.out(0, c.operand(0)); }
// In inference nothing is dropped. Training mode draws random numbers, and is not read.
void dropout(const Conversion& c) {
  const Node x = c.in(0);
  if (c.version() >= 12 && c.has(2)) {
    const double ratio = c.has(1) ? c.numbersIn(1).at(0) : 0.5;
    if (c.numbersIn(2).at(0) != 0 && ratio != 0) c.refuse("training mode draws random numbers");
  }
  c.out(0, x);
  if (!c.wants(1)) return;
  const DataType mask = c.version() >= 10 ? dtype::Bool() : c.typeOf(x);
  c.out(1, c.call("full", {c.shape(c.sizesOf(x)), c.scalar(1, mask)}, attrs("dtype", mask)));
}

void celu(const Conversion& c) {
  const Node x = c.in(0);
  const double alpha = c.number("alpha", 1);
  const Node high = c.call("maximum", {x, c.scalar(0, c.typeOf(x))});
  c.out(c.call("add", {high, exponential(c, x, alpha, alpha)}));
}
void selu(const Conversion& c) {
  const Node x = c.in(0);
  const double alpha = c.number("alpha", 1.67326319217681884765625),
               gamma = c.number("gamma", 1.05070102214813232421875);
  const Node high = c.call("maximum", {x, c.scalar(0, c.typeOf(x))});
  c.out(times(c, c.call("add", {high, exponential(c, x, alpha, 1)}), gamma));
}
void gelu(const Conversion& c) {
  c.out(c.call(c.text("approximate", "none") == "tanh" ? "nn.gelu_tanh" : "nn.gelu", {c.in(0)}));
}
void hardSwish(const Conversion& c) {
  const Node x = c.in(0);
  const DataType type = c.typeOf(x);
  const Node line = plus(c, times(c, x, 1.0 / 6), 0.5);
  c.out(c.call("multiply", {x, c.call("maximum", {c.call("minimum", {line, c.scalar(1, type)}), c.scalar(0, type)})}));
}
void isInf(const Conversion& c) {
  const Node x = c.in(0);
  const bool high = c.integer("detect_positive", 1) != 0, low = c.integer("detect_negative", 1) != 0;
  const Node infinite = c.call("isinf", {x});
  if (high && low) return c.out(infinite);
  const Node side = c.call(high ? "greater" : "less", {x, c.scalar(0, c.typeOf(x))});
  c.out(c.call("logical_and", {infinite, high || low ? side : c.call("logical_not", {infinite})}));
}
void mish(const Conversion& c) {
  const Node x = c.in(0);
  c.out(c.call("multiply", {x, c.call("tanh", {softplusOf(c, x)})}));
}
void prelu(const Conversion& c) {
  const Node x = c.in(0), slope = c.in(1);
  const Node scaled = c.call("multiply", {x, slope});
  c.out(c.call("where", {c.call("less", {x, c.scalar(0, c.typeOf(x))}), scaled, x}));
}
void reciprocal(const Conversion& c) {
  const Node x = c.in(0);
  c.out(c.call("divide", {c.scalar(1, c.typeOf(x)), x}));
}
void shrink(const Conversion& c) {
  const Node x = c.in(0);
  const DataType type = c.typeOf(x);
  const double bias = c.number("bias", 0), edge = c.number("lambd", 0.5);
  const Node zero = c.call("multiply", {x, c.scalar(0, type)});
  const Node low = c.call("where", {c.call("less", {x, c.scalar(-edge, type)}), plus(c, x, bias), zero});
  c.out(c.call("where", {c.call("greater", {x, c.scalar(edge, type)}), plus(c, x, -bias), low}));
}
}  // namespace lw::onnx::convert
