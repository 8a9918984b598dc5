#include "core/onnx/operators/layers.h"

#include <numeric>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"

namespace lw::onnx::convert {

using graph::Node;

Node times(const Conversion& c, const Node& x, double factor) {
  return c.call("multiply", {x, c.scalar(factor, c.typeOf(x))});
}
Node plus(const Conversion& c, const Node& x, double term) { return c.call("add", {x, c.scalar(term, c.typeOf(x))}); }

Node product(const Conversion& c, const Node& x, const Node& y) {
  const DataType type = c.typeOf(x);
  if (!type.isNarrowFloat()) return c.call("matmul", {x, y});
  return c.cast(c.call("matmul", {x, y}, attrs("out_dtype", dtype::Float32)), type);
}
Node softmaxOf(const Conversion& c, const Node& x, int64_t axis) {
  const DataType type = c.typeOf(x);
  if (!type.isNarrowFloat()) return c.call("nn.softmax", {x}, attrs("axis", axis));
  const Node powers = c.call("exp", {c.call("subtract", {x, c.reduce("max", x, {axis}, true)})});
  const Node sum = c.reduce("sum", c.cast(powers, dtype::Float32), {axis}, true);
  return c.call("divide", {powers, c.cast(sum, type)});
}

Node countOf(const Conversion& c, const Expr& n) {
  if (const std::optional<int64_t> known = asInt(n)) return c.scalar(static_cast<double>(*known), dtype::Int64);
  return c.call("squeeze", {c.call("shape_to_tensor", {c.shape({n})})}, attrs("axis", 0));
}
Node countedTo(const Conversion& c, const Expr& n) {
  if (const std::optional<int64_t> known = asInt(n)) {
    c.room({*known});
    std::vector<int64_t> all(static_cast<size_t>(*known));
    std::iota(all.begin(), all.end(), 0);
    return c.list(all);
  }
  const Node ones = c.call("ones", {c.shape({n})}, attrs("dtype", dtype::Int64));
  return c.call("cumsum", {ones}, attrs("axis", 0, "dtype", dtype::Int64, "exclusive", true));
}

Node withHeads(const Conversion& c, const Node& x, int64_t heads) {
  if (heads < 1) c.refuse("the number of heads of a packed operand is not given");
  const auto sizes = c.sizesOf(x);
  if (sizes.size() != 3) c.refuse("a packed operand has other than three dimensions");
  const Expr count = IntImm{dtype::Int64, heads}, depth = Analyzer().simplify(floordiv(sizes[2], count));
  return c.permute(c.reshape(x, graph::Sizes{sizes[0], sizes[1], count, depth}), {0, 2, 1, 3});
}
Node withoutHeads(const Conversion& c, const Node& x) {
  const auto sizes = c.sizesOf(x);
  const Expr packed = Analyzer().simplify(sizes[1] * sizes[3]);
  return c.reshape(c.permute(x, {0, 2, 1, 3}), graph::Sizes{sizes[0], sizes[2], packed});
}
Node repeatedHeads(const Conversion& c, const Node& x, int64_t heads) {
  const std::optional<int64_t> own = c.sizeOf(x, 1);
  if (!own || *own < 1 || heads % *own != 0) c.refuse("the heads of queries are no multiple of those of keys");
  return *own == heads ? x : c.call("repeat", {x}, attrs("repeats", heads / *own, "axis", 1));
}

Node perChannel(const Conversion& c, const Node& x, int64_t rank) {
  std::vector<int64_t> axes(static_cast<size_t>(std::max<int64_t>(rank - 2, 0)));
  std::iota(axes.begin(), axes.end(), 1);
  return c.expandDims(x, axes);
}

std::vector<int64_t> Windows::padding() const {
  std::vector<int64_t> all = before;
  all.insert(all.end(), after.begin(), after.end());
  return all;
}

Windows windowsOf(const Conversion& c, const Node& x, const std::optional<std::vector<int64_t>>& kernel) {
  const auto given = c.integers("kernel_shape");
  if (!given && !kernel) c.fail(err::kOnnxAttribute(c.title(), "kernel_shape"));
  const size_t n = static_cast<size_t>(std::max<int64_t>(c.rankOf(x), 2)) - 2;
  const std::vector<int64_t> ones(n, 1), none(2 * n, 0);
  Windows w{
      given ? *given : *kernel, c.integers("strides").value_or(ones), c.integers("dilations").value_or(ones), {}, {}};
  const std::string mode = c.text("auto_pad", "NOTSET");
  auto pads = c.integers("pads").value_or(none);
  const bool same = mode == "SAME_UPPER" || mode == "SAME_LOWER";
  if (!same && mode != "VALID" && mode != "NOTSET" && !mode.empty())
    c.fail(err::kOnnxAttributeValue(c.title(), "auto_pad", mode));
  if (same || mode == "VALID") pads = none;
  if (w.sizes.size() != n || w.strides.size() != n || w.dilations.size() != n || pads.size() != 2 * n)
    c.refuse("the attributes have another number of dimensions than the operand");
  for (size_t d = 0; same && d < n; ++d) {
    const std::optional<int64_t> size = c.sizeOf(x, static_cast<int64_t>(d) + 2);
    if (!size) c.refuse("auto_pad needs the sizes of space");
    const int64_t windows = (*size - 1) / w.strides[d] + 1;
    const int64_t total = std::max<int64_t>((windows - 1) * w.strides[d] + w.span(d) - *size, 0);
    pads[d] = mode == "SAME_UPPER" ? total / 2 : total - total / 2;
    pads[d + n] = total - pads[d];
  }
  w.before.assign(pads.begin(), pads.begin() + static_cast<std::ptrdiff_t>(n));
  w.after.assign(pads.begin() + static_cast<std::ptrdiff_t>(n), pads.end());
  for (size_t d = 0; d < n; ++d)
    if (w.sizes[d] < 1 || w.strides[d] < 1 || w.dilations[d] < 1 || w.before[d] < 0 || w.after[d] < 0)
      c.refuse("a window has no elements, no stride, or negative padding");
  return w;
}

std::string ofDimensions(const Conversion& c, const std::string& name, size_t dimensions, const char* end) {
  if (dimensions < 1 || dimensions > 3)
    c.refuse(say("it has {0} dimensions of space", static_cast<int64_t>(dimensions)));
  return name + std::to_string(dimensions) + "d" + end;
}

}  // namespace lw::onnx::convert
