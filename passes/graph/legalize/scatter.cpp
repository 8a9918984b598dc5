// Operators that write some elements of a tensor. Seen from an element of the result: which update reaches it.
#include "passes/graph/legalize/lowering.h"

namespace lw::legalize {
namespace {

using Lowered = std::optional<Outputs>;

// Of several updates of one element the last one counts, or they are combined with the element.
Lowered scatterElements(Lowering& l) {
  const Operand &x = l[0], &indices = l[1], &updates = l[2];
  const auto axis = l.axis("axis", x.rank());
  const std::string how = l.call.text("reduction");
  if (!axis || !indices.tensor || !indices.type.isInteger() || indices.rank() != x.rank() || updates.type != x.type)
    return std::nullopt;
  const IterVar k = l.reduceAxis("k", indices.shape[*axis]);
  const auto place = [&](const Point& p, const Expr& at) {
    Point from = p;
    from[*axis] = at;
    return from;
  };
  // Does update k of the row reach the element?
  const auto reaches = [&](const Point& p) {
    const Expr index = cast(l.index, indices.at(place(p, k.var)));
    return eq(Select{lt(index, l.at(0)), index + x.shape[*axis], index}, p[*axis]);
  };
  // Rows that the indices do not have are not updated.
  const auto hasRow = [&](const Point& p) {
    std::optional<Expr> has;
    for (size_t d = 0; d < p.size(); ++d)
      if (d != *axis && graph::sameSize(indices.shape[d], x.shape[d]) != graph::Fit::Yes)
        has = both(has, lt(p[d], indices.shape[d]));
    return has;
  };
  const auto guarded = [&](const Point& p, const Expr& value, const Expr& otherwise) {
    const auto row = hasRow(p);
    return row ? choose(*row, value, otherwise) : value;
  };
  if (how == "update") {
    const Tensor last = l.reduce("T_scatter_last", "max", x.shape, {k}, [&](const Point& p) {
      const Expr number = Select{reaches(p), k.var + l.at(1), l.at(0)};
      return guarded(p, number, l.at(0));
    });
    return Outputs{l.compute("scatter_elements", x.shape, [&](const Point& p) {
      const Expr at = te::read(last, p);
      return choose(gt(at, l.at(0)), updates.at(place(p, at - l.at(1))), x.at(p));
    })};
  }
  const bool sum = how == "add", product = how == "mul", least = how == "min";
  if (!sum && !product && !least && how != "max") return std::nullopt;
  const Expr neutral = sum       ? te::number(x.type, 0)
                       : product ? te::number(x.type, 1)
                       : least   ? te::greatestOf(x.type)
                                 : te::leastOf(x.type);
  const Tensor all = l.reduce("T_scatter",
                              sum       ? "sum"
                              : product ? "prod"
                                        : how.c_str(),
                              x.shape, {k}, [&](const Point& p) {
                                return guarded(p, choose(reaches(p), updates.at(place(p, k.var)), neutral), neutral);
                              });
  return Outputs{l.compute("scatter_elements", x.shape, [&](const Point& p) {
    const Expr a = x.at(p), b = te::read(all, p);
    return sum ? a + b : product ? a * b : least ? min(a, b) : max(a, b);
  })};
}

// Every step-th element from start on is one of the source.
Lowered sliceScatter(Lowering& l) {
  const Operand &x = l[0], &source = l[1];
  const auto axis = l.axis("axis", x.rank());
  const auto start = l.integer(2), end = l.integer(3), step = l.integer(4);
  if (!axis || !start || !end || !step || *start < 0 || *end < 0 || *step < 1 || source.type != x.type)
    return std::nullopt;
  return Outputs{l.compute("slice_scatter", x.shape, [&](const Point& p) {
    const Expr distance = p[*axis] - l.at(*start);
    Point from = p;
    from[*axis] = floordiv(distance, l.at(*step));
    const Expr inside = logicalAnd(ge(p[*axis], l.at(*start)), lt(p[*axis], l.at(*end)));
    return choose(logicalAnd(inside, eq(floormod(distance, l.at(*step)), l.at(0))), source.at(from), x.at(p));
  })};
}

}  // namespace

std::vector<Entry> scatterEntries() { return {{"scatter_elements", scatterElements}, {"slice_scatter", sliceScatter}}; }

}  // namespace lw::legalize
