// Operators of graphs whose results have sizes that depend on data, or on an index map.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "backends/reference/errors.h"
#include "backends/reference/graph_operators.h"
#include "core/arith/analyzer.h"
#include "core/ir/visit.h"
#include "core/text/graph/index_map_text.h"

namespace lw::reference {
namespace {

bool isLess(double a, double b) { return a < b || (std::isnan(b) && !std::isnan(a)); }  // NaN comes last

// The values one after the other; integers without loss.
GraphItem uniqueValues(const GraphCall& c) {
  const Array x = inShape(c.array(0), {-1});
  const int64_t n = x.size();
  const auto less = [&](int64_t a, int64_t b) {
    return x.type.isFloat() ? isLess(valueAt(x, {a}), valueAt(x, {b}))
                            : getInteger(x, elementAt(x, {a})) < getInteger(x, elementAt(x, {b}));
  };
  std::vector<int64_t> order(static_cast<size_t>(n));
  std::iota(order.begin(), order.end(), int64_t{0});
  std::stable_sort(order.begin(), order.end(), less);
  std::vector<int64_t> firsts, counts;
  const Array inverse = given(makeArray(dtype::Int64, {n}));
  for (const int64_t place : order) {
    if (firsts.empty() || less(firsts.back(), place)) {
      firsts.push_back(place);
      counts.push_back(0);
    }
    ++counts.back();
    setInteger(inverse, place, static_cast<int64_t>(firsts.size()) - 1);
  }
  const auto runs = static_cast<int64_t>(firsts.size());
  const Array values = given(makeArray(x.type, {runs}));
  const auto integers = [&](const std::vector<int64_t>& from) {
    const Array made = given(makeArray(dtype::Int64, {runs}));
    for (int64_t i = 0; i < runs; ++i) setInteger(made, i, from[static_cast<size_t>(i)]);
    return made;
  };
  for (int64_t i = 0; i < runs; ++i) copyElement(values, {i}, x, {firsts[static_cast<size_t>(i)]});
  if (c.integer(2, 0) == 0 && c.integer(3, 0) == 0 && c.integer(4, 0) == 0) return {values};
  std::vector<GraphItem> all{{values}};
  if (c.integer(2, 0) != 0) all.push_back({integers(firsts)});
  if (c.integer(3, 0) != 0) all.push_back({inverse});
  if (c.integer(4, 0) != 0) all.push_back({integers(counts)});
  return {std::move(all)};
}

Array nonzeroPlaces(const GraphCall& c) {
  const Array x = c.array(0);
  std::vector<Shape> found;
  forEachPoint(x.shape, [&](const Shape& p) {
    if (valueAt(x, p) != 0) found.push_back(p);
  });
  const Array result =
      given(makeArray(dtype::Int64, {static_cast<int64_t>(x.rank()), static_cast<int64_t>(found.size())}));
  for (size_t i = 0; i < found.size(); ++i)
    for (size_t d = 0; d < found[i].size(); ++d)
      setInteger(result, elementAt(result, {static_cast<int64_t>(d), static_cast<int64_t>(i)}), found[i][d]);
  return result;
}

// Steps from the begin until the end is reached.
Array slicedBetween(const GraphCall& c) {
  const Array x = c.array(0);
  std::vector<std::vector<int64_t>> taken;
  Shape shape;
  for (int64_t d = 0; d < x.rank(); ++d) {
    const auto number = [&](size_t place) {
      const Array of = c.array(place);
      return getInteger(of, elementAt(of, {d}));
    };
    const int64_t size = x.shape[static_cast<size_t>(d)], step = number(3);
    const auto inside = [&](int64_t at) {
      return std::clamp<int64_t>(at < 0 ? at + size : at, step > 0 ? 0 : -1, step > 0 ? size : size - 1);
    };
    std::vector<int64_t> places;
    for (int64_t at = inside(number(1)); step > 0 ? at < inside(number(2)) : step < 0 && at > inside(number(2));
         at += step)
      places.push_back(at);
    shape.push_back(static_cast<int64_t>(places.size()));
    taken.push_back(std::move(places));
  }
  const Array result = given(makeArray(x.type, shape));
  forEachPoint(shape, [&](const Shape& p) {
    Shape from;
    for (size_t d = 0; d < p.size(); ++d) from.push_back(taken[d][static_cast<size_t>(p[d])]);
    copyElement(result, p, x, from);
  });
  return result;
}

// Element by element to where the index map sends it.
Array rearranged(const GraphCall& c) {
  const Array x = c.array(0);
  const auto* text = c.in.attribute("index_map").as<graph::SourceAttribute>();
  const auto map = text ? indexMapFrom(text->text) : std::nullopt;
  if (!map || map->inputs.size() != x.shape.size()) throw GraphFailure{err::kGraphNotEvaluated("R.layout_transform")};
  std::vector<std::pair<Shape, Shape>> moves;
  Shape shape(map->results.size(), 0);
  forEachPoint(x.shape, [&](const Shape& p) {
    VarMap at;
    for (size_t d = 0; d < p.size(); ++d) at.emplace(map->inputs[d].key(), makeConst(dtype::Int64, p[d]));
    Shape to;
    for (const Expr& result : map->results) to.push_back(asInt(simplify(substitute(result, at))).value_or(0));
    for (size_t d = 0; d < to.size(); ++d) shape[d] = std::max(shape[d], to[d] + 1);
    moves.emplace_back(p, std::move(to));
  });
  const Array result = filledArray(x.type, shape, c.real("pad_value"));
  for (const auto& [from, to] : moves) copyElement(result, to, x, from);
  return result;
}

GraphItem shapeIn(const GraphCall& c) {
  const Array x = c.array(0);
  Shape shape;
  for (int64_t i = 0; i < x.size(); ++i) shape.push_back(getInteger(x, elementAt(x, {i})));
  return {shape};
}

}  // namespace

void addCounted(GraphFunctions& to) {
  to["unique"] = uniqueValues;
  to["nonzero"] = [](const GraphCall& c) { return GraphItem{nonzeroPlaces(c)}; };
  to["dynamic_strided_slice"] = [](const GraphCall& c) { return GraphItem{slicedBetween(c)}; };
  to["tensor_to_shape"] = shapeIn;
  to["layout_transform"] = [](const GraphCall& c) { return GraphItem{rearranged(c)}; };
}

}  // namespace lw::reference
