// Elements at places that a grid names: GridSample and AffineGrid.
#include <numeric>

#include "core/ir/ops.h"
#include "core/onnx/operators/operators.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

Node plus(const Conversion& c, const Node& x, double term) { return c.call("add", {x, c.scalar(term, c.typeOf(x))}); }
Node times(const Conversion& c, const Node& x, double factor) {
  return c.call("multiply", {x, c.scalar(factor, c.typeOf(x))});
}

// The grid with its coordinates in the place of the channels.
Node coordinatesFirst(const Conversion& c, const Node& grid) {
  const int64_t rank = c.rankOf(grid);
  std::vector<int64_t> axes{0, rank - 1};
  for (int64_t i = 1; i < rank - 1; ++i) axes.push_back(i);
  return c.permute(grid, axes);
}

// Bicubic sampling of pictures: each result is the sum of four times four elements around its place.
struct Bicubic {
  const Conversion& c;
  Node x, grid;  // (n, channels, height * width); (n, rows, columns, 2)
  std::vector<int64_t> shape, places;
  bool corners = false;
  std::string outside;

  struct Axis {
    std::vector<Node> indices, weights;  // of the four elements, (n, 1, rows * columns); indices are floats
  };

  Node reflected(const Node& at, int64_t size) const {
    const double low = corners ? 0 : -0.5, span = corners ? static_cast<double>(size - 1) : static_cast<double>(size);
    if (span == 0) return times(c, at, 0);
    const DataType type = c.typeOf(at);
    const Node distance = c.call("abs", {plus(c, at, -low)});
    const Node turns = c.call("floor", {times(c, distance, 1 / span)});
    const Node rest = c.call("subtract", {distance, times(c, turns, span)});
    const Node odd = c.call("floor_mod", {turns, c.scalar(2, type)});
    const Node back = c.call("subtract", {c.scalar(span, type), rest});
    return plus(c, c.call("where", {c.call("greater", {odd, c.scalar(0.5, type)}), back, rest}), low);
  }

  // Coefficients of Keys' cubic with a = -0.75, at the distances t + 1, t, 1 - t and 2 - t.
  Node weight(const Node& distance, bool near) const {
    constexpr double a = -0.75;
    const auto times = [&](const Node& p, const Node& q) { return c.call("multiply", {p, q}); };
    const auto scaled = [&](double factor) { return convert::times(c, distance, factor); };
    if (near) return plus(c, times(times(plus(c, scaled(a + 2), -(a + 3)), distance), distance), 1);
    return plus(c, times(plus(c, times(plus(c, scaled(a), -5 * a), distance), 8 * a), distance), -4 * a);
  }

  Axis axis(int64_t coordinate, int64_t size) const {
    const int64_t rows = places[1], columns = places[2];
    const DataType type = c.typeOf(grid);
    const Node own = c.call("take", {grid, c.list({coordinate})}, attrs("axis", 3));
    const Node flat = c.reshape(own, std::vector<int64_t>{places[0], 1, rows * columns});
    const auto length = static_cast<double>(size);
    const Node place =
        corners ? times(c, plus(c, flat, 1), (length - 1) / 2) : plus(c, times(c, plus(c, flat, 1), length / 2), -0.5);
    const Node below = c.call("floor", {place}), part = c.call("subtract", {place, below});
    Axis made;
    for (int tap = -1; tap <= 2; ++tap) {
      const Node distance = tap <= 0 ? plus(c, part, -tap) : plus(c, times(c, part, -1), tap);
      Node w = weight(distance, tap == 0 || tap == 1), at = plus(c, below, tap);
      if (outside == "reflection") at = reflected(at, size);
      const Node clipped = c.call("minimum", {c.call("maximum", {at, c.scalar(0, type)}), c.scalar(length - 1, type)});
      if (outside == "zeros") w = c.call("where", {c.call("equal", {clipped, at}), w, c.scalar(0, type)});
      made.indices.push_back(outside == "reflection" ? c.call("trunc", {clipped}) : clipped);
      made.weights.push_back(w);
    }
    return made;
  }

  Node sampled() const {
    const int64_t height = shape[2], width = shape[3], count = places[1] * places[2];
    const Axis rows = axis(1, height), columns = axis(0, width);
    const Node wide =
        c.shape({IntImm{dtype::Int64, shape[0]}, IntImm{dtype::Int64, shape[1]}, IntImm{dtype::Int64, count}});
    std::optional<Node> sum;
    for (size_t i = 0; i < 4; ++i) {
      std::optional<Node> row;
      for (size_t j = 0; j < 4; ++j) {
        const Node y = c.cast(rows.indices[i], dtype::Int64), x0 = c.cast(columns.indices[j], dtype::Int64);
        const Node at = c.call("add", {times(c, y, static_cast<double>(width)), x0});
        const Node element = c.call("gather_elements", {x, c.call("broadcast_to", {at, wide})}, attrs("axis", 2));
        const Node part = c.call("multiply", {element, columns.weights[j]});
        row = row ? c.call("add", {*row, part}) : part;
      }
      const Node part = c.call("multiply", {*row, rows.weights[i]});
      sum = sum ? c.call("add", {*sum, part}) : part;
    }
    return c.reshape(*sum, std::vector<int64_t>{shape[0], shape[1], places[1], places[2]});
  }
};

}  // namespace

void gridSample(const Conversion& c) {
  const Node x = c.in(0), grid = c.in(1);
  const int64_t rank = c.rankOf(x);
  const std::string mode = c.text("mode", "linear"), outside = c.text("padding_mode", "zeros");
  const bool corners = c.integer("align_corners", 0) != 0, cubic = mode == "cubic" || mode == "bicubic",
             linear = mode == "linear" || mode == "bilinear";
  if (!cubic && !linear && mode != "nearest") c.fail(err::kOnnxAttributeValue(c.title(), "mode", mode));
  if (outside != "zeros" && outside != "border" && outside != "reflection")
    c.fail(err::kOnnxAttributeValue(c.title(), "padding_mode", outside));
  if (rank != 4 && rank != 5) c.refuse(say("pictures of {0} dimensions are not sampled", rank));
  const DataType type = c.typeOf(x);
  if (!type.isFloat()) c.refuse("elements that are not floats are not sampled");
  const DataType wide = type == dtype::Float(64) ? type : dtype::Float32;
  const Node widened = c.cast(x, wide), places = c.cast(grid, wide);
  if (!cubic) {
    const Node made = c.call("image.grid_sample", {widened, coordinatesFirst(c, places)},
                             attrs("method", linear ? "bilinear" : "nearest", "layout", rank == 4 ? "NCHW" : "NCDHW",
                                   "padding_mode", outside, "align_corners", corners));
    return c.out(c.cast(made, type));
  }
  if (rank != 4) c.refuse("cubic sampling is of pictures of two dimensions");
  const auto shape = c.shapeOf(x), gridShape = c.shapeOf(grid);
  const Node flat = c.reshape(widened, std::vector<int64_t>{shape[0], shape[1], shape[2] * shape[3]});
  c.out(c.cast(Bicubic{c, flat, places, shape, gridShape, corners, outside}.sampled(), type));
}

void affineGrid(const Conversion& c) {
  const Node theta = c.in(0);
  const auto sizes = c.integersIn(1);
  if (sizes.size() != 4 && sizes.size() != 5) c.refuse("the size is of a batch of pictures of two or three dimensions");
  graph::Sizes space;
  for (size_t i = 2; i < sizes.size(); ++i) space.push_back(IntImm{dtype::Int64, sizes[i]});
  const Node made =
      c.call("image.affine_grid", {theta, c.shape(space)}, attrs("align_corners", c.integer("align_corners", 0) != 0));
  std::vector<int64_t> axes{0};
  for (int64_t i = 2; i < static_cast<int64_t>(sizes.size()); ++i) axes.push_back(i);
  axes.push_back(1);
  c.out(c.permute(made, axes));
}

}  // namespace lw::onnx::convert
