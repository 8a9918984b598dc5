// Products, windows and normalisations of graphs in terms of whole arrays. A window of a convolution is a sum over the
// places of its kernel, each a product of a matrix with the data that this place meets.
#include <algorithm>
#include <cmath>

#include "backends/reference/graph_operators.h"
#include "core/ir/ops.h"

namespace lw::reference {
namespace {

using B = BinaryKernel;
using U = UnaryKernel;

Array productOf(const GraphCall& c) {
  return given(cast(given(matmul(given(cast(c.array(0), c.type())), given(cast(c.array(1), c.type())))), c.type()));
}

Array linearOf(const GraphCall& c) {
  const Array x = given(cast(c.array(0), c.type())), w = given(cast(c.array(1), c.type()));
  const Array product = given(matmul(x, w.rank() == 2 ? transposed(w, {1, 0}) : w));
  return c.has(2) ? product + c.array(2) : product;
}

// Permutes a tensor so that the letters of its layout come in the order of `wanted`.
Array inLayout(const Array& a, const std::string& layout, const std::string& wanted) {
  std::vector<int> axes;
  for (const char letter : wanted) axes.push_back(static_cast<int>(layout.find(letter)));
  return transposed(a, axes);
}

std::string spaceOf(size_t dimensions) { return std::string("DHW").substr(3 - dimensions); }

// Calls `visit` with each place of a kernel of these sizes.
void forEachPlace(const Shape& sizes, const std::function<void(const Shape&)>& visit) {
  Shape place(sizes.size(), 0);
  for (int64_t i = 0; i < sizeOf(sizes); ++i) {
    visit(place);
    for (size_t d = sizes.size(); d-- > 0;) {
      if (++place[d] < sizes[d]) break;
      place[d] = 0;
    }
  }
}

struct WindowPlan {
  std::vector<int64_t> strides, padding, dilation;
  explicit WindowPlan(const GraphCall& c)
      : strides(c.integers("strides")), padding(c.integers("padding")), dilation(c.integers("dilation")) {}
  // The data with a border that is wide enough for `windows` windows of these sizes.
  Array bordered(const Array& x, const Shape& sizes, const Shape& windows, double value) const {
    std::vector<Padding> widths(2);
    for (size_t d = 0; d < sizes.size(); ++d) {
      const int64_t reach = (windows[d] - 1) * strides[d] + (sizes[d] - 1) * dilation[d] + 1;
      const int64_t after = std::max(padding[d + sizes.size()], reach - x.shape[2 + d] - padding[d]);
      widths.push_back({padding[d], std::max<int64_t>(0, after)});
    }
    return given(padded(x, widths, PadMode::Constant, filledArray(x.type, {}, value)));
  }
  // What the place of the kernel meets in each window.
  Array met(const Array& x, const Shape& place, const Shape& windows) const {
    Array part = x;
    for (size_t d = 0; d < place.size(); ++d) part = every(part, 2 + d, place[d] * dilation[d], strides[d], windows[d]);
    return part;
  }
};

Array convolution(const GraphCall& c) {
  const WindowPlan plan(c);
  const size_t n = plan.strides.size();
  const std::string layout = c.in.text("data_layout"), space = spaceOf(n);
  const std::string out = c.in.isNone("out_layout") ? layout : c.in.text("out_layout");
  const Array x = inLayout(given(cast(c.array(0), c.type())), layout, "NC" + space),
              w = inLayout(given(cast(c.array(1), c.type())), c.in.text("kernel_layout"), "OI" + space);
  const Array result = inLayout(filledArray(c.type(), c.shape(), 0), out, "NC" + space);
  const Shape windows(result.shape.begin() + 2, result.shape.end()), sizes(w.shape.begin() + 2, w.shape.end());
  const Array wide = plan.bordered(x, sizes, windows, 0);
  const int64_t groups = c.integer("groups"), filters = w.shape[0] / groups, channels = w.shape[1];
  for (int64_t g = 0; g < groups; ++g) {
    const Array target = every(result, 1, g * filters, 1, filters), data = every(wide, 1, g * channels, 1, channels);
    forEachPlace(sizes, [&](const Shape& place) {
      Array matrix = every(w, 0, g * filters, 1, filters);
      for (size_t d = 0; d < n; ++d) matrix = every(matrix, 2 + d, place[d], 1, 1);
      matrix = inShape(matrix, {filters, channels});
      const Array met = inShape(plan.met(data, place, windows), {x.shape[0], channels, -1});
      const Array product = inShape(given(matmul(matrix, met)), target.shape);
      if (const Status added = assign(target, target + product); !added) throw GraphFailure{added.error()};
    });
  }
  std::vector<int> back;  // from NC... to the layout of the result
  for (const char letter : out) back.push_back(static_cast<int>(("NC" + space).find(letter)));
  return given(compact(transposed(result, back)));
}

// Each place of the kernel adds a product to every stride-th element of a result with a border, which is cut off then.
Array transposedConvolution(const GraphCall& c) {
  const WindowPlan plan(c);
  const size_t n = plan.strides.size();
  const std::string layout = c.in.text("data_layout"), space = spaceOf(n);
  const Array x = inLayout(c.array(0), layout, "NC" + space),
              w = inLayout(c.array(1), c.in.text("kernel_layout"), "IO" + space);
  const int64_t groups = c.integer("groups"), filters = w.shape[1], channels = w.shape[0] / groups;
  const std::vector<int64_t> more = c.integers("output_padding");
  const Shape windows(x.shape.begin() + 2, x.shape.end()), sizes(w.shape.begin() + 2, w.shape.end());
  Shape whole{x.shape[0], filters * groups};
  for (size_t d = 0; d < n; ++d)
    whole.push_back((windows[d] - 1) * plan.strides[d] + (sizes[d] - 1) * plan.dilation[d] + 1 + more[d]);
  Array result = filledArray(x.type, whole, 0);
  for (int64_t g = 0; g < groups; ++g) {
    const Array target = every(result, 1, g * filters, 1, filters);
    const Array data = inShape(every(x, 1, g * channels, 1, channels), {x.shape[0], channels, -1});
    forEachPlace(sizes, [&](const Shape& place) {
      Array matrix = every(w, 0, g * channels, 1, channels);
      for (size_t d = 0; d < n; ++d) matrix = every(matrix, 2 + d, place[d], 1, 1);
      const Array part = plan.met(target, place, windows);
      const Array product = given(matmul(transposed(inShape(matrix, {channels, filters}), {1, 0}), data));
      if (const Status added = assign(part, part + inShape(product, part.shape)); !added)
        throw GraphFailure{added.error()};
    });
  }
  for (size_t d = 0; d < n; ++d)
    result = every(result, 2 + d, plan.padding[d], 1, whole[2 + d] - plan.padding[d] - plan.padding[d + n]);
  std::vector<int> back;
  const std::string out = c.in.isNone("out_layout") ? layout : c.in.text("out_layout");
  for (const char letter : out) back.push_back(static_cast<int>(("NC" + space).find(letter)));
  return given(compact(transposed(result, back)));
}

Array pooledOf(const GraphCall& c, bool average) {
  const WindowPlan plan(c);
  const Shape sizes = c.integers("pool_size");
  const size_t n = sizes.size();
  const std::string layout = c.in.text("layout"), order = "NC" + spaceOf(n);
  const Array x = inLayout(c.array(0), layout, order);
  const Array shape = inLayout(filledArray(x.type, c.shape(), 0), layout, order);
  const Shape windows(shape.shape.begin() + 2, shape.shape.end());
  const double outside = average ? 0 : x.type.isFloat() ? -INFINITY : static_cast<double>(minValueOf(x.type));
  const Array wide = plan.bordered(x, sizes, windows, outside);
  const Array ones = plan.bordered(filledArray(dtype::Float(64), x.shape, 1), sizes, windows, 0);
  std::optional<Array> result, counted;
  forEachPlace(sizes, [&](const Shape& place) {
    const Array met = plan.met(wide, place, windows), inside = plan.met(ones, place, windows);
    result = !result ? met : apply(average ? B::Add : B::Max, *result, met);
    counted = !counted ? inside : *counted + inside;
  });
  Array value = *result;
  if (average) {
    const Array elements = c.flag("count_include_pad")
                               ? filledArray(dtype::Float(64), {}, static_cast<double>(sizeOf(sizes)))
                               : apply(B::Max, *counted, 1.0);
    value = value / given(cast(elements, x.type));
  }
  std::vector<int> back;
  for (const char letter : layout) back.push_back(static_cast<int>(order.find(letter)));
  return given(compact(transposed(value, back)));
}

// Each window from floor(i * size / count) to ceil((i + 1) * size / count), one dimension after the other.
Array adaptivePoolOf(const GraphCall& c) {
  const std::string layout = c.in.text("layout");
  Array x = c.array(0);
  for (size_t axis = 0; axis < layout.size(); ++axis) {
    if (layout[axis] == 'N' || layout[axis] == 'C') continue;
    const int64_t size = x.shape[axis], count = c.shape()[axis];
    std::vector<Array> windows;
    for (int64_t i = 0; i < count; ++i) {
      const int64_t begin = i * size / count, end = ((i + 1) * size + count - 1) / count;
      windows.push_back(
          reduced(Reduction::Mean, every(x, axis, begin, 1, end - begin), {static_cast<int64_t>(axis)}, true));
    }
    x = given(concatenated(windows, static_cast<int64_t>(axis)));
  }
  return x;
}

Array softmaxOf(const GraphCall& c, bool logarithm) {
  const Array x = c.array(0);
  const std::vector<int64_t> axis{static_cast<int64_t>(c.axis("axis", x.rank()))};
  const Array shifted = x - reduced(Reduction::Max, x, axis, true), powers = apply(U::Exp, shifted);
  const Array sum = reduced(Reduction::Sum, powers, axis, true);
  return logarithm ? shifted - apply(U::Log, sum) : powers / sum;
}

Array normalisedOver(const Array& x, const std::vector<int64_t>& axes, double epsilon) {
  const Array distance = x - reduced(Reduction::Mean, x, axes, true);
  return distance / apply(U::Sqrt, reduced(Reduction::Mean, distance * distance, axes, true) + epsilon);
}

Array withWeights(const GraphCall& c, Array x, const std::function<Array(const Array&)>& placed) {
  if (c.flag("scale")) x = x * placed(c.array(1));
  if (c.flag("center")) x = x + placed(c.array(2));
  return x;
}

// The weights have the reduced dimensions.
Array overDimensions(const Array& weight, const std::vector<int64_t>& axes, const Array& x) {
  Shape shape(x.shape.size(), 1);
  for (const int64_t axis : axes) shape[static_cast<size_t>(axis)] = x.shape[static_cast<size_t>(axis)];
  return inShape(weight, shape);
}

Array layerNormOf(const GraphCall& c) {
  const Array x = c.array(0);
  std::vector<int64_t> axes = c.axes("axes", x.rank());
  return withWeights(c, normalisedOver(x, axes, c.real("epsilon")),
                     [&](const Array& w) { return overDimensions(w, axes, x); });
}

Array instanceNormOf(const GraphCall& c) {
  const Array x = c.array(0);
  const size_t channel = c.axis("channel_axis", x.rank());
  return withWeights(c, normalisedOver(x, c.axes("axes", x.rank()), c.real("epsilon")),
                     [&](const Array& w) { return along(w, channel, x.shape.size()); });
}

Array groupNormOf(const GraphCall& c) {
  const Array x = c.array(0);
  const size_t channel = c.axis("channel_axis", x.rank());
  const int64_t groups = c.integer("num_groups");
  std::vector<Array> parts;
  std::vector<int64_t> axes = c.axes("axes", x.rank());
  axes.push_back(static_cast<int64_t>(channel));
  const int64_t size = x.shape[channel] / groups;
  for (int64_t g = 0; g < groups; ++g)
    parts.push_back(normalisedOver(every(x, channel, g * size, 1, size), axes, c.real("epsilon")));
  return withWeights(c, given(concatenated(parts, static_cast<int64_t>(channel))),
                     [&](const Array& w) { return along(w, channel, x.shape.size()); });
}

Array rmsNormOf(const GraphCall& c) {
  const Array x = c.array(0);
  const std::vector<int64_t> axes = c.axes("axes", x.rank());
  const Array mean = reduced(Reduction::Mean, x * x, axes, true);
  return x / apply(U::Sqrt, mean + c.real("epsilon")) * overDimensions(c.array(1), axes, x);
}

GraphItem batchNormOf(const GraphCall& c) {
  const Array x = c.array(0);
  const auto placed = [&](const Array& w) { return along(w, c.axis("axis", x.rank()), x.shape.size()); };
  const Array deviation = apply(U::Sqrt, placed(c.array(4)) + c.real("epsilon"));
  const Array result = withWeights(c, (x - placed(c.array(3))) / deviation, placed);
  return {std::vector<GraphItem>{{result}, {c.array(3)}, {c.array(4)}}};
}

Array attentionOf(const GraphCall& c) {
  const Array q = transposed(c.array(0), {0, 2, 1, 3}), k = transposed(c.array(1), {0, 2, 3, 1}),
              v = transposed(c.array(2), {0, 2, 1, 3});
  const int64_t m = q.shape[2], n = k.shape[3];
  const double scale = c.in.isNone("scale") ? 1 / std::sqrt(static_cast<double>(q.shape[3])) : c.real("scale");
  Array scores = given(matmul(q, k)) * scale;
  if (c.has(3)) scores = scores + c.array(3);
  if (const std::string mask = c.in.text("causal_mask"); !mask.empty()) {
    const int64_t last = mask == "TopLeft" ? 0 : n - m;
    Array seen = given(triangle(filledArray(dtype::Int32, {m, n}, 1), last, true));
    if (!c.in.isNone("window_size")) seen = given(triangle(seen, last - c.integer("window_size") + 1, false));
    scores = select(apply(B::NotEqual, seen, 0.0), scores, filledArray(scores.type, {}, -INFINITY));
  }
  const Array powers = apply(U::Exp, scores - reduced(Reduction::Max, scores, {3}, true));
  const Array weights = powers / reduced(Reduction::Sum, powers, {3}, true);
  return given(compact(transposed(given(matmul(weights, v)), {0, 2, 1, 3})));
}

Array crossEntropyOf(const GraphCall& c) {
  const Array x = c.array(0), product = x * c.array(1);
  const Array sum = reduced(Reduction::Sum, inShape(product, {-1}), {0}, false);
  return sum * (-1.0 / (x.rank() > 1 ? static_cast<double>(x.shape[0]) : 1.0));
}

Array pixelShuffled(const GraphCall& c) {
  const Array x = c.array(0);
  const int64_t r = c.integer("upscale_factor");
  const size_t at = x.shape.size() - 3;
  Shape split(x.shape.begin(), x.shape.begin() + static_cast<std::ptrdiff_t>(at)), result = split;
  const int64_t channels = x.shape[at] / (r * r), height = x.shape[at + 1], width = x.shape[at + 2];
  std::vector<int> order;
  for (size_t i = 0; i < at; ++i) order.push_back(static_cast<int>(i));
  for (const int place : {0, 3, 1, 4, 2}) order.push_back(static_cast<int>(at) + place);
  for (const int64_t size : {channels, r, r, height, width}) split.push_back(size);
  for (const int64_t size : {channels, height * r, width * r}) result.push_back(size);
  return inShape(transposed(inShape(x, split), order), result);
}

// Element by element.
Array negativeLikelihood(const GraphCall& c) {
  const Array x = c.array(0), targets = given(compact(c.array(1)));
  const int64_t ignored = c.integer("ignore_index");
  const size_t channel = x.rank() == 1 ? 0 : 1;
  const Array last = inShape(given(permuted(x,
                                            [&] {
                                              std::vector<int64_t> order;
                                              for (size_t i = 0; i < x.shape.size(); ++i)
                                                if (i != channel) order.push_back(static_cast<int64_t>(i));
                                              order.push_back(static_cast<int64_t>(channel));
                                              return order;
                                            }())),
                             {-1, x.shape[channel]});
  Array losses = given(makeArray(x.type, targets.shape));
  double sum = 0, weights = 0;
  for (int64_t i = 0; i < targets.size(); ++i) {
    const int64_t target = getInteger(targets, targets.offset + i);
    if (target == ignored) continue;
    const double weight = c.has(2) ? getReal(c.array(2), c.array(2).offset + target) : 1;
    const double loss = -weight * getReal(last, last.offset + i * x.shape[channel] + target);
    setReal(losses, i, loss);
    sum += loss;
    weights += weight;
  }
  const std::string reduction = c.in.text("reduction");
  if (reduction == "none") return losses;
  return filledArray(x.type, {}, reduction == "mean" ? sum / weights : sum);
}

}  // namespace

void addLayers(GraphFunctions& to) {
  const auto add = [&](const char* name, std::function<Array(const GraphCall&)> f) {
    to[name] = [f](const GraphCall& c) { return GraphItem{f(c)}; };
  };
  add("matmul", productOf);
  add("linear", linearOf);
  add("outer", [](const GraphCall& c) { return inShape(c.array(0), {-1, 1}) * c.array(1); });
  add("einsum", [](const GraphCall& c) { return given(einsum(c.in.text("subscripts"), c.arrays(0))); });
  for (const char* name : {"nn.conv1d", "nn.conv2d", "nn.conv3d"}) add(name, convolution);
  for (const char* name : {"nn.conv1d_transpose", "nn.conv2d_transpose", "nn.conv3d_transpose"})
    add(name, transposedConvolution);
  for (const char* name : {"nn.max_pool1d", "nn.max_pool2d", "nn.max_pool3d"})
    add(name, [](const GraphCall& c) { return pooledOf(c, false); });
  for (const char* name : {"nn.avg_pool1d", "nn.avg_pool2d", "nn.avg_pool3d"})
    add(name, [](const GraphCall& c) { return pooledOf(c, true); });
  for (const char* name : {"nn.adaptive_avg_pool1d", "nn.adaptive_avg_pool2d", "nn.adaptive_avg_pool3d"})
    add(name, adaptivePoolOf);
  add("nn.softmax", [](const GraphCall& c) { return softmaxOf(c, false); });
  add("nn.log_softmax", [](const GraphCall& c) { return softmaxOf(c, true); });
  add("nn.layer_norm", layerNormOf);
  add("nn.instance_norm", instanceNormOf);
  add("nn.group_norm", groupNormOf);
  add("nn.rms_norm", rmsNormOf);
  to["nn.batch_norm"] = batchNormOf;
  for (const char* name : {"nn.attention", "nn.attention_bias"}) add(name, attentionOf);
  add("nn.pixel_shuffle", pixelShuffled);
  add("nn.nll_loss", negativeLikelihood);
  add("nn.cross_entropy_with_logits", crossEntropyOf);
  to["nn.dropout"] = [](const GraphCall& c) {
    const Array x = c.array(0);
    return GraphItem{std::vector<GraphItem>{{x}, {filledArray(x.type, x.shape, 1)}}};
  };
}

}  // namespace lw::reference
