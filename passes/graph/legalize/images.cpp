// Pictures of another size.
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

Lowered resize2d(Lowering& l) {
  const Operand& x = l[0];
  const std::string layout = l.call.text("layout"), method = l.call.text("method"),
                    mode = l.call.text("coordinate_transformation_mode"), how = l.call.text("rounding_method");
  const size_t height = layout.find('H'), width = layout.find('W');
  const auto sizes = l.sizes(1);
  if (layout.size() != 4 || x.rank() != 4 || height > 3 || width > 3 || !sizes || sizes->size() != 2)
    return std::nullopt;
  const size_t axes[] = {height, width};
  int64_t from[2], to[2];
  Sizes shape = x.shape;
  for (size_t d = 0; d < 2; ++d) {
    const auto before = asInt(x.shape[axes[d]]), after = asInt((*sizes)[d]);
    if (!before || !after || *before < 1 || *after < 1) return std::nullopt;
    from[d] = *before;
    to[d] = *after;
    shape[axes[d]] = (*sizes)[d];
  }
  const bool nearest = method == "nearest_neighbor";
  const auto outType = l.call.type("out_dtype", x.type);
  const bool known = sourceOf(mode, l.at(0), 1, 1) && (!nearest || rounded(how, mode, makeFloat(dtype::Float32, 0)));
  if (!known || !outType || (!nearest && (method != "linear" || !x.type.isFloat()))) return std::nullopt;
  const auto inside = [&](const Expr& place, size_t d) {
    return max(min(cast(l.index, place), l.at(from[d] - 1)), l.at(0));
  };
  return Outputs{l.compute("resize", shape, [&](const Point& p) {
    const Expr source[] = {*sourceOf(mode, p[height], from[0], to[0]), *sourceOf(mode, p[width], from[1], to[1])};
    const auto element = [&](const Expr& y, const Expr& z) {
      Point at = p;
      at[height] = y;
      at[width] = z;
      return x.at(at);
    };
    if (nearest)
      return cast(*outType,
                  element(inside(*rounded(how, mode, source[0]), 0), inside(*rounded(how, mode, source[1]), 1)));
    Expr low[] = {source[0], source[1]}, high[] = {source[0], source[1]}, weight[] = {source[0], source[1]};
    for (size_t d = 0; d < 2; ++d) {
      const Expr floor = math("floor", source[d]);
      weight[d] = cast(x.type, source[d] - floor);
      low[d] = inside(floor, d);
      high[d] = inside(floor + makeFloat(floor.dtype(), 1), d);
    }
    const auto between = [&](const Expr& a, const Expr& b, const Expr& w) {
      return a * (te::number(x.type, 1) - w) + b * w;
    };
    const Expr top = between(element(low[0], low[1]), element(low[0], high[1]), weight[1]);
    const Expr bottom = between(element(high[0], low[1]), element(high[0], high[1]), weight[1]);
    return cast(*outType, between(top, bottom, weight[0]));
  })};
}

}  // namespace

std::vector<Entry> imageEntries() { return {{"image.resize2d", resize2d}}; }

}  // namespace lw::legalize
