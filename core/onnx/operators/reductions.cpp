// Reductions along axes, scans, softmax.
#include <numeric>

#include "core/ir/ops.h"
#include "core/onnx/operators/layers.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

struct Reduced {
  Node x;
  std::vector<int64_t> axes;
  bool keep = true, nothing = false;
};
// `since`: the version from which on axes are an operand.
Reduced reduced(const Conversion& c, int64_t since) {
  Reduced r{c.in(0), c.axes(since, 1).value_or(std::vector<int64_t>{}), c.integer("keepdims", 1) != 0};
  const int64_t rank = c.rankOf(r.x);
  for (int64_t& a : r.axes) a = c.axis(a, rank);
  if (!r.axes.empty()) return r;
  if (c.integer("noop_with_empty_axes", 0) != 0)
    r.nothing = true;
  else
    for (int64_t i = 0; i < rank; ++i) r.axes.push_back(i);
  return r;
}
Node apply(const Conversion& c, const Reduced& r, const char* op, const Node& x) {
  return r.nothing || r.axes.empty() ? x : c.reduce(op, x, r.axes, r.keep);
}
Node square(const Conversion& c, const Node& x) { return c.call("multiply", {x, x}); }

Node logSoftmaxOf(const Conversion& c, const Node& x, int64_t axis) {
  return c.call("nn.log_softmax", {x}, attrs("axis", axis));
}

// Softmax along one axis; before version 13 along all from `axis` on.
void normalised(const Conversion& c, Node (*of)(const Conversion&, const Node&, int64_t)) {
  const Node x = c.in(0);
  const int64_t rank = c.rankOf(x);
  if (c.version() >= 13) return c.out(of(c, x, c.axis(c.integer("axis", -1), rank)));
  const int64_t axis = c.axis(c.integer("axis", 1), rank);
  if (axis == rank - 1) return c.out(of(c, x, axis));
  const auto sizes = c.sizesOf(x);
  graph::Sizes flat(sizes.begin(), sizes.begin() + axis);
  Expr inner = sizes[static_cast<size_t>(axis)];
  for (size_t i = static_cast<size_t>(axis) + 1; i < sizes.size(); ++i) inner = inner * sizes[i];
  flat.push_back(inner);
  c.out(c.reshape(of(c, c.reshape(x, flat), axis), sizes));
}

Node position(const Conversion& c, const char* op) {
  const Node x = c.in(0);
  const int64_t axis = c.axis(c.integer("axis", 0), c.rankOf(x));
  const bool keep = c.integer("keepdims", 1) != 0;
  if (c.integer("select_last_index", 0) == 0)
    return c.cast(c.call(op, {x}, attrs("axis", axis, "keepdims", keep)), dtype::Int64);
  // The last one is the first of the reversed axis.
  const std::optional<int64_t> size = c.sizeOf(x, axis);
  if (!size) c.refuse("the size of the axis is not known");
  const Node back = c.call("flip", {x}, attrs("axis", axis));
  const Node at = c.cast(c.call(op, {back}, attrs("axis", axis, "keepdims", keep)), dtype::Int64);
  return c.call("subtract", {c.scalar(static_cast<double>(*size - 1), dtype::Int64), at});
}

void scan(const Conversion& c, const char* op) {
  Node x = c.in(0);
  const int64_t axis = c.axis(c.integersIn(1).at(0), c.rankOf(x));
  const bool back = c.integer("reverse", 0) != 0, exclusive = c.integer("exclusive", 0) != 0;
  if (back) x = c.call("flip", {x}, attrs("axis", axis));
  Node made = c.call(op, {x}, attrs("axis", axis, "dtype", c.typeOf(x), "exclusive", exclusive));
  c.out(back ? c.call("flip", {made}, attrs("axis", axis)) : made);
}

}  // namespace

void reduceSum(const Conversion& c) {
  const Reduced r = reduced(c, 13);
  c.out(apply(c, r, "sum", r.x));
}
void reduceMean(const Conversion& c) {
  const Reduced r = reduced(c, 18);
  c.out(apply(c, r, "mean", r.x));
}
void reduceProd(const Conversion& c) {
  const Reduced r = reduced(c, 18);
  c.out(apply(c, r, "prod", r.x));
}
namespace {
// The greatest and the least of bools are computed as of small integers.
void extreme(const Conversion& c, const char* op) {
  const Reduced r = reduced(c, 18);
  if (!c.typeOf(r.x).isBool()) return c.out(apply(c, r, op, r.x));
  const Node wide = apply(c, r, op, c.cast(r.x, dtype::UInt(8)));
  c.out(c.call("not_equal", {wide, c.scalar(0, dtype::UInt(8))}));
}
}  // namespace
void reduceMax(const Conversion& c) { extreme(c, "max"); }
void reduceMin(const Conversion& c) { extreme(c, "min"); }
void reduceL1(const Conversion& c) {
  const Reduced r = reduced(c, 18);
  c.out(apply(c, r, "sum", c.call("abs", {r.x})));
}
void reduceL2(const Conversion& c) {
  const Reduced r = reduced(c, 18);
  c.out(c.call("sqrt", {apply(c, r, "sum", square(c, r.x))}));
}
void reduceSumSquare(const Conversion& c) {
  const Reduced r = reduced(c, 18);
  c.out(apply(c, r, "sum", square(c, r.x)));
}
void reduceLogSum(const Conversion& c) {
  const Reduced r = reduced(c, 18);
  c.out(c.call("log", {apply(c, r, "sum", r.x)}));
}
// log(sum(exp(x - m))) + m with the greatest m does not overflow; where there is none, m is 0.
void reduceLogSumExp(const Conversion& c) {
  const Reduced r = reduced(c, 18);
  if (r.nothing || r.axes.empty()) return c.out(r.x);
  const auto shape = c.shapeOf(r.x);
  const bool empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
  if (empty) return c.out(c.call("log", {apply(c, r, "sum", c.call("exp", {r.x}))}));
  const Node most = c.reduce("max", r.x, r.axes, true);
  const Node sum = c.reduce("sum", c.call("exp", {c.call("subtract", {r.x, most})}), r.axes, true);
  const Node wide = c.call("add", {c.call("log", {sum}), most});
  c.out(r.keep ? wide : c.call("squeeze", {wide}, attrs("axis", r.axes)));
}

void argMax(const Conversion& c) { c.out(position(c, "argmax")); }
void argMin(const Conversion& c) { c.out(position(c, "argmin")); }
void cumSum(const Conversion& c) { scan(c, "cumsum"); }
void cumProd(const Conversion& c) { scan(c, "cumprod"); }
void softmax(const Conversion& c) { normalised(c, softmaxOf); }
void logSoftmax(const Conversion& c) { normalised(c, logSoftmaxOf); }
void hardmax(const Conversion& c) {
  const Node x = c.in(0);
  const int64_t rank = c.rankOf(x), axis = c.axis(c.integer("axis", c.version() >= 13 ? -1 : 1), rank);
  const auto shape = c.shapeOf(x);
  std::vector<int64_t> flat = shape;
  int64_t at = axis;
  if (c.version() < 13) {
    const int64_t outer = std::accumulate(shape.begin(), shape.begin() + axis, int64_t{1}, std::multiplies<>());
    const int64_t inner = std::accumulate(shape.begin() + axis, shape.end(), int64_t{1}, std::multiplies<>());
    flat = {outer, inner};
    at = 1;
  }
  const Node y = flat == shape ? x : c.reshape(x, flat);
  const int64_t size = flat[static_cast<size_t>(at)];
  const Node first = c.cast(c.call("argmax", {y}, attrs("axis", at, "keepdims", true)), dtype::Int64);
  c.room({size});
  std::vector<int64_t> counting(static_cast<size_t>(size)), line(flat.size(), 1);
  std::iota(counting.begin(), counting.end(), 0);
  line[static_cast<size_t>(at)] = size;
  const Node is = c.call("equal", {first, c.reshape(c.list(counting), line)});
  const Node made = c.cast(is, c.typeOf(x));
  c.out(flat == shape ? made : c.reshape(made, shape));
}

}  // namespace lw::onnx::convert
