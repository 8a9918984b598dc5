// Operators of onnxruntime's domain, com.microsoft, that its optimiser and its exporters write: fused layers,
// normalisations, and products with weights of a few bits.
#include <cmath>

#include "core/ir/ops.h"
#include "core/onnx/operators/operators.h"
#include "core/onnx/operators/quantised.h"
#include "core/onnx/operators/types.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

Node times(const Conversion& c, const Node& x, double factor) {
  return factor == 1 ? x : c.call("multiply", {x, c.scalar(factor, c.typeOf(x))});
}

// The activation of a fused layer, with its parameters by name.
Node activated(const Conversion& c, const Node& x, const std::vector<double>& params) {
  const std::string name = c.text("activation", "");
  const DataType type = c.typeOf(x);
  const auto param = [&](size_t i, double otherwise) { return i < params.size() ? params[i] : otherwise; };
  const auto clamped = [&](const Node& y, double low, double high) {
    return c.call("minimum", {c.call("maximum", {y, c.scalar(low, type)}), c.scalar(high, type)});
  };
  if (name.empty()) return x;
  if (name == "Relu") return c.call("nn.relu", {x});
  if (name == "Tanh") return c.call("tanh", {x});
  if (name == "Sigmoid") return c.call("sigmoid", {x});
  if (name == "LeakyRelu") {
    const Node low = c.call("less", {x, c.scalar(0, type)});
    return c.call("where", {low, times(c, x, param(0, static_cast<double>(0.01F))), x});
  }
  if (name == "Clip") return clamped(x, param(0, -INFINITY), param(1, INFINITY));
  if (name == "HardSigmoid") {
    const Node scaled = times(c, x, param(0, static_cast<double>(0.2F)));
    return clamped(c.call("add", {scaled, c.scalar(param(1, 0.5), type)}), 0, 1);
  }
  c.fail(err::kOnnxAttributeValue(c.title(), "activation", name));
}

void refuseTraining(const Conversion& c, size_t first, size_t last) {
  for (size_t i = first; i <= last; ++i)
    if (c.wants(i)) c.refuse("mean and deviation are results of training");
}

// Normalisations along the last axis, in float32.
Node rmsNorm(const Conversion& c, const Node& x, const Node& weight) {
  const DataType type = c.typeOf(x), wide = type.isNarrowFloat() ? dtype::Float32 : type;
  const Node made = c.call("nn.rms_norm", {c.cast(x, wide), c.cast(weight, wide)},
                           attrs("axes", std::vector<int64_t>{-1}, "epsilon", c.number("epsilon", 1e-5F)));
  return c.cast(made, type);
}
Node layerNorm(const Conversion& c, const Node& x, const Node& gamma, const std::optional<Node>& beta, double epsilon) {
  const DataType type = c.typeOf(x), wide = type.isNarrowFloat() ? dtype::Float32 : type;
  const Node weight = c.cast(gamma, wide);
  const Node made =
      c.call("nn.layer_norm", {c.cast(x, wide), weight, beta ? c.cast(*beta, wide) : c.call("zeros_like", {weight})},
             attrs("axes", std::vector<int64_t>{-1}, "epsilon", epsilon));
  return c.cast(made, type);
}

// The sum of an input, what skips a layer, and a bias.
Node skipSum(const Conversion& c, size_t bias) {
  const Node sum = c.call("add", {c.in(0), c.in(1)});
  return c.has(bias) ? c.call("add", {sum, c.in(bias)}) : sum;
}

// Numbers of a few bits, the first in the lowest bits of a byte: one more axis with the numbers of each byte.
Node unpacked(const Conversion& c, const Node& bytes, int64_t bits) {
  auto shape = c.shapeOf(bytes);
  if (bits == 8) return bytes;
  const Node each = c.expandDims(bytes, {static_cast<int64_t>(shape.size())});
  const Node mask = c.scalar(static_cast<double>((1 << bits) - 1), dtype::UInt(8));
  std::vector<Node> numbers;
  for (int64_t shift = 0; shift < 8; shift += bits) {
    const Node shifted =
        shift == 0 ? each : c.call("right_shift", {each, c.scalar(static_cast<double>(shift), dtype::UInt(8))});
    numbers.push_back(shift + bits == 8 ? shifted : c.call("bitwise_and", {shifted, mask}));
  }
  const Node all = c.call("concat", {graph::TupleNode{numbers}}, attrs("axis", static_cast<int64_t>(shape.size())));
  shape.back() *= 8 / bits;
  return c.reshape(all, shape);
}

}  // namespace

void fusedGemm(const Conversion& c) {
  const std::vector<double> params{c.number("activation_alpha", 0), c.number("activation_beta", 0)};
  c.out(activated(c, gemmOf(c), c.attribute("activation_alpha") ? params : std::vector<double>{}));
}
void fusedMatMul(const Conversion& c) {
  if (c.integer("transBatchA", 0) != 0 || c.integer("transBatchB", 0) != 0)
    c.refuse("the axes of the batch are not moved");
  const auto operand = [&](size_t place, const char* attribute) {
    const Node x = c.in(place);
    const int64_t rank = c.rankOf(x);
    if (c.integer(attribute, 0) == 0 || rank < 2) return x;
    std::vector<int64_t> axes;
    for (int64_t i = 0; i < rank; ++i) axes.push_back(i);
    std::swap(axes[axes.size() - 1], axes[axes.size() - 2]);
    return c.permute(x, axes);
  };
  c.out(times(c, c.call("matmul", {operand(0, "transA"), operand(1, "transB")}), c.number("alpha", 1)));
}
void fusedConv(const Conversion& c) {
  Node made = plainConvolution(c, c.in(0), c.in(1));
  if (c.has(2)) made = c.call("add", {made, alongChannels(c, c.in(2), c.rankOf(made) - 1)});
  if (c.has(3)) made = c.call("add", {made, c.in(3)});
  c.out(activated(c, made, c.numbers("activation_params").value_or(std::vector<double>{})));
}

void biasGelu(const Conversion& c) { c.out(c.call("nn.gelu", {c.call("add", {c.in(0), c.in(1)})})); }
void contribGelu(const Conversion& c) { c.out(c.call("nn.gelu", {c.in(0)})); }
void fastGelu(const Conversion& c) {
  c.out(c.call("nn.gelu_tanh", {c.has(1) ? c.call("add", {c.in(0), c.in(1)}) : c.in(0)}));
}
void quickGelu(const Conversion& c) {
  const Node x = c.in(0);
  c.out(c.call("multiply", {x, c.call("sigmoid", {times(c, x, c.number("alpha", static_cast<double>(1.702F)))})}));
}
void biasAdd(const Conversion& c) { c.out(c.call("add", {c.call("add", {c.in(0), c.in(1)}), c.in(2)})); }

void simplifiedLayerNorm(const Conversion& c) {
  const Node x = c.in(0);
  const int64_t rank = c.rankOf(x);
  if (c.axis(c.integer("axis", -1), rank) != rank - 1) c.refuse("it normalises along more than the last axis");
  c.out(c.cast(rmsNorm(c, x, c.in(1)), c.typeOf(c.in(1))));
  if (!c.wants(1)) return;
  const Node mean = c.reduce("mean", c.call("square", {c.cast(x, dtype::Float32)}), {rank - 1}, true);
  c.out(1, c.call("rsqrt", {c.call("add", {mean, c.scalar(c.number("epsilon", 1e-5F), dtype::Float32)})}));
}
void skipSimplifiedLayerNorm(const Conversion& c) {
  refuseTraining(c, 1, 2);
  const Node sum = skipSum(c, 3);
  c.out(rmsNorm(c, sum, c.in(2)));
  c.out(3, sum);
}
void skipLayerNorm(const Conversion& c) {
  refuseTraining(c, 1, 2);
  const Node sum = skipSum(c, 4);
  c.out(layerNorm(c, sum, c.in(2), c.optionally(3), c.number("epsilon", 1e-12F)));
  c.out(3, sum);
}
// Words, positions and segments, each by its table.
void embedLayerNorm(const Conversion& c) {
  const Node ids = c.in(0);
  const auto row = [&](size_t table, const Node& at) { return c.call("take", {c.in(table), at}, attrs("axis", 0)); };
  Node positions = ids;
  if (c.has(8)) {
    positions = c.in(8);
  } else {
    const std::optional<int64_t> length = c.sizeOf(ids, 1);
    if (!length) c.refuse("the length of the sequence is not known");
    c.room({*length});
    std::vector<int64_t> all;
    for (int64_t i = 0; i < *length; ++i) all.push_back(i);
    positions = c.list(all);
  }
  Node sum = c.call("add", {row(2, ids), row(3, positions)});
  if (c.has(1) && c.has(4)) sum = c.call("add", {sum, row(4, c.in(1))});
  c.out(layerNorm(c, sum, c.in(5), c.in(6), c.number("epsilon", 1e-12F)));
  c.out(2, sum);
  if (!c.wants(1)) return;
  // The number of words that the mask keeps.
  if (!c.has(7)) return c.out(1, c.call("zeros", {c.shape({c.sizesOf(ids)[0]})}, attrs("dtype", dtype::Int32)));
  const Node words = c.cast(c.call("not_equal", {c.in(7), c.scalar(0, c.typeOf(c.in(7)))}), dtype::Int32);
  c.out(1, c.reduce("sum", words, {1}, false));
}

// Rows of a table whose elements are kept in blocks that share a scale and a zero point. Numbers of less than 8 bits in
// bytes lie along the last axis. Rows that there are not are 0.
void gatherBlockQuantized(const Conversion& c) {
  const int64_t bits = c.integer("bits", 4), block = c.integer("block_size", 128);
  const bool packed = c.typeOf(c.in(0)) == dtype::UInt(8) && elementOf(c, 0) == ElementType::UInt8;
  if (!c.typeOf(c.in(0)).isInteger()) c.refuse("tables of floats are not read");
  if (bits != 2 && bits != 4 && bits != 8) c.fail(err::kOnnxAttributeValue(c.title(), "bits", std::to_string(bits)));
  const int64_t rank = c.rankOf(c.in(0)), axis = c.axis(c.integer("gather_axis", 0), rank);
  const int64_t blocked = c.axis(c.integer("quantize_axis", 1), rank);
  if (axis == blocked) c.refuse("blocks along the axis that is gathered are not read");
  const Node indices = c.in(1);
  const Node places = wrapped(c, indices, c.sizesOf(c.in(0))[static_cast<size_t>(axis)]);
  const auto taken = [&](size_t place) { return c.call("take", {c.in(place), places}, attrs("axis", axis)); };
  const DataType type = c.typeOf(c.in(2)), wide = type.isNarrowFloat() ? dtype::Float32 : type;
  const auto distance = [&](const Node& x) { return c.cast(packed ? unpacked(c, x, bits) : x, dtype::Int32); };
  const int64_t moved = blocked + (blocked > axis ? c.rankOf(indices) - 1 : 0);
  const Node numbers = distance(taken(0)), scale = taken(2);
  Node zero = c.scalar(packed ? 1 << (bits - 1) : 0, dtype::Int32);
  if (c.has(3)) {
    Node own = distance(taken(3));
    const auto has = c.shapeOf(own), wanted = c.shapeOf(scale);
    if (packed && has.back() != wanted.back())  // bits that fill up the last byte
      own = c.slice(own, {c.rankOf(own) - 1}, {IntImm{dtype::Int64, 0}}, {IntImm{dtype::Int64, wanted.back()}}, {1});
    zero = spread(c, own, numbers, moved, block);
  }
  const Node difference = c.cast(c.call("subtract", {numbers, zero}), wide);
  const Node made = c.call("multiply", {difference, c.cast(spread(c, scale, numbers, moved, block), wide)});
  c.out(0, typed(c.cast(made, type), elementTypeOf(type)));
}

// The product with weights of shape (n, k), kept in blocks along k that share a scale and a zero point. Computed in
// float32 where the operands are narrower.
void matMulNBits(const Conversion& c) {
  const int64_t n = c.integer("N"), k = c.integer("K"), block = c.integer("block_size"), bits = c.integer("bits", 4);
  if (bits != 2 && bits != 4 && bits != 8) c.fail(err::kOnnxAttributeValue(c.title(), "bits", std::to_string(bits)));
  if (c.integer("weight_prepacked", 0) != 0) c.refuse("the weights are in the order of a device");
  if (c.has(4)) c.refuse("groups of columns in another order are not read");
  if (n <= 0 || k <= 0 || block <= 0 || block * bits % 8 != 0) c.refuse("the sizes of the weights are no blocks");
  const int64_t blocks = (k + block - 1) / block;
  const DataType given = c.typeOf(c.in(0)), type = given.isNarrowFloat() ? dtype::Float32 : given;
  const Node x = c.cast(c.in(0), type);
  const auto number = [&](const Node& y) { return c.cast(c.cast(y, dtype::Int32), type); };
  const auto shaped = [&](const Node& y, const std::vector<int64_t>& shape) {
    int64_t has = 1, wanted = 1;
    for (const int64_t size : c.shapeOf(y)) has *= size;
    for (const int64_t size : shape) wanted *= size;
    if (has != wanted) c.refuse("weights, scales or zero points do not fit the blocks");
    return c.reshape(y, shape);
  };
  const Node packed = shaped(c.in(1), {n, blocks, block * bits / 8});
  Node zero = c.scalar(static_cast<double>(1 << (bits - 1)), type);
  if (c.has(3) && c.typeOf(c.in(3)) == dtype::UInt(8)) {
    const int64_t row = (blocks * bits + 7) / 8;
    const Node all = unpacked(c, shaped(c.in(3), {n, row}), bits);
    const Node own = c.slice(all, {1}, {IntImm{dtype::Int64, 0}}, {IntImm{dtype::Int64, blocks}}, {1});
    zero = number(shaped(own, {n, blocks, 1}));
  } else if (c.has(3)) {
    zero = c.cast(shaped(c.in(3), {n, blocks, 1}), type);
  }
  const Node distance = c.call("subtract", {number(unpacked(c, packed, bits)), zero});
  const Node scaled = c.call("multiply", {distance, c.cast(shaped(c.in(2), {n, blocks, 1}), type)});
  Node weight = c.reshape(scaled, std::vector<int64_t>{n, blocks * block});
  if (blocks * block != k) weight = c.slice(weight, {1}, {IntImm{dtype::Int64, 0}}, {IntImm{dtype::Int64, k}}, {1});
  const Node made = c.call("matmul", {x, c.permute(weight, {1, 0})});
  c.out(c.cast(c.has(5) ? c.call("add", {made, c.cast(c.in(5), type)}) : made, given));
}

}  // namespace lw::onnx::convert
