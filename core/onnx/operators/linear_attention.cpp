// Linear attention: a state (batch, heads, depth of keys, depth of values) that each step of the sequence updates.
#include <cmath>

#include "core/onnx/operators/layers.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

constexpr int64_t kMostSteps = 1024;

struct Rule {
  bool gated, corrected;
};
Rule ruleOf(const Conversion& c) {
  const std::string name = c.text("update_rule", "gated_delta");
  if (name != "linear" && name != "gated" && name != "delta" && name != "gated_delta")
    c.fail(err::kOnnxAttributeValue(c.title(), "update_rule", name));
  const Rule rule{name.starts_with("gated"), name.ends_with("delta")};
  if (rule.gated != c.has(4) || rule.corrected != c.has(5)) c.refuse("decay or beta is not what update_rule takes");
  return rule;
}

// (batch, sequence, heads or heads * depth) as (batch, heads, sequence, 1 or depth), in float32
Node spread(const Conversion& c, size_t place, int64_t heads) {
  const Node x = c.cast(c.in(place), dtype::Float32);
  if (c.sizeOf(x, 2) == 1) return withHeads(c, x, 1);
  return withHeads(c, x, heads);
}

}  // namespace

void linearAttention(const Conversion& c) {
  const int64_t heads = c.integer("q_num_heads"), own = c.integer("kv_num_heads");
  const Rule rule = ruleOf(c);
  const DataType type = c.typeOf(c.in(0)), stateType = c.has(3) ? c.typeOf(c.in(3)) : type;
  const Node q = spread(c, 0, heads), k = spread(c, 1, own), v = spread(c, 2, own);
  const auto shape = c.shapeOf(k);
  const int64_t steps = shape[2], depth = shape[3];
  if (steps < 1 || steps > kMostSteps) c.refuse(say("a sequence of {0} steps is not unrolled", steps));
  Node state = c.has(3) ? c.cast(c.in(3), dtype::Float32)
                        : c.array(c.zeros(dtype::Float32, {shape[0], own, depth, c.shapeOf(v)[3]}));
  std::optional<Node> decay, beta;
  if (rule.gated) decay = c.call("exp", {spread(c, 4, own)});
  if (rule.corrected) beta = spread(c, 5, own);
  // The step `t`: a row (batch, heads, 1, depth), or a column of it
  const auto row = [&](const Node& x, int64_t t) { return c.call("take", {x, c.list({t})}, attrs("axis", 2)); };
  const auto column = [&](const Node& x) { return c.permute(x, {0, 1, 3, 2}); };
  std::vector<Node> results;
  for (int64_t t = 0; t < steps; ++t) {
    if (decay) state = c.call("multiply", {state, column(row(*decay, t))});
    const Node key = row(k, t);
    Node value = row(v, t);
    if (beta) {
      const Node kept = c.call("matmul", {key, state});
      value = c.call("multiply", {row(*beta, t), c.call("subtract", {value, kept})});
    }
    state = c.call("add", {state, c.call("multiply", {column(key), value})});
    results.push_back(c.call("matmul", {row(q, t), repeatedHeads(c, state, heads)}));
  }
  const double given = c.number("scale", 0);
  const double scale = given == 0 ? 1 / std::sqrt(static_cast<double>(depth)) : given;
  const Node all = results.size() == 1 ? results[0] : c.call("concat", {graph::TupleNode{results}}, attrs("axis", 2));
  c.out(c.cast(withoutHeads(c, times(c, all, scale)), type));
  c.out(1, c.cast(state, stateType));
}

}  // namespace lw::onnx::convert
