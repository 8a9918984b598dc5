// Sorting along a dimension. The place of each element is the number of elements that come before it, so that the
// kernels are nests of loops as all others; they take n * n steps for n elements.
#include "passes/graph/legalize/lowering.h"

namespace lw::legalize {
namespace {

using Lowered = std::optional<Outputs>;

// Equal elements keep their order.
Tensor placesOf(Lowering& l, size_t axis, bool descending) {
  const Operand& x = l[0];
  const IterVar other = l.reduceAxis("k", x.shape[axis]);
  return l.reduce("T_sort_place", "sum", x.shape, {other}, [&](const Point& p) {
    Point from = p;
    from[axis] = other.var;
    const Expr mine = x.at(p), theirs = x.at(from);
    const Expr before = descending ? gt(theirs, mine) : lt(theirs, mine);
    const Expr comes = logicalOr(before, logicalAnd(eq(theirs, mine), lt(other.var, p[axis])));
    return Expr(Select{comes, l.at(1), l.at(0)});
  });
}

// The element, or its index, that has the place; of the first `shape[axis]` places.
Tensor sortedBy(Lowering& l, const Tensor& places, size_t axis, const Sizes& shape, std::optional<DataType> indices) {
  const Operand& x = l[0];
  const IterVar k = l.reduceAxis("k", x.shape[axis]);
  return l.reduce(indices ? "T_argsort" : "T_sort", "sum", shape, {k}, [&](const Point& p) {
    Point from = p;
    from[axis] = k.var;
    const Expr value = indices ? cast(*indices, Expr(k.var)) : x.at(from);
    return choose(eq(te::read(places, from), p[axis]), value, te::number(value.dtype(), 0));
  });
}

Lowered sorted(Lowering& l, bool indices) {
  const auto axis = l.axis("axis", l[0].rank());
  const auto type = indices ? l.call.type("dtype", dtype::Int32) : std::optional<DataType>();
  if (!axis || l[0].type.isBool() || !l[0].tensor || (indices && !type)) return std::nullopt;
  return Outputs{sortedBy(l, placesOf(l, *axis, l.flag("descending")), *axis, l[0].shape, type)};
}

Lowered topK(Lowering& l) {
  const auto axis = l.axis("axis", l[0].rank());
  const auto k = l.call.integer("k");
  const auto type = l.call.type("dtype", dtype::Int32);
  const std::string what = l.call.text("ret_type");
  if (!axis || !k || !type || l[0].type.isBool() || !l[0].tensor) return std::nullopt;
  const auto size = asInt(l[0].shape[*axis]);
  if (*k > 0 && (!size || *k > *size)) return std::nullopt;
  Sizes shape = l[0].shape;
  if (*k > 0) shape[*axis] = l.at(*k);
  const Tensor places = placesOf(l, *axis, l.flag("largest"));
  Outputs outputs;
  if (what != "indices") outputs.push_back(sortedBy(l, places, *axis, shape, std::nullopt));
  if (what != "values") outputs.push_back(sortedBy(l, places, *axis, shape, type));
  return outputs;
}

}  // namespace

std::vector<Entry> sortingEntries() {
  return {
      {"sort", [](Lowering& l) { return sorted(l, false); }},
      {"argsort", [](Lowering& l) { return sorted(l, true); }},
      {"topk", topK},
  };
}

}  // namespace lw::legalize
