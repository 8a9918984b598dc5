// Normalisations.
#include <numeric>

#include "core/onnx/operators/layers.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

std::vector<int64_t> axesFrom(int64_t first, int64_t rank) {
  std::vector<int64_t> axes(static_cast<size_t>(std::max<int64_t>(rank - first, 0)));
  std::iota(axes.begin(), axes.end(), first);
  return axes;
}

struct Standardised {
  Node values, mean, inverse;  // (x - mean) * inverse; `inverse`: 1 / sqrt(variance + epsilon)
};
Standardised standardised(const Conversion& c, const Node& x, const std::vector<int64_t>& axes, double epsilon) {
  const Node mean = c.reduce("mean", x, axes, true), off = c.call("subtract", {x, mean});
  const Node variance = c.reduce("mean", c.call("square", {off}), axes, true);
  const Node inverse = c.call("divide", {c.scalar(1, c.typeOf(x)), c.call("sqrt", {plus(c, variance, epsilon)})});
  return {c.call("multiply", {off, inverse}), mean, inverse};
}

// Types in which a statistic of `type` is computed: halves would lose too much.
DataType precise(DataType type) { return type.isNarrowFloat() ? dtype::Float32 : type; }
DataType stashType(const Conversion& c, DataType type) {
  const int64_t given = c.integer("stash_type", 1);
  const DataType stash = elementType(c, given);
  if (!stash.isFloat()) c.fail(err::kOnnxAttributeValue(c.title(), "stash_type", std::to_string(given)));
  return type == dtype::Float(64) ? type : stash;
}

Node filled(const Conversion& c, double value, const graph::Sizes& sizes, DataType type) {
  return c.call("full", {c.shape(sizes), c.scalar(value, type)}, attrs("dtype", type));
}
// The weights have the last sizes of x, with nothing to broadcast.
bool areWhole(const Conversion& c, const std::optional<Node>& weights, const Node& x, size_t dimensions) {
  if (!weights) return true;
  const auto own = c.sizesOf(*weights), all = c.sizesOf(x);
  if (own.size() != dimensions) return false;
  for (size_t i = 0; i < dimensions; ++i)
    if (graph::sameSize(own[i], all[all.size() - dimensions + i]) != graph::Fit::Yes) return false;
  return true;
}

}  // namespace

// In training the mean and the variance are those of the batch, and the running ones follow them.
void batchNormalization(const Conversion& c) {
  const Node x = c.in(0);
  const DataType type = c.typeOf(x), stash = precise(type);
  const int64_t rank = c.rankOf(x), version = c.version();
  if (rank < 2) c.refuse("its operand has no channels");
  if (c.integer("spatial", 1) == 0) c.refuse("spatial = 0 is not read");
  const bool trains = version >= 14  ? c.integer("training_mode", 0) != 0
                      : version >= 7 ? c.wants(1) || c.wants(2)
                                     : c.integer("is_test", 0) == 0;
  if (c.wants(3) || c.wants(4)) c.refuse("saved statistics are not computed");
  const auto in = [&](size_t place) { return c.cast(c.in(place), stash); };
  Node mean = in(3), variance = in(4);
  const Node wide = c.cast(x, stash);
  if (trains) {
    std::vector<int64_t> axes = axesFrom(2, rank);
    axes.insert(axes.begin(), 0);
    const double momentum = c.number("momentum", static_cast<double>(0.9F));
    const auto follows = [&](size_t place, const Node& running, const Node& own) {
      const Node made = c.call("add", {times(c, running, momentum), times(c, own, 1 - momentum)});
      c.out(place, c.cast(made, c.typeOf(c.in(2 + place))));
    };
    const Node own = c.reduce("mean", wide, axes, true);
    const Node spread = c.reduce("mean", c.call("square", {c.call("subtract", {wide, own})}), axes, false);
    const Node flat = c.reduce("mean", wide, axes, false);
    follows(1, mean, flat);
    follows(2, variance, spread);
    mean = flat;
    variance = spread;
  }
  const Node deviation = c.call("sqrt", {plus(c, variance, c.number("epsilon", static_cast<double>(1e-5F)))});
  const Node factor = c.call("divide", {in(1), deviation});
  const Node shift = c.call("subtract", {in(2), c.call("multiply", {mean, factor})});
  const Node scaled = c.call("multiply", {wide, perChannel(c, factor, rank)});
  c.out(c.cast(c.call("add", {scaled, perChannel(c, shift, rank)}), type));
}

void instanceNormalization(const Conversion& c) {
  const Node x = c.in(0);
  const int64_t rank = c.rankOf(x);
  if (rank < 3) c.refuse("its operand has no dimensions of space");
  const DataType type = c.typeOf(x), stash = precise(type);
  const double epsilon = c.number("epsilon", static_cast<double>(1e-5F));
  c.out(c.cast(c.call("nn.instance_norm", {c.cast(x, stash), c.cast(c.in(1), stash), c.cast(c.in(2), stash)},
                      attrs("channel_axis", 1, "axes", axesFrom(2, rank), "epsilon", epsilon)),
               type));
}

void layerNormalization(const Conversion& c) {
  const Node x = c.in(0), scale = c.in(1);
  const DataType type = c.typeOf(x), stash = stashType(c, type);
  const int64_t rank = c.rankOf(x);
  const std::vector<int64_t> axes = axesFrom(c.axis(c.integer("axis", -1), rank), rank);
  const double epsilon = c.number("epsilon", static_cast<double>(1e-5F));
  const std::optional<Node> shift = c.optionally(2);
  const bool whole = areWhole(c, scale, x, axes.size()) && areWhole(c, shift, x, axes.size());
  if (whole && !c.wants(1) && !c.wants(2) && stash == type) {
    const Node zeros = shift ? *shift : filled(c, 0, c.sizesOf(scale), type);
    return c.out(c.call("nn.layer_norm", {x, scale, zeros}, attrs("axes", axes, "epsilon", epsilon)));
  }
  const Standardised s = standardised(c, c.cast(x, stash), axes, epsilon);
  const Node scaled = c.call("multiply", {c.cast(s.values, type), scale});
  c.out(shift ? c.call("add", {scaled, *shift}) : scaled);
  c.out(1, s.mean);
  c.out(2, s.inverse);
}

// Before version 21, scale and bias are of groups, not of channels.
void groupNormalization(const Conversion& c) {
  const Node x = c.in(0);
  const DataType type = c.typeOf(x);
  const int64_t rank = c.rankOf(x), groups = c.integer("num_groups");
  if (rank < 2) c.refuse("its operand has no channels");
  const std::optional<int64_t> channels = c.sizeOf(x, 1);
  if (!channels || groups < 1 || *channels % groups != 0) c.refuse("the channels are not divided into equal groups");
  const auto ofChannels = [&](size_t place) {
    const Node n = c.in(place);
    if (c.version() >= 21 || *channels == groups) return n;
    return c.call("repeat", {n}, attrs("repeats", *channels / groups, "axis", 0));
  };
  const Node scale = ofChannels(1), shift = ofChannels(2);
  const DataType stash = c.version() >= 21 ? stashType(c, type) : precise(type);
  const auto grouped = [&](const Node& gamma, const Node& beta) {
    return c.call("nn.group_norm", {c.cast(x, stash), gamma, beta},
                  attrs("num_groups", groups, "channel_axis", 1, "axes", axesFrom(2, rank), "epsilon",
                        c.number("epsilon", static_cast<double>(1e-5F))));
  };
  if (stash == type) return c.out(grouped(scale, shift));
  const auto sizes = c.sizesOf(scale);
  const Node plain = c.cast(grouped(filled(c, 1, sizes, stash), filled(c, 0, sizes, stash)), type);
  c.out(c.call("add", {c.call("multiply", {plain, perChannel(c, scale, rank)}), perChannel(c, shift, rank)}));
}

void rmsNormalization(const Conversion& c) {
  const Node x = c.in(0), scale = c.in(1);
  const DataType type = c.typeOf(x), stash = stashType(c, type), result = c.typeOf(scale);
  const int64_t rank = c.rankOf(x);
  const std::vector<int64_t> axes = axesFrom(c.axis(c.integer("axis", -1), rank), rank);
  const double epsilon = c.number("epsilon", static_cast<double>(1e-5F));
  if (stash == type && result == type && areWhole(c, scale, x, axes.size()))
    return c.out(c.call("nn.rms_norm", {x, scale}, attrs("axes", axes, "epsilon", epsilon)));
  const Node wide = c.cast(x, stash);
  const Node root = c.call("sqrt", {plus(c, c.reduce("mean", c.call("square", {wide}), axes, true), epsilon)});
  c.out(c.call("multiply", {c.cast(c.cast(c.call("divide", {wide, root}), type), result), scale}));
}

// x / norm; 0 where the norm is 0
void lpNormalization(const Conversion& c) {
  const Node x = c.in(0);
  const int64_t axis = c.axis(c.integer("axis", -1), c.rankOf(x)), p = c.integer("p", 2);
  if (p != 1 && p != 2) c.fail(err::kOnnxAttributeValue(c.title(), "p", std::to_string(p)));
  const Node norm = p == 1 ? c.reduce("sum", c.call("abs", {x}), {axis}, true)
                           : c.call("sqrt", {c.reduce("sum", c.call("square", {x}), {axis}, true)});
  const Node zero = c.scalar(0, c.typeOf(x));
  c.out(c.call("where", {c.call("equal", {norm, zero}), zero, c.call("divide", {x, norm})}));
}

// x / (bias + alpha * mean of the squares of `size` channels around) ^ beta, where channels outside count as 0
void lrn(const Conversion& c) {
  const Node x = c.in(0);
  const auto sizes = c.sizesOf(x);
  if (sizes.size() < 2) c.refuse("its operand has no channels");
  const int64_t size = c.integer("size");
  if (size < 1) c.fail(err::kOnnxAttributeValue(c.title(), "size", std::to_string(size)));
  const Expr one = IntImm{dtype::Int64, 1};
  Expr space = one;
  for (size_t i = 2; i < sizes.size(); ++i) space = space * sizes[i];
  const Node squares = c.reshape(c.call("square", {x}), graph::Sizes{sizes[0], one, sizes[1], space});
  const Node means = c.call("nn.avg_pool2d", {squares},
                            attrs("pool_size", std::vector<int64_t>{size, 1}, "padding",
                                  std::vector<int64_t>{(size - 1) / 2, 0, size / 2, 0}, "count_include_pad", true));
  const DataType type = c.typeOf(x);
  const Node base =
      plus(c, times(c, c.reshape(means, sizes), c.number("alpha", static_cast<double>(0.0001F))), c.number("bias", 1));
  c.out(c.call("divide", {x, c.call("power", {base, c.scalar(c.number("beta", 0.75), type)})}));
}

void meanVarianceNormalization(const Conversion& c) {
  const Node x = c.in(0);
  auto axes = c.integers("axes").value_or(std::vector<int64_t>{0, 2, 3});
  for (int64_t& a : axes) a = c.axis(a, c.rankOf(x));
  const Node off = c.call("subtract", {x, c.reduce("mean", x, axes, true)});
  const Node deviation = c.call("sqrt", {c.reduce("mean", c.call("square", {off}), axes, true)});
  c.out(c.call("divide", {off, plus(c, deviation, 1e-9)}));
}

}  // namespace lw::onnx::convert
