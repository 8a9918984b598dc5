// Operators that move elements: padding, transposing, reshaping, concatenating, selecting.
#include <algorithm>
#include <numeric>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/wide_index.h"
#include "core/te/errors.h"
#include "core/te/topi.h"

namespace lw::te {

namespace {

Result<Value> transpose(TeHost& host, const Bound& args) {
  const Result<Tensor> x = tensorArgument(args[0], "a");
  if (!x) return x.error();
  const std::vector<Expr>& shape = x->buffer()->shape;
  std::vector<int64_t> reversed(shape.size());
  std::iota(reversed.rbegin(), reversed.rend(), 0);
  Result<std::vector<int64_t>> given = intsArgument(args[1], "axes", reversed);
  if (!given) return given.error();
  std::vector<Expr> result;
  std::vector<int64_t> order;
  for (const int64_t a : *given) {
    const Result<int64_t> axis = axisArgument(a, shape.size(), "axes");
    if (!axis) return axis.error();
    if (std::find(order.begin(), order.end(), *axis) != order.end())
      return explain(err::kAxesNameTwice(a), "axes is an order of all of them: (1, 0)");
    order.push_back(*axis);
    result.push_back(shape[static_cast<size_t>(*axis)]);
  }
  if (order.size() != shape.size())
    return explain(err::kAxesNameEach(shape.size()), "leave axes out to reverse them all");
  return host.valueOf(compute(host, "T_transpose", result, [&](const Point& p) {
    Point from = p;
    for (size_t i = 0; i < order.size(); ++i) from[static_cast<size_t>(order[i])] = p[i];
    return read(*x, from);
  }));
}

Expr product(const std::vector<Expr>& shape, size_t from = 0) {
  return productOf({shape.begin() + static_cast<std::ptrdiff_t>(from), shape.end()});
}

Result<Value> reshape(TeHost& host, const Bound& args) {
  const Result<Tensor> x = tensorArgument(args[0], "a");
  if (!x) return x.error();
  Result<std::vector<Expr>> shape = toShape(*args[1]);
  if (!shape) return shape.error();
  const std::vector<Expr>& old = x->buffer()->shape;
  if (!Analyzer().canProveEqual(product(old), product(*shape)))
    return explain(err::kReshapeCount(x->name(), shapeText(old), shapeText(*shape)),
                   "the products of the sizes must be equal");
  return host.valueOf(compute(host, "T_reshape", *shape, [&](const Point& p) {
    const bool wide = product(old).dtype() != p.front().dtype();
    Expr flat = wide ? makeZero(dtype::Int64) : Expr(0);
    for (size_t i = 0; i < p.size(); ++i) flat = flat * (*shape)[i] + (wide ? widened(p[i]) : p[i]);
    Point from;
    for (size_t i = 0; i < old.size(); ++i) {
      const Expr stride = product(old, i + 1);
      const Expr index = floordiv(flat, stride);
      from.push_back(simplify(i == 0 ? index : floormod(index, old[i])));
    }
    return read(*x, from);
  }));
}

Result<Value> pad(TeHost& host, const Bound& args) {
  const Result<Tensor> x = tensorArgument(args[0], "data");
  if (!x) return x.error();
  const std::vector<Expr>& shape = x->buffer()->shape;
  Result<std::vector<int64_t>> before = intsArgument(args[1], "pad_before", {});
  if (!before) return before.error();
  Result<std::vector<int64_t>> after = intsArgument(args[2], "pad_after", *before);
  if (!after) return after.error();
  if (before->size() != shape.size() || after->size() != shape.size())
    return explain(err::kPadNeedsEach(shape.size()), "pad_before and pad_after are lists: (0, 1)");
  const Result<Expr> value = numberArgument(args[3].value_or(Value(0)), "pad_value", x->buffer()->dtype);
  if (!value) return value.error();
  std::vector<Expr> padded;
  for (size_t i = 0; i < shape.size(); ++i) {
    if ((*before)[i] < 0 || (*after)[i] < 0) return explain(err::kPaddingNegative(), "it is 0 or more");
    padded.push_back(simplify(shape[i] + Expr(makeConst(shape[i].dtype(), (*before)[i] + (*after)[i]))));
  }
  return host.valueOf(compute(host, "PadInput", padded,
                              [&](const Point& p) {
                                Point from;
                                std::optional<Expr> inside;
                                const auto holds = [&](const Expr& c) { inside = inside ? logicalAnd(*inside, c) : c; };
                                for (size_t i = 0; i < p.size(); ++i) {
                                  const Expr low = makeConst(p[i].dtype(), (*before)[i]);
                                  from.push_back(p[i] - low);
                                  if ((*before)[i]) holds(ge(p[i], low));
                                  if ((*after)[i]) holds(lt(p[i], low + shape[i]));
                                }
                                const Expr element = read(*x, from);
                                return inside ? Expr(Call{element.dtype(), "if_then_else", {*inside, element, *value}})
                                              : element;
                              },
                              {"i0", "i1", "i2", "i3", "i4", "i5"}));
}

Result<Value> concatenate(TeHost& host, const Bound& args) {
  std::vector<Tensor> tensors;
  const std::vector<Value>* list = args[0]->items();
  for (const Value& v : list ? *list : std::vector<Value>{*args[0]}) {
    Result<Tensor> t = tensorArgument(v, "an element of a_tuple");
    if (!t) return t.error();
    tensors.push_back(*t);
  }
  if (tensors.empty()) return explain(err::kConcatenateNeedsTensor(), "topi.concatenate([A, B], axis=0)");
  const Result<int64_t> given = intArgument(args[1], "axis", 0);
  if (!given) return given.error();
  const Result<int64_t> axis = axisArgument(*given, tensors[0].buffer()->shape.size(), "axis");
  if (!axis) return axis.error();
  const auto a = static_cast<size_t>(*axis);
  std::vector<Expr> shape = tensors[0].buffer()->shape;
  for (size_t i = 1; i < tensors.size(); ++i) {
    const std::vector<Expr>& other = tensors[i].buffer()->shape;
    bool fits = other.size() == shape.size() && tensors[i].buffer()->dtype == tensors[0].buffer()->dtype;
    for (size_t d = 0; fits && d < shape.size(); ++d) fits = d == a || Analyzer().canProveEqual(shape[d], other[d]);
    if (!fits)
      return explain(err::kConcatenateShapes(tensors[i].name(), shapeText(other), tensors[0].name(),
                                             shapeText(tensors[0].buffer()->shape)),
                     "types and all sizes but that of the axis must be equal");
    shape[a] = simplify(shape[a] + other[a]);
  }
  return host.valueOf(compute(host, "T_concat", shape, [&](const Point& p) {
    // The last tensor is tested first: each condition separates the elements of one tensor from those of the tensors
    // before it.
    Expr start = 0;
    std::vector<Expr> starts;
    for (const Tensor& t : tensors) {
      starts.push_back(start);
      start = simplify(start + t.buffer()->shape[a]);
    }
    std::optional<Expr> value;
    for (size_t i = 0; i < tensors.size(); ++i) {
      Point from = p;
      from[a] = p[a] - starts[i];
      const Expr element = read(tensors[i], from);
      value = value ? Expr(Call{element.dtype(), "if_then_else", {ge(p[a], starts[i]), element, *value}}) : element;
    }
    return *value;
  }));
}

// The rows that the indices select; `clip` clips the indices to the valid range.
Result<Value> take(TeHost& host, const Bound& args) {
  const Result<Tensor> x = tensorArgument(args[0], "a"), indices = tensorArgument(args[1], "indices");
  if (!x) return x.error();
  if (!indices) return indices.error();
  if (!indices->buffer()->dtype.isInteger())
    return explain(err::kTakeIndexType(toString(indices->buffer()->dtype)),
                   "indices are integers: te.placeholder(shape, \"int32\")");
  const Result<int64_t> given = intArgument(args[2], "axis", 0);
  if (!given) return given.error();
  const Result<int64_t> axis = axisArgument(*given, x->buffer()->shape.size(), "axis");
  if (!axis) return axis.error();
  const auto a = static_cast<size_t>(*axis);
  const std::vector<Expr>&shape = x->buffer()->shape, &picked = indices->buffer()->shape;
  std::vector<Expr> result(shape.begin(), shape.begin() + *axis);
  result.insert(result.end(), picked.begin(), picked.end());
  result.insert(result.end(), shape.begin() + *axis + 1, shape.end());
  return host.valueOf(compute(host, "T_take", result, [&](const Point& p) {
    const Point which(p.begin() + *axis, p.begin() + *axis + static_cast<std::ptrdiff_t>(picked.size()));
    const Expr index = read(*indices, which);
    Point from(p.begin(), p.begin() + *axis);
    from.push_back(
        min(max(index, makeZero(index.dtype())), cast(index.dtype(), shape[a]) - makeConst(index.dtype(), 1)));
    from.insert(from.end(), p.begin() + *axis + static_cast<std::ptrdiff_t>(picked.size()), p.end());
    return read(*x, from);
  }));
}

Result<Value> oneHot(TeHost& host, const Bound& args) {
  const Result<Tensor> indices = tensorArgument(args[0], "indices");
  if (!indices) return indices.error();
  if (!indices->buffer()->dtype.isInteger())
    return explain(err::kTakeIndexType(toString(indices->buffer()->dtype)),
                   "indices are integers: te.placeholder(shape, \"int32\")");
  const Result<int64_t> depth = intArgument(args[1], "depth", 0);
  if (!depth) return depth.error();
  if (*depth < 1) return explain(err::kDepthNotPositive(*depth), "it is 1 or more");
  const Result<DataType> type = args[2] ? toType(*args[2]) : Result<DataType>(dtype::Float32);
  if (!type) return type.error();
  std::vector<Expr> shape = indices->buffer()->shape;
  shape.emplace_back(static_cast<int>(*depth));
  return host.valueOf(compute(host, "T_one_hot", shape, [&](const Point& p) {
    const Expr index = read(*indices, Point(p.begin(), p.end() - 1));
    return Expr(Select{eq(index, cast(index.dtype(), p.back())), number(*type, 1), number(*type, 0)});
  }));
}

}  // namespace

std::vector<Operator> shapeOperators() {
  return {
      {"transpose", "axes in another order", {"a", "axes"}, 1, transpose, "a=(64, 32)"},
      {"reshape", "the same elements in another shape", {"a", "newshape"}, 2, reshape, "a=(64, 32), newshape=(32, 64)"},
      {"pad",
       "a border of one value",
       {"data", "pad_before", "pad_after", "pad_value"},
       2,
       pad,
       "data=(62, 62), pad_before=(1, 1)"},
      {"concatenate",
       "tensors one after the other along an axis",
       {"a_tuple", "axis"},
       1,
       concatenate,
       "a_tuple=[(32, 64), (16, 64)]"},
      {"take",
       "the slices that indices name",
       {"a", "indices", "axis"},
       2,
       take,
       "a=(64, 32), indices=int32(16,), axis=0"},
      {"one_hot",
       "1 where the index is, else 0",
       {"indices", "depth", "dtype"},
       2,
       oneHot,
       "indices=int32(64,), depth=10"},
  };
}

}  // namespace lw::te
