// Pools: a combination of the elements of each window.
#include <algorithm>

#include "core/ir/ops.h"
#include "core/onnx/operators/layers.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

// The windows with as much padding after the data as the last one reaches. Rounding up adds a window that begins in the
// data or before them, and reaches over what is padded.
Windows poolWindows(const Conversion& c, const Node& x) {
  Windows w = windowsOf(c, x, std::nullopt);
  const std::string mode = c.text("auto_pad", "NOTSET");
  if (c.integer("ceil_mode", 0) == 0 || (mode != "NOTSET" && !mode.empty())) return w;
  for (size_t d = 0; d < w.dimensions(); ++d) {
    const std::optional<int64_t> size = c.sizeOf(x, static_cast<int64_t>(d) + 2);
    if (!size) c.refuse("ceil_mode needs the sizes of space");
    const int64_t room = *size + w.before[d] + w.after[d] - w.span(d);
    int64_t count = (std::max<int64_t>(room, 0) + w.strides[d] - 1) / w.strides[d] + 1;
    if ((count - 1) * w.strides[d] >= *size + w.before[d]) --count;
    w.after[d] = std::max<int64_t>((count - 1) * w.strides[d] + w.span(d) - *size - w.before[d], 0);
  }
  return w;
}

Node pooled(const Conversion& c, const char* op, const Node& x, const Windows& w, bool countsPadding = false) {
  return c.call(ofDimensions(c, op, w.dimensions()), {x},
                attrs("pool_size", w.sizes, "strides", w.strides, "padding", w.padding(), "dilation", w.dilations,
                      "count_include_pad", countsPadding));
}

Node padded(const Conversion& c, const Node& x, const std::vector<int64_t>& before, const std::vector<int64_t>& after) {
  std::vector<int64_t> widths{0, 0, 0, 0};
  for (size_t d = 0; d < before.size(); ++d) widths.insert(widths.end(), {before[d], after[d]});
  return c.call("nn.pad", {x}, attrs("pad_width", widths));
}

// The places in the data that each window reads along one dimension: `windows` times `taps`. In place of those in the
// padding, the nearest that the same window reads: for a greatest element that changes nothing.
std::vector<int64_t> places(const Conversion& c, const Windows& w, size_t d, int64_t size, int64_t windows) {
  c.room({windows, w.sizes[d]});
  std::vector<int64_t> all;
  for (int64_t i = 0; i < windows; ++i) {
    const int64_t begin = i * w.strides[d] - w.before[d], step = w.dilations[d];
    const int64_t first = begin >= 0 ? 0 : (-begin + step - 1) / step;
    const int64_t last = std::min(w.sizes[d] - 1, begin >= size ? -1 : (size - 1 - begin) / step);
    if (first > last) c.refuse("a window reads nothing but padding");
    for (int64_t k = 0; k < w.sizes[d]; ++k) all.push_back(begin + std::clamp(k, first, last) * step);
  }
  return all;
}

// For each window, the greatest element, and where it is in the data.
struct Greatest {
  Node values, places;
};
Greatest greatest(const Conversion& c, const Node& x, const Windows& w, bool columns) {
  const auto shape = c.shapeOf(x);
  const size_t n = w.dimensions();
  Node all = x;
  std::vector<int64_t> order{0, 1}, result{shape[0], shape[1]}, kernel;
  std::vector<std::vector<int64_t>> read;
  for (size_t d = 0; d < n; ++d) {
    const int64_t size = shape[d + 2];
    const int64_t windows = (size + w.before[d] + w.after[d] - w.span(d)) / w.strides[d] + 1;
    read.push_back(places(c, w, d, size, windows));
    const auto axis = static_cast<int64_t>(2 + 2 * d);
    all = c.call("take", {all, c.reshape(c.list(read[d]), std::vector<int64_t>{windows, w.sizes[d]})},
                 attrs("axis", axis));
    order.insert(order.begin() + 2 + static_cast<std::ptrdiff_t>(d), axis);
    order.push_back(axis + 1);
    result.push_back(windows);
  }
  std::vector<int64_t> flat = result;
  flat.push_back(1);
  for (const int64_t k : w.sizes) flat.back() *= k;
  all = c.reshape(c.permute(all, order), flat);
  const auto last = static_cast<int64_t>(n) + 2;
  const auto number = [&](int64_t v) { return c.scalar(static_cast<double>(v), dtype::Int64); };
  Node tap = c.cast(c.call("argmax", {all}, attrs("axis", last)), dtype::Int64);
  // From the last dimension to the first: the tap along it, the place that it reads, times the elements of a step.
  Node place = number(0);
  int64_t plane = 1, before = 1;
  for (size_t d = 0; d < n; ++d) plane *= shape[d + 2];
  for (size_t d = n; d-- > 0;) {
    const int64_t size = shape[d + 2], taps = w.sizes[d];
    std::vector<int64_t> line(n - d, 1);
    line[0] = result[d + 2];
    const Node window = c.reshape(countedTo(c, IntImm{dtype::Int64, result[d + 2]}), line);
    const Node own = c.call("floor_mod", {tap, number(taps)});
    const Node at = c.call("take", {c.list(read[d]), c.call("add", {c.call("multiply", {window, number(taps)}), own})},
                           attrs("axis", 0));
    tap = c.call("floor_divide", {tap, number(taps)});
    // Rows: the last dimension is contiguous; columns: the first.
    int64_t step = before;
    before *= size;
    if (columns) {
      step = 1;
      for (size_t e = 0; e < d; ++e) step *= shape[e + 2];
    }
    place = c.call("add", {place, c.call("multiply", {at, number(step)})});
  }
  std::vector<int64_t> planes(n + 2, 1);
  planes[0] = shape[0];
  planes[1] = shape[1];
  const Node first = c.reshape(countedTo(c, IntImm{dtype::Int64, shape[0] * shape[1]}), planes);
  return {c.reduce("max", all, {last}, false), c.call("add", {place, c.call("multiply", {first, number(plane)})})};
}

// The p-th power of |x|, and its root
Node powered(const Conversion& c, const Node& x, double p) {
  if (p == 2) return c.call("square", {x});
  const Node size = c.call("abs", {x});
  return p == 1 ? size : c.call("power", {size, c.scalar(p, c.typeOf(x))});
}
Node rooted(const Conversion& c, const Node& x, double p) {
  if (p == 2) return c.call("sqrt", {x});
  return p == 1 ? x : c.call("power", {x, c.scalar(1 / p, c.typeOf(x))});
}
double exponent(const Conversion& c) {
  const double p = c.version() >= 2 ? static_cast<double>(c.integer("p", 2)) : c.number("p", 2);
  if (p <= 0) c.refuse("p is not positive");
  return p;
}

std::vector<int64_t> space(const Conversion& c, const Node& x) {
  std::vector<int64_t> axes;
  for (int64_t i = 2; i < c.rankOf(x); ++i) axes.push_back(i);
  return axes;
}
void global(const Conversion& c, const char* op) {
  const Node x = c.in(0);
  c.out(space(c, x).empty() ? x : c.reduce(op, x, space(c, x), true));
}

}  // namespace

void maxPool(const Conversion& c) {
  const Node x = c.in(0);
  const Windows w = poolWindows(c, x);
  if (!c.wants(1)) return c.out(pooled(c, "nn.max_pool", x, w));
  const Greatest made = greatest(c, x, w, c.integer("storage_order", 0) != 0);
  c.out(made.values);
  c.out(1, made.places);
}
// Padding that the attributes give may be counted; what rounding up adds to it never is.
void averagePool(const Conversion& c) {
  const Node x = c.in(0);
  Windows w = poolWindows(c, x);
  if (c.integer("count_include_pad", 0) == 0) return c.out(pooled(c, "nn.avg_pool", x, w));
  const Windows given = windowsOf(c, x, std::nullopt);
  bool more = false;
  for (size_t d = 0; d < w.dimensions(); ++d) more = more || w.after[d] > given.after[d];
  if (!more) return c.out(pooled(c, "nn.avg_pool", x, w, true));
  const Node wide = padded(c, x, given.before, given.after);
  for (size_t d = 0; d < w.dimensions(); ++d) {
    w.before[d] = 0;
    w.after[d] = std::max<int64_t>(w.after[d] - given.after[d], 0);
  }
  c.out(pooled(c, "nn.avg_pool", wide, w));
}
void lpPool(const Conversion& c) {
  const Node x = c.in(0);
  const double p = exponent(c);
  const Windows w = poolWindows(c, x);
  double elements = 1;
  for (const int64_t k : w.sizes) elements *= static_cast<double>(k);
  c.out(rooted(c, times(c, pooled(c, "nn.avg_pool", powered(c, x, p), w, true), elements), p));
}

void globalAveragePool(const Conversion& c) { global(c, "mean"); }
void globalMaxPool(const Conversion& c) { global(c, "max"); }
void globalLpPool(const Conversion& c) {
  const Node x = c.in(0);
  const double p = exponent(c);
  c.out(rooted(c, c.reduce("sum", powered(c, x, p), space(c, x), true), p));
}

// Elements of a tensor of zeros at the places that a pool has read. The places are those in a tensor as large as the
// attributes say; a larger one that is asked for has zeros after it.
void maxUnpool(const Conversion& c) {
  const Node x = c.in(0);
  const auto shape = c.shapeOf(x);
  const Windows w = windowsOf(c, x, std::nullopt);
  std::vector<int64_t> inner{shape[0], shape[1]};
  int64_t elements = shape[0] * shape[1], given = shape[0] * shape[1];
  for (size_t d = 0; d < w.dimensions(); ++d) {
    inner.push_back((shape[d + 2] - 1) * w.strides[d] - w.before[d] - w.after[d] + w.sizes[d]);
    elements *= inner.back();
    given *= shape[d + 2];
  }
  const auto flat = [&](const Node& n) { return c.reshape(n, std::vector<int64_t>{given}); };
  const DataType type = c.typeOf(x);
  const Node zeros = c.array(c.zeros(type, {elements}));
  Node made = c.reshape(c.call("scatter_elements", {zeros, flat(c.in(1)), flat(x)}, attrs("axis", 0)), inner);
  if (c.has(2)) {
    const auto wanted = c.integersIn(2);
    std::vector<int64_t> before(w.dimensions(), 0), after;
    if (wanted.size() != inner.size()) c.refuse("output_shape has another number of dimensions than the operand");
    for (size_t d = 0; d < w.dimensions(); ++d) after.push_back(wanted[d + 2] - inner[d + 2]);
    if (*std::min_element(after.begin(), after.end()) < 0) c.refuse("output_shape is smaller than what is unpooled");
    made = padded(c, made, before, after);
  }
  c.out(made);
}

}  // namespace lw::onnx::convert
