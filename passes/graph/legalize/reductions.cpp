// Operators that combine the elements along dimensions.

#include "passes/graph/legalize/statements.h"

namespace lw::legalize {
namespace {

using Lowered = std::optional<Outputs>;

// The point among the kept dimensions for a point of the result, which has dimensions of size 1 with keepdims.
Point keptPoint(const Reduced& r, const Point& p, bool keepsDims) { return keepsDims ? r.keptOf(p) : p; }

Tensor overAxes(Lowering& l, const std::string& name, std::string_view how, const Reduced& r, const Sizes& shape,
                bool keepsDims, const std::function<Expr(const Point&)>& element) {
  return l.reduce(name, how, shape, r.iters,
                  [&](const Point& p) { return element(r.whole(keptPoint(r, p, keepsDims))); });
}

Lowered combined(Lowering& l, const char* how) {
  const auto axes = l.axes("axis", l[0].rank());
  if (!axes || !l.knows() || l[0].type.isBool()) return std::nullopt;
  const Reduced r(l, l[0].shape, *axes);
  return Outputs{overAxes(l, l.call.op.params[0].name + "_red", how, r, l.shape(), l.flag("keepdims"),
                          [&](const Point& p) { return l[0].at(p); })};
}

Lowered mean(Lowering& l) {
  auto sum = combined(l, "sum");
  if (!sum) return sum;
  const Reduced r(l, l[0].shape, *l.axes("axis", l[0].rank()));
  const Expr elements = cast(l[0].type, count(r.extents()));
  return Outputs{
      l.compute("T_divide", l.shape(), [&](const Point& p) { return quotient(te::read(sum->front(), p), elements); })};
}

// The mean of the squared distance from the mean; its square root for the deviation.
Lowered variance(Lowering& l, bool root) {
  const auto axes = l.axes("axis", l[0].rank());
  if (!axes || !l.knows() || !l[0].type.isFloat()) return std::nullopt;
  const bool keeps = l.flag("keepdims");
  const Reduced first(l, l[0].shape, *axes), second(l, l[0].shape, *axes);
  const Expr elements = cast(l[0].type, count(first.extents()));
  const Tensor sum =
      overAxes(l, "x_red", "sum", first, first.keptShape, false, [&](const Point& p) { return l[0].at(p); });
  const Tensor squares = overAxes(l, "x_dev", "sum", second, second.keptShape, false, [&](const Point& p) {
    const Expr distance = l[0].at(p) - quotient(te::read(sum, second.keptOf(p)), elements);
    return distance * distance;
  });
  return Outputs{l.compute("T_divide", l.shape(), [&](const Point& p) {
    const Expr value = quotient(te::read(squares, keptPoint(second, p, keeps)), elements);
    return root ? math("sqrt", value) : value;
  })};
}

// Position and value are reduced together; of equal values the first one counts.
Lowered position(Lowering& l, bool greatest) {
  const auto axes = l.axes("axis", l[0].rank());
  if (!axes || !l.knows() || axes->empty()) return std::nullopt;
  const bool keeps = l.flag("keepdims");
  const Reduced r(l, l[0].shape, *axes);
  const DataType type = l[0].type, positions = l.type();
  te::Operation op{.kind = te::Operation::Kind::Compute, .name = greatest ? "x_argmax" : "x_argmin"};
  Point point;
  for (size_t i = 0; i < l.shape().size(); ++i) {
    op.axes.push_back(l.host.axis("ax" + std::to_string(i), l.shape()[i], IterKind::Spatial));
    point.emplace_back(op.axes.back().var);
  }
  const Var li("li", positions), lv("lv", type), ri("ri", positions), rv("rv", type);
  const Expr better = greatest ? gt(lv, rv) : lt(lv, rv);
  const Expr stays = logicalOr(better, logicalAnd(eq(lv, rv), lt(li, ri)));
  const Expr worst = greatest ? te::lowest(type) : te::highest(type);
  Expr place = makeConst(positions, 0);
  for (const IterVar& iter : r.iters) place = place * cast(positions, iter.domain.extent) + cast(positions, iter.var);
  op.reduction = te::Reduction{{{li, lv},
                                {ri, rv},
                                {Select{stays, li, ri}, Select{stays, lv, rv}},
                                {makeConst(positions, maxValueOf(dtype::Int32)), worst}},
                               {place, l[0].at(r.whole(keptPoint(r, point, keeps)))},
                               r.iters,
                               std::nullopt,
                               {}};
  op.outputs = {makeBuffer(op.name, l.shape(), positions), makeBuffer(op.name + "_value", l.shape(), type)};
  op.inputs = l.host.tensorsIn(op.reduction->sources);
  const script::Value made = l.host.add(std::move(op));
  return Outputs{(*made.items())[0].hostAs<te::TensorValue>()->tensor};
}

// Along one dimension, or all elements in a row, one element after the other.
Lowered scan(Lowering& l, bool product) {
  if (!l.knows() || l[0].type.isBool()) return std::nullopt;
  const DataType type = l.type();
  const bool exclusive = l.flag("exclusive"), flat = l.call.isNone("axis");
  const auto axis = flat ? std::optional<size_t>(0) : l.axis("axis", l[0].rank());
  if (!axis) return std::nullopt;
  std::vector<size_t> all(l[0].rank());
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  const Rows rows(l, l[0].shape, flat ? all : std::vector{*axis}), results(l, l.shape(), {*axis});
  const char* name = product ? "cumprod" : "cumsum";
  return Outputs{atEachPoint(l, name, rows.keptShape, {{name, l.shape(), type}}, [&](const Point& p, const Buffers& b) {
    return loop(l, "k", rows.length, [&](const Expr& k) {
      const auto value = [&](const Expr& at) { return cast(type, l[0].at(rows.at(p, at))); };
      const Expr neutral = te::number(type, product ? 1 : 0), first = l.at(0), before = k - l.at(1);
      const Expr sum = choose(gt(k, first), load(b[0], results.at(p, before)), neutral);
      const Expr added = exclusive ? choose(gt(k, first), value(before), neutral) : value(k);
      return store(b[0], results.at(p, k), product ? sum * added : sum + added);
    });
  })};
}

}  // namespace

std::vector<Entry> reductionEntries() {
  return {
      {"sum", [](Lowering& l) { return combined(l, "sum"); }},
      {"max", [](Lowering& l) { return combined(l, "max"); }},
      {"min", [](Lowering& l) { return combined(l, "min"); }},
      {"prod", [](Lowering& l) { return combined(l, "prod"); }},
      {"mean", mean},
      {"variance", [](Lowering& l) { return variance(l, false); }},
      {"std", [](Lowering& l) { return variance(l, true); }},
      {"argmax", [](Lowering& l) { return position(l, true); }},
      {"argmin", [](Lowering& l) { return position(l, false); }},
      {"cumsum", [](Lowering& l) { return scan(l, false); }},
      {"cumprod", [](Lowering& l) { return scan(l, true); }},
  };
}

}  // namespace lw::legalize
