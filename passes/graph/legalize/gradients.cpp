// The gradients of losses and pools with respect to their first operand.
#include "passes/graph/legalize/statements.h"
#include "passes/graph/legalize/windows.h"

namespace lw::legalize {
namespace {

using Lowered = std::optional<Outputs>;

// -weights[t] at the target t of each place, scaled by what the loss makes of the places: all, their sum, or the mean
// by their weights.
Lowered nllLossBackward(Lowering& l) {
  const Operand &grad = l[0], &x = l[1], &targets = l[2];
  const auto ignored = l.call.integer("ignore_index");
  const std::string reduction = l.call.text("reduction");
  if (!ignored || !x.type.isFloat() || !targets.type.isInteger() || x.rank() < 1 || targets.rank() + 1 != x.rank())
    return std::nullopt;
  const bool each = reduction == "none", mean = reduction == "mean";
  if ((!each && !mean && reduction != "sum") || grad.rank() != (each ? targets.rank() : 0)) return std::nullopt;
  const size_t channel = x.rank() == 1 ? 0 : 1;
  const Expr zero = te::number(x.type, 0);
  const auto weightAt = [&](const Point& p) {
    const Expr target = targets.at(p);
    const Expr weight = l.has(3) ? l[3].at({cast(l.index, target)}) : te::number(x.type, 1);
    return choose(ne(target, makeConst(target.dtype(), *ignored)), weight, zero);
  };
  std::optional<Tensor> sum;
  if (mean) {
    std::vector<size_t> all(targets.rank());
    for (size_t i = 0; i < all.size(); ++i) all[i] = i;
    const Reduced r(l, targets.shape, all);
    sum = all.empty()
              ? l.compute("T_weight_sum", {}, weightAt)
              : l.reduce("T_weight_sum", "sum", {}, r.iters, [&](const Point& p) { return weightAt(r.whole(p)); });
  }
  return Outputs{l.compute("nll_loss_backward", x.shape, [&](const Point& p) {
    Point place = p;
    place.erase(place.begin() + static_cast<std::ptrdiff_t>(channel));
    const Expr scale = mean ? quotient(grad.at({}), te::read(*sum, {})) : grad.at(each ? place : Point{});
    return choose(eq(cast(l.index, targets.at(place)), p[channel]), -(weightAt(place) * scale), zero);
  })};
}

// The windows of a pool, each with the places of the data that its taps meet.
struct PoolWindows {
  Pool pool;
  Sizes windows, taps, space;  // along the dimensions of space
  Sizes points;                // batch and channels

  PoolWindows(Lowering& l, Pool p) : pool(std::move(p)) {
    for (size_t d = 0; d < pool.sizes.size(); ++d) {
      windows.push_back(l[0].shape[pool.layout.space[d]]);
      taps.push_back(l.at(pool.sizes[d]));
      space.push_back(l[1].shape[pool.layout.space[d]]);
    }
    points = {l[1].shape[pool.layout.first], l[1].shape[pool.layout.second]};
  }
  Point whole(const Point& point, const Point& inner) const {
    Point p(inner.size() + 2, Expr(0));
    p[pool.layout.first] = point[0];
    p[pool.layout.second] = point[1];
    for (size_t d = 0; d < inner.size(); ++d) p[pool.layout.space[d]] = inner[d];
    return p;
  }
  Point met(Lowering& l, const Point& window, const Point& tap) const {
    Point place;
    for (size_t d = 0; d < window.size(); ++d)
      place.push_back(windowStart(l, window[d], pool.w, d, tap[d]) - l.at(pool.w.before(d)));
    return place;
  }
  Expr inside(Lowering& l, const Point& place) const {
    std::optional<Expr> all;
    for (size_t d = 0; d < place.size(); ++d)
      all = both(all, logicalAnd(ge(place[d], l.at(0)), lt(place[d], space[d])));
    return *all;
  }
  // The number of a place in row-major order.
  Expr number(Lowering& l, const Point& place) const {
    Expr sum = l.at(0);
    for (size_t d = 0; d < place.size(); ++d) sum = sum * space[d] + place[d];
    return sum;
  }
};

// Calls `body` for each window with a loop over its taps that are inside the data.
Lowered overWindows(Lowering& l, const char* name, int64_t cells, DataType cellType,
                    const std::function<Stmt(const PoolWindows&, const Point& point, const Point& window,
                                             const Buffer& result, const Cells& cells)>& body) {
  const Operand& x = l[1];
  const auto pool = poolOf(l, 1);
  if (!pool || !x.type.isFloat() || l[0].type != x.type || l[0].rank() != x.rank()) return std::nullopt;
  const PoolWindows w(l, *pool);
  const Outputs made =
      atEachPoint(l, name, w.points,
                  {{name, x.shape, x.type}, {std::string(name) + "_found", joined(w.points, {l.at(cells)}), cellType}},
                  [&](const Point& p, const Buffers& b) {
                    const Stmt zeroed = loop(l, "k", count(w.space), [&](const Expr& k) {
                      return store(b[0], w.whole(p, unravelled(w.space, k)), te::number(x.type, 0));
                    });
                    const Stmt added = loop(l, "window", count(w.windows), [&](const Expr& window) {
                      return body(w, p, unravelled(w.windows, window), b[0], Cells(b[1], p));
                    });
                    return sequence({zeroed, added});
                  });
  return Outputs{made[0]};
}

// The gradient of a window goes to its greatest element, to the first one of equal ones.
Lowered maxPoolBackward(Lowering& l) {
  return overWindows(
      l, "max_pool_backward", 1, l.index,
      [&](const PoolWindows& w, const Point& p, const Point& window, const Buffer& result, const Cells& found) {
        const Stmt search = loop(l, "tap", count(w.taps), [&](const Expr& tap) {
          const Point place = w.met(l, window, unravelled(w.taps, tap));
          const Expr best = l[1].at(w.whole(p, unravelled(w.space, found.get(0))));
          const Expr greater = choose(lt(found.get(0), l.at(0)), boolConst(true), gt(l[1].at(w.whole(p, place)), best));
          return when(w.inside(l, place), when(greater, found.set(0, w.number(l, place))));
        });
        const Point to = w.whole(p, unravelled(w.space, found.get(0)));
        const Stmt added = store(result, to, load(result, to) + l[0].at(w.whole(p, window)));
        return sequence({found.set(0, l.at(-1)), search, when(ge(found.get(0), l.at(0)), added)});
      });
}

// The gradient of a window is shared by its elements.
Lowered averagePoolBackward(Lowering& l) {
  const bool countsBorder = l.flag("count_include_pad");
  return overWindows(
      l, "avg_pool_backward", 1, l.index,
      [&](const PoolWindows& w, const Point& p, const Point& window, const Buffer& result, const Cells& found) {
        const Stmt counted =
            countsBorder ? found.set(0, count(w.taps)) : loop(l, "tap", count(w.taps), [&](const Expr& tap) {
              return when(w.inside(l, w.met(l, window, unravelled(w.taps, tap))), found.add(0, 1));
            });
        const Stmt added = loop(l, "tap", count(w.taps), [&](const Expr& tap) {
          const Point place = w.met(l, window, unravelled(w.taps, tap)), to = w.whole(p, place);
          const Expr share = quotient(l[0].at(w.whole(p, window)), cast(l[1].type, found.get(0)));
          return when(w.inside(l, place), store(result, to, load(result, to) + share));
        });
        return sequence({found.set(0, l.at(0)), counted, added});
      });
}

}  // namespace

std::vector<Entry> gradientEntries() {
  return {
      {"grad.nll_loss_backward", nllLossBackward},
      {"grad.max_pool2d_backward", maxPoolBackward},
      {"grad.avg_pool2d_backward", averagePoolBackward},
  };
}

}  // namespace lw::legalize
