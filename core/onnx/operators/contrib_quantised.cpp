// Operators of onnxruntime's domain on quantised tensors: operands become floats, results are put on their grid.
#include "core/ir/ops.h"
#include "core/onnx/operators/operators.h"
#include "core/onnx/operators/quantised.h"
#include "core/onnx/operators/types.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

// The values of the operand in `place`, which is followed by its scale and zero point.
Node valuesOf(const Conversion& c, size_t place) {
  Node x = c.cast(c.in(place), dtype::Int32);
  if (c.has(place + 2)) x = c.call("subtract", {x, c.cast(asNumber(c, c.in(place + 2)), dtype::Int32)});
  return c.call("multiply", {c.cast(x, dtype::Float32), asNumber(c, c.in(place + 1))});
}
// The result: scale and zero point are in `place` and the one after it. Without a zero point it is of type `type`.
void outOnGrid(const Conversion& c, const Node& values, size_t place, ElementType type) {
  std::optional<Node> zero;
  if (c.has(place + 1)) {
    type = elementOf(c, place + 1);
    zero = asNumber(c, c.in(place + 1));
  }
  c.out(0, typed(onGrid(c, c.call("divide", {values, asNumber(c, c.in(place))}), zero, type), type));
}

void binary(const Conversion& c, const char* op) {
  outOnGrid(c, c.call(op, {valuesOf(c, 0), valuesOf(c, 3)}), 6, elementOf(c, 0));
}

// The axes between batch and channels, or behind the channels.
std::vector<int64_t> spatialAxes(const Conversion& c, const Node& x) {
  const int64_t first = c.integer("channels_last", 0) != 0 ? 1 : 2;
  std::vector<int64_t> axes;
  for (int64_t i = 0; i < c.rankOf(x) - 2; ++i) axes.push_back(first + i);
  return axes;
}
std::vector<int64_t> kernelOf(const Conversion& c) {
  const auto kernel = c.integers("kernel_shape");
  if (!kernel) c.fail(err::kOnnxAttribute(c.title(), "kernel_shape"));
  return *kernel;
}
Node pooled(const Conversion& c, const char* how, const Node& x, bool channelsLast) {
  static const char* const kFirst[] = {"NCW", "NCHW", "NCDHW"};
  static const char* const kLast[] = {"NWC", "NHWC", "NDHWC"};
  const std::vector<int64_t> kernel = kernelOf(c);
  if (kernel.empty() || kernel.size() > 3) c.refuse("there are no kernels of pools along so many axes");
  const Window w = windowOf(c, kernel, x, channelsLast ? 1 : 2);
  const char* layout = (channelsLast ? kLast : kFirst)[kernel.size() - 1];
  return c.call("nn." + std::string(how) + std::to_string(kernel.size()) + "d", {x},
                attrs("pool_size", kernel, "strides", w.strides, "padding", w.padding, "dilation", w.dilations,
                      "ceil_mode", c.integer("ceil_mode", 0) != 0, "count_include_pad",
                      c.integer("count_include_pad", 0) != 0, "layout", layout));
}

}  // namespace

void qLinearAdd(const Conversion& c) { binary(c, "add"); }
void qLinearMul(const Conversion& c) { binary(c, "multiply"); }
void qLinearSigmoid(const Conversion& c) { outOnGrid(c, c.call("sigmoid", {valuesOf(c, 0)}), 3, elementOf(c, 0)); }
void qLinearLeakyRelu(const Conversion& c) {
  const Node x = valuesOf(c, 0);
  const Node scaled = c.call("multiply", {x, c.scalar(c.number("alpha", static_cast<double>(0.01F)), dtype::Float32)});
  const Node low = c.call("less", {x, c.scalar(0, dtype::Float32)});
  outOnGrid(c, c.call("where", {low, scaled, x}), 3, elementOf(c, 0));
}
void qLinearSoftmax(const Conversion& c) {
  const Node x = valuesOf(c, 0);
  const int64_t rank = c.rankOf(x), version = c.integer("opset");
  const int64_t axis = c.axis(c.integer("axis", version < 13 ? 1 : -1), rank);
  if (version < 13 && axis != rank - 1) c.refuse("it flattens the axes behind the first ones");
  outOnGrid(c, c.call("nn.softmax", {x}, attrs("axis", axis)), 3, elementOf(c, 0));
}
void qLinearGlobalAveragePool(const Conversion& c) {
  const Node x = valuesOf(c, 0);
  outOnGrid(c, c.reduce("mean", x, spatialAxes(c, x), true), 3, elementOf(c, 0));
}
void qLinearAveragePool(const Conversion& c) {
  const Node x = valuesOf(c, 0);
  outOnGrid(c, pooled(c, "avg_pool", x, c.integer("channels_last", 0) != 0), 3, elementOf(c, 0));
}
void nhwcMaxPool(const Conversion& c) { c.out(pooled(c, "max_pool", c.in(0), true)); }
void qLinearWhere(const Conversion& c) {
  outOnGrid(c, c.call("where", {c.in(0), valuesOf(c, 1), valuesOf(c, 4)}), 7, elementOf(c, 1));
}
// The grid of the result comes first, then the operands, each with its own.
void qLinearConcat(const Conversion& c) {
  std::vector<Node> parts;
  for (size_t i = 2; i + 1 < c.count(); i += 3) parts.push_back(valuesOf(c, i));
  if (parts.empty()) c.refuse("it has no operands");
  const int64_t axis = c.axis(c.integer("axis"), c.rankOf(parts[0]));
  outOnGrid(c, c.call("concat", {graph::TupleNode{std::move(parts)}}, attrs("axis", axis)), 0, elementOf(c, 2));
}

// Of integers less their zero points; the result is a float.
void matMulIntegerToFloat(const Conversion& c) {
  const Node product = integerProduct(c, 0, 4, 1, 5);
  const DataType type = c.typeOf(c.in(2));
  const bool rows = c.rankOf(c.in(0)) > 1;
  const Node scale = c.call("multiply", {alongMatrix(c, c.in(2), rows), alongMatrix(c, c.in(3), false)});
  const Node made = c.call("multiply", {c.cast(product, type), scale});
  c.out(0, typed(c.has(6) ? c.call("add", {made, c.in(6)}) : made, elementOf(c, 2)));
}
void matMulInteger16(const Conversion& c) {
  c.out(c.call("matmul", {c.cast(c.in(0), dtype::Int32), c.cast(c.in(1), dtype::Int32)}));
}
// alpha * op(a) op(b) + c in integers, as a float or on a grid.
void qGemm(const Conversion& c) {
  const auto factor = [&](size_t place, const char* transposed, bool columns) {
    Node x = c.cast(c.in(place), dtype::Int32);
    if (c.integer(transposed, 0) != 0) x = c.permute(x, {1, 0});
    if (!c.has(place + 2)) return x;
    const Node zero = c.in(place + 2);
    return c.call("subtract", {x, c.cast(columns ? alongMatrix(c, zero, false) : asNumber(c, zero), dtype::Int32)});
  };
  Node product = c.call("matmul", {factor(0, "transA", false), factor(3, "transB", true)});
  if (c.has(6)) product = c.call("add", {product, c.in(6)});
  const Node alpha = c.scalar(c.number("alpha", 1), dtype::Float32);
  const Node scale =
      c.call("multiply", {c.call("multiply", {asNumber(c, c.in(1)), alongMatrix(c, c.in(4), false)}), alpha});
  const Node made = c.call("multiply", {c.cast(product, dtype::Float32), scale});
  if (!c.has(7)) return c.out(0, typed(made, ElementType::Float));
  outOnGrid(c, made, 7, elementOf(c, 0));
}
void dynamicQuantizeMatMul(const Conversion& c) {
  const Quantised a = quantisedToBytes(c, c.in(0));
  const Node left = c.call("subtract", {c.cast(a.value, dtype::Int32), c.cast(a.zero, dtype::Int32)});
  Node right = c.cast(c.in(1), dtype::Int32);
  if (c.has(3)) right = c.call("subtract", {right, c.cast(alongMatrix(c, c.in(3), false), dtype::Int32)});
  const Node scale = c.call("multiply", {a.scale, alongMatrix(c, c.in(2), false)});
  const Node product = c.cast(c.call("matmul", {left, right}), dtype::Float32);
  const Node made = c.call("multiply", {product, scale});
  c.out(c.has(4) ? c.call("add", {made, c.in(4)}) : made);
}

}  // namespace lw::onnx::convert
