// Sorting, and what is found by sorted order: the elements in order, the greatest ones, the middle one, the bucket of a
// value.
#include "core/arith/analyzer.h"
#include "passes/graph/legalize/statements.h"

namespace lw::legalize {
namespace {

using Lowered = std::optional<Outputs>;

struct Sorted {
  Rows rows;
  Order order;
  Sorted(Lowering& l, std::vector<size_t> axes, bool descending)
      : rows(l, l[0].shape, std::move(axes)), order(orderOf(l, rows, elementsOf(l), descending)) {}
  RowElement elementsOf(Lowering& l) const {
    return [this, &l](const Point& kept, const Expr& place) {
      const Expr x = l[0].at(rows.at(kept, place));
      return x.dtype().isBool() ? cast(dtype::Int32, x) : x;
    };
  }
};

// The elements, or their indices, in order; of the first `shape[axis]` of them.
Tensor sortedBy(Lowering& l, const Sorted& sorted, size_t axis, const Sizes& shape, std::optional<DataType> indices) {
  return l.compute(indices ? "T_argsort" : "T_sort", shape, [&](const Point& p) {
    const Point kept = sorted.rows.keptOf(p);
    const Expr place = sorted.order.at(kept, p[axis]);
    return indices ? cast(*indices, place) : l[0].at(sorted.rows.at(kept, place));
  });
}

Lowered sorted(Lowering& l, bool indices) {
  const auto axis = l.axis("axis", l[0].rank());
  const auto type = indices ? l.call.type("dtype", dtype::Int32) : std::optional<DataType>();
  if (!axis || !l[0].tensor || (indices && !type)) return std::nullopt;
  return Outputs{sortedBy(l, Sorted(l, {*axis}, l.flag("descending")), *axis, l[0].shape, type)};
}

Lowered topK(Lowering& l) {
  const auto axis = l.axis("axis", l[0].rank());
  const auto k = l.call.integer("k");
  const auto type = l.call.type("dtype", dtype::Int32);
  const std::string what = l.call.text("ret_type");
  if (!axis || !k || !type || !l[0].tensor) return std::nullopt;
  const auto size = asInt(l[0].shape[*axis]);
  if (*k > 0 && (!size || *k > *size)) return std::nullopt;
  Sizes shape = l[0].shape;
  if (*k > 0) shape[*axis] = l.at(*k);
  const Sorted sorted(l, {*axis}, l.flag("largest"));
  Outputs outputs;
  if (what != "indices") outputs.push_back(sortedBy(l, sorted, *axis, shape, std::nullopt));
  if (what != "values") outputs.push_back(sortedBy(l, sorted, *axis, shape, type));
  return outputs;
}

// The middle element of each row, the lower one of two. With one axis its place in the row is a second result.
Lowered median(Lowering& l) {
  const bool keeps = l.flag("keepdims"), all = l.call.isNone("axis");
  const auto axes = l.axes("axis", l[0].rank());
  if (!axes || !l[0].tensor) return std::nullopt;
  const Sorted sorted(l, *axes, false);
  if (asInt(sorted.rows.length) == 0) return std::nullopt;
  Sizes shape = sorted.rows.keptShape;
  if (keeps) {
    shape = l[0].shape;
    for (const size_t axis : *axes) shape[axis] = l.at(1);
  }
  const Expr middle = simplify(floordiv(sorted.rows.length - l.at(1), l.at(2)));
  const auto keptOf = [&](const Point& p) { return keeps ? sorted.rows.keptOf(p) : p; };
  Outputs outputs{l.compute("T_median", shape, [&](const Point& p) {
    const Point kept = keptOf(p);
    return l[0].at(sorted.rows.at(kept, sorted.order.at(kept, middle)));
  })};
  if (!all && axes->size() == 1)
    outputs.push_back(l.compute("T_median_place", shape, [&](const Point& p) {
      return cast(dtype::Int64, sorted.order.at(keptOf(p), middle));
    }));
  return outputs;
}

// How many boundaries are below the value; with `right`, or equal to it. Each search halves the boundaries.
Lowered bucketize(Lowering& l) {
  const Operand &x = l[0], &boundaries = l[1];
  if (!boundaries.tensor || boundaries.rank() != 1 || x.type.isBool() || boundaries.type.isBool()) return std::nullopt;
  const bool right = l.flag("right");
  const DataType type = l.flag("out_int32") ? dtype::Int32 : dtype::Int64;
  const Expr n = boundaries.shape[0];
  const auto known = asInt(n);
  int64_t steps = 1;
  while (steps < 40 && (!known || (int64_t{1} << steps) <= *known)) ++steps;
  const bool real = x.type.isFloat() || boundaries.type.isFloat();
  const bool single = x.type == dtype::Float32 && boundaries.type == dtype::Float32;
  const DataType compared = single ? dtype::Float32 : real ? dtype::Float(64) : dtype::Int64;
  const Sizes ends = joined(x.shape, {l.at(2)});
  const Outputs made = atEachPoint(
      l, "T_bucketize", x.shape, {{"T_bucket", x.shape, type}, {"T_ends", ends, l.index}},
      [&](const Point& p, const Buffers& b) {
        const Cells end(b[1], p);
        const Expr middle = floordiv(end.get(0) + end.get(1), l.at(2));
        const Expr value = cast(compared, x.at(p)), boundary = cast(compared, boundaries.at({middle}));
        const Expr below = right ? le(boundary, value) : lt(boundary, value);
        const Stmt halved = when(below, end.set(0, middle + l.at(1)), end.set(1, middle));
        return sequence(
            {end.set(0, l.at(0)), end.set(1, n),
             loop(l, "k", l.at(steps), [&](const Expr&) { return when(lt(end.get(0), end.get(1)), halved); }),
             store(b[0], p, end.get(0))});
      });
  return Outputs{made[0]};
}

}  // namespace

std::vector<Entry> sortingEntries() {
  return {
      {"sort", [](Lowering& l) { return sorted(l, false); }},
      {"argsort", [](Lowering& l) { return sorted(l, true); }},
      {"topk", topK},
      {"median", median},
      {"bucketize", bucketize},
  };
}

}  // namespace lw::legalize
