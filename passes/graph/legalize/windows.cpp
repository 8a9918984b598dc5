// Convolutions and pooling over one, two or three dimensions, in any order of the dimensions.
#include "passes/graph/legalize/windows.h"

#include <algorithm>

#include "core/arith/analyzer.h"

namespace lw::legalize {

std::optional<Layout> layoutOf(const std::string& text, const char* firstTwo, size_t dimensions) {
  if (text.size() != dimensions + 2) return std::nullopt;
  const auto place = [&](char letter) { return text.find(letter); };
  Layout layout{place(firstTwo[0]), place(firstTwo[1]), {}};
  for (const char letter : std::string("DHW").substr(3 - dimensions)) layout.space.push_back(place(letter));
  std::vector<size_t> all = layout.space;
  all.push_back(layout.first);
  all.push_back(layout.second);
  const bool found = std::all_of(all.begin(), all.end(), [&](size_t at) { return at != std::string::npos; });
  return found ? std::optional(std::move(layout)) : std::nullopt;
}

std::optional<Strides> stridesOf(const Lowering& l) {
  const auto strides = l.call.integers("strides"), padding = l.call.integers("padding"),
             dilation = l.call.integers("dilation");
  if (!strides || !padding || !dilation) return std::nullopt;
  if (padding->size() != 2 * strides->size() || dilation->size() != strides->size()) return std::nullopt;
  return Strides{*strides, *padding, *dilation};
}

std::optional<Pool> poolOf(const Lowering& l, size_t data) {
  const auto w = stridesOf(l);
  const auto sizes = l.call.integers("pool_size");
  if (!w || !sizes || sizes->size() != w->dimensions() || !l.knows() || !l[data].tensor ||
      l[data].rank() != w->dimensions() + 2)
    return std::nullopt;
  const std::string text = l.call.text("layout");
  const auto layout = layoutOf(text, "NC", w->dimensions());
  if (!layout || (!l.call.isNone("out_layout") && l.call.text("out_layout") != text)) return std::nullopt;
  return Pool{*w, *sizes, *layout};
}

Expr windowStart(Lowering& l, const Expr& at, const Strides& w, size_t d, const Expr& inner) {
  const Expr outer = w.strides[d] == 1 ? at : at * l.at(w.strides[d]);
  return outer + (w.dilation[d] == 1 ? inner : inner * l.at(w.dilation[d]));
}

namespace {

using Lowered = std::optional<Outputs>;

// The data with a border in the dimensions of space; the data itself if there is none.
Operand bordered(Lowering& l, const Operand& x, const Layout& layout, const std::vector<int64_t>& before,
                 const std::vector<int64_t>& after, const Expr& value) {
  const auto none = [](int64_t width) { return width == 0; };
  if (std::all_of(before.begin(), before.end(), none) && std::all_of(after.begin(), after.end(), none)) return x;
  Operand result = x;
  for (size_t d = 0; d < before.size(); ++d) {
    Expr& size = result.shape[layout.space[d]];
    size = simplify(size + l.at(before[d] + after[d]));
  }
  result.tensor = l.compute("pad_temp", result.shape, [&](const Point& p) {
    Point from = p;
    std::optional<Expr> inside;
    for (size_t d = 0; d < before.size(); ++d) {
      const size_t at = layout.space[d];
      from[at] = p[at] - l.at(before[d]);
      if (before[d] > 0) inside = both(inside, ge(p[at], l.at(before[d])));
      if (after[d] > 0) inside = both(inside, lt(p[at], simplify(l.at(before[d]) + x.shape[at])));
    }
    return choose(*inside, x.at(from), value);
  });
  return result;
}

std::string lowerCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

Lowered conv(Lowering& l) {
  const auto w = stridesOf(l);
  const auto groups = l.call.integer("groups");
  if (!w || !groups || *groups < 1 || !l.knows() || !l[0].tensor || !l[1].tensor) return std::nullopt;
  const size_t n = w->dimensions();
  const std::string text = l.call.text("data_layout");
  const auto data = layoutOf(text, "NC", n), kernel = layoutOf(l.call.text("kernel_layout"), "OI", n),
             out = layoutOf(l.call.isNone("out_layout") ? text : l.call.text("out_layout"), "NC", n);
  if (!data || !kernel || !out) return std::nullopt;
  const DataType type = l.type();
  std::vector<int64_t> before, after;
  for (size_t d = 0; d < n; ++d) {
    before.push_back(w->before(d));
    after.push_back(w->after(d));
  }
  const Operand x = bordered(l, l[0], *data, before, after, te::number(l[0].type, 0));
  const Expr &perGroup = l[1].shape[kernel->second], &filters = l[1].shape[kernel->first];
  const Expr filtersPerGroup = simplify(floordiv(filters, l.at(*groups)));
  std::vector<IterVar> reduced;
  const bool oneChannel = isOne(perGroup);
  if (!oneChannel) reduced.push_back(l.reduceAxis("rc", perGroup));
  static constexpr const char* kNames[] = {"rz", "ry", "rx"};
  std::vector<IterVar> space;
  for (size_t d = 0; d < n; ++d) space.push_back(l.reduceAxis(kNames[3 - n + d], l[1].shape[kernel->space[d]]));
  // In the order in which the data lie in memory.
  reduced.insert(data->second > data->space.back() ? reduced.begin() : reduced.end(), space.begin(), space.end());
  const std::string name = "conv" + std::to_string(n) + "d_" + lowerCase(text);
  return Outputs{l.reduce(name, "sum", l.shape(), reduced, [&](const Point& p) {
    Point from(n + 2, Expr(0)), weight(n + 2, Expr(0));
    const Expr channel = oneChannel ? l.at(0) : Expr(reduced[data->second > data->space.back() ? n : 0].var);
    const Expr& filter = p[out->second];
    from[data->first] = p[out->first];
    from[data->second] = *groups == 1 ? channel : simplify(floordiv(filter, filtersPerGroup) * perGroup + channel);
    weight[kernel->first] = filter;
    weight[kernel->second] = channel;
    for (size_t d = 0; d < n; ++d) {
      from[data->space[d]] = windowStart(l, p[out->space[d]], *w, d, space[d].var);
      weight[kernel->space[d]] = space[d].var;
    }
    return cast(type, x.at(from)) * cast(type, l[1].at(weight));
  })};
}

// Each element of the data is multiplied with the kernel and added to the result around its place, seen from the
// result: the elements that reach a place of it are those whose distance is a multiple of the stride.
// Do the windows of a transposed convolution cover the result without touching each other?
bool areTiles(Lowering& l, const Strides& w, const Layout& kernel, const std::vector<int64_t>& more) {
  for (size_t d = 0; d < w.dimensions(); ++d)
    if (w.before(d) != 0 || w.after(d) != 0 || more[d] != 0 || w.dilation[d] != 1 ||
        asInt(l[1].shape[kernel.space[d]]) != w.strides[d])
      return false;
  return true;
}

// Each element of the data makes a tile of the result: a product of matrices, whose rows are the elements of tiles, and
// a copy to where they belong.
Tensor tiled(Lowering& l, const Strides& w, const Layout& data, const Layout& kernel, const Layout& out,
             const Sizes& shape, DataType type) {
  const size_t n = w.dimensions();
  const Operand &x = l[0], &weights = l[1];
  Sizes parts{shape[out.first], shape[out.second]};
  for (const int64_t stride : w.strides) parts.push_back(l.at(stride));
  for (const size_t d : data.space) parts.push_back(x.shape[d]);
  const std::vector<IterVar> reduced{l.reduceAxis("rc", x.shape[data.second])};
  const std::string name = "conv" + std::to_string(n) + "d_transpose";
  Operand tiles = x;
  tiles.shape = parts;
  tiles.type = type;
  tiles.tensor = l.reduce(name, "sum", parts, reduced, [&](const Point& p) {
    Point from(n + 2, Expr(0)), weight(n + 2, Expr(0));
    from[data.first] = p[0];
    from[data.second] = weight[kernel.first] = reduced[0].var;
    weight[kernel.second] = p[1];
    for (size_t d = 0; d < n; ++d) {
      weight[kernel.space[d]] = p[2 + d];
      from[data.space[d]] = p[2 + n + d];
    }
    return cast(type, x.at(from)) * cast(type, weights.at(weight));
  });
  return l.compute("T_tiles", shape, [&](const Point& p) {
    Point from{p[out.first], p[out.second]};
    for (size_t d = 0; d < n; ++d) from.push_back(floormod(p[out.space[d]], l.at(w.strides[d])));
    for (size_t d = 0; d < n; ++d) from.push_back(floordiv(p[out.space[d]], l.at(w.strides[d])));
    return tiles.at(from);
  });
}

Lowered convTranspose(Lowering& l) {
  const auto w = stridesOf(l);
  const auto groups = l.call.integer("groups");
  const auto more = l.call.integers("output_padding");
  if (!w || !groups || *groups < 1 || !more || !l[0].tensor || !l[1].tensor) return std::nullopt;
  const size_t n = w->dimensions();
  const std::string text = l.call.text("data_layout");
  const auto data = layoutOf(text, "NC", n), kernel = layoutOf(l.call.text("kernel_layout"), "IO", n),
             out = layoutOf(l.call.isNone("out_layout") ? text : l.call.text("out_layout"), "NC", n);
  const auto type = l.call.type("out_dtype", l[0].type);
  if (!data || !kernel || !out || !type || more->size() != n || l[0].rank() != n + 2 || l[1].rank() != n + 2)
    return std::nullopt;
  const Operand &x = l[0], &weights = l[1];
  Sizes shape(n + 2, Expr(0));
  shape[out->first] = x.shape[data->first];
  shape[out->second] = simplify(weights.shape[kernel->second] * l.at(*groups));
  for (size_t d = 0; d < n; ++d)
    shape[out->space[d]] = simplify((x.shape[data->space[d]] - l.at(1)) * l.at(w->strides[d]) +
                                    (weights.shape[kernel->space[d]] - l.at(1)) * l.at(w->dilation[d]) +
                                    l.at(1 + (*more)[d] - w->before(d) - w->after(d)));
  if (*groups == 1 && areTiles(l, *w, *kernel, *more)) return Outputs{tiled(l, *w, *data, *kernel, *out, shape, *type)};
  const Expr channels = simplify(floordiv(x.shape[data->second], l.at(*groups)));
  const Expr filters = weights.shape[kernel->second];
  std::vector<IterVar> reduced{l.reduceAxis("rc", channels)};
  static constexpr const char* kNames[] = {"rz", "ry", "rx"};
  for (size_t d = 0; d < n; ++d) reduced.push_back(l.reduceAxis(kNames[3 - n + d], weights.shape[kernel->space[d]]));
  return Outputs{l.reduce("conv" + std::to_string(n) + "d_transpose", "sum", shape, reduced, [&](const Point& p) {
    Point from(n + 2, Expr(0)), weight(n + 2, Expr(0));
    const Expr& filter = p[out->second];
    const Expr channel =
        *groups == 1 ? Expr(reduced[0].var) : simplify(floordiv(filter, filters) * channels + reduced[0].var);
    from[data->first] = p[out->first];
    from[data->second] = weight[kernel->first] = channel;
    weight[kernel->second] = *groups == 1 ? filter : floormod(filter, filters);
    std::optional<Expr> inside;
    for (size_t d = 0; d < n; ++d) {
      const Expr place = simplify(p[out->space[d]] + l.at(w->before(d)) - reduced[d + 1].var * l.at(w->dilation[d]));
      const Expr at = w->strides[d] == 1 ? place : floordiv(place, l.at(w->strides[d]));
      from[data->space[d]] = at;
      weight[kernel->space[d]] = reduced[d + 1].var;
      inside = both(inside, ge(place, l.at(0)));
      inside = both(inside, lt(at, x.shape[data->space[d]]));
      if (w->strides[d] != 1) inside = both(inside, eq(floormod(place, l.at(w->strides[d])), l.at(0)));
    }
    return choose(*inside, cast(*type, x.at(from)) * cast(*type, weights.at(weight)), te::number(*type, 0));
  })};
}

// Combines the elements of each window; a border of `outside` is around the data, as wide as the windows reach.
std::optional<Tensor> pooled(Lowering& l, const Pool& pool, const char* name, const char* how, const Expr& outside) {
  std::vector<int64_t> before, after;
  std::vector<IterVar> inner;
  for (size_t d = 0; d < pool.sizes.size(); ++d) {
    before.push_back(pool.w.before(d));
    int64_t wide = pool.w.after(d);
    if (l.flag("ceil_mode")) {
      const auto size = asInt(l[0].shape[pool.layout.space[d]]), windows = asInt(l.shape()[pool.layout.space[d]]);
      if (!size || !windows) return std::nullopt;
      const int64_t reach = (*windows - 1) * pool.w.strides[d] + (pool.sizes[d] - 1) * pool.w.dilation[d] + 1;
      wide = std::max(wide, reach - *size - pool.w.before(d));
    }
    after.push_back(wide);
    inner.push_back(l.reduceAxis("rv" + std::to_string(d), l.at(pool.sizes[d])));
  }
  const Operand x = bordered(l, l[0], pool.layout, before, after, outside);
  return l.reduce(name, how, l.shape(), inner, [&](const Point& p) {
    Point from = p;
    for (size_t d = 0; d < inner.size(); ++d)
      from[pool.layout.space[d]] = windowStart(l, p[pool.layout.space[d]], pool.w, d, inner[d].var);
    return x.at(from);
  });
}

Lowered maxPool(Lowering& l) {
  const auto pool = poolOf(l);
  const auto result = pool ? pooled(l, *pool, "pool_max", "max", te::lowest(l[0].type)) : std::nullopt;
  return result ? Lowered(Outputs{*result}) : std::nullopt;
}

// How many elements of a window along dimension `d` are data.
Expr dataInWindow(Lowering& l, const Pool& pool, size_t d, const Expr& at) {
  const Expr start = simplify(at * l.at(pool.w.strides[d]) - l.at(pool.w.before(d)));
  const Expr step = l.at(pool.w.dilation[d]);
  // The first and the last tap of the window inside the data.
  const Expr first = floordiv(max(l.at(0), l.at(0) - start) + step - l.at(1), step);
  const Expr last = floordiv(l[0].shape[pool.layout.space[d]] - l.at(1) - start, step);
  return max(min(last, l.at(pool.sizes[d] - 1)) - first + l.at(1), l.at(0));
}

Lowered averagePool(Lowering& l) {
  const auto pool = poolOf(l);
  const auto sum = pool ? pooled(l, *pool, "pool_sum", "sum", te::number(l[0].type, 0)) : std::nullopt;
  if (!sum) return std::nullopt;
  const bool countsBorder = l.flag("count_include_pad");
  return Outputs{l.compute("pool_avg", l.shape(), [&](const Point& p) {
    Expr elements = l.at(1);
    for (size_t d = 0; d < pool->sizes.size(); ++d)
      elements = elements * (countsBorder ? l.at(pool->sizes[d]) : dataInWindow(l, *pool, d, p[pool->layout.space[d]]));
    return quotient(te::read(*sum, p), cast(l[0].type, max(elements, l.at(1))));
  })};
}

// The windows share the dimension as evenly as whole numbers allow; they overlap by one element where they must.
Lowered adaptiveAverage(Lowering& l) {
  const size_t n = static_cast<size_t>(l.call.op.find("output_size")->width);
  const std::string text = l.call.text("layout");
  const auto layout = layoutOf(text, "NC", n);
  if (!layout || !l.knows() || (!l.call.isNone("out_layout") && l.call.text("out_layout") != text)) return std::nullopt;
  std::vector<IterVar> inner;
  std::vector<int64_t> sizes, windows;
  std::vector<bool> even;
  for (size_t d = 0; d < n; ++d) {
    const auto size = asInt(l[0].shape[layout->space[d]]), count = asInt(l.shape()[layout->space[d]]);
    if (!size || !count || *count < 1) return std::nullopt;
    sizes.push_back(*size);
    windows.push_back(*count);
    even.push_back(*size % *count == 0);
    const int64_t longest = even.back() ? *size / *count : *size / *count + 2;
    inner.push_back(l.reduceAxis("rv" + std::to_string(d), l.at(std::min(longest, *size))));
  }
  const auto begin = [&](size_t d, const Expr& at) {
    return even[d] ? at * l.at(sizes[d] / windows[d]) : floordiv(at * l.at(sizes[d]), l.at(windows[d]));
  };
  const auto end = [&](size_t d, const Expr& at) {
    return floordiv((at + l.at(1)) * l.at(sizes[d]) + l.at(windows[d] - 1), l.at(windows[d]));
  };
  const Tensor sum = l.reduce("adaptive_pool_sum", "sum", l.shape(), inner, [&](const Point& p) {
    Point from = p;
    std::optional<Expr> inside;
    for (size_t d = 0; d < n; ++d) {
      const size_t at = layout->space[d];
      from[at] = begin(d, p[at]) + inner[d].var;
      if (!even[d]) inside = both(inside, lt(from[at], end(d, p[at])));
    }
    const Expr element = l[0].at(from);
    return inside ? choose(*inside, element, te::number(element.dtype(), 0)) : element;
  });
  return Outputs{l.compute("adaptive_pool_avg", l.shape(), [&](const Point& p) {
    Expr elements = l.at(1);
    for (size_t d = 0; d < n; ++d) {
      const Expr& at = p[layout->space[d]];
      elements = elements * (even[d] ? l.at(sizes[d] / windows[d]) : end(d, at) - begin(d, at));
    }
    return quotient(te::read(sum, p), cast(l[0].type, elements));
  })};
}

}  // namespace

std::vector<Entry> windowEntries() {
  return {
      {"nn.conv1d", conv},
      {"nn.conv2d", conv},
      {"nn.conv3d", conv},
      {"nn.conv1d_transpose", convTranspose},
      {"nn.conv2d_transpose", convTranspose},
      {"nn.conv3d_transpose", convTranspose},
      {"nn.max_pool1d", maxPool},
      {"nn.max_pool2d", maxPool},
      {"nn.max_pool3d", maxPool},
      {"nn.avg_pool1d", averagePool},
      {"nn.avg_pool2d", averagePool},
      {"nn.avg_pool3d", averagePool},
      {"nn.adaptive_avg_pool1d", adaptiveAverage},
      {"nn.adaptive_avg_pool2d", adaptiveAverage},
      {"nn.adaptive_avg_pool3d", adaptiveAverage},
  };
}

}  // namespace lw::legalize
