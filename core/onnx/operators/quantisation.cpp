// Numbers on a grid: a scale times the distance to a zero point. Products add up in 32 bits.
#include <algorithm>

#include "core/ir/ops.h"
#include "core/onnx/operators/layers.h"
#include "core/onnx/operators/operators.h"
#include "core/onnx/operators/quantised.h"
#include "core/onnx/operators/types.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

// The matrix less its zero point, which is a number, one per row of the left or per column of the right operand, or of
// a shape that fits by itself.
Node factor(const Conversion& c, size_t matrix, size_t zero, bool left) {
  const Node x = c.cast(c.in(matrix), dtype::Int32);
  if (!c.has(zero)) return x;
  return c.call("subtract", {x, c.cast(alongMatrix(c, c.in(zero), left && c.rankOf(x) > 1), dtype::Int32)});
}

// Each operand less its zero point. Outside of the first one is its zero point.
Node integerConvolution(const Conversion& c, size_t weightPlace, size_t xZero, size_t weightZero) {
  Node x = c.cast(c.in(0), dtype::Int32), weight = c.cast(c.in(weightPlace), dtype::Int32);
  if (c.has(xZero)) x = c.call("subtract", {x, c.cast(asNumber(c, c.in(xZero)), dtype::Int32)});
  if (c.has(weightZero))
    weight = c.call("subtract", {weight, c.cast(alongChannels(c, c.in(weightZero), c.rankOf(weight)), dtype::Int32)});
  return plainConvolution(c, x, weight);
}

// A scale in float32, in which the results of quantised operators are computed.
Node scaleIn(const Conversion& c, size_t place) { return c.cast(c.in(place), dtype::Float32); }

// Is the operand left out, or known to have no other elements?
bool isZero(const Conversion& c, size_t place) {
  if (!c.has(place)) return true;
  const std::shared_ptr<const NDArray> known = c.constant(place);
  if (!known) return false;
  for (int64_t i = 0; i < known->size(); ++i)
    if (known->getInt(i) != 0) return false;
  return true;
}

ElementType outputType(const Conversion& c, ElementType otherwise) {
  const auto given = static_cast<ElementType>(c.integer("output_dtype", 0));
  if (given == ElementType::Undefined) return otherwise;
  return given;
}

}  // namespace

Window windowOf(const Conversion& c, const std::vector<int64_t>& kernel, const Node& x, int64_t firstAxis) {
  const size_t n = kernel.size();
  Window w{c.integers("strides").value_or(std::vector<int64_t>(n, 1)),
           c.integers("dilations").value_or(std::vector<int64_t>(n, 1)),
           c.integers("pads").value_or(std::vector<int64_t>(2 * n, 0))};
  if (w.strides.size() != n || w.dilations.size() != n || w.padding.size() != 2 * n)
    c.refuse(say("strides, dilations or pads are not those of {0} axes", static_cast<int64_t>(n)));
  const std::string pads = c.text("auto_pad", "NOTSET");
  if (pads == "NOTSET") return w;
  if (pads != "VALID" && pads != "SAME_UPPER" && pads != "SAME_LOWER")
    c.fail(err::kOnnxAttributeValue(c.title(), "auto_pad", pads));
  for (size_t i = 0; i < n; ++i) {
    int64_t total = 0;
    if (pads != "VALID") {
      const std::optional<int64_t> size = c.sizeOf(x, static_cast<int64_t>(i) + firstAxis);
      if (!size) c.refuse("the size of an axis that is padded is not known");
      const int64_t count = (*size + w.strides[i] - 1) / w.strides[i];
      total = std::max<int64_t>((count - 1) * w.strides[i] + (kernel[i] - 1) * w.dilations[i] + 1 - *size, 0);
    }
    const int64_t first = pads == "SAME_LOWER" ? (total + 1) / 2 : total / 2;
    w.padding[i] = first, w.padding[i + n] = total - first;
  }
  return w;
}

Node plainConvolution(const Conversion& c, const Node& x, const Node& weight) {
  const auto shape = c.shapeOf(weight);
  const auto axes = static_cast<int64_t>(shape.size()) - 2;
  if (axes < 1 || axes > 3) c.refuse(say("there are no kernels of convolutions along {0} axes", axes));
  const Window w = windowOf(c, {shape.begin() + 2, shape.end()}, x, 2);
  return c.call(
      "nn.conv" + std::to_string(axes) + "d", {x, weight},
      attrs("strides", w.strides, "padding", w.padding, "dilation", w.dilations, "groups", c.integer("group", 1)));
}
Node alongChannels(const Conversion& c, const Node& x, int64_t axes) {
  if (isSingle(c, x)) return asNumber(c, x);
  std::vector<int64_t> added;
  for (int64_t i = 1; i < axes; ++i) added.push_back(i);
  return c.expandDims(x, added);
}

bool isSingle(const Conversion& c, const Node& x) {
  const auto sizes = c.sizesOf(x);
  return std::all_of(sizes.begin(), sizes.end(), [](const Expr& s) { return asInt(s) == 1; });
}
Node asNumber(const Conversion& c, const Node& x) {
  if (!isSingle(c, x)) c.refuse("a scale or zero point of the whole tensor has several elements");
  return c.rankOf(x) == 0 ? x : c.reshape(x, std::vector<int64_t>{});
}
Node alongMatrix(const Conversion& c, const Node& x, bool rows) {
  if (isSingle(c, x)) return asNumber(c, x);
  return rows && c.rankOf(x) == 1 ? c.expandDims(x, {1}) : x;
}

// Beside `x`: one element for all, one per place along an axis, or one per block of places along it.
Node spread(const Conversion& c, const Node& value, const Node& x, int64_t givenAxis, int64_t block) {
  if (isSingle(c, value) && c.rankOf(value) <= 1) return asNumber(c, value);
  const int64_t rank = c.rankOf(x), axis = c.axis(givenAxis, rank);
  if (c.rankOf(value) == 1 && (block == 0 || rank > 1)) {
    if (block != 0) c.refuse("scales of blocks have as many axes as the tensor");
    std::vector<int64_t> added;
    for (int64_t i = 0; i < rank; ++i)
      if (i != axis) added.push_back(i);
    return c.expandDims(value, added);
  }
  if (c.rankOf(value) != rank || block <= 0) c.refuse("the scales fit neither an axis nor blocks of the tensor");
  const Node repeated = c.call("repeat", {value}, attrs("repeats", block, "axis", axis));
  const Expr size = c.sizesOf(x)[static_cast<size_t>(axis)];
  return c.slice(repeated, {axis}, {IntImm{dtype::Int64, 0}}, {size}, {1});
}

// The nearest integers, halves to even, plus the zero point, clamped to the range of the type.
Node onGrid(const Conversion& c, const Node& scaled, const std::optional<Node>& zero, ElementType type) {
  constexpr double kFar = 1 << 20;  // beyond what any zero point of 16 bits brings back into range
  const Node rounded =
      c.call("round", {c.cast(scaled, c.typeOf(scaled).bits == 64 ? dtype::Float(64) : dtype::Float32)});
  const DataType wide = c.typeOf(rounded);
  const Node near = c.call("minimum", {c.call("maximum", {rounded, c.scalar(-kFar, wide)}), c.scalar(kFar, wide)});
  Node made = c.cast(near, dtype::Int32);
  if (zero) made = c.call("add", {made, c.cast(*zero, dtype::Int32)});
  const auto [low, high] = integerRange(type);
  const auto number = [&](int64_t n) { return c.scalar(static_cast<double>(n), dtype::Int32); };
  return c.cast(c.call("minimum", {c.call("maximum", {made, number(low)}), number(high)}), storedType(c, type));
}

void quantizeLinear(const Conversion& c) {
  const Node x = c.in(0), scale = c.in(1);
  const int64_t axis = c.integer("axis", 1), block = c.integer("block_size", 0);
  const auto precision = static_cast<ElementType>(c.integer("precision", 0));
  const ElementType zeroType = c.has(2) ? elementOf(c, 2) : ElementType::Undefined;
  const ElementType type = outputType(c, c.has(2) ? zeroType : ElementType::UInt8);
  if (c.has(2) && zeroType != type)
    c.refuse(say("the zero point is of type {0}, and the result of {1}", TypeName(toString(zeroType)),
                 TypeName(toString(type))));
  const DataType computed = precision != ElementType::Undefined ? storedType(c, precision) : c.typeOf(scale);
  if (!computed.isFloat()) c.refuse("it divides in a type that is no float");
  const Node quotient = c.call("divide", {c.cast(x, computed), c.cast(spread(c, scale, x, axis, block), computed)});
  std::optional<Node> zero;
  if (c.has(2)) zero = spread(c, c.in(2), x, axis, block);
  if (!isSmallFloat(type)) return c.out(0, typed(onGrid(c, quotient, zero, type), type));
  const Node moved = zero ? c.call("add", {quotient, c.cast(*zero, computed)}) : quotient;
  c.out(0, typed(converted(c, moved, elementTypeOf(computed), type, {c.integer("saturate", 1) != 0, "up"}), type));
}

void dequantizeLinear(const Conversion& c) {
  const Node x = c.in(0), scale = c.in(1);
  const int64_t axis = c.integer("axis", 1), block = c.integer("block_size", 0);
  const ElementType type = outputType(c, elementOf(c, 1));
  if (isSmallFloat(type)) c.refuse("the type of the result is not given");
  const DataType computed = storedType(c, type).bits == 64 ? dtype::Float(64) : dtype::Float32;
  const DataType between = c.typeOf(x).isInteger() ? dtype::Int32 : computed;
  Node distance = c.cast(x, between);
  if (c.has(2)) distance = c.call("subtract", {distance, c.cast(spread(c, c.in(2), x, axis, block), between)});
  const Node factor = c.cast(spread(c, scale, x, axis, block), computed);
  const Node made = c.call("multiply", {c.cast(distance, computed), factor});
  Operand value = typed(c.cast(made, storedType(c, type)), type);
  if (block == 0 && type == ElementType::Float)
    value.grid = std::make_shared<const Grid>(Grid{x, scale, isZero(c, 2) ? std::nullopt : c.optionally(2), axis});
  c.out(0, std::move(value));
}

// Sums of so few products of bytes are exact in 32 bits, and processors have instructions for them.
std::optional<Node> convolutionOfBytes(const Conversion& c, Windows w) {
  constexpr int64_t kMostTerms = INT32_MAX / (255 * 128);
  const Grid *x = c.operand(0).grid.get(), *weights = c.operand(1).grid.get();
  if (!x || !weights || weights->zero || c.typeOf(x->numbers) != dtype::UInt(8) ||
      c.typeOf(weights->numbers) != dtype::Int(8) || !isSingle(c, x->scale))
    return std::nullopt;
  const bool perFilter = c.rankOf(weights->scale) == 1 && c.axis(weights->axis, c.rankOf(weights->numbers)) == 0;
  if (!isSingle(c, weights->scale) && !perFilter) return std::nullopt;
  for (const Grid* grid : {x, weights})
    if (c.typeOf(grid->scale) != dtype::Float32) return std::nullopt;
  int64_t terms = 1;
  const Indexed<int64_t> shape = c.shapeOf(weights->numbers);
  for (size_t i = 1; i < shape.size() && terms <= kMostTerms; ++i) terms *= std::max<int64_t>(1, shape[i]);
  if (terms > kMostTerms) return std::nullopt;
  int64_t zero = 0;
  if (x->zero) {
    const auto* known = x->zero->as<graph::Constant>();
    if (!known || !known->data || !isSingle(c, *x->zero)) return std::nullopt;
    zero = known->data->getInt(0);
  }
  Node numbers = x->numbers;
  if (zero != 0) {  // what is around the data is 0 on the grid
    std::vector<int64_t> widths(4, 0);
    for (size_t d = 0; d < w.dimensions(); ++d) widths.insert(widths.end(), {w.before[d], w.after[d]});
    if (std::any_of(widths.begin(), widths.end(), [](int64_t width) { return width != 0; }))
      numbers = c.call("nn.pad", {numbers}, attrs("pad_width", widths, "pad_value", static_cast<double>(zero)));
    w.before.assign(w.dimensions(), 0);
    w.after.assign(w.dimensions(), 0);
  }
  Node sums = c.call(ofDimensions(c, "nn.conv", w.dimensions()), {numbers, weights->numbers},
                     attrs("strides", w.strides, "padding", w.padding(), "dilation", w.dilations, "groups",
                           c.integer("group", 1), "out_dtype", dtype::Int32));
  const int64_t axes = c.rankOf(sums) - 1;  // behind the batch
  if (zero != 0) {
    std::vector<int64_t> inner;
    for (int64_t a = 1; a < c.rankOf(weights->numbers); ++a) inner.push_back(a);
    const Node all = c.reduce("sum", c.cast(weights->numbers, dtype::Int32), inner, false);
    const Node more = c.call("multiply", {all, c.scalar(static_cast<double>(zero), dtype::Int32)});
    sums = c.call("subtract", {sums, alongChannels(c, more, axes)});
  }
  const Node scale = c.call("multiply", {asNumber(c, x->scale), alongChannels(c, weights->scale, axes)});
  return c.call("multiply", {c.cast(sums, dtype::Float32), scale});
}

// To uint8. The range holds 0; of a tensor of zeros the scale is 1.
void dynamicQuantizeLinear(const Conversion& c) {
  const auto [made, scale, zero] = quantisedToBytes(c, c.in(0));
  c.out(0, typed(made, ElementType::UInt8));
  c.out(1, typed(scale, ElementType::Float));
  c.out(2, typed(zero, ElementType::UInt8));
}
Quantised quantisedToBytes(const Conversion& c, const Node& x) {
  const DataType type = dtype::Float32;
  const Node zero = c.scalar(0, type);
  const Node high = c.call("maximum", {c.call("max", {x}), zero}), low = c.call("minimum", {c.call("min", {x}), zero});
  const Node range = c.call("divide", {c.call("subtract", {high, low}), c.scalar(255, type)});
  const Node scale = c.call("where", {c.call("equal", {range, zero}), c.scalar(1, type), range});
  const Node place = onGrid(c, c.call("divide", {c.call("negative", {low}), scale}), std::nullopt, ElementType::UInt8);
  return {onGrid(c, c.call("divide", {x, scale}), place, ElementType::UInt8), scale, place};
}

Node integerProduct(const Conversion& c, size_t a, size_t aZero, size_t b, size_t bZero) {
  return c.call("matmul", {factor(c, a, aZero, true), factor(c, b, bZero, false)});
}
void matMulInteger(const Conversion& c) { c.out(0, typed(integerProduct(c, 0, 2, 1, 3), ElementType::Int32)); }
void qLinearMatMul(const Conversion& c) {
  const Node product = integerProduct(c, 0, 2, 3, 5);
  const bool rows = c.rankOf(c.in(0)) > 1;
  const Node scale = c.call("multiply", {alongMatrix(c, scaleIn(c, 1), rows), alongMatrix(c, scaleIn(c, 4), false)});
  const Node ratio = c.call("divide", {scale, alongMatrix(c, scaleIn(c, 6), rows)});
  const ElementType type = elementOf(c, 7);
  const Node scaled = c.call("multiply", {c.cast(product, dtype::Float32), ratio});
  c.out(0, typed(onGrid(c, scaled, alongMatrix(c, c.in(7), rows), type), type));
}

void convInteger(const Conversion& c) { c.out(0, typed(integerConvolution(c, 1, 2, 3), ElementType::Int32)); }
void qLinearConv(const Conversion& c) {
  if (c.integer("channels_last", 0) != 0) c.refuse("there is no kernel whose channels come last");
  Node made = integerConvolution(c, 3, 2, 5);
  const int64_t axes = c.rankOf(made) - 1;  // behind the batch
  if (c.has(8)) made = c.call("add", {made, alongChannels(c, c.in(8), axes)});
  const Node scale = c.call("multiply", {asNumber(c, scaleIn(c, 1)), alongChannels(c, scaleIn(c, 4), axes)});
  const Node ratio = c.call("divide", {scale, asNumber(c, scaleIn(c, 6))});
  const ElementType type = elementOf(c, 7);
  const Node scaled = c.call("multiply", {c.cast(made, dtype::Float32), ratio});
  c.out(0, typed(onGrid(c, scaled, asNumber(c, c.in(7)), type), type));
}

}  // namespace lw::onnx::convert
