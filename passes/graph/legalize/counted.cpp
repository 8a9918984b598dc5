// Results whose sizes depend on data. A first kernel finds the sizes and where the elements are; a second one, which
// runs when the sizes are known, moves the elements.
#include "core/arith/analyzer.h"
#include "passes/graph/legalize/statements.h"

namespace lw::legalize {
namespace {

using Lowered = std::optional<Outputs>;

std::vector<size_t> allAxes(const Operand& x) {
  std::vector<size_t> axes(x.rank());
  for (size_t i = 0; i < axes.size(); ++i) axes[i] = i;
  return axes;
}

// An operand that is a number: what it says, or `otherwise` if it is left out. Nothing: it is not known.
std::optional<bool> saidOrElse(const Lowering& l, size_t place, bool otherwise) {
  if (!l.has(place)) return otherwise;
  const auto value = l.integer(place);
  return value ? std::optional(*value != 0) : std::nullopt;
}

Stmt counted(const Buffer& size, const Expr& by) {
  const Point first{makeConst(dtype::Int64, 0)};
  return store(size, first, load(size, first) + by);
}

// ---- unique ----

struct Unique {
  bool index, inverse, counts;  // which of them are results beside the values
};
// Along one axis, equal slices would have to be found; of one dimension, the slices are the elements.
std::optional<Unique> uniqueOf(const Lowering& l) {
  const auto index = saidOrElse(l, 2, false), inverse = saidOrElse(l, 3, false), counts = saidOrElse(l, 4, false);
  const bool alongOne = l.has(5) && l[0].rank() != 1;
  if (!index || !inverse || !counts || alongOne || !l[0].tensor || !saidOrElse(l, 1, true)) return std::nullopt;
  return Unique{*index, *inverse, *counts};
}

// The elements in sorted order are runs of equal ones: how many there are, the rank at which each starts, the place of
// each rank, and the run of each element.
Lowered uniqueSizes(Lowering& l) {
  const auto how = uniqueOf(l);
  if (!how) return std::nullopt;
  const Operand& x = l[0];
  const Rows rows(l, x.shape, allAxes(x));
  const auto element = [&](const Point& kept, const Expr& place) {
    const Expr value = x.at(rows.at(kept, place));
    return value.dtype().isBool() ? cast(dtype::Int32, value) : value;
  };
  const Order order = orderOf(l, rows, element, false);
  const Expr n = rows.length;
  std::vector<Written> written{
      {"T_size", {l.at(1)}, dtype::Int64}, {"T_starts", {n}, dtype::Int64}, {"T_places", {n}, dtype::Int64}};
  if (how->inverse) written.push_back({"T_inverse", {n}, dtype::Int64});
  return atEachPoint(l, "T_unique", {l.at(1)}, written, [&](const Point&, const Buffers& b) {
    const Point first{l.at(0)};
    const Stmt each = loop(l, "k", n, [&](const Expr& k) {
      const Expr place = order.at({}, k), before = order.at({}, k - l.at(1));
      const auto differ = [&] {
        const Expr a = element({}, place), c = element({}, before);
        if (!a.dtype().isFloat()) return ne(a, c);
        const auto isNaN = [](const Expr& e) { return Expr(Call{dtype::Bool(), "isnan", {e}}); };
        return logicalAnd(ne(a, c), logicalNot(logicalAnd(isNaN(a), isNaN(c))));  // all NaN are one
      };
      const Expr starts = choose(gt(k, l.at(0)), differ(), boolConst(true));
      std::vector<Stmt> all{store(b[2], {k}, place),
                            when(starts, sequence({store(b[1], {cast(l.index, load(b[0], first))}, k),
                                                   counted(b[0], makeConst(dtype::Int64, 1))}))};
      if (how->inverse) all.push_back(store(b[3], {place}, load(b[0], first) - makeConst(dtype::Int64, 1)));
      return sequence(all);
    });
    return sequence({store(b[0], first, l.at(0)), each});
  });
}

Lowered unique(Lowering& l) {
  const auto how = uniqueOf(l);
  if (!how) return std::nullopt;
  const Operand &x = l[0], &starts = l.found(0), &places = l.found(1);
  const Rows rows(l, x.shape, allAxes(x));
  const Expr runs = l.counted[0];
  const auto placeOf = [&](const Expr& run) { return places.at({starts.at({run})}); };  // of its first element
  Outputs results{l.compute("T_unique", {runs}, [&](const Point& p) { return x.at(rows.at({}, placeOf(p[0]))); })};
  if (how->index) results.push_back(l.compute("T_index", {runs}, [&](const Point& p) { return placeOf(p[0]); }));
  if (how->inverse)
    results.push_back(l.compute("T_runs", {rows.length}, [&](const Point& p) { return l.found(2).at(p); }));
  if (how->counts)
    results.push_back(l.compute("T_counts", {runs}, [&](const Point& p) {
      const Expr next = p[0] + l.at(1);
      return choose(lt(next, runs), starts.at({next}), rows.length) - starts.at(p);
    }));
  return results;
}

// ---- nonzero ----

Lowered nonzeroSizes(Lowering& l) {
  const Operand& x = l[0];
  if (!x.tensor || x.rank() == 0) return std::nullopt;
  const Rows rows(l, x.shape, allAxes(x));
  return atEachPoint(l, "T_nonzero", {l.at(1)},
                     {{"T_size", {l.at(1)}, dtype::Int64}, {"T_places", {rows.length}, dtype::Int64}},
                     [&](const Point&, const Buffers& b) {
                       const Point first{l.at(0)};
                       const Stmt each = loop(l, "k", rows.length, [&](const Expr& k) {
                         const Expr value = x.at(rows.at({}, k));
                         const Expr found = value.dtype().isBool() ? value : ne(value, te::number(value.dtype(), 0));
                         return when(found, sequence({store(b[1], {cast(l.index, load(b[0], first))}, k),
                                                      counted(b[0], makeConst(dtype::Int64, 1))}));
                       });
                       return sequence({store(b[0], first, l.at(0)), each});
                     });
}

// One row of indices for each dimension.
Lowered nonzero(Lowering& l) {
  const Operand& x = l[0];
  const Sizes shape{l.at(static_cast<int64_t>(x.rank())), l.counted[0]};
  return Outputs{l.compute("T_nonzero", shape, [&](const Point& p) {
    const Point at = unravelled(x.shape, l.found(0).at({p[1]}));
    Expr index = at.back();
    for (size_t d = at.size() - 1; d-- > 0;) index = choose(eq(p[0], l.at(static_cast<int64_t>(d))), at[d], index);
    return index;
  })};
}

// ---- slices with computed ends ----

bool endsFit(const Lowering& l) {
  if (!l[0].tensor) return false;
  for (size_t i = 1; i < 4; ++i)
    if (!l[i].type.isInteger() || l[i].rank() != 1 || asInt(l[i].shape[0]) != static_cast<int64_t>(l[0].rank()))
      return false;
  return true;
}

// As Python's slices. A step of 0 takes no element.
Lowered sliceSizes(Lowering& l) {
  if (!endsFit(l) || l[0].rank() == 0) return std::nullopt;
  const Expr rank = l.at(static_cast<int64_t>(l[0].rank())), zero = l.at(0), one = l.at(1);
  return atEachPoint(l, "T_slice", {one}, {{"T_sizes", {rank}, dtype::Int64}, {"T_first", {rank}, dtype::Int64}},
                     [&](const Point&, const Buffers& b) {
                       std::vector<Stmt> all;
                       for (size_t d = 0; d < l[0].rank(); ++d) {
                         const Point at{l.at(static_cast<int64_t>(d))};
                         const auto given = [&](size_t place) { return cast(l.index, l[place].at(at)); };
                         const Expr size = l[0].shape[d], step = given(3);
                         const Expr forwards = gt(step, zero);
                         const Expr least = choose(forwards, zero, l.at(-1)), most = choose(forwards, size, size - one);
                         const auto clamped = [&](const Expr& end) {
                           return max(min(choose(lt(end, zero), end + size, end), most), least);
                         };
                         const Expr begin = clamped(given(1)), end = clamped(given(2));
                         const auto taken = [&](const Expr& span, const Expr& stride) {
                           return max(floordiv(span + stride - one, stride), zero);
                         };
                         const Expr backwards = choose(lt(step, zero), taken(begin - end, zero - step), zero);
                         all.push_back(store(b[0], at, choose(forwards, taken(end - begin, step), backwards)));
                         all.push_back(store(b[1], at, begin));
                       }
                       return sequence(all);
                     });
}

Lowered slice(Lowering& l) {
  return Outputs{l.compute("T_dynamic_strided_slice", l.counted, [&](const Point& p) {
    Point from;
    for (size_t d = 0; d < p.size(); ++d) {
      const Point at{l.at(static_cast<int64_t>(d))};
      from.push_back(l.found(0).at(at) + p[d] * cast(l.index, l[3].at(at)));
    }
    return l[0].at(from);
  })};
}

}  // namespace

std::vector<Entry> countedEntries() {
  return {
      {"unique", unique, uniqueSizes},
      {"nonzero", nonzero, nonzeroSizes},
      {"dynamic_strided_slice", slice, sliceSizes},
  };
}

}  // namespace lw::legalize
