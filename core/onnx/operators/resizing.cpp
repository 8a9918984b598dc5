// Tensors of other sizes: Resize and Upsample. How much each element counts is computed while the model is read, axis
// by axis.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/onnx/operators/operators.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

struct Method {
  std::string mode, coordinates, rounding;  // "nearest", "linear" or "cubic"
  double cubic = -0.75;
  bool antialias = false, excludesOutside = false;
  double outside = 0;  // what tf_crop_and_resize gives beyond the operand
};
struct Resized {
  int64_t axis = 0, from = 0, to = 0;
  double scale = 1, roiBegin = 0, roiEnd = 1;
};

// Where element `at` of the result lies among those of the operand.
double sourceOf(const Conversion& c, const Method& m, const Resized& r, int64_t at) {
  const auto x = static_cast<double>(at), from = static_cast<double>(r.from);
  const double length = r.scale * from;  // of the result, before it is rounded to whole elements
  const std::string& mode = m.coordinates;
  if (mode == "half_pixel") return (x + 0.5) / r.scale - 0.5;
  if (mode == "asymmetric") return x / r.scale;
  if (mode == "align_corners") return length == 1 ? 0 : x * (from - 1) / (length - 1);
  if (mode == "pytorch_half_pixel") return length == 1 ? -0.5 : (x + 0.5) / r.scale - 0.5;
  if (mode == "half_pixel_symmetric")
    return from / 2 * (1 - static_cast<double>(r.to) / length) + (x + 0.5) / r.scale - 0.5;
  if (mode != "tf_crop_and_resize") c.fail(err::kOnnxAttributeValue(c.title(), "coordinate_transformation_mode", mode));
  const double part = (r.roiEnd - r.roiBegin) * (from - 1);
  return r.roiBegin * (from - 1) + (length == 1 ? part / 2 : x * part / (length - 1));
}

double nearest(const Conversion& c, const std::string& rounding, double x) {
  if (rounding == "round_prefer_floor") return std::ceil(x - 0.5);
  if (rounding == "round_prefer_ceil") return std::floor(x + 0.5);
  if (rounding == "floor") return std::floor(x);
  if (rounding != "ceil") c.fail(err::kOnnxAttributeValue(c.title(), "nearest_mode", rounding));
  return std::ceil(x);
}

// How much an element counts at this distance.
// Source: Keys, "Cubic convolution interpolation for digital image processing", 1981.
double weightAt(const Method& m, double distance) {
  const double x = std::abs(distance), a = m.cubic;
  if (m.mode == "linear") return std::max(0.0, 1 - x);
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

// The elements that make up one of the result. Those beyond the ends are those at the ends, or do not count.
struct Taps {
  std::vector<int64_t> places;
  std::vector<double> weights;
};
Taps tapsAt(const Conversion& c, const Method& m, const Resized& r, double x) {
  const auto inside = [&](double place) { return static_cast<int64_t>(std::clamp<double>(place, 0, r.from - 1)); };
  if (m.mode == "nearest") return {{inside(nearest(c, m.rounding, x))}, {1}};
  // A filter that is wider than two elements of the result takes away what they cannot show.
  const double stretch = m.antialias ? std::min(r.scale, 1.0) : 1, reach = (m.mode == "cubic" ? 2 : 1) / stretch;
  const double first = std::ceil(x - reach) - 1;
  const auto count = static_cast<int64_t>(std::min(std::ceil(2 * reach), 1e6)) + 3;
  Taps taps;
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double place = first + static_cast<double>(i);
    const bool counts = !m.excludesOutside || (place >= 0 && place < static_cast<double>(r.from));
    const double weight = counts ? weightAt(m, (place - x) * stretch) : 0;
    if (weight == 0) continue;
    taps.places.push_back(inside(place)), taps.weights.push_back(weight);
    sum += weight;
  }
  if (m.antialias || m.excludesOutside)
    for (double& w : taps.weights) w /= sum;
  return taps;
}

// The list along this axis, the only one of several elements.
Node alongAxis(const Conversion& c, const std::vector<double>& values, int64_t axis, int64_t rank, DataType type) {
  std::vector<int64_t> shape(static_cast<size_t>(rank), 1);
  shape[static_cast<size_t>(axis)] = static_cast<int64_t>(values.size());
  NDArray data = c.zeros(type, shape);
  for (size_t i = 0; i < values.size(); ++i) data.set(static_cast<int64_t>(i), values[i]);
  return c.array(std::move(data));
}

// The sum over a few taps: elements that are taken, times their weights.
Node tapped(const Conversion& c, const Node& x, int64_t axis, const std::vector<Taps>& all, size_t count) {
  const int64_t rank = c.rankOf(x);
  std::optional<Node> sum;
  for (size_t t = 0; t < count; ++t) {
    std::vector<int64_t> places;
    std::vector<double> weights;
    for (const Taps& taps : all) {
      places.push_back(t < taps.places.size() ? taps.places[t] : 0);
      weights.push_back(t < taps.weights.size() ? taps.weights[t] : 0);
    }
    Node part = c.call("take", {x, c.list(places)}, attrs("axis", axis));
    const bool plain = std::all_of(weights.begin(), weights.end(), [](double w) { return w == 1; });
    if (!plain) part = c.call("multiply", {part, alongAxis(c, weights, axis, rank, c.typeOf(x))});
    sum = sum ? c.call("add", {*sum, part}) : part;
  }
  return *sum;
}

// The product with a matrix of the weights.
Node multiplied(const Conversion& c, const Node& x, const Resized& r, const std::vector<Taps>& all) {
  NDArray weights = c.zeros(c.typeOf(x), {r.from, r.to});
  for (int64_t i = 0; i < r.to; ++i) {
    const Taps& taps = all[static_cast<size_t>(i)];
    for (size_t t = 0; t < taps.places.size(); ++t) {
      const int64_t at = taps.places[t] * r.to + i;
      weights.set(at, weights.getDouble(at) + taps.weights[t]);
    }
  }
  const int64_t rank = c.rankOf(x);
  std::vector<int64_t> last(static_cast<size_t>(rank));
  std::iota(last.begin(), last.end(), 0);
  std::swap(last[static_cast<size_t>(r.axis)], last.back());
  const bool turned = r.axis != rank - 1;
  const Node product = c.call("matmul", {turned ? c.permute(x, last) : x, c.array(std::move(weights))});
  return turned ? c.permute(product, last) : product;
}

Node resizedAlong(const Conversion& c, const Node& x, const Method& m, const Resized& r) {
  constexpr size_t kMostTaken = 4;
  if (r.from == 0 || r.to == 0) c.refuse("an axis that is resized has no elements");
  c.room({r.to, 64}), c.room({r.from});
  std::vector<Taps> all;
  std::vector<double> beyond;
  size_t most = 1;
  for (int64_t i = 0; i < r.to; ++i) {
    const double at = sourceOf(c, m, r, i);
    all.push_back(tapsAt(c, m, r, at));
    most = std::max(most, all.back().places.size());
    const bool outside = at < 0 || at > static_cast<double>(r.from - 1);
    beyond.push_back(m.coordinates == "tf_crop_and_resize" && outside ? 1 : 0);
  }
  const Node made = most <= kMostTaken ? tapped(c, x, r.axis, all, most) : multiplied(c, x, r, all);
  if (std::count(beyond.begin(), beyond.end(), 1.0) == 0) return made;
  const Node isBeyond = alongAxis(c, beyond, r.axis, c.rankOf(x), dtype::Bool());
  return c.call("where", {isBeyond, c.scalar(m.outside, c.typeOf(x)), made});
}

// Numbers that are between elements are computed as float32 or float64; integers are rounded and kept in their range.
Node resized(const Conversion& c, const Node& x, const Method& m, const std::vector<Resized>& axes) {
  if (m.mode != "nearest" && m.mode != "linear" && m.mode != "cubic")
    c.fail(err::kOnnxAttributeValue(c.title(), "mode", m.mode));
  if (m.mode == "nearest" && m.antialias) c.refuse("antialias is for the modes linear and cubic");
  const DataType type = c.typeOf(x);
  const bool direct = m.mode == "nearest" || type == dtype::Float32 || type == dtype::Float(64);
  if (!direct && (type.isBool() || (type.isInteger() && type.bits > 16)))
    c.refuse(say("elements of type {0} are not mixed", TypeName(toString(type))));
  Node made = direct ? x : c.cast(x, dtype::Float32);
  for (const Resized& r : axes) made = resizedAlong(c, made, m, r);
  if (!direct && type.isInteger()) {
    const double most = std::ldexp(1.0, type.isUInt() ? type.bits : type.bits - 1) - 1;
    const Node low = c.scalar(type.isUInt() ? 0 : -most - 1, dtype::Float32), high = c.scalar(most, dtype::Float32);
    made = c.call("minimum", {c.call("maximum", {c.call("round", {made}), low}), high});
  }
  return c.cast(made, type);
}

int64_t knownSize(const Conversion& c, const Node& x, int64_t axis) {
  const std::optional<int64_t> size = c.sizeOf(x, axis);
  if (!size) c.refuse(say("the size of axis {0}, which is resized, is not known", axis));
  return *size;
}

std::vector<Resized> byScales(const Conversion& c, const Node& x, const std::vector<int64_t>& axes,
                              const std::vector<double>& scales) {
  if (scales.size() != axes.size())
    c.refuse(say("there are {0} scales for {1} axes", static_cast<int64_t>(scales.size()),
                 static_cast<int64_t>(axes.size())));
  std::vector<Resized> all;
  for (size_t i = 0; i < axes.size(); ++i) {
    if (!(scales[i] > 0)) c.refuse("a scale is not above 0");
    Resized r{.axis = axes[i], .scale = scales[i]};
    if (const auto size = c.sizeOf(x, axes[i]))
      r.from = *size;
    else if (r.scale != 1)
      knownSize(c, x, axes[i]);
    r.to = static_cast<int64_t>(std::floor(r.scale * static_cast<double>(r.from)));
    all.push_back(r);
  }
  return all;
}

std::vector<Resized> bySizes(const Conversion& c, const Node& x, const std::vector<int64_t>& axes,
                             const std::vector<int64_t>& sizes) {
  if (sizes.size() != axes.size())
    c.refuse(
        say("there are {0} sizes for {1} axes", static_cast<int64_t>(sizes.size()), static_cast<int64_t>(axes.size())));
  std::vector<Resized> all;
  for (size_t i = 0; i < axes.size(); ++i) {
    Resized r{.axis = axes[i], .from = knownSize(c, x, axes[i]), .to = sizes[i]};
    if (r.from > 0) r.scale = static_cast<double>(r.to) / static_cast<double>(r.from);
    all.push_back(r);
  }
  const std::string policy = c.text("keep_aspect_ratio_policy", "stretch");
  if (policy == "stretch" || all.empty()) return all;
  if (policy != "not_larger" && policy != "not_smaller")
    c.fail(err::kOnnxAttributeValue(c.title(), "keep_aspect_ratio_policy", policy));
  double scale = all[0].scale;
  for (const Resized& r : all) scale = policy == "not_larger" ? std::min(scale, r.scale) : std::max(scale, r.scale);
  for (Resized& r : all) {
    r.scale = scale;
    r.to = static_cast<int64_t>(scale * static_cast<double>(r.from) + 0.5);
  }
  return all;
}

std::vector<int64_t> allAxes(const Conversion& c, const Node& x) {
  std::vector<int64_t> axes(static_cast<size_t>(c.rankOf(x)));
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

// The list of an optional operand that may also be given empty.
std::vector<double> numbersIfAny(const Conversion& c, size_t place) {
  return c.has(place) ? c.numbersIn(place) : std::vector<double>{};
}

// Axes that keep their size are left as they are.
void dropUnchanged(std::vector<Resized>& axes) {
  std::erase_if(axes,
                [](const Resized& r) { return r.scale == 1 && r.to == r.from && r.roiBegin == 0 && r.roiEnd == 1; });
}

}  // namespace

void resize(const Conversion& c) {
  const Node x = c.in(0);
  std::vector<int64_t> axes = allAxes(c, x);
  if (c.version() < 11) {
    const Method m{.mode = c.text("mode", "nearest"), .coordinates = "asymmetric", .rounding = "floor"};
    std::vector<Resized> resizes = byScales(c, x, axes, c.numbersIn(1));
    dropUnchanged(resizes);
    return c.out(resized(c, x, m, resizes));
  }
  Method m{.mode = c.text("mode", "nearest"),
           .coordinates = c.text("coordinate_transformation_mode", "half_pixel"),
           .rounding = c.text("nearest_mode", "round_prefer_floor"),
           .cubic = c.number("cubic_coeff_a", -0.75),
           .antialias = c.integer("antialias", 0) != 0,
           .excludesOutside = c.integer("exclude_outside", 0) != 0,
           .outside = c.number("extrapolation_value", 0)};
  if (const auto given = c.integers("axes")) axes = *given;
  for (int64_t& a : axes) a = c.axis(a, c.rankOf(x));
  // Version 11 and 12 name the mode "tf_half_pixel_for_nn" of nearest elements: the middle of a pixel, not less a half.
  if (m.coordinates == "tf_half_pixel_for_nn") c.refuse("the mode tf_half_pixel_for_nn was removed in version 13");
  const std::vector<double> scales = numbersIfAny(c, 2);
  std::vector<Resized> resizes;
  if (!scales.empty())
    resizes = byScales(c, x, axes, scales);
  else if (c.has(3))
    resizes = bySizes(c, x, axes, c.integersIn(3));
  else
    c.refuse("neither scales nor sizes are given");
  if (m.coordinates == "tf_crop_and_resize") {
    const std::vector<double> roi = numbersIfAny(c, 1);
    if (roi.size() != 2 * axes.size()) c.refuse("tf_crop_and_resize needs the begin and end of every axis");
    for (size_t i = 0; i < axes.size(); ++i) resizes[i].roiBegin = roi[i], resizes[i].roiEnd = roi[i + axes.size()];
  }
  dropUnchanged(resizes);
  c.out(resized(c, x, m, resizes));
}

void upsample(const Conversion& c) {
  const Node x = c.in(0);
  std::vector<double> scales;
  if (c.version() >= 9) {
    scales = c.numbersIn(1);
  } else if (c.version() >= 7) {
    scales = c.numbers("scales").value_or(std::vector<double>{});
  } else {
    if (c.rankOf(x) != 4) c.refuse("before version 7 it takes a tensor of four dimensions");
    scales = {1, 1, c.number("height_scale", 1), c.number("width_scale", 1)};
  }
  const std::string mode = c.text("mode", "nearest");
  const Method m{.mode = mode == "bilinear" ? "linear" : mode, .coordinates = "asymmetric", .rounding = "floor"};
  std::vector<Resized> resizes = byScales(c, x, allAxes(c, x), scales);
  dropUnchanged(resizes);
  c.out(resized(c, x, m, resizes));
}

}  // namespace lw::onnx::convert
