// Operators of graphs that read or change the elements that indices name, one element after the other.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "backends/reference/graph_operators.h"
#include "core/ir/ops.h"

namespace lw::reference {
namespace {

Shape together(Shape a, const Shape& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
Shape tail(const Shape& shape, size_t from) { return {shape.begin() + static_cast<std::ptrdiff_t>(from), shape.end()}; }
Shape head(const Shape& shape, size_t count) {
  return {shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(count)};
}

// Changes one element; nothing where the point is outside.
void change(const Array& to, Shape point, double value, const std::string& how) {
  for (size_t d = 0; d < point.size(); ++d) {
    if (point[d] < 0) point[d] += to.shape[d];
    if (point[d] < 0 || point[d] >= to.shape[d]) return;
  }
  const int64_t at = elementAt(to, point);
  const double old = valueAt(to, point);
  const double changed = how == "add"   ? old + value
                         : how == "mul" ? old * value
                         : how == "min" ? std::min(old, value)
                         : how == "max" ? std::max(old, value)
                                        : value;
  if (to.type.isFloat())
    setReal(to, at, changed);
  else
    setInteger(to, at, static_cast<int64_t>(changed));
}

Array copyOf(const Array& a) { return given(cast(a, a.type)); }

Array scatteredNd(const GraphCall& c) {
  const Array result = copyOf(c.array(0)), indices = c.array(1), updates = c.array(2);
  const auto depth = static_cast<size_t>(indices.shape.back());
  const size_t outer = indices.shape.size() - 1;
  forEachPoint(updates.shape, [&](const Shape& p) {
    Shape to;
    for (size_t i = 0; i < depth; ++i)
      to.push_back(getInteger(indices, elementAt(indices, together(head(p, outer), {static_cast<int64_t>(i)}))));
    change(result, together(to, tail(p, outer)), valueAt(updates, p), c.in.text("reduction"));
  });
  return result;
}

// The indices of all leading dimensions at each point of the shape to which they broadcast.
std::vector<Array> wideIndices(const GraphCall& c, Shape& shape) {
  std::vector<Array> all = c.arrays(1);
  if (all.empty()) all.push_back(c.array(1));
  for (const Array& one : all) shape = given(broadcastShapes(shape, one.shape));
  for (Array& one : all) one = *broadcastTo(one, shape);
  return all;
}
Shape named(const std::vector<Array>& indices, const Shape& p) {
  Shape point;
  for (const Array& one : indices) point.push_back(getInteger(one, elementAt(one, p)));
  return point;
}

Array put(const GraphCall& c) {
  const Array result = copyOf(c.array(0));
  Shape shape;
  const std::vector<Array> indices = wideIndices(c, shape);
  const Shape whole = together(shape, tail(result.shape, indices.size()));
  const Array values = *broadcastTo(c.array(2), whole);
  forEachPoint(whole, [&](const Shape& p) {
    change(result, together(named(indices, head(p, shape.size())), tail(p, shape.size())), valueAt(values, p),
           c.flag("accumulate") ? "add" : "update");
  });
  return result;
}

Array chosen(const GraphCall& c) {
  const Array x = c.array(0);
  Shape shape;
  const std::vector<Array> indices = wideIndices(c, shape);
  const Array result = given(makeArray(x.type, together(shape, tail(x.shape, indices.size()))));
  forEachPoint(result.shape, [&](const Shape& p) {
    Shape from = together(named(indices, head(p, shape.size())), tail(p, shape.size()));
    for (size_t d = 0; d < from.size(); ++d)
      if (from[d] < 0) from[d] += x.shape[d];
    copyElement(result, p, x, from);
  });
  return result;
}

Array takeGradient(const GraphCall& c) {
  const Array grad = c.array(0), x = c.array(1), indices = c.array(2);
  const Array result = given(makeArray(x.type, x.shape));
  const size_t axis = c.in.isNone("axis") ? 0 : c.axis("axis", x.rank()), more = indices.shape.size();
  forEachPoint(grad.shape, [&](const Shape& p) {
    const Shape taken = head(tail(p, axis), more);
    Shape to = head(p, axis);
    to.push_back(std::clamp<int64_t>(getInteger(indices, elementAt(indices, taken)), 0, x.shape[axis] - 1));
    change(result, together(to, tail(p, axis + more)), valueAt(grad, p), "add");
  });
  return result;
}

Array reversedSequences(const GraphCall& c) {
  const Array x = c.array(0), lengths = c.array(1), result = given(makeArray(x.type, x.shape));
  const size_t along = c.axis("seq_axis", x.rank()), batch = c.axis("batch_axis", x.rank());
  forEachPoint(x.shape, [&](const Shape& p) {
    const int64_t length = std::min(getInteger(lengths, elementAt(lengths, {p[batch]})), x.shape[along]);
    Shape from = p;
    if (p[along] < length) from[along] = length - 1 - p[along];
    copyElement(result, p, x, from);
  });
  return result;
}

Array drawn(const GraphCall& c) {
  const Array prob = c.array(0), sample = c.array(1), rows = c.array(2);
  const Array result = given(makeArray(*c.in.type("dtype", dtype::Int64), sample.shape));
  for (int64_t i = 0; i < sample.shape[0]; ++i) {
    const int64_t row = getInteger(rows, elementAt(rows, {i, 0}));
    float sum = 0;
    int64_t k = 0;
    for (; k + 1 < prob.shape[1]; ++k) {
      sum += static_cast<float>(valueAt(prob, {row, k}));
      if (sum > static_cast<float>(valueAt(sample, {i, 0}))) break;
    }
    setInteger(result, elementAt(result, {i, 0}), k);
  }
  return result;
}

Array eyeOfShape(const GraphCall& c) {
  const Array x = c.array(0);
  const Array result = given(makeArray(*c.in.type("dtype", x.type), x.shape));
  forEachPoint(x.shape, [&](const Shape& p) {
    if (p[1] == p[0] + c.integer(1, 0)) change(result, p, 1, "update");
  });
  return result;
}

Array hammingOf(const GraphCall& c) {
  const int64_t size = c.integer(size_t{0}, 1);
  const Array result = given(makeArray(*c.in.type("dtype", dtype::Float32), {size}));
  const double alpha = valueAt(c.array(2), {}), beta = valueAt(c.array(3), {});
  const int64_t steps = c.integer(1, 0) != 0 ? size : size - 1;
  for (int64_t i = 0; i < size; ++i)
    setReal(result, i,
            size == 1
                ? 1
                : alpha - beta * std::cos(2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(steps)));
  return result;
}

Array sizesOf(const GraphCall& c) {
  const Shape& sizes = std::get<Shape>(c.items[0]->kind);
  const Array result = given(makeArray(dtype::Int64, {static_cast<int64_t>(sizes.size())}));
  for (size_t i = 0; i < sizes.size(); ++i) setInteger(result, static_cast<int64_t>(i), sizes[i]);
  return result;
}

Array countOf(const GraphCall& c) {
  const Array result = given(makeArray(dtype::Int64, {}));
  setInteger(result, 0, c.array(0).size());
  return result;
}

}  // namespace

void addUpdates(GraphFunctions& to) {
  const auto add = [&](const char* name, Array (*f)(const GraphCall&)) {
    to[name] = [f](const GraphCall& c) { return GraphItem{f(c)}; };
  };
  add("scatter_nd", scatteredNd);
  add("index_put", put);
  add("index_tensor", chosen);
  add("grad.take_backward", takeGradient);
  add("reverse_sequence", reversedSequences);
  add("multinomial_from_uniform", drawn);
  add("eye_like", eyeOfShape);
  add("hamming_window", hammingOf);
  add("shape_to_tensor", sizesOf);
  add("size", countOf);
}

}  // namespace lw::reference
