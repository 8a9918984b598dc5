// Scaled dot product attention, with heads as a dimension of their own: (batch, heads, sequence, depth).
#include <cmath>
#include <limits>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/onnx/operators/layers.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

struct Attention {
  Node q, k, v;
  DataType type;
  Expr queries, keys;         // lengths of the sequences, keys with those of the cache
  Expr past;                  // how many keys are in the cache
  std::optional<Node> valid;  // how many keys of each element of the batch are no padding: (batch,)
};

Attention operands(const Conversion& c) {
  Node q = c.in(0), k = c.in(1), v = c.in(2);
  if (c.rankOf(q) == 3) {
    q = withHeads(c, q, c.integer("q_num_heads", 0));
    k = withHeads(c, k, c.integer("kv_num_heads", 0));
    v = withHeads(c, v, c.integer("kv_num_heads", 0));
  }
  Expr past = IntImm{dtype::Int64, 0};
  if (c.has(4) != c.has(5)) c.refuse("there is a cache of only one of keys and values");
  if (c.has(4)) {
    past = c.sizesOf(c.in(4))[2];
    k = c.call("concat", {graph::TupleNode{{c.in(4), k}}}, attrs("axis", 2));
    v = c.call("concat", {graph::TupleNode{{c.in(5), v}}}, attrs("axis", 2));
  }
  const Expr queries = c.sizesOf(q)[2], keys = c.sizesOf(k)[2];
  return {q, k, v, c.typeOf(q), queries, keys, past, c.optionally(6)};
}

// Which keys the attributes let each query see: (queries, keys) or (batch, 1, queries, keys).
std::optional<Node> visible(const Conversion& c, const Attention& a) {
  std::optional<Node> seen;
  const auto also = [&](const Node& condition) { seen = seen ? c.call("logical_and", {*seen, condition}) : condition; };
  const Node keys = countedTo(c, a.keys);
  const auto number = [&](int64_t n) { return c.scalar(static_cast<double>(n), dtype::Int64); };
  const int64_t left = c.integer("left_window_size", -1), right = c.integer("right_window_size", -1);
  const bool causal = c.integer("is_causal", 0) != 0;
  std::optional<Node> valid;
  if (a.valid) valid = c.expandDims(c.cast(*a.valid, dtype::Int64), {1, 2, 3});
  if (causal || left >= 0 || right >= 0) {
    // The place of each query among the keys, less the place of the key.
    const Node queries = c.expandDims(countedTo(c, a.queries), {1});
    const Node before = a.valid ? c.call("subtract", {*valid, countOf(c, a.queries)}) : countOf(c, a.past);
    const Node distance = c.call("subtract", {c.call("add", {queries, before}), keys});
    if (causal) also(c.call("greater_equal", {distance, number(0)}));
    if (left >= 0) also(c.call("less_equal", {distance, number(left)}));
    if (right >= 0) also(c.call("greater_equal", {distance, number(-right)}));
  }
  if (valid) also(c.call("less", {keys, *valid}));
  return seen;
}

// The mask with as many keys as there are; those that it does not name are not seen.
Node wholeMask(const Conversion& c, const Attention& a) {
  const Node mask = c.in(3);
  const DataType type = c.typeOf(mask);
  auto sizes = c.sizesOf(mask);
  const Expr missing = Analyzer().simplify(a.keys - sizes.back());
  if (asInt(missing) == 0 || (c.version() < 24 && asInt(sizes.back()) == 1)) return mask;
  if (asInt(missing).value_or(0) < 0) c.refuse("the mask has more keys than there are");
  sizes.back() = missing;
  const double unseen = type.isBool() ? 0 : -std::numeric_limits<double>::infinity();
  const Node rest = c.call("full", {c.shape(sizes), c.scalar(unseen, type)}, attrs("dtype", type));
  return c.call("concat", {graph::TupleNode{{mask, rest}}}, attrs("axis", static_cast<int64_t>(sizes.size()) - 1));
}

// What is added to the scores: minus infinity for keys that are not seen.
std::optional<Node> biasOf(const Conversion& c, const Attention& a) {
  std::optional<Node> seen = visible(c, a), bias;
  if (c.has(3)) {
    const Node mask = wholeMask(c, a);
    if (!c.typeOf(mask).isBool())
      bias = c.cast(mask, a.type);
    else
      seen = seen ? c.call("logical_and", {*seen, mask}) : mask;
  }
  if (!seen) return bias;
  const Node unseen = c.scalar(-std::numeric_limits<double>::infinity(), a.type);
  return c.call("where", {*seen, bias ? *bias : c.scalar(0, a.type), unseen});
}

// Softmax over the keys. A query that sees none has zeros: its scores, which may be anything, are not read.
Node weightsOf(const Conversion& c, const Attention& a, const Node& scores, const std::optional<Node>& bias) {
  const int64_t given = c.integer("softmax_precision", 0);
  const DataType precision = given == 0 ? a.type : elementType(c, given);
  Node made = softmaxOf(c, c.cast(scores, precision), c.rankOf(scores) - 1);
  if (bias) {
    const Node most = c.reduce("max", *bias, {c.rankOf(*bias) - 1}, true);
    const Node none = c.call("equal", {most, c.scalar(-std::numeric_limits<double>::infinity(), a.type)});
    made = c.call("where", {none, c.scalar(0, precision), made});
  }
  return c.cast(made, a.type);
}

// scale * q k^T, as sqrt(scale) of both
Node products(const Conversion& c, const Attention& a, int64_t heads) {
  double scale = c.number("scale", 0);
  if (!c.attribute("scale")) {
    const std::optional<int64_t> depth = c.sizeOf(a.q, 3);
    if (!depth || *depth < 1) c.refuse("the depth of the heads is not known");
    scale = 1 / std::sqrt(static_cast<double>(*depth));
  }
  if (scale < 0) c.refuse("the scale is negative");
  const Node root = c.scalar(std::sqrt(scale), a.type);
  const Node keys = c.permute(repeatedHeads(c, a.k, heads), {0, 1, 3, 2});
  return product(c, c.call("multiply", {a.q, root}), c.call("multiply", {keys, root}));
}

}  // namespace

void attention(const Conversion& c) {
  const Attention a = operands(c);
  const std::optional<int64_t> heads = c.sizeOf(a.q, 1);
  if (!heads) c.refuse("the number of heads is not known");
  const int64_t mode = c.integer("qk_matmul_output_mode", 0);
  if (mode < 0 || mode > 3) c.fail(err::kOnnxAttributeValue(c.title(), "qk_matmul_output_mode", std::to_string(mode)));
  Node scores = products(c, a, *heads);
  if (mode == 0) c.out(3, scores);
  if (const double cap = c.number("softcap", 0); cap > 0) {
    const Node limit = c.scalar(cap, a.type);
    scores = c.call("multiply", {c.call("tanh", {c.call("divide", {scores, limit})}), limit});
  }
  if (mode == 1) c.out(3, scores);
  const std::optional<Node> bias = biasOf(c, a);
  if (bias) scores = c.call("add", {scores, *bias});
  if (mode == 2) c.out(3, scores);
  const Node weights = weightsOf(c, a, scores, bias);
  if (mode == 3) c.out(3, weights);
  Node made = product(c, weights, repeatedHeads(c, a.v, *heads));
  if (c.rankOf(c.in(0)) == 3) made = withoutHeads(c, made);
  c.out(made);
  c.out(1, a.k);
  c.out(2, a.v);
}

}  // namespace lw::onnx::convert
