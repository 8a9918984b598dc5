// Elements that indices name, and the search for them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/ir/ops.h"
#include "core/onnx/importer.h"
#include "core/onnx/operators/operators.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

// Bools are moved as bytes: kernels of updates have none of bools.
Node asBytes(const Conversion& c, const Node& x) { return c.typeOf(x).isBool() ? c.cast(x, dtype::UInt(8)) : x; }
Node likeBefore(const Conversion& c, const Node& made, DataType type) {
  return type.isBool() ? c.call("not_equal", {made, c.scalar(0, c.typeOf(made))}) : c.cast(made, type);
}

const char* reductionOf(const Conversion& c) {
  const std::string how = c.text("reduction", "none");
  for (const auto& [name, op] :
       {std::pair{"none", "update"}, {"add", "add"}, {"mul", "mul"}, {"min", "min"}, {"max", "max"}})
    if (how == name) return op;
  c.fail(err::kOnnxAttributeValue(c.title(), "reduction", how));
}

// The numbers 0, 1 ... along one axis, the others have one element.
Node counting(const Conversion& c, int64_t count, int64_t axis, int64_t rank, DataType type) {
  std::vector<int64_t> shape(static_cast<size_t>(rank), 1);
  shape[static_cast<size_t>(axis)] = count;
  NDArray data = c.zeros(type, shape);
  for (int64_t i = 0; i < count; ++i)
    if (type.isFloat())
      data.set(i, static_cast<double>(i));
    else
      data.setInt(i, i);
  return c.array(std::move(data));
}

}  // namespace

void gatherElements(const Conversion& c) {
  const Node x = c.in(0);
  const int64_t axis = c.axis(c.integer("axis", 0), c.rankOf(x));
  c.out(c.call("gather_elements", {x, c.in(1)}, attrs("axis", axis)));
}

void gatherNd(const Conversion& c) {
  const Node x = c.in(0);
  Node indices = c.in(1);
  const int64_t batch = c.integer("batch_dims", 0), rank = c.rankOf(indices);
  const auto sizes = c.sizesOf(x);
  const std::optional<int64_t> depth = c.sizeOf(indices, rank - 1);
  if (!depth || batch + *depth > static_cast<int64_t>(sizes.size()))
    c.refuse("the indices do not name leading dimensions of the data");
  // Negative indices count from the end of their dimension.
  std::vector<int64_t> lengths;
  for (int64_t i = 0; i < *depth; ++i) {
    const std::optional<int64_t> n = asInt(sizes[static_cast<size_t>(batch + i)]);
    if (!n) c.refuse("the size of a dimension that is indexed is not known");
    lengths.push_back(*n);
  }
  const Node below = c.call("less", {indices, c.scalar(0, c.typeOf(indices))});
  const Node fromTheEnd = c.call("add", {indices, c.cast(c.list(lengths), c.typeOf(indices))});
  indices = c.call("where", {below, fromTheEnd, indices});
  c.out(c.call("gather_nd", {x, indices}, attrs("batch_dims", batch)));
}

void scatterElements(const Conversion& c) {
  const Node x = c.in(0);
  const int64_t axis = c.axis(c.integer("axis", 0), c.rankOf(x));
  const Node made = c.call("scatter_elements", {asBytes(c, x), c.in(1), asBytes(c, c.in(2))},
                           attrs("axis", axis, "reduction", reductionOf(c)));
  c.out(likeBefore(c, made, c.typeOf(x)));
}

void scatterNd(const Conversion& c) {
  const Node x = c.in(0);
  const Node made =
      c.call("scatter_nd", {asBytes(c, x), c.in(1), asBytes(c, c.in(2))}, attrs("reduction", reductionOf(c)));
  c.out(likeBefore(c, made, c.typeOf(x)));
}

// Indices outside of the depth give a row without an element that is on; negative ones count from the end.
void oneHot(const Conversion& c) {
  const Node given = c.in(0), values = c.in(2);
  const int64_t depth = c.integersIn(1).at(0), rank = c.rankOf(given);
  const int64_t axis = c.axis(c.integer("axis", -1), rank + 1);
  const DataType type = c.typeOf(given).isFloat() ? c.typeOf(given) : dtype::Int64;
  Node indices = c.expandDims(c.cast(given, type), {axis});
  const Node below = c.call("less", {indices, c.scalar(0, type)});
  indices = c.call("where", {below, c.call("add", {indices, c.scalar(static_cast<double>(depth), type)}), indices});
  const Node is = c.call("equal", {indices, counting(c, depth, axis, rank + 1, type)});
  const auto value = [&](int64_t i) {
    return c.reshape(c.call("take", {values, c.list({i})}, attrs("axis", 0)), std::vector<int64_t>{});
  };
  c.out(c.call("where", {is, value(1), value(0)}));
}

void topK(const Conversion& c) {
  const Node x = c.in(0);
  const int64_t axis = c.axis(c.integer("axis", -1), c.rankOf(x));
  const int64_t k = c.version() >= 10 ? c.integersIn(1).at(0) : c.integer("k");
  const std::optional<int64_t> size = c.sizeOf(x, axis);
  if (k < 0 || (size && k > *size)) c.refuse(say("there are no {0} elements along axis {1}", k, axis));
  const bool largest = c.version() < 11 || c.integer("largest", 1) != 0;
  const Node made = c.call("topk", {x}, attrs("k", k, "axis", axis, "largest", largest, "dtype", dtype::Int64));
  c.out(0, c.item(made, 0));
  c.out(1, c.item(made, 1));
}

void nonZero(const Conversion& c) {
  const Node x = c.in(0);
  c.out(c.call("nonzero", {c.rankOf(x) == 0 ? c.reshape(x, std::vector<int64_t>{1}) : x}));
}

// The elements at the places of a condition that may be shorter than the axis.
void compress(const Conversion& c) {
  Node x = c.in(0);
  if (!c.attribute("axis")) {
    Expr total = IntImm{dtype::Int64, 1};
    for (const Expr& size : c.sizesOf(x)) total = total * size;
    x = c.reshape(x, graph::Sizes{total});
  }
  const int64_t axis = c.axis(c.integer("axis", 0), c.rankOf(x));
  if (const auto known = c.constant(1)) {
    std::vector<int64_t> places;
    for (int64_t i = 0; i < known->size(); ++i)
      if (known->getInt(i) != 0) places.push_back(i);
    return c.out(c.call("take", {x, c.list(places)}, attrs("axis", axis)));
  }
  const Node places = c.call("nonzero", {c.in(1)});
  c.out(c.call("take", {x, c.call("squeeze", {places}, attrs("axis", 0))}, attrs("axis", axis)));
}

// Values in their order, or in that of their first occurrences.
void unique(const Conversion& c) {
  const Node x = c.in(0);
  if (c.attribute("axis")) {
    c.axis(c.integer("axis"), c.rankOf(x));
    if (c.rankOf(x) != 1) c.refuse("parts of a tensor along an axis are not compared, only elements");
  }
  const auto yes = Node(graph::ScalarNode{IntImm{dtype::Int64, 1}});
  const bool sorted = c.integer("sorted", 1) != 0;
  const Node all = c.call("unique", {x, yes, yes, yes, yes});
  Node values = c.item(all, 0), firsts = c.item(all, 1), inverse = c.item(all, 2), counts = c.item(all, 3);
  if (!sorted) {
    const auto sortedPlaces = [&](const Node& of) { return c.call("argsort", {of}, attrs("dtype", dtype::Int64)); };
    const Node order = sortedPlaces(firsts);
    const auto taken = [&](const Node& of, const Node& at) { return c.call("take", {of, at}, attrs("axis", 0)); };
    inverse = taken(sortedPlaces(order), inverse);
    values = taken(values, order), firsts = taken(firsts, order), counts = taken(counts, order);
  }
  c.out(0, values);
  c.out(1, firsts);
  c.out(2, inverse);
  c.out(3, counts);
}

void reverseSequence(const Conversion& c) {
  const Node x = c.in(0);
  const int64_t rank = c.rankOf(x), time = c.axis(c.integer("time_axis", 0), rank),
                batch = c.axis(c.integer("batch_axis", 1), rank);
  c.out(c.call("reverse_sequence", {x, c.in(1)}, attrs("seq_axis", time, "batch_axis", batch)));
}

// The update replaces the part of the cache that begins at an index of each batch, and may go on at the front.
void tensorScatter(const Conversion& c) {
  const Node cache = c.in(0), update = c.in(1);
  const auto shape = c.shapeOf(cache);
  const auto rank = static_cast<int64_t>(shape.size());
  const int64_t axis = c.axis(c.integer("axis", -2), rank), length = shape[static_cast<size_t>(axis)];
  const std::optional<int64_t> count = c.sizeOf(update, axis);
  const std::string mode = c.text("mode", "linear");
  if (mode != "linear" && mode != "circular") c.fail(err::kOnnxAttributeValue(c.title(), "mode", mode));
  if (!count || axis == 0 || *count > length) c.refuse("the update does not fit into the cache");
  if (*count == 0 || length == 0) return c.out(cache);
  Node place = counting(c, length, axis, rank, dtype::Int64);
  if (c.has(2)) {
    std::vector<int64_t> batches(shape.size(), 1);
    batches[0] = shape[0];
    place = c.call("subtract", {place, c.reshape(c.cast(c.in(2), dtype::Int64), batches)});
  }
  if (mode == "circular") place = c.call("floor_mod", {place, c.scalar(static_cast<double>(length), dtype::Int64)});
  const Node last = c.scalar(static_cast<double>(*count - 1), dtype::Int64), zero = c.scalar(0, dtype::Int64);
  const Node inside = c.call("minimum", {c.call("maximum", {place, zero}), last});
  const Node wide = c.call("broadcast_to", {inside, c.shape(c.sizesOf(cache))});
  const Node taken = c.call("gather_elements", {update, wide}, attrs("axis", axis));
  c.out(c.call("where", {c.call("equal", {place, inside}), taken, cache}));
}

void centerCropPad(const Conversion& c) {
  Node x = c.in(0);
  const int64_t rank = c.rankOf(x);
  std::vector<int64_t> axes(static_cast<size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  if (const auto given = c.integers("axes")) axes = *given;
  const auto wanted = c.integersIn(1);
  if (wanted.size() != axes.size()) c.refuse("the shape does not fit the axes");
  std::vector<int64_t> widths(2 * static_cast<size_t>(rank));
  bool padded = false;
  for (size_t i = 0; i < axes.size(); ++i) {
    const int64_t axis = c.axis(axes[i], rank);
    const std::optional<int64_t> size = c.sizeOf(x, axis);
    if (!size) c.refuse(say("the size of axis {0} is not known", axis));
    const int64_t more = wanted[i] - *size;
    if (more < 0) {
      const int64_t begin = -more / 2;
      x = c.slice(x, {axis}, {IntImm{dtype::Int64, begin}}, {IntImm{dtype::Int64, begin + wanted[i]}}, {1});
    } else if (more > 0) {
      padded = true;
      widths[2 * static_cast<size_t>(axis)] = more / 2;
      widths[2 * static_cast<size_t>(axis) + 1] = more - more / 2;
    }
  }
  c.out(padded ? c.call("nn.pad", {x}, attrs("pad_width", widths, "pad_value", 0.0)) : x);
}

// Boxes of each class in the order of their scores, without those that overlap a better one by more than the threshold.
void nonMaxSuppression(const Conversion& c) {
  Node boxes = c.in(0);
  const Node scores = c.in(1);
  if (c.integer("center_point_box", 0) != 0) {
    const auto column = [&](int64_t i) { return c.call("take", {boxes, c.list({i})}, attrs("axis", 2)); };
    const auto corner = [&](int64_t center, double part) {
      const Node extent = column(center + 2);
      return c.call("add", {column(center), c.call("multiply", {extent, c.scalar(part, c.typeOf(extent))})});
    };
    boxes = c.call("concat", {graph::TupleNode{{corner(1, -0.5), corner(0, -0.5), corner(1, 0.5), corner(0, 0.5)}}},
                   attrs("axis", 2));
  }
  const Node limit = c.has(2) ? c.in(2) : c.scalar(0, dtype::Int64);
  // The graph's operator leaves out boxes that overlap by the threshold or more, ONNX only those that do by more.
  const auto most = static_cast<float>(c.has(3) ? c.numbersIn(3).at(0) : 0);
  const Node above =
      c.scalar(static_cast<double>(std::nextafter(most, std::numeric_limits<float>::infinity())), dtype::Float32);
  const Node least =
      c.has(4) ? c.in(4) : c.scalar(-static_cast<double>(std::numeric_limits<float>::infinity()), dtype::Float32);
  const Node found = c.call("vision.all_class_non_max_suppression", {boxes, scores, limit, above, least});
  const Node count = c.item(found, 1);
  const Node end = c.call("concat", {graph::TupleNode{{count, c.list({3})}}}, attrs("axis", 0));
  c.out(c.call("dynamic_strided_slice", {c.item(found, 0), c.list({0, 0}), end, c.list({1, 1})}));
}

}  // namespace lw::onnx::convert
