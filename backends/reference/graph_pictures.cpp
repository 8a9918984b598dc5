// Operators of graphs that look up places in pictures, and attention over sequences of different lengths.
#include <algorithm>
#include <cmath>

#include "backends/reference/graph_operators.h"

namespace lw::reference {
namespace {

Array affinePlaces(const GraphCall& c) {
  const Array x = c.array(0);
  const Shape& sizes = std::get<Shape>(c.items[1]->kind);
  const auto n = static_cast<int64_t>(sizes.size());
  Shape shape{x.shape[0], n};
  shape.insert(shape.end(), sizes.begin(), sizes.end());
  const Array result = given(makeArray(x.type, shape));
  forEachPoint(shape, [&](const Shape& p) {
    double sum = valueAt(x, {p[0], p[1], n});
    for (int64_t d = 0; d < n; ++d) {
      const auto at = static_cast<double>(p[2 + static_cast<size_t>(d)]),
                 size = static_cast<double>(sizes[static_cast<size_t>(d)]);
      const double place = !c.flag("align_corners") ? (2 * at + 1) / size - 1 : size > 1 ? 2 * at / (size - 1) - 1 : 0;
      sum += valueAt(x, {p[0], p[1], n - 1 - d}) * place;
    }
    setReal(result, elementAt(result, p), sum);
  });
  return result;
}

// Goes back at the ends until the place is between them.
double reflected(double x, double low, double high) {
  if (high <= low) return low;
  while (x < low || x > high) x = x < low ? 2 * low - x : 2 * high - x;
  return x;
}

Array sampledPlaces(const GraphCall& c) {
  const Array x = c.array(0), grid = c.array(1);
  const bool corners = c.flag("align_corners"), nearest = c.in.text("method") == "nearest";
  const std::string outside = c.in.text("padding_mode");
  const size_t n = x.shape.size() - 2;
  Shape shape = grid.shape;
  shape[1] = x.shape[1];
  const Array result = given(makeArray(x.type, shape));
  forEachPoint(shape, [&](const Shape& p) {
    std::vector<double> places;
    for (size_t d = 0; d < n; ++d) {
      Shape from = p;
      from[1] = static_cast<int64_t>(n - 1 - d);
      const auto size = static_cast<double>(x.shape[2 + d]);
      const double unit = (valueAt(grid, from) + 1) / 2;
      double place = corners ? unit * (size - 1) : unit * size - 0.5;
      if (outside == "reflection") place = corners ? reflected(place, 0, size - 1) : reflected(place, -0.5, size - 0.5);
      if (outside != "zeros") place = std::clamp(place, 0.0, size - 1);
      places.push_back(nearest ? std::nearbyint(place) : place);
    }
    double sum = 0;
    for (size_t corner = 0; corner < (size_t{1} << n); ++corner) {
      double weight = 1;
      Shape at = p;
      bool inside = true;
      for (size_t d = 0; d < n; ++d) {
        const double low = std::floor(places[d]), part = places[d] - low;
        const bool upper = (corner >> d & 1) != 0;
        weight *= upper ? part : 1 - part;
        at[2 + d] = static_cast<int64_t>(low) + (upper ? 1 : 0);
        inside = inside && at[2 + d] >= 0 && at[2 + d] < x.shape[2 + d];
      }
      if (inside) sum += weight * valueAt(x, at);
    }
    setReal(result, elementAt(result, p), sum);
  });
  return result;
}

// Query after query.
Array attentionOverSequences(const GraphCall& c) {
  const Array q = c.array(0), k = c.array(1), v = c.array(2), starts = c.array(3),
              keyStarts = c.has(5) ? c.array(5) : starts;
  const double scale = c.in.isNone("scale") ? 1 / std::sqrt(static_cast<double>(q.shape[3])) : c.real("scale");
  const std::string mask = c.in.text("causal_mask");
  const Array result = given(makeArray(q.type, q.shape));
  const auto start = [](const Array& of, int64_t i) { return getInteger(of, elementAt(of, {i})); };
  for (int64_t s = 0; s + 1 < starts.size(); ++s)
    for (int64_t i = start(starts, s); i < start(starts, s + 1); ++i)
      for (int64_t head = 0; head < q.shape[2]; ++head) {
        const int64_t first = start(keyStarts, s), length = start(keyStarts, s + 1) - first, own = i - start(starts, s);
        int64_t seen = length;
        if (mask == "TopLeft") seen = std::min(length, own + 1);
        if (mask == "BottomRight")
          seen = std::min(length, own + 1 + length - (start(starts, s + 1) - start(starts, s)));
        const int64_t most = c.in.isNone("window_size") ? length : c.integer("window_size"),
                      from = std::max<int64_t>(0, seen - most);
        std::vector<double> powers;
        double sum = 0;
        for (int64_t j = from; j < seen; ++j) {
          double score = 0;
          for (int64_t d = 0; d < q.shape[3]; ++d)
            score += valueAt(q, {0, i, head, d}) * valueAt(k, {0, first + j, head, d});
          powers.push_back(std::exp(score * scale));
          sum += powers.back();
        }
        for (int64_t d = 0; d < q.shape[3]; ++d) {
          double mixed = 0;
          for (int64_t j = from; j < seen; ++j)
            mixed += powers[static_cast<size_t>(j - from)] * valueAt(v, {0, first + j, head, d});
          setReal(result, elementAt(result, {0, i, head, d}), mixed / sum);
        }
      }
  return result;
}

}  // namespace

void addPictures(GraphFunctions& to) {
  to["image.affine_grid"] = [](const GraphCall& c) { return GraphItem{affinePlaces(c)}; };
  to["image.grid_sample"] = [](const GraphCall& c) { return GraphItem{sampledPlaces(c)}; };
  to["nn.attention_var_len"] = [](const GraphCall& c) { return GraphItem{attentionOverSequences(c)}; };
}

}  // namespace lw::reference
