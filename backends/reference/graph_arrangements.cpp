// Operators of graphs that arrange, choose, make or combine elements.
#include <algorithm>
#include <cmath>

#include "backends/reference/errors.h"
#include "backends/reference/graph_operators.h"
#include "core/ir/ops.h"

namespace lw::reference {

Array every(const Array& a, size_t axis, int64_t start, int64_t step, int64_t count) {
  Array part = a;
  part.offset += start * a.strides[axis];
  part.strides[axis] *= step;
  part.shape[axis] = count;
  return part;
}

Array reduced(Reduction how, const Array& a, const std::vector<int64_t>& axes, bool keepDims) {
  if (axes.empty()) return a;
  return given(
      reduce(how, a, axes, keepDims,
             how == Reduction::Sum || how == Reduction::Prod ? std::optional(a.type) : std::optional<DataType>()));
}

Array inShape(const Array& a, Shape shape) { return given(reshaped(given(compact(a)), std::move(shape))); }

Array along(const Array& a, size_t axis, size_t rank) {
  Shape shape(rank, 1);
  shape[axis] = a.size();
  return inShape(a, shape);
}

void forEachPoint(const Shape& shape, const std::function<void(const Shape&)>& visit) {
  Shape point(shape.size(), 0);
  for (int64_t i = 0; i < sizeOf(shape); ++i) {
    visit(point);
    for (size_t d = shape.size(); d-- > 0;) {
      if (++point[d] < shape[d]) break;
      point[d] = 0;
    }
  }
}
int64_t elementAt(const Array& a, const Shape& point) {
  int64_t at = a.offset;
  for (size_t d = 0; d < point.size(); ++d) at += point[d] * a.strides[d];
  return at;
}
void copyElement(const Array& to, const Shape& toPoint, const Array& from, const Shape& fromPoint) {
  const int bytes = from.bytes();
  std::copy_n(from.storage->data + elementAt(from, fromPoint) * bytes, bytes,
              to.storage->data + elementAt(to, toPoint) * bytes);
}

double valueAt(const Array& a, const Shape& point) {
  const int64_t at = elementAt(a, point);
  return a.type.isFloat() ? getReal(a, at) : static_cast<double>(getInteger(a, at));
}

namespace {

using B = BinaryKernel;

Array permutedDims(const GraphCall& c) {
  const Array x = c.array(0);
  std::vector<int64_t> axes;
  if (!c.in.isNone("axes")) axes = c.integers("axes");
  return given(permuted(x, axes));
}

GraphItem parts(const GraphCall& c) {
  const Array x = c.array(0);
  const size_t axis = c.axis("axis", x.rank());
  std::vector<GraphItem> all;
  int64_t start = 0;
  for (size_t i = 0; i < c.results.size(); ++i) {
    const int64_t size = c.shape(i)[axis];
    all.push_back({every(x, axis, start, 1, size)});
    start += size;
  }
  return {std::move(all)};
}

Array slices(const GraphCall& c) {
  Array x = c.array(0);
  const auto sizes = [&](size_t place) { return std::get<Shape>(c.items[place]->kind); };
  const Shape axes = sizes(1), begins = sizes(2), ends = sizes(3);
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto axis = static_cast<size_t>(axes[i] < 0 ? axes[i] + x.rank() : axes[i]);
    std::vector<Index> index(axis, SliceIndex{});
    index.emplace_back(SliceIndex{begins[i], ends[i], c.has(4) ? std::optional(sizes(4)[i]) : std::nullopt});
    x = given(indexed(x, index));
  }
  return x;
}

Array padOf(const GraphCall& c) {
  const std::vector<int64_t> width = c.integers("pad_width");
  const std::string mode = c.in.text("pad_mode");
  std::vector<Padding> widths;
  for (size_t i = 0; i + 1 < width.size(); i += 2) widths.push_back({width[i], width[i + 1]});
  const PadMode how = mode == "reflect"     ? PadMode::Reflect
                      : mode == "replicate" ? PadMode::Edge
                      : mode == "circular"  ? PadMode::Wrap
                                            : PadMode::Constant;
  const Array x = c.array(0);
  return given(padded(x, widths, how, filledArray(x.type, {}, c.real("pad_value"))));
}

Array takeOf(const GraphCall& c) {
  Array x = c.array(0), indices = given(cast(c.array(1), dtype::Int64));
  const size_t axis = c.in.isNone("axis") ? 0 : c.axis("axis", x.rank());
  const auto size = static_cast<double>(x.shape[axis]);
  if (c.in.text("mode") == "wrap")
    indices = apply(B::Mod, indices, given(cast(filledArray(dtype::Int64, {}, size), dtype::Int64)));
  else
    indices = given(cast(apply(B::Max, apply(B::Min, indices, size - 1), 0.0), dtype::Int64));
  std::vector<Index> index(axis, SliceIndex{});
  index.emplace_back(indices);
  return given(indexed(x, index));
}

Array gatherElementsOf(const GraphCall& c) {
  const Array x = c.array(0), indices = c.array(1);
  const size_t axis = c.axis("axis", x.rank());
  const Array result = given(makeArray(x.type, indices.shape));
  forEachPoint(indices.shape, [&](const Shape& p) {
    Shape from = p;
    from[axis] = getInteger(indices, elementAt(indices, p));
    if (from[axis] < 0) from[axis] += x.shape[axis];
    copyElement(result, p, x, from);
  });
  return result;
}

Array gatherNdOf(const GraphCall& c) {
  const Array x = c.array(0), indices = c.array(1);
  const auto batch = static_cast<size_t>(c.integer("batch_dims"));
  const int64_t depth = indices.shape.back();
  Shape shape(indices.shape.begin(), indices.shape.end() - 1);
  const size_t outer = shape.size(), named = batch + static_cast<size_t>(depth);
  shape.insert(shape.end(), x.shape.begin() + static_cast<std::ptrdiff_t>(named), x.shape.end());
  const Array result = given(makeArray(x.type, shape));
  forEachPoint(shape, [&](const Shape& p) {
    Shape from(p.begin(), p.begin() + static_cast<std::ptrdiff_t>(batch));
    for (int64_t i = 0; i < depth; ++i) {
      Shape at(p.begin(), p.begin() + static_cast<std::ptrdiff_t>(outer));
      at.push_back(i);
      from.push_back(getInteger(indices, elementAt(indices, at)));
    }
    from.insert(from.end(), p.begin() + static_cast<std::ptrdiff_t>(outer), p.end());
    copyElement(result, p, x, from);
  });
  return result;
}

Array oneHotOf(const GraphCall& c) {
  const Array indices = c.array(0);
  const int64_t depth = c.integer("depth");
  const int64_t given_ = c.integer("axis");
  const auto axis = static_cast<size_t>(given_ < 0 ? given_ + indices.rank() + 1 : given_);
  const Expr on = std::get<Expr>(c.items[1]->kind);
  const DataType type = on.dtype().isFloat() ? dtype::Float32 : on.dtype();
  Shape shape = indices.shape;
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), depth);
  const Array result = given(makeArray(type, shape));
  const Array one = given(cast(c.array(1), type)), zero = given(cast(c.array(2), type));
  forEachPoint(shape, [&](const Shape& p) {
    Shape from = p;
    from.erase(from.begin() + static_cast<std::ptrdiff_t>(axis));
    copyElement(result, p, getInteger(indices, elementAt(indices, from)) == p[axis] ? one : zero, {});
  });
  return result;
}

Array rangeOf(const GraphCall& c) {
  const Array start = c.has(1) ? c.array(0) : filledArray(dtype::Int64, {}, 0);
  const Array step = c.has(2) ? c.array(2) : filledArray(dtype::Int64, {}, 1);
  const DataType type = c.type();
  const Array result = given(makeArray(type, c.shape()));
  const auto number = [](const Array& a) {
    return a.type.isFloat() ? getReal(a, a.offset) : static_cast<double>(getInteger(a, a.offset));
  };
  for (int64_t i = 0; i < result.size(); ++i) {
    const double value = number(start) + static_cast<double>(i) * number(step);
    if (type.isFloat())
      setReal(result, i, value);
    else
      setInteger(result, i, static_cast<int64_t>(value));
  }
  return result;
}

Array eyeOf(const GraphCall& c) {
  const int64_t rows = c.integer(size_t{0}, 0), columns = c.integer(1, rows), k = c.integer(2, 0);
  const Array ones = filledArray(c.in.type("dtype", dtype::Float32).value_or(dtype::Float32), {rows, columns}, 1);
  return given(triangle(given(triangle(ones, k, true)), k, false));
}

Array reducedOf(const GraphCall& c, Reduction how) {
  const Array x = c.array(0);
  return reduced(how, x, c.axes("axis", x.rank()), c.flag("keepdims"));
}

Array varianceOf(const GraphCall& c) {
  const Array x = c.array(0);
  const std::vector<int64_t> axes = c.axes("axis", x.rank());
  const Array distance = x - reduced(Reduction::Mean, x, axes, true);
  return reduced(Reduction::Mean, distance * distance, axes, c.flag("keepdims"));
}

Array meanOf(const GraphCall& c) {
  const Array x = c.array(0);
  if (x.type.isFloat()) return reducedOf(c, Reduction::Mean);
  // Integers are truncated towards zero.
  const Array mean =
      reduced(Reduction::Mean, given(cast(x, dtype::Float(64))), c.axes("axis", x.rank()), c.flag("keepdims"));
  return given(cast(apply(UnaryKernel::Trunc, mean), x.type));
}

Array positionOf(const GraphCall& c, Reduction how) {
  const Array x = c.array(0);
  const bool keeps = c.flag("keepdims");
  if (!c.in.isNone("axis")) return given(cast(reduced(how, x, c.axes("axis", x.rank()), keeps), dtype::Int64));
  const Array flat = reduced(how, inShape(x, {-1}), {0}, false);
  return given(cast(inShape(flat, keeps ? Shape(x.shape.size(), 1) : Shape{}), dtype::Int64));
}

Array scanOf(const GraphCall& c, Reduction how) {
  const bool flat = c.in.isNone("axis");
  const Array operand = given(cast(c.array(0), c.type())), x = flat ? inShape(operand, {-1}) : operand;
  const size_t axis = flat ? 0 : c.axis("axis", x.rank());
  Array whole = given(cast(given(cumulate(how, x, static_cast<int64_t>(axis))), c.type()));
  if (!c.flag("exclusive")) return whole;
  Shape first = x.shape;
  first[axis] = 1;
  return given(concatenated(
      {filledArray(c.type(), first, how == Reduction::Prod ? 1 : 0), every(whole, axis, 0, 1, x.shape[axis] - 1)},
      static_cast<int64_t>(axis)));
}

Array sortedOf(const Array& x, int64_t axis, bool descending, bool indices) {
  if (!descending) return given(sorted(x, axis, indices));
  const Array negative = apply(UnaryKernel::Negative, x), order = given(sorted(negative, axis, indices));
  return indices ? order : apply(UnaryKernel::Negative, order);
}

GraphItem topKOf(const GraphCall& c) {
  const Array x = c.array(0);
  const size_t axis = c.axis("axis", x.rank());
  const int64_t k = c.integer("k") > 0 ? c.integer("k") : x.shape[axis];
  const auto first = [&](bool indices) {
    return every(sortedOf(x, static_cast<int64_t>(axis), c.flag("largest"), indices), axis, 0, 1, k);
  };
  const std::string what = c.in.text("ret_type");
  const DataType type = *c.in.type("dtype", dtype::Int32);
  if (what == "values") return {given(compact(first(false)))};
  const Array places = given(cast(first(true), type));
  if (what == "indices") return {places};
  return {std::vector<GraphItem>{{first(false)}, {places}}};
}

Array collapsed(const GraphCall& c) {
  Array x = c.array(0);
  const Shape shape = c.shape();
  while (x.shape.size() > shape.size()) x = reduced(Reduction::Sum, x, {0}, false);
  for (size_t i = 0; i < shape.size(); ++i)
    if (shape[i] != x.shape[i]) x = reduced(Reduction::Sum, x, {static_cast<int64_t>(i)}, true);
  return x;
}

GraphItem meshgridOf(const GraphCall& c) {
  const std::vector<Array> axes = c.arrays(0);
  const bool swapped = c.in.text("indexing") == "xy" && axes.size() >= 2;
  const auto dimension = [&](size_t i) { return swapped && i < 2 ? 1 - i : i; };
  Shape shape(axes.size());
  for (size_t i = 0; i < axes.size(); ++i) shape[dimension(i)] = axes[i].size();
  std::vector<GraphItem> all;
  for (size_t i = 0; i < axes.size(); ++i)
    all.push_back({*broadcastTo(along(axes[i], dimension(i), axes.size()), shape)});
  return {std::move(all)};
}

// Update after update.
Array scattered(const GraphCall& c) {
  const Array result = given(cast(c.array(0), c.array(0).type)), indices = c.array(1), updates = c.array(2);
  const size_t axis = c.axis("axis", result.rank());
  const std::string how = c.in.text("reduction");
  forEachPoint(indices.shape, [&](const Shape& p) {
    Shape to = p;
    to[axis] = getInteger(indices, elementAt(indices, p));
    if (to[axis] < 0) to[axis] += result.shape[axis];
    const double old = getReal(result, elementAt(result, to)), update = getReal(updates, elementAt(updates, p));
    setReal(result, elementAt(result, to),
            how == "add"   ? old + update
            : how == "mul" ? old * update
            : how == "min" ? std::min(old, update)
            : how == "max" ? std::max(old, update)
                           : update);
  });
  return result;
}

Array slicedInto(const GraphCall& c) {
  const Array result = given(cast(c.array(0), c.array(0).type)), source = c.array(1);
  const size_t axis = c.axis("axis", result.rank());
  const Array part = every(result, axis, c.integer(2, 0), c.integer(4, 1), source.shape[axis]);
  if (const Status done = assign(part, source); !done) throw GraphFailure{done.error()};
  return result;
}

double sourceOf(const std::string& mode, int64_t at, int64_t from, int64_t to) {
  const auto place = static_cast<double>(at), before = static_cast<double>(from), after = static_cast<double>(to);
  if (mode == "half_pixel") return (place + 0.5) * before / after - 0.5;
  if (mode == "asymmetric") return place * before / after;
  return to > 1 ? place * (before - 1) / (after - 1) : 0;
}

double roundedBy(std::string how, const std::string& mode, double x) {
  if (how.empty()) how = mode == "asymmetric" ? "floor" : "round";
  if (how == "round_prefer_floor") return std::ceil(x - 0.5);
  if (how == "round_prefer_ceil") return std::floor(x + 0.5);
  if (how == "floor") return std::floor(x + 1e-5);
  return how == "ceil" ? std::ceil(x - 1e-5) : std::round(x);
}

// One dimension after the other.
Array resizedOf(const GraphCall& c) {
  const std::string layout = c.in.text("layout"), mode = c.in.text("coordinate_transformation_mode");
  const Shape sizes = std::get<Shape>(c.items[1]->kind);
  Array x = c.array(0);
  const std::string letters = sizes.size() == 3 ? "DHW" : "HW";
  for (size_t d = 0; d < letters.size(); ++d) {
    const size_t axis = layout.find(letters[d]);
    const int64_t from = x.shape[axis];
    const auto slice = [&](double place) {
      return every(x, axis, std::clamp<int64_t>(static_cast<int64_t>(place), 0, from - 1), 1, 1);
    };
    std::vector<Array> slices;
    for (int64_t i = 0; i < sizes[d]; ++i) {
      const double source = sourceOf(mode, i, from, sizes[d]), low = std::floor(source);
      if (c.in.text("method") == "cubic") {
        const double a = c.real("cubic_alpha"), t = source - low;
        const std::vector<double> weights{a * (t * t * t - 2 * t * t + t), (a + 2) * t * t * t - (a + 3) * t * t + 1,
                                          -(a + 2) * t * t * t + (2 * a + 3) * t * t - a * t, a * (t * t - t * t * t)};
        double whole = 0;
        std::optional<Array> sum;
        for (size_t k = 0; k < 4; ++k) {
          const double at = low + static_cast<double>(k) - 1;
          const bool counts = !c.flag("cubic_exclude") || (at >= 0 && at < static_cast<double>(from));
          const Array part = slice(at) * (counts ? weights[k] : 0);
          whole += counts ? weights[k] : 0;
          sum = sum ? *sum + part : part;
        }
        slices.push_back(*sum * (1 / whole));
      } else if (c.in.text("method") == "linear")
        slices.push_back(slice(low) * (1 - (source - low)) + slice(low + 1) * (source - low));
      else
        slices.push_back(slice(roundedBy(c.in.text("rounding_method"), mode, source)));
    }
    x = given(concatenated(slices, static_cast<int64_t>(axis)));
  }
  return x;
}

// The bits of each element as a number of another type. Only views of the whole tensor, and of as many bits.
Array viewOf(const GraphCall& c) {
  Array made = given(compact(c.array(0)));
  if (c.has(1) || c.has(3) || made.type.bits != c.type().bits || made.type.isBool() || c.type().isBool())
    throw GraphFailure{err::kGraphNotEvaluated("R.memory.view")};
  made.type = c.type();
  return made;
}

}  // namespace

void addArrangements(GraphFunctions& to) {
  const auto add = [&](const char* name, std::function<Array(const GraphCall&)> f) {
    to[name] = [f](const GraphCall& c) { return GraphItem{f(c)}; };
  };
  for (const char* name : {"reshape", "flatten", "expand_dims", "squeeze"})
    add(name, [](const GraphCall& c) { return inShape(c.array(0), c.shape()); });
  add("nn.batch_flatten", [](const GraphCall& c) { return inShape(c.array(0), {c.array(0).shape[0], -1}); });
  add("permute_dims", permutedDims);
  add("broadcast_to", [](const GraphCall& c) { return given(compact(*broadcastTo(c.array(0), c.shape()))); });
  add("concat", [](const GraphCall& c) { return given(concatenated(c.arrays(0), c.integer("axis"))); });
  add("stack", [](const GraphCall& c) { return given(stacked(c.arrays(0), c.integer("axis"))); });
  to["split"] = parts;
  add("repeat",
      [](const GraphCall& c) { return given(repeated(c.array(0), c.integer("repeats"), c.integer("axis"))); });
  add("tile", [](const GraphCall& c) { return given(tiled(c.array(0), c.integers("repeats"))); });
  add("flip", [](const GraphCall& c) { return given(flipped(c.array(0), {c.integer("axis")})); });
  add("nn.pad", padOf);
  add("strided_slice", slices);
  add("take", takeOf);
  add("gather_elements", gatherElementsOf);
  add("gather_nd", gatherNdOf);
  add("one_hot", oneHotOf);
  for (const char* name : {"full", "full_like"})
    add(name,
        [](const GraphCall& c) { return given(compact(*broadcastTo(given(cast(c.array(1), c.type())), c.shape()))); });
  for (const char* name : {"ones", "ones_like"})
    add(name, [](const GraphCall& c) { return filledArray(c.type(), c.shape(), 1); });
  for (const char* name : {"zeros", "zeros_like"})
    add(name, [](const GraphCall& c) { return filledArray(c.type(), c.shape(), 0); });
  add("arange", rangeOf);
  add("eye", eyeOf);
  add("tril", [](const GraphCall& c) { return given(triangle(c.array(0), c.integer(1, 0), true)); });
  add("triu", [](const GraphCall& c) { return given(triangle(c.array(0), c.integer(1, 0), false)); });
  add("memory.view", viewOf);
  add("astype", [](const GraphCall& c) { return given(cast(c.array(0), c.type())); });
  add("sum", [](const GraphCall& c) { return reducedOf(c, Reduction::Sum); });
  add("max", [](const GraphCall& c) { return reducedOf(c, Reduction::Max); });
  add("min", [](const GraphCall& c) { return reducedOf(c, Reduction::Min); });
  add("prod", [](const GraphCall& c) { return reducedOf(c, Reduction::Prod); });
  add("mean", meanOf);
  add("variance", varianceOf);
  add("std", [](const GraphCall& c) { return apply(UnaryKernel::Sqrt, varianceOf(c)); });
  add("argmax", [](const GraphCall& c) { return positionOf(c, Reduction::Argmax); });
  add("argmin", [](const GraphCall& c) { return positionOf(c, Reduction::Argmin); });
  to["sort"] = [](const GraphCall& c) {
    return GraphItem{sortedOf(c.array(0), c.integer("axis"), c.flag("descending"), false)};
  };
  to["argsort"] = [](const GraphCall& c) {
    return GraphItem{sortedOf(c.array(0), c.integer("axis"), c.flag("descending"), true)};
  };
  to["topk"] = topKOf;
  for (const char* name : {"image.resize2d", "image.resize3d"}) add(name, resizedOf);
  add("collapse_sum_like", collapsed);
  add("collapse_sum_to", collapsed);
  to["meshgrid"] = meshgridOf;
  add("scatter_elements", scattered);
  add("slice_scatter", slicedInto);
  add("cumsum", [](const GraphCall& c) { return scanOf(c, Reduction::Sum); });
  add("cumprod", [](const GraphCall& c) { return scanOf(c, Reduction::Prod); });
}

}  // namespace lw::reference
