// Operators that write some elements of a tensor. Seen from an element of the result: which update reaches it.
#include "passes/graph/legalize/statements.h"

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
                       : least   ? te::highest(x.type)
                                 : te::lowest(x.type);
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

// Negative indices count from the end.
Expr fromTheFront(Lowering& l, const Expr& index, const Expr& size) {
  const Expr at = cast(l.index, index);
  return Select{lt(at, l.at(0)), at + size, at};
}

std::optional<Expr> combined(const std::string& how, const Expr& old, const Expr& update) {
  if (how == "update") return update;
  if (how == "add") return old + update;
  if (how == "mul") return old * update;
  if (how == "min") return min(old, update);
  if (how == "max") return max(old, update);
  return std::nullopt;
}

// Update after update, each of a part of the data that leading indices name. The parts are independent of each other
// behind these dimensions; updates outside of the data change nothing.
struct Updates {
  Sizes counts;                                            // of the updates
  std::vector<std::function<Expr(const Point&)>> indices;  // of an update, one for each leading dimension
  std::function<Expr(const Point&, const Point&)> value;   // of an update and of a point behind
  std::string how;
};
Lowered updated(Lowering& l, const std::string& name, const Operand& x, const Updates& updates,
                const std::function<Expr(const Point&)>& start) {
  const size_t named = updates.indices.size();
  if (!combined(updates.how, te::number(x.type, 0), te::number(x.type, 0)) || x.type.isBool()) return std::nullopt;
  const auto split = x.shape.begin() + static_cast<std::ptrdiff_t>(named);
  const Sizes leading(x.shape.begin(), split), behind(split, x.shape.end());
  return Outputs{atEachPoint(l, name, behind, {{name, x.shape, x.type}}, [&](const Point& p, const Buffers& b) {
    const Stmt copied = loop(l, "k", count(leading), [&](const Expr& k) {
      const Point at = joined(unravelled(leading, k), p);
      return store(b[0], at, start(at));
    });
    const Stmt changed = loop(l, "u", count(updates.counts), [&](const Expr& u) {
      const Point update = unravelled(updates.counts, u);
      Point at;
      std::optional<Expr> inside;
      for (size_t i = 0; i < named; ++i) {
        at.push_back(fromTheFront(l, updates.indices[i](update), leading[i]));
        inside = both(inside, logicalAnd(ge(at[i], l.at(0)), lt(at[i], leading[i])));
      }
      at = joined(at, p);
      const Stmt one = store(b[0], at, *combined(updates.how, load(b[0], at), updates.value(update, p)));
      return inside ? when(*inside, one) : one;
    });
    return sequence({copied, changed});
  })};
}

// The last dimension of the indices names leading dimensions of the data.
Lowered scatterNd(Lowering& l) {
  const Operand &x = l[0], &indices = l[1], &values = l[2];
  if (!indices.tensor || !indices.type.isInteger() || indices.rank() < 1 || values.type != x.type) return std::nullopt;
  const auto depth = asInt(indices.shape.back());
  if (!depth || *depth < 0 || static_cast<size_t>(*depth) > x.rank()) return std::nullopt;
  const auto named = static_cast<size_t>(*depth);
  if (values.rank() != indices.rank() - 1 + x.rank() - named) return std::nullopt;
  Updates updates{Sizes(indices.shape.begin(), indices.shape.end() - 1), {}, {}, l.call.text("reduction")};
  for (size_t d = 0; d < values.rank(); ++d) {
    const Expr wanted = d < updates.counts.size() ? updates.counts[d] : x.shape[d - updates.counts.size() + named];
    if (graph::sameSize(values.shape[d], wanted) == graph::Fit::No) return std::nullopt;
  }
  for (size_t i = 0; i < named; ++i)
    updates.indices.emplace_back(
        [&, i](const Point& u) { return indices.at(joined(u, {l.at(static_cast<int64_t>(i))})); });
  updates.value = [&](const Point& u, const Point& p) { return values.at(joined(u, p)); };
  return updated(l, "scatter_nd", x, updates, [&](const Point& p) { return x.at(p); });
}

// The shape to which the indices of leading dimensions broadcast; nothing: they do not fit.
std::optional<Sizes> sharedShape(const std::vector<Operand>& indices, size_t rank) {
  if (indices.empty() || indices.size() > rank) return std::nullopt;
  Sizes shape;
  for (const Operand& one : indices) {
    if (!one.type.isInteger() || one.type.isBool()) return std::nullopt;
    auto wider = te::broadcastShape(shape, one.shape);
    if (!wider) return std::nullopt;
    shape = std::move(*wider);
  }
  return shape;
}

Lowered indexPut(Lowering& l) {
  const Operand &x = l[0], &values = l[2];
  const auto shape = sharedShape(l.list(1), x.rank());
  if (!shape || values.type != x.type) return std::nullopt;
  Updates updates{*shape, {}, {}, l.flag("accumulate") ? "add" : "update"};
  for (const Operand& index : l.list(1))
    updates.indices.emplace_back([&index](const Point& u) { return index.broadcastAt(u); });
  Sizes whole = *shape;
  whole.insert(whole.end(), x.shape.begin() + static_cast<std::ptrdiff_t>(l.list(1).size()), x.shape.end());
  const auto wide = te::broadcastShape(whole, values.shape);
  if (!wide || wide->size() != whole.size()) return std::nullopt;
  for (size_t d = 0; d < whole.size(); ++d)
    if (graph::sameSize((*wide)[d], whole[d]) == graph::Fit::No) return std::nullopt;
  updates.value = [&](const Point& u, const Point& p) { return values.broadcastAt(joined(u, p)); };
  return updated(l, "index_put", x, updates, [&](const Point& p) { return x.at(p); });
}

Lowered indexTensor(Lowering& l) {
  const Operand& x = l[0];
  const auto shape = sharedShape(l.list(1), x.rank());
  if (!shape || !x.tensor) return std::nullopt;
  Sizes whole = *shape;
  whole.insert(whole.end(), x.shape.begin() + static_cast<std::ptrdiff_t>(l.list(1).size()), x.shape.end());
  return Outputs{l.compute("T_index", whole, [&](const Point& p) {
    const auto split = p.begin() + static_cast<std::ptrdiff_t>(shape->size());
    const Point chosen(p.begin(), split);
    Point from;
    for (const Operand& index : l.list(1))
      from.push_back(fromTheFront(l, index.broadcastAt(chosen), x.shape[from.size()]));
    from.insert(from.end(), split, p.end());
    return x.at(from);
  })};
}

// Each element of the gradient is added where it was taken from: an index outside of the data took the next one inside.
Lowered takeBackward(Lowering& l) {
  const Operand &grad = l[0], &x = l[1], &indices = l[2];
  const bool flat = l.call.isNone("axis");
  const auto axis = flat ? std::optional<size_t>(0) : l.axis("axis", x.rank());
  if (!axis || !indices.type.isInteger() || (flat && x.rank() != 1) || !x.type.isFloat() || grad.type != x.type ||
      grad.rank() + 1 != x.rank() + indices.rank())
    return std::nullopt;
  const Rows rows(l, x.shape, {*axis});
  return Outputs{atEachPoint(
      l, "take_backward", rows.keptShape, {{"take_backward", x.shape, x.type}}, [&](const Point& p, const Buffers& b) {
        const Stmt zeroed =
            loop(l, "k", rows.length, [&](const Expr& k) { return store(b[0], rows.at(p, k), te::number(x.type, 0)); });
        const Stmt added = loop(l, "u", count(indices.shape), [&](const Expr& u) {
          const Point taken = unravelled(indices.shape, u);
          const Expr index = max(min(cast(l.index, indices.at(taken)), rows.length - l.at(1)), l.at(0));
          const auto split = p.begin() + static_cast<std::ptrdiff_t>(*axis);
          const Point from = joined(joined(Point(p.begin(), split), taken), Point(split, p.end()));
          const Point to = rows.at(p, index);
          return store(b[0], to, load(b[0], to) + grad.at(from));
        });
        return sequence({zeroed, added});
      })};
}

}  // namespace

std::vector<Entry> scatterEntries() {
  return {
      {"scatter_elements", scatterElements},
      {"slice_scatter", sliceScatter},
      {"scatter_nd", scatterNd},
      {"index_put", indexPut},
      {"index_tensor", indexTensor},
      {"grad.take_backward", takeBackward},
  };
}

}  // namespace lw::legalize
