// Operators that choose elements by indices or by fixed places.
#include <algorithm>

#include "core/arith/analyzer.h"
#include "passes/graph/legalize/statements.h"

namespace lw::legalize {
namespace {

using Lowered = std::optional<Outputs>;

// The index that is read, in the range of the dimension.
Expr inRange(Lowering& l, const Expr& index, const Expr& size, const std::string& mode) {
  const Expr at = cast(l.index, index);
  if (mode == "wrap") return floormod(at, size);
  return max(min(at, size - l.at(1)), l.at(0));
}

Lowered take(Lowering& l) {
  const bool flat = l.call.isNone("axis");
  const auto axis = flat ? std::optional<size_t>(0) : l.axis("axis", l[0].rank());
  const std::string mode = l.call.text("mode");
  if (!axis || !l.knows() || !l[1].type.isInteger() || (flat && l[0].rank() != 1)) return std::nullopt;
  if (mode != "fast" && mode != "clip" && mode != "wrap") return std::nullopt;
  return Outputs{l.compute("T_take", l.shape(), [&](const Point& p) {
    const auto begin = p.begin() + static_cast<std::ptrdiff_t>(*axis),
               end = begin + static_cast<std::ptrdiff_t>(l[1].rank());
    Point from(p.begin(), begin);
    from.push_back(inRange(l, l[1].at(Point(begin, end)), l[0].shape[*axis], mode));
    from.insert(from.end(), end, p.end());
    return l[0].at(from);
  })};
}

// Negative indices count from the end.
Lowered gatherElements(Lowering& l) {
  const auto axis = l.axis("axis", l[0].rank());
  if (!axis || !l[1].type.isInteger() || l[1].rank() != l[0].rank()) return std::nullopt;
  return Outputs{l.compute("T_gather", l[1].shape, [&](const Point& p) {
    const Expr index = cast(l.index, l[1].at(p));
    Point from = p;
    from[*axis] = Select{lt(index, l.at(0)), index + l[0].shape[*axis], index};
    return l[0].at(from);
  })};
}

Lowered stridedSlice(Lowering& l) {
  const auto axes = l.call.sizes(1), begins = l.call.sizes(2), steps = l.call.sizes(4);
  if (!axes || !begins || !l.knows()) return std::nullopt;
  std::vector<std::pair<int64_t, int64_t>> places(l[0].rank(), {0, 1});  // begin and step of each dimension
  for (size_t i = 0; i < axes->size(); ++i) {
    const auto given = asInt((*axes)[i]), begin = asInt((*begins)[i]);
    const auto step = steps ? asInt((*steps)[i]) : std::optional<int64_t>(1);
    if (!given || !begin || !step || *step == 0) return std::nullopt;
    const Result<int> axis = l.call.axis(*given, static_cast<int>(l[0].rank()));
    const auto size = axis ? asInt(l[0].shape[static_cast<size_t>(*axis)]) : std::nullopt;
    if (!size) return std::nullopt;
    const int64_t at = *begin < 0 ? *begin + *size : *begin;
    places[static_cast<size_t>(*axis)] = {std::clamp<int64_t>(at, *step > 0 ? 0 : -1, *step > 0 ? *size : *size - 1),
                                          *step};
  }
  return Outputs{l.compute("T_strided_slice", l.shape(), [&](const Point& p) {
    Point from;
    for (size_t i = 0; i < p.size(); ++i)
      from.push_back(simplify(p[i] * l.at(places[i].second) + l.at(places[i].first)));
    return l[0].at(from);
  })};
}

Lowered oneHot(Lowering& l) {
  const auto depth = l.call.integer("depth"), given = l.call.integer("axis");
  const auto on = l.number(1), off = l.number(2);
  if (!depth || *depth < 1 || !given || !on || !off || !l[0].type.isInteger()) return std::nullopt;
  const Result<int> axis = l.call.axis(*given, static_cast<int>(l[0].rank()) + 1);
  if (!axis) return std::nullopt;
  Sizes shape = l[0].shape;
  shape.insert(shape.begin() + *axis, l.at(*depth));
  // Numbers of a graph have no narrower types: a float is float32, an integer int64.
  const DataType type = on->dtype().isFloat() ? dtype::Float32 : on->dtype();
  return Outputs{l.compute("T_one_hot", shape, [&](const Point& p) {
    Point from = p;
    from.erase(from.begin() + *axis);
    const Expr index = l[0].at(from);
    return Expr(
        Select{eq(index, cast(index.dtype(), p[static_cast<size_t>(*axis)])), cast(type, *on), cast(type, *off)});
  })};
}

// Elements for the indices along all leading dimensions of the data; the last dimension of the indices counts them.
Lowered gatherNd(Lowering& l) {
  const auto batch = l.call.integer("batch_dims");
  const Operand &x = l[0], &indices = l[1];
  if (!batch || *batch < 0 || !indices.type.isInteger() || indices.rank() < 1) return std::nullopt;
  const auto depth = asInt(indices.shape.back());
  const auto b = static_cast<size_t>(*batch);
  if (!depth || b + static_cast<size_t>(*depth) > x.rank() || b >= indices.rank()) return std::nullopt;
  const size_t named = b + static_cast<size_t>(*depth);
  Sizes shape(indices.shape.begin(), indices.shape.end() - 1);
  const size_t outer = shape.size();
  shape.insert(shape.end(), x.shape.begin() + static_cast<std::ptrdiff_t>(named), x.shape.end());
  return Outputs{l.compute("gather_nd", shape, [&](const Point& p) {
    Point from(p.begin(), p.begin() + static_cast<std::ptrdiff_t>(b));
    for (int64_t i = 0; i < *depth; ++i) {
      Point at(p.begin(), p.begin() + static_cast<std::ptrdiff_t>(outer));
      at.push_back(l.at(i));
      from.push_back(cast(l.index, indices.at(at)));
    }
    from.insert(from.end(), p.begin() + static_cast<std::ptrdiff_t>(outer), p.end());
    return x.at(from);
  })};
}

// The first elements of each sequence in reverse order, as many as its length says.
Lowered reverseSequence(Lowering& l) {
  const Operand &x = l[0], &lengths = l[1];
  const auto along = l.axis("seq_axis", x.rank()), batch = l.axis("batch_axis", x.rank());
  if (!along || !batch || *along == *batch || !lengths.type.isInteger() || lengths.rank() != 1 ||
      graph::sameSize(lengths.shape[0], x.shape[*batch]) == graph::Fit::No)
    return std::nullopt;
  return Outputs{l.compute("T_reverse_sequence", x.shape, [&](const Point& p) {
    const Expr length = min(cast(l.index, lengths.at({p[*batch]})), x.shape[*along]);
    Point from = p;
    from[*along] = Select{lt(p[*along], length), length - l.at(1) - p[*along], p[*along]};
    return x.at(from);
  })};
}

// The first index at which the sum of the row's probabilities is above the sample; the last one if there is none.
Lowered multinomial(Lowering& l) {
  const Operand &prob = l[0], &sample = l[1], &rows = l[2];
  const auto type = l.call.type("dtype", dtype::Int64);
  if (!type || !type->isInteger() || prob.rank() != 2 || sample.rank() != 2 || rows.rank() != 2 ||
      !prob.type.isFloat() || sample.type != prob.type || !rows.type.isInteger())
    return std::nullopt;
  const Expr n = sample.shape[0], m = prob.shape[1];
  const Outputs made = atEachPoint(
      l, "T_multinomial", {n}, {{"T_drawn", {n, l.at(1)}, *type}, {"T_sum", {n, l.at(1)}, prob.type}},
      [&](const Point& p, const Buffers& b) {
        const Point at{p[0], l.at(0)};
        const Expr row = cast(l.index, rows.at(at));
        const Stmt sums = loop(l, "k", m, [&](const Expr& k) {
          // As long as the sum is not above the sample, the index after k is drawn.
          return sequence(
              {store(b[1], at, load(b[1], at) + prob.at({row, k})),
               when(logicalAnd(le(load(b[1], at), sample.at(at)), lt(k + l.at(1), m)), store(b[0], at, k + l.at(1)))});
        });
        return sequence({store(b[0], at, l.at(0)), store(b[1], at, te::number(prob.type, 0)), sums});
      });
  return Outputs{made[0]};
}

}  // namespace

std::vector<Entry> indexingEntries() {
  return {
      {"take", take},
      {"gather_elements", gatherElements},
      {"strided_slice", stridedSlice},
      {"one_hot", oneHot},
      {"gather_nd", gatherNd},
      {"reverse_sequence", reverseSequence},
      {"multinomial_from_uniform", multinomial},
  };
}

}  // namespace lw::legalize
