// Operators of graphs that look for elements by their order.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "backends/reference/graph_operators.h"

namespace lw::reference {
namespace {

// The points of the array that have these kept coordinates, in row-major order.
std::vector<Shape> pointsOfRow(const Array& x, const std::vector<int64_t>& axes, const Shape& kept) {
  std::vector<Shape> points;
  forEachPoint(x.shape, [&](const Shape& p) {
    Shape own;
    for (size_t d = 0; d < p.size(); ++d)
      if (std::find(axes.begin(), axes.end(), static_cast<int64_t>(d)) == axes.end()) own.push_back(p[d]);
    if (own == kept) points.push_back(p);
  });
  return points;
}

GraphItem medianOf(const GraphCall& c) {
  const Array x = c.array(0);
  const std::vector<int64_t> axes = c.axes("axis", x.rank());
  Shape kept, shape;
  for (int d = 0; d < x.rank(); ++d) {
    const bool reduced = std::find(axes.begin(), axes.end(), d) != axes.end();
    if (!reduced) kept.push_back(x.shape[static_cast<size_t>(d)]);
    if (!reduced || c.flag("keepdims")) shape.push_back(reduced ? 1 : x.shape[static_cast<size_t>(d)]);
  }
  const Array values = given(makeArray(x.type, kept)), places = given(makeArray(dtype::Int64, kept));
  forEachPoint(kept, [&](const Shape& p) {
    const std::vector<Shape> row = pointsOfRow(x, axes, p);
    std::vector<size_t> order(row.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return valueAt(x, row[a]) < valueAt(x, row[b]); });
    const size_t middle = order[(order.size() - 1) / 2];
    copyElement(values, p, x, row[middle]);
    setInteger(places, elementAt(places, p), static_cast<int64_t>(middle));
  });
  const Array result = inShape(values, shape);
  if (c.in.isNone("axis") || axes.size() > 1) return {result};
  return {std::vector<GraphItem>{{result}, {inShape(places, shape)}}};
}

Array bucketsOf(const GraphCall& c) {
  const Array x = c.array(0), boundaries = c.array(1);
  const Array result = given(makeArray(c.flag("out_int32") ? dtype::Int32 : dtype::Int64, x.shape));
  forEachPoint(x.shape, [&](const Shape& p) {
    int64_t below = 0;
    for (int64_t i = 0; i < boundaries.size(); ++i) {
      const double boundary = valueAt(boundaries, {i}), value = valueAt(x, p);
      below += c.flag("right") ? boundary <= value : boundary < value;
    }
    setInteger(result, elementAt(result, p), below);
  });
  return result;
}

}  // namespace

void addSearches(GraphFunctions& to) {
  to["median"] = medianOf;
  to["bucketize"] = [](const GraphCall& c) { return GraphItem{bucketsOf(c)}; };
}

}  // namespace lw::reference
