// Pictures of another size, or seen from elsewhere.
#include "passes/graph/legalize/lowering.h"

namespace lw::legalize {
namespace {

using Lowered = std::optional<Outputs>;

// Where a place of the result is in a dimension of the picture, as a number with a fraction.
std::optional<Expr> sourceOf(const std::string& mode, const Expr& at, int64_t from, int64_t to) {
  const DataType real = dtype::Float32;
  const Expr place = cast(real, at);
  const double scale = static_cast<double>(from) / static_cast<double>(to);
  if (mode == "half_pixel") return (place + makeFloat(real, 0.5)) * makeFloat(real, scale) - makeFloat(real, 0.5);
  if (mode == "asymmetric") return place * makeFloat(real, scale);
  if (mode != "align_corners") return std::nullopt;
  return place * makeFloat(real, to > 1 ? static_cast<double>(from - 1) / static_cast<double>(to - 1) : 0.0);
}

std::optional<Expr> rounded(const std::string& how, const std::string& mode, const Expr& x) {
  const std::string method = !how.empty() ? how : mode == "asymmetric" ? "floor" : "round";
  const Expr half = makeFloat(x.dtype(), 0.5), little = makeFloat(x.dtype(), 1e-5);
  if (method == "round") return math("round", x);
  if (method == "round_prefer_floor") return math("ceil", x - half);
  if (method == "round_prefer_ceil") return math("floor", x + half);
  // Products that are whole numbers but for their rounding count as whole.
  if (method == "floor") return math("floor", x + little);
  if (method == "ceil") return math("ceil", x - little);
  return std::nullopt;
}

// Dimension after dimension between the two elements around a place; `weights` says how much of the upper one counts.
Expr between(const std::function<Expr(const Point&)>& element, const std::vector<Expr>& low,
             const std::vector<Expr>& high, const std::vector<Expr>& weights, Point chosen = {}) {
  const size_t d = chosen.size();
  if (d == low.size()) return element(chosen);
  Point upper = chosen;
  chosen.push_back(low[d]);
  upper.push_back(high[d]);
  const Expr a = between(element, low, high, weights, chosen), b = between(element, low, high, weights, upper);
  return a * (te::number(a.dtype(), 1) - weights[d]) + b * weights[d];
}

// How much each of the four elements around a place counts, from the one before the one below it (Keys, "Cubic
// convolution interpolation for digital image processing", 1981): a tensor of the places of a dimension and 4. Elements
// beyond the ends are those at the ends, or count nothing.
Tensor cubicWeights(Lowering& l, const std::string& mode, int64_t from, int64_t to, double a, bool excluded) {
  const DataType real = dtype::Float32;
  const auto constant = [&](double value) { return makeFloat(real, value); };
  const Sizes shape{l.at(to), l.at(4)};
  const Tensor raw = l.compute("T_cubic", shape, [&](const Point& p) {
    const Expr source = *sourceOf(mode, p[0], from, to), below = math("floor", source);
    const Expr tap = cast(real, p[1]) - constant(1), x = math("fabs", source - below - tap);
    const Expr near = ((constant(a + 2) * x - constant(a + 3)) * x) * x + constant(1);
    const Expr far = ((constant(a) * x - constant(5 * a)) * x + constant(8 * a)) * x - constant(4 * a);
    const Expr weight = Select{le(x, constant(1)), near, Select{lt(x, constant(2)), far, constant(0)}};
    if (!excluded) return weight;
    const Expr at = below + tap;
    return Expr(
        Select{logicalAnd(ge(at, constant(0)), lt(at, constant(static_cast<double>(from)))), weight, constant(0)});
  });
  if (!excluded) return raw;
  return l.compute("T_cubic_weights", shape, [&](const Point& p) {
    const auto weight = [&](int64_t tap) { return te::read(raw, {p[0], l.at(tap)}); };
    return quotient(te::read(raw, p), weight(0) + weight(1) + weight(2) + weight(3));
  });
}

// A place in a dimension, as an index that is inside of it.
Expr clipped(const Lowering& l, const Expr& place, int64_t extent) {
  return max(min(cast(l.index, place), l.at(extent - 1)), l.at(0));
}

// The sum over the four elements around each place in each of these dimensions.
Tensor cubicSum(Lowering& l, const std::string& mode, const Sizes& shape, const std::vector<size_t>& axes,
                const std::vector<int64_t>& from, const std::vector<int64_t>& to, double alpha) {
  const Operand& x = l[0];
  std::vector<Tensor> weights;
  std::vector<IterVar> taps;
  for (size_t d = 0; d < axes.size(); ++d) {
    weights.push_back(cubicWeights(l, mode, from[d], to[d], alpha, l.flag("cubic_exclude")));
    taps.push_back(l.reduceAxis("tap" + std::to_string(d), l.at(4)));
  }
  return l.reduce("T_resize", "sum", shape, taps, [&](const Point& p) {
    Point at = p;
    Expr weight = makeFloat(dtype::Float32, 1);
    for (size_t d = 0; d < axes.size(); ++d) {
      const Expr below = math("floor", *sourceOf(mode, p[axes[d]], from[d], to[d]));
      const Expr place = below + cast(below.dtype(), taps[d].var) - makeFloat(below.dtype(), 1);
      at[axes[d]] = clipped(l, place, from[d]);
      const Expr own = te::read(weights[d], {p[axes[d]], taps[d].var});
      weight = d == 0 ? own : weight * own;
    }
    return x.at(at) * cast(x.type, weight);
  });
}

// Along height and width, or depth, height and width.
Lowered resize(Lowering& l, const std::string& letters) {
  const Operand& x = l[0];
  const std::string layout = l.call.text("layout"), method = l.call.text("method"),
                    mode = l.call.text("coordinate_transformation_mode"), how = l.call.text("rounding_method");
  const auto sizes = l.sizes(1);
  const size_t n = letters.size();
  if (layout.size() != n + 2 || x.rank() != n + 2 || !sizes || sizes->size() != n) return std::nullopt;
  std::vector<size_t> axes;
  std::vector<int64_t> from, to;
  Sizes shape = x.shape;
  for (size_t d = 0; d < n; ++d) {
    axes.push_back(layout.find(letters[d]));
    if (axes[d] > n + 1) return std::nullopt;
    const auto before = asInt(x.shape[axes[d]]), after = asInt((*sizes)[d]);
    if (!before || !after || *before < 1 || *after < 1) return std::nullopt;
    from.push_back(*before);
    to.push_back(*after);
    shape[axes[d]] = (*sizes)[d];
  }
  const bool nearest = method == "nearest_neighbor";
  const auto outType = l.call.type("out_dtype", x.type);
  const bool known = sourceOf(mode, l.at(0), 1, 1) && (!nearest || rounded(how, mode, makeFloat(dtype::Float32, 0)));
  const bool cubic = method == "cubic";
  if (!known || !outType || (!nearest && ((method != "linear" && !cubic) || !x.type.isFloat()))) return std::nullopt;
  if (cubic) {
    const auto alpha = l.real("cubic_alpha");
    if (!alpha) return std::nullopt;
    const Tensor sum = cubicSum(l, mode, shape, axes, from, to, *alpha);
    return Outputs{l.compute("resize", shape, [&](const Point& p) { return cast(*outType, te::read(sum, p)); })};
  }
  return Outputs{l.compute("resize", shape, [&](const Point& p) {
    const auto element = [&](const Point& chosen) {
      Point at = p;
      for (size_t d = 0; d < n; ++d) at[axes[d]] = chosen[d];
      return x.at(at);
    };
    std::vector<Expr> low, high, weights;
    for (size_t d = 0; d < n; ++d) {
      const Expr source = *sourceOf(mode, p[axes[d]], from[d], to[d]), floor = math("floor", source);
      low.push_back(clipped(l, nearest ? *rounded(how, mode, source) : floor, from[d]));
      high.push_back(clipped(l, floor + makeFloat(floor.dtype(), 1), from[d]));
      weights.push_back(cast(x.type, source - floor));
    }
    return cast(*outType, nearest ? element(low) : between(element, low, high, weights));
  })};
}

// The places of a picture of this size after an affine map, between -1 and 1: 2 or 3 numbers for each, x first.
Lowered affineGrid(Lowering& l) {
  const Operand& x = l[0];
  const auto sizes = l.sizes(1);
  const bool corners = l.flag("align_corners");
  const DataType type = x.type;
  if (!sizes || (sizes->size() != 2 && sizes->size() != 3) || x.rank() != 3 || !type.isFloat()) return std::nullopt;
  const size_t n = sizes->size();
  if (asInt(x.shape[1]) != static_cast<int64_t>(n) || asInt(x.shape[2]) != static_cast<int64_t>(n + 1))
    return std::nullopt;
  std::vector<double> starts, steps;
  for (const Expr& size : *sizes) {
    const auto known = asInt(size);
    if (!known || *known < 1) return std::nullopt;
    const auto count = static_cast<double>(*known);
    const bool one = corners && *known == 1;  // in the middle
    steps.push_back(one ? 0 : corners ? 2 / (count - 1) : 2 / count);
    starts.push_back(one ? 0 : corners ? -1 : 1 / count - 1);
  }
  Sizes shape{x.shape[0], l.at(static_cast<int64_t>(n))};
  shape.insert(shape.end(), sizes->begin(), sizes->end());
  return Outputs{l.compute("T_affine_grid", shape, [&](const Point& p) {
    Expr sum = x.at({p[0], p[1], l.at(static_cast<int64_t>(n))});
    for (size_t d = n; d-- > 0;) {
      const Expr place = makeFloat(type, starts[d]) + cast(type, p[2 + d]) * makeFloat(type, steps[d]);
      sum = sum + x.at({p[0], p[1], l.at(static_cast<int64_t>(n - 1 - d))}) * place;
    }
    return sum;
  })};
}

// Elements at the places that a grid names, x first, where -1 and 1 are the ends of each dimension: the centers of the
// last elements, or their outer edges. The grid has the dimensions of the result, with the coordinates in place of the
// channels.
Lowered gridSample(Lowering& l) {
  const Operand &x = l[0], &grid = l[1];
  const std::string method = l.call.text("method"), outside = l.call.text("padding_mode"),
                    layout = l.call.text("layout");
  const bool corners = l.flag("align_corners"), nearest = method == "nearest";
  const DataType type = x.type;
  if (x.rank() != grid.rank() || (x.rank() != 4 && x.rank() != 5) || !type.isFloat() || grid.type != type)
    return std::nullopt;
  const size_t n = x.rank() - 2;
  if (layout != (n == 2 ? "NCHW" : "NCDHW") || asInt(grid.shape[1]) != static_cast<int64_t>(n) ||
      graph::sameSize(x.shape[0], grid.shape[0]) == graph::Fit::No || (!nearest && method != "bilinear") ||
      (outside != "zeros" && outside != "border" && outside != "reflection"))
    return std::nullopt;
  Sizes shape = grid.shape;
  shape[1] = x.shape[1];
  const auto constant = [&](double value) { return te::number(type, value); };
  // Where the place is among the elements of the dimension.
  const auto placed = [&](const Expr& at, const Expr& size) {
    const Expr elements = cast(type, size), last = elements - constant(1);
    const Expr place = corners ? (at + constant(1)) * last * constant(0.5)
                               : (at + constant(1)) * elements * constant(0.5) - constant(0.5);
    if (outside == "zeros") return place;
    if (outside == "border") return min(max(place, constant(0)), last);
    // There and back again between the ends.
    const Expr low = constant(corners ? 0 : -0.5), span = corners ? max(last, constant(1)) : elements;
    const Expr distance = max(place - low, low - place), turns = math("floor", quotient(distance, span));
    const Expr rest = distance - turns * span;
    const Expr back = turns - math("floor", turns * constant(0.5)) * constant(2);
    const Expr reflected = Select{gt(back, constant(0.5)), span - rest + low, rest + low};
    return min(max(reflected, constant(0)), last);
  };
  return Outputs{l.compute("T_grid_sample", shape, [&](const Point& p) {
    const auto element = [&](const Point& chosen) {
      Point at = p;
      std::optional<Expr> inside;
      for (size_t d = 0; d < n; ++d) {
        at[2 + d] = chosen[d];
        inside = both(inside, logicalAnd(ge(chosen[d], l.at(0)), lt(chosen[d], x.shape[2 + d])));
      }
      return choose(*inside, x.at(at), constant(0));
    };
    std::vector<Expr> low, high, weights;
    for (size_t d = 0; d < n; ++d) {
      Point from = p;
      from[1] = l.at(static_cast<int64_t>(n - 1 - d));
      const Expr place = placed(grid.at(from), x.shape[2 + d]), floor = math("floor", place);
      low.push_back(cast(l.index, nearest ? math("nearbyint", place) : floor));
      high.push_back(low[d] + l.at(1));
      weights.push_back(place - floor);
    }
    return nearest ? element(low) : between(element, low, high, weights);
  })};
}

}  // namespace

std::vector<Entry> imageEntries() {
  return {
      {"image.resize2d", [](Lowering& l) { return resize(l, "HW"); }},
      {"image.resize3d", [](Lowering& l) { return resize(l, "DHW"); }},
      {"image.affine_grid", affineGrid},
      {"image.grid_sample", gridSample},
  };
}

}  // namespace lw::legalize
