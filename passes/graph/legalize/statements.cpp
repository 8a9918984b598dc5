#include "passes/graph/legalize/statements.h"

#include <algorithm>

#include "core/arith/analyzer.h"
#include "core/ir/visit.h"

namespace lw::legalize {

Outputs atEachPoint(Lowering& l, const std::string& name, const Sizes& points, const std::vector<Written>& written,
                    const std::function<Stmt(const Point&, const Buffers&)>& statement) {
  te::Operation op{.kind = te::Operation::Kind::Statement, .name = name};
  Point point;
  for (size_t i = 0; i < points.size(); ++i) {
    op.axes.push_back(l.host.axis("ax" + std::to_string(i), points[i], IterKind::Spatial));
    point.emplace_back(op.axes.back().var);
  }
  for (const Written& one : written) op.outputs.push_back(makeBuffer(one.name, one.shape, one.type));
  op.body = statement(point, op.outputs);
  std::vector<Expr> loads;
  forEachExpr(*op.body, [&](const Expr& e) {
    if (e.as<BufferLoad>()) loads.push_back(e);
  });
  op.inputs = l.host.tensorsIn(loads);
  const script::Value made = l.host.add(std::move(op));
  if (const auto* one = made.hostAs<te::TensorValue>()) return {one->tensor};
  Outputs all;
  for (const script::Value& item : *made.items()) all.push_back(item.hostAs<te::TensorValue>()->tensor);
  return all;
}

Stmt loop(Lowering& l, const std::string& name, const Expr& extent, const std::function<Stmt(const Expr&)>& body) {
  const Var var(name, l.index);
  return For{LoopId{0}, var, l.at(0), cast(l.index, extent), ForKind::Serial, "", {}, body(Expr(var))};
}

Stmt when(const Expr& condition, Stmt body, std::optional<Stmt> otherwise) {
  return IfThenElse{condition, std::move(body), std::move(otherwise)};
}

Stmt store(const Buffer& buffer, Point point, const Expr& value) {
  return BufferStore{buffer, std::move(point), cast(buffer->dtype, value)};
}

Expr load(const Buffer& buffer, Point point) { return BufferLoad{buffer, std::move(point)}; }

Point Cells::at(int64_t number) const {
  Point point = point_;
  point.push_back(makeConst(buffer_->shape.back().dtype(), number));
  return point;
}
Stmt Cells::add(int64_t number, int64_t value) const {
  return set(number, get(number) + makeConst(buffer_->dtype, value));
}

Rows::Rows(Lowering& l, const Sizes& shape, std::vector<size_t> along) : axes(std::move(along)), length(l.at(1)) {
  for (size_t i = 0; i < shape.size(); ++i)
    if (std::find(axes.begin(), axes.end(), i) == axes.end()) {
      kept.push_back(i);
      keptShape.push_back(shape[i]);
    }
  for (const size_t axis : axes) {
    extents.push_back(shape[axis]);
    length = simplify(length * shape[axis]);
  }
}

Point Rows::at(const Point& keptPoint, const Expr& place) const {
  Point point(axes.size() + kept.size(), Expr(0));
  const Point inner = unravelled(extents, place);
  for (size_t i = 0; i < axes.size(); ++i) point[axes[i]] = inner[i];
  for (size_t i = 0; i < kept.size(); ++i) point[kept[i]] = keptPoint[i];
  return point;
}

Point Rows::keptOf(const Point& whole) const {
  Point point;
  for (const size_t axis : kept) point.push_back(whole[axis]);
  return point;
}

Point joined(Point a, const Point& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Point unravelled(const Sizes& sizes, const Expr& number) {
  Point point(sizes.size(), number);
  Expr rest = number;
  for (size_t d = sizes.size(); d-- > 1;) {
    point[d] = floormod(rest, sizes[d]);
    rest = floordiv(rest, sizes[d]);
  }
  if (!sizes.empty()) point[0] = rest;
  return point;
}

namespace {

Expr comesBefore(const Expr& a, const Expr& b, bool descending) {
  const Expr before = descending ? gt(a, b) : lt(a, b);
  if (!a.dtype().isFloat()) return before;
  const auto isNaN = [](const Expr& e) { return Expr(Call{dtype::Bool(), "isnan", {e}}); };
  return logicalOr(before, logicalAnd(isNaN(b), logicalNot(isNaN(a))));
}

}  // namespace

Order orderOf(Lowering& l, const Rows& rows, const RowElement& element, bool descending) {
  const Expr n = rows.length;
  Sizes shape = joined(rows.keptShape, {l.at(2), n}), ends = joined(rows.keptShape, {l.at(2)});
  // Each step merges runs of `width` elements from one half of the places to the other one, and the runs of twice that
  // width back. Steps for a size that is not known are counted for 2^40 elements, and skipped if there are fewer.
  const auto known = asInt(n);
  int64_t steps = 0;
  while (steps < 20 && (!known || (int64_t{1} << (2 * steps)) < *known)) ++steps;
  const auto merge = [&](const Point& p, const Buffers& b, int64_t from, const Expr& width) {
    const Cells next(b[1], p);  // in the two runs that are merged
    const auto placeAt = [&](int64_t half, const Expr& rank) { return joined(p, {l.at(half), rank}); };
    const auto valueAt = [&](int64_t run) { return element(p, load(b[0], placeAt(from, next.get(run)))); };
    const Expr both = width * l.at(2);
    return loop(l, "pair", floordiv(n + both - l.at(1), both), [&](const Expr& pair) {
      const Expr first = pair * both, middle = min(first + width, n), last = min(first + both, n);
      const auto taken = [&](int64_t run, const Expr& rank) {
        return sequence(
            {store(b[0], placeAt(1 - from, rank), load(b[0], placeAt(from, next.get(run)))), next.add(run, 1)});
      };
      const Stmt merged = loop(l, "k", last - first, [&](const Expr& k) {
        const Expr later =
            choose(lt(next.get(1), last), logicalNot(comesBefore(valueAt(1), valueAt(0), descending)), boolConst(true));
        const Expr ofFirst = choose(lt(next.get(0), middle), later, boolConst(false));
        return when(ofFirst, taken(0, first + k), taken(1, first + k));
      });
      return sequence({next.set(0, first), next.set(1, middle), merged});
    });
  };
  const Outputs made = atEachPoint(
      l, "T_order", rows.keptShape, {{"T_places", shape, l.index}, {"T_next", ends, l.index}},
      [&](const Point& p, const Buffers& b) {
        const Stmt start = loop(l, "k", n, [&](const Expr& k) { return store(b[0], joined(p, {l.at(0), k}), k); });
        if (steps == 0) return sequence({start, Cells(b[1], p).set(0, l.at(0))});
        const Stmt sorted = loop(l, "step", l.at(steps), [&](const Expr& step) {
          const Expr width = Call{l.index, "shift_left", {l.at(1), step * l.at(2)}};
          const Stmt merged = sequence({merge(p, b, 0, width), merge(p, b, 1, width * l.at(2))});
          return known ? merged : when(lt(width, n), merged);
        });
        return sequence({start, sorted});
      });
  return {made[0]};
}

Expr Order::at(const Point& keptPoint, const Expr& rank) const {
  return te::read(places, joined(keptPoint, {makeConst(rank.dtype(), 0), rank}));
}

}  // namespace lw::legalize
