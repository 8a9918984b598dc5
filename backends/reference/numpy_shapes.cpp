// NumPy's functions that create, reshape and join arrays.
#include <algorithm>
#include <cmath>

#include "backends/reference/errors.h"
#include "backends/reference/numpy_values.h"
#include "core/script/interpreter.h"

namespace lw::reference {

namespace {

Result<Value> asValue(Result<Array> a) {
  if (!a) return std::move(a).error();
  return valueOf(std::move(*a));
}
// np.zeros(()) has no dimensions but can be written to; a scalar value is enough here.

Result<Value> filled(const Bound& b, const Array& shapeOf, bool like, std::optional<double> value) {
  Result<std::vector<int64_t>> shape =
      like ? (b.has("shape") ? b.integers("shape") : Result<std::vector<int64_t>>(shapeOf.shape)) : b.integers("shape");
  if (!shape) return shape.error();
  if (!like && !b.has("shape")) return b.missing("shape");
  Result<std::optional<DataType>> type = b.type("dtype");
  if (!type) return type.error();
  Result<Operand> fill = b.has("fill_value") ? b.operand("fill_value") : Result<Operand>(Operand{});
  if (!fill) return fill.error();
  const DataType standard = like ? shapeOf.type : b.has("fill_value") ? fill->array.type : dtype::Float(64);
  Result<Array> a = makeArray(type->value_or(standard), *shape);
  if (!a) return a.error();
  if (b.has("fill_value")) {
    if (Status status = assign(*a, fill->array); !status) return status.error();
  } else if (value && *value != 0) {
    if (Status status = assign(*a, numberOperand(*value).array); !status) return status.error();
  }
  return valueOf(std::move(*a));
}
Result<Value> zeros(const Bound& b) { return filled(b, {}, false, 0); }
Result<Value> ones(const Bound& b) { return filled(b, {}, false, 1); }
Result<Value> likeZeros(const Bound& b) {
  Result<Array> a = b.array("a");
  return a ? filled(b, *a, true, 0) : Result<Value>(a.error());
}
Result<Value> likeOnes(const Bound& b) {
  Result<Array> a = b.array("a");
  return a ? filled(b, *a, true, 1) : Result<Value>(a.error());
}

Result<Value> arange(const Bound& b) {
  double values[3] = {0, 0, 1};
  bool real = false;
  const char* names[] = {"start", "stop", "step"};
  int given = 0;
  for (int i = 0; i < 3; ++i) {
    const Value* v = b.find(names[i]);
    if (!v) continue;
    ++given;
    if (const auto* d = v->as<double>())
      values[i] = *d, real = true;
    else if (const auto* s = v->as<script::Scalar>(); s && s->type.isFloat())
      values[i] = s->real, real = true;
    else {
      Result<int64_t> whole = script::toInt(*v, "arange");
      if (!whole) return whole.error();
      values[i] = static_cast<double>(*whole);
    }
  }
  if (!b.has("stop")) values[1] = values[0], values[0] = 0;
  if (!given || values[2] == 0) return (given ? err::kArangeStepZero() : err::kArangeStopMissing());
  const double count = std::ceil((values[1] - values[0]) / values[2]);
  if (!(count < static_cast<double>(kMaxArrayBytes) / 8)) return err::kArangeTooLong(py::floatText(count));
  Result<std::optional<DataType>> type = b.type("dtype");
  if (!type) return type.error();
  Result<Array> a = makeArray(type->value_or(real ? dtype::Float(64) : dtype::Int64),
                              {std::max<int64_t>(0, static_cast<int64_t>(count))}, false);
  if (!a) return a.error();
  for (int64_t i = 0; i < a->shape[0]; ++i) {
    const double v = values[0] + static_cast<double>(i) * values[2];
    if (a->type.isFloat())
      setReal(*a, i, v);
    else
      setInteger(*a, i, static_cast<int64_t>(v));
  }
  return valueOf(std::move(*a));
}

Result<Value> linspace(const Bound& b) {
  Result<Operand> start = b.operand("start"), stop = b.operand("stop");
  if (!start) return start.error();
  if (!stop) return stop.error();
  Result<int64_t> n = b.integer("num", 50);
  if (!n) return n.error();
  Result<std::optional<DataType>> type = b.type("dtype");
  if (!type) return type.error();
  Result<Array> a = makeArray(type->value_or(dtype::Float(64)), {*n});
  if (!a) return a.error();
  const double low = getReal(start->array, start->array.offset), high = getReal(stop->array, stop->array.offset);
  for (int64_t i = 0; i < *n; ++i)
    setReal(*a, i,
            i + 1 == *n && *n > 1
                ? high
                : low + (high - low) * static_cast<double>(i) / static_cast<double>(std::max<int64_t>(1, *n - 1)));
  return valueOf(std::move(*a));
}

Result<Value> eye(const Bound& b) {
  Result<int64_t> n = b.integer("N", 0), k = b.integer("k", 0);
  if (!n) return n.error();
  if (!k) return k.error();
  Result<int64_t> m = b.integer("M", *n);
  if (!m) return m.error();
  Result<std::optional<DataType>> type = b.type("dtype");
  if (!type) return type.error();
  Result<Array> a = makeArray(type->value_or(dtype::Float(64)), {*n, *m});
  if (!a) return a.error();
  for (int64_t i = 0; i < *n; ++i)
    if (i + *k >= 0 && i + *k < *m) setReal(*a, i * *m + i + *k, 1);
  return valueOf(std::move(*a));
}

Result<Value> array(const Bound& b) {
  Result<Array> a = b.array("a");
  if (!a) return a.error();
  Result<std::optional<DataType>> type = b.type("dtype");
  if (!type) return type.error();
  if (b.function() == "asarray" && type->value_or(a->type) == a->type) return valueOf(*a);
  return asValue(cast(*a, type->value_or(a->type)));
}
Result<Value> astype(const Bound& b) {
  Result<Array> a = b.array("a");
  if (!a) return a.error();
  Result<std::optional<DataType>> type = b.type("dtype");
  if (!type) return type.error();
  if (!*type) return err::kAstypeNeedsType();
  return asValue(cast(*a, **type));
}
Result<Value> copy(const Bound& b) {
  Result<Array> a = b.array("a");
  return a ? asValue(cast(*a, a->type)) : Result<Value>(a.error());
}
Result<Value> compacted(const Bound& b) {
  Result<Array> a = b.array("a");
  return a ? asValue(compact(*a)) : Result<Value>(a.error());
}

// One array and a list of numbers.
template <Result<Array> (*F)(const Array&, const std::vector<int64_t>&)>
Result<Value> withAxes(const Bound& b) {
  Result<Array> a = b.array("a");
  if (!a) return a.error();
  Result<std::vector<int64_t>> axes = b.integers("axis");
  return axes ? asValue(F(*a, *axes)) : Result<Value>(axes.error());
}
Result<Array> reshapeTo(const Array& a, const std::vector<int64_t>& shape) { return reshaped(a, shape); }
Result<Array> expandTo(const Array& a, const std::vector<int64_t>& axes) { return expanded(a, axes); }

Result<Value> ravel(const Bound& b) {
  Result<Array> a = b.array("a");
  if (!a) return a.error();
  Result<Array> flat = reshaped(*a, {-1});
  return flat && b.function() == "flatten" && flat->storage == a->storage ? asValue(cast(*flat, flat->type))
                                                                          : asValue(std::move(flat));
}
Result<Value> swap(const Bound& b) {
  Result<Array> a = b.array("a");
  Result<int64_t> x = b.integer("axis1", 0), y = b.integer("axis2", 0);
  if (!a) return a.error();
  if (!x) return x.error();
  if (!y) return y.error();
  return asValue(swapped(*a, *x, *y));
}
Result<Value> moveAxis(const Bound& b) {
  Result<Array> a = b.array("a");
  Result<int64_t> x = b.integer("source", 0), y = b.integer("destination", 0);
  if (!a) return a.error();
  if (!x) return x.error();
  if (!y) return y.error();
  const int64_t rank = a->rank(), from = *x < 0 ? *x + rank : *x, to = *y < 0 ? *y + rank : *y;
  if (from < 0 || from >= rank || to < 0 || to >= rank) return err::kMoveaxisOutOfRange(toString(a->shape));
  std::vector<int64_t> order;
  for (int64_t d = 0; d < rank; ++d)
    if (d != from) order.push_back(d);
  order.insert(order.begin() + to, from);
  return asValue(permuted(*a, order));
}

Result<Value> joined(const Bound& b) {
  Result<std::vector<Array>> parts = b.arrays("arrays");
  if (!parts) return parts.error();
  Result<int64_t> axis = b.integer("axis", 0);
  if (!axis) return axis.error();
  return asValue(b.function() == "stack" ? stacked(*parts, *axis) : concatenated(*parts, *axis));
}
Result<Value> stackedAlong(const Bound& b) {
  Result<std::vector<Array>> parts = b.arrays("arrays");
  if (!parts) return parts.error();
  const bool rows = b.function() == "vstack";
  if (rows)
    for (Array& p : *parts)
      if (p.rank() == 1) p = *expanded(p, {0});
  return asValue(concatenated(*parts, rows || (*parts)[0].rank() == 1 ? 0 : 1));
}

Result<Value> split(const Bound& b) {
  Result<Array> a = b.array("a");
  Result<int64_t> count = b.integer("sections", 1), axis = b.integer("axis", 0);
  if (!a) return a.error();
  if (!count) return count.error();
  if (!axis) return axis.error();
  const int64_t d = *axis < 0 ? *axis + a->rank() : *axis;
  if (d < 0 || d >= a->rank() || *count < 1 || a->shape[static_cast<size_t>(d)] % *count)
    return err::kCannotSplit(toString(a->shape), *count, *axis);
  std::vector<Value> parts;
  const int64_t each = a->shape[static_cast<size_t>(d)] / *count;
  for (int64_t i = 0; i < *count; ++i) {
    Array part = *a;
    part.shape[static_cast<size_t>(d)] = each;
    part.offset += i * each * a->strides[static_cast<size_t>(d)];
    parts.push_back(valueOf(std::move(part)));
  }
  return Value(script::ListRef{std::make_shared<script::ListObject>(std::move(parts))});
}

Result<Value> pad(const Bound& b) {
  Result<Array> a = b.array("a");
  if (!a) return a.error();
  const Value* width = b.find("pad_width");
  if (!width) return b.missing("pad_width");
  Result<Array> given = arrayOf(*width);
  if (!given) return given.error();
  if (given->type.isFloat()) return err::kPadWidthType();
  const Array& widths = *given;
  std::optional<Array> pairs = broadcastTo(widths, {a->rank(), 2});
  if (!pairs)
    return explain(err::kPadWidthShape(toString(widths.shape), toString(a->shape)),
                   "give one (before, after) pair per dimension");
  std::vector<Padding> list;
  for (int d = 0; d < a->rank(); ++d)
    list.push_back({getInteger(*pairs, pairs->offset + d * pairs->strides[0]),
                    getInteger(*pairs, pairs->offset + d * pairs->strides[0] + pairs->strides[1])});
  PadMode mode = PadMode::Constant;
  if (const Value* m = b.find("mode")) {
    const std::string name = m->text() ? *m->text() : "";
    if (name == "edge")
      mode = PadMode::Edge;
    else if (name == "reflect")
      mode = PadMode::Reflect;
    else if (name == "symmetric")
      mode = PadMode::Symmetric;
    else if (name == "wrap")
      mode = PadMode::Wrap;
    else if (name != "constant")
      return explain(err::kPadMode(name), "use constant, edge, reflect, symmetric or wrap");
  }
  Result<Operand> value =
      b.has("constant_values") ? b.operand("constant_values") : Result<Operand>(numberOperand(int64_t{0}));
  if (!value) return value.error();
  if (value->array.size() != 1) return err::kPadConstant();
  Result<Array> single = reshaped(value->array, {});
  return single ? asValue(padded(*a, list, mode, *single)) : Result<Value>(single.error());
}

Result<Value> broadcast(const Bound& b) {
  Result<Array> a = b.array("a");
  Result<std::vector<int64_t>> shape = b.integers("shape");
  if (!a) return a.error();
  if (!shape) return shape.error();
  if (shape->size() > static_cast<size_t>(kMaxRank) ||
      std::any_of(shape->begin(), shape->end(), [](int64_t e) { return e < 0; }))
    return err::kBadShape(toString(*shape));
  const auto view = broadcastTo(*a, *shape);
  if (!view) return err::kDoesNotBroadcastTo(toString(a->shape), toString(*shape));
  return asValue(cast(*view, view->type));
}

Result<Value> tri(const Bound& b) {
  Result<Array> a = b.array("a");
  Result<int64_t> k = b.integer("k", 0);
  if (!a) return a.error();
  if (!k) return k.error();
  return asValue(triangle(*a, *k, b.function() == "tril"));
}
Result<Value> sort(const Bound& b) {
  Result<Array> a = b.array("a");
  Result<int64_t> axis = b.integer("axis", -1);
  if (!a) return a.error();
  if (!axis) return axis.error();
  return asValue(sorted(*a, *axis, b.function() == "argsort"));
}
Result<Value> roll(const Bound& b) {
  Result<Array> a = b.array("a");
  Result<int64_t> shift = b.integer("shift", 0);
  Result<std::optional<int64_t>> axis = b.integer("axis");
  if (!a) return a.error();
  if (!shift) return shift.error();
  if (!axis) return axis.error();
  return asValue(rolled(*a, *shift, *axis));
}
Result<Value> repeat(const Bound& b) {
  Result<Array> a = b.array("a");
  Result<int64_t> count = b.integer("repeats", 1);
  Result<std::optional<int64_t>> axis = b.integer("axis");
  if (!a) return a.error();
  if (!count) return count.error();
  if (!axis) return axis.error();
  return asValue(repeated(*a, *count, *axis));
}
Result<Value> tile(const Bound& b) {
  Result<Array> a = b.array("a");
  Result<std::vector<int64_t>> counts = b.integers("reps");
  if (!a) return a.error();
  return counts ? asValue(tiled(*a, *counts)) : Result<Value>(counts.error());
}
Result<Value> take(const Bound& b) {
  Result<Array> a = b.array("a"), indices = b.array("indices");
  Result<std::optional<int64_t>> axis = b.integer("axis");
  if (!a) return a.error();
  if (!indices) return indices.error();
  if (!axis) return axis.error();
  if (!*axis) {
    a = reshaped(*a, {-1});
    if (!a) return a.error();
  }
  const int64_t d = axis->value_or(0) < 0 ? **axis + a->rank() : axis->value_or(0);
  if (d < 0 || d >= a->rank()) return err::kTakeOutOfRange(axis->value_or(0));
  std::vector<Index> index(static_cast<size_t>(d), SliceIndex{});
  index.push_back(*indices);
  return asValue(indexed(*a, index));
}
Result<Value> fill(const Bound& b) {
  Result<Array> a = b.array("a"), value = b.array("value");
  if (!a) return a.error();
  if (!value) return value.error();
  if (Status status = assign(*a, *value); !status) return status.error();
  return Value();
}
Result<Value> copyTo(const Bound& b) {
  Result<Array> to = b.array("dst"), from = b.array("src");
  if (!to) return to.error();
  if (!from) return from.error();
  if (Status status = assign(*to, *from); !status) return status.error();
  return Value();
}
Result<Value> single(const Bound& b) {
  Result<Array> a = b.array("a");
  if (!a) return a.error();
  if (a->size() != 1) return err::kItemOfSeveral(toString(a->shape));
  return a->type.isFloat()  ? Value(getReal(*a, a->offset))
         : a->type.isBool() ? Value(getInteger(*a, a->offset) != 0)
                            : Value(getInteger(*a, a->offset));
}
Result<Value> toList(const Array& a, size_t d, int64_t element) {
  if (d == a.shape.size())
    return a.type.isFloat()  ? Value(getReal(a, element))
           : a.type.isBool() ? Value(getInteger(a, element) != 0)
                             : Value(getInteger(a, element));
  std::vector<Value> items;
  for (int64_t i = 0; i < a.shape[d]; ++i) items.push_back(*toList(a, d + 1, element + i * a.strides[d]));
  return Value(script::ListRef{std::make_shared<script::ListObject>(std::move(items))});
}
Result<Value> tolist(const Bound& b) {
  Result<Array> a = b.array("a");
  if (!a) return a.error();
  if (a->size() > 1'000'000) return err::kTooLargeForList();
  return toList(*a, 0, a->offset);
}
Result<Value> indicesOfNonzero(const Bound& b) {
  Result<Array> a = b.array("a");
  if (!a) return a.error();
  Result<std::vector<Array>> found = nonzero(*a);
  if (!found) return found.error();
  std::vector<Value> parts;
  for (Array& each : *found) parts.push_back(valueOf(std::move(each)));
  return script::makeTuple(std::move(parts));
}

constexpr FunctionEntry kShapes[] = {{"zeros", "shape dtype", zeros},
                                     {"empty", "shape dtype", zeros},
                                     {"ones", "shape dtype", ones},
                                     {"full", "shape fill_value dtype", zeros},
                                     {"zeros_like", "a dtype * shape", likeZeros},
                                     {"empty_like", "a dtype * shape", likeZeros},
                                     {"ones_like", "a dtype * shape", likeOnes},
                                     {"full_like", "a fill_value dtype * shape", likeZeros},
                                     {"arange", "start stop step dtype", arange},
                                     {"linspace", "start stop num * dtype", linspace},
                                     {"eye", "N M k dtype", eye},
                                     {"identity", "N dtype", eye},
                                     {"array", "a dtype * copy", array},
                                     {"asarray", "a dtype", array},
                                     {"ascontiguousarray", "a", compacted},
                                     {"astype", "a dtype * copy", astype, true},
                                     {"copy", "a", copy, true},
                                     {"reshape", "a axis", withAxes<reshapeTo>, true},
                                     {"transpose", "a axis", withAxes<permuted>, true},
                                     {"permute_dims", "a axis", withAxes<permuted>},
                                     {"expand_dims", "a axis", withAxes<expandTo>},
                                     {"squeeze", "a axis", withAxes<squeezed>, true},
                                     {"flip", "a axis", withAxes<flipped>},
                                     {"ravel", "a", ravel, true},
                                     {"flatten", "a", ravel, true},
                                     {"swapaxes", "a axis1 axis2", swap, true},
                                     {"moveaxis", "a source destination", moveAxis},
                                     {"concatenate", "arrays axis", joined},
                                     {"stack", "arrays axis", joined},
                                     {"vstack", "arrays", stackedAlong},
                                     {"hstack", "arrays", stackedAlong},
                                     {"split", "a sections axis", split},
                                     {"pad", "a pad_width mode * constant_values", pad},
                                     {"broadcast_to", "a shape", broadcast},
                                     {"tril", "a k", tri},
                                     {"triu", "a k", tri},
                                     {"sort", "a axis", sort},
                                     {"argsort", "a axis", sort, true},
                                     {"roll", "a shift axis", roll},
                                     {"repeat", "a repeats axis", repeat, true},
                                     {"tile", "a reps", tile},
                                     {"take", "a indices axis", take, true},
                                     {"fill", "a value", fill, true},
                                     {"copyto", "dst src", copyTo},
                                     {"item", "a", single, true},
                                     {"tolist", "a", tolist, true},
                                     {"nonzero", "a", indicesOfNonzero, true}};

}  // namespace

std::span<const FunctionEntry> shapeFunctions() { return kShapes; }

}  // namespace lw::reference
