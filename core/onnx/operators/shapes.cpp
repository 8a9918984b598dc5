// Shapes and constants. What only concerns sizes is carried out while the model is read.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/onnx/importer.h"
#include "core/onnx/operators/operators.h"
#include "core/onnx/operators/types.h"

namespace lw::onnx::convert {
namespace {

using graph::Node;

Expr sizeOf(int64_t n) { return IntImm{dtype::Int64, n}; }
Expr simplified(const Expr& e) { return Analyzer().simplify(e); }

void outSizes(const Conversion& c, graph::Sizes sizes, bool isScalar = false) {
  std::vector<int64_t> known;
  for (Expr& s : sizes) {
    s = simplified(s);
    if (const auto n = asInt(s)) known.push_back(*n);
  }
  if (known.size() < sizes.size()) return c.out(0, Operand{.node = {}, .sizes = std::move(sizes)});
  NDArray data = c.zeros(dtype::Int64,
                         isScalar ? std::vector<int64_t>{} : std::vector<int64_t>{static_cast<int64_t>(known.size())});
  for (size_t i = 0; i < known.size(); ++i) data.setInt(static_cast<int64_t>(i), known[i]);
  c.out(c.array(std::move(data)));
}

// The shape that a reshape asks for: 0 keeps the size of the input, -1 is what is left.
graph::Sizes reshaped(const Conversion& c, const Node& x, graph::Sizes wanted) {
  const bool keepsZero = c.integer("allowzero", 0) != 0;
  const auto given = c.sizesOf(x);
  Expr total = sizeOf(1), others = sizeOf(1);
  for (const Expr& s : given) total = total * s;
  std::optional<size_t> open;
  for (size_t i = 0; i < wanted.size(); ++i) {
    const auto n = asInt(wanted[i]);
    if (n == 0 && !keepsZero) {
      if (i >= given.size()) c.refuse("the shape keeps a size that the operand does not have");
      wanted[i] = given[i];
    }
    if (n == -1)
      open = i;
    else
      others = others * wanted[i];
  }
  if (open) {
    others = simplified(others);
    if (asInt(others) == 0) c.refuse("a size of -1 is not determined beside one of 0");
    wanted[*open] = simplified(floordiv(simplified(total), others));
  }
  return wanted;
}

}  // namespace

DataType elementType(const Conversion& c, int64_t number) {
  const auto type = static_cast<ElementType>(number);
  const std::optional<DataType> known = dataTypeOf(type);
  if (!known) c.fail(err::kOnnxType(c.title(), toString(type)));
  return *known;
}

void shape(const Conversion& c) {
  const Operand& value = c.operand(0);
  graph::Sizes all =
      value.sizes && !value.node ? graph::Sizes{sizeOf(static_cast<int64_t>(value.sizes->size()))} : c.sizesOf(c.in(0));
  const auto rank = static_cast<int64_t>(all.size());
  const auto clamp = [&](int64_t at) { return std::clamp<int64_t>(at < 0 ? at + rank : at, 0, rank); };
  const int64_t begin = clamp(c.integer("start", 0)), end = clamp(c.integer("end", rank));
  outSizes(c, begin < end ? graph::Sizes(all.begin() + begin, all.begin() + end) : graph::Sizes());
}
void size(const Conversion& c) {
  Expr total = sizeOf(1);
  for (const Expr& s : c.sizesOf(c.in(0))) total = total * s;
  outSizes(c, {total}, true);
}

void reshape(const Conversion& c) {
  if (c.operand(0).sizes) return c.out(0, c.operand(0));  // of a list of sizes: (-1,), or one element
  const Node x = c.in(0);
  graph::Sizes wanted;
  if (c.version() >= 5)
    wanted = c.sizesIn(1);
  else
    for (const int64_t n : c.integers("shape").value_or(std::vector<int64_t>{})) wanted.push_back(sizeOf(n));
  c.out(c.reshape(x, reshaped(c, x, std::move(wanted))));
}
void flatten(const Conversion& c) {
  const Node x = c.in(0);
  const auto sizes = c.sizesOf(x);
  const auto rank = static_cast<int64_t>(sizes.size());
  const int64_t axis = c.integer("axis", 1), at = axis < 0 ? axis + rank : axis;
  if (at < 0 || at > rank) c.refuse(say("there is no axis {0} of {1} dimensions", axis, rank));
  Expr outer = sizeOf(1), inner = sizeOf(1);
  for (int64_t i = 0; i < rank; ++i)
    (i < at ? outer : inner) = (i < at ? outer : inner) * sizes[static_cast<size_t>(i)];
  c.out(c.reshape(x, graph::Sizes{simplified(outer), simplified(inner)}));
}
void transpose(const Conversion& c) {
  const Node x = c.in(0);
  std::vector<int64_t> axes;
  for (int64_t i = c.rankOf(x); i-- > 0;) axes.push_back(i);
  c.out(c.permute(x, c.integers("perm").value_or(axes)));
}
void unsqueeze(const Conversion& c) {
  if (c.operand(0).sizes) return c.out(0, c.operand(0));
  const Node x = c.in(0);
  auto axes = c.axes(13, 1).value_or(std::vector<int64_t>{});
  const int64_t rank = c.rankOf(x) + static_cast<int64_t>(axes.size());
  for (int64_t& a : axes) a = c.axis(a, rank);
  std::sort(axes.begin(), axes.end());
  c.out(c.expandDims(x, axes));
}
void squeeze(const Conversion& c) {
  if (c.operand(0).sizes) return c.out(0, c.operand(0));
  const Node x = c.in(0);
  auto axes = c.axes(13, 1);
  if (axes && axes->empty() && c.rankOf(x) == 0) return c.out(x);
  c.out(axes && !axes->empty() ? c.call("squeeze", {x}, attrs("axis", *axes)) : c.call("squeeze", {x}));
}
void concat(const Conversion& c) {
  bool ofSizes = false;
  for (size_t i = 0; i < c.count(); ++i) ofSizes = ofSizes || c.operand(i).sizes;
  if (ofSizes) {
    graph::Sizes all;
    for (size_t i = 0; i < c.count(); ++i)
      for (const Expr& s : c.sizesIn(i)) all.push_back(s);
    return outSizes(c, std::move(all));
  }
  auto all = c.all();
  const int64_t axis = c.version() >= 4 ? c.integer("axis") : c.integer("axis", 1);
  if (all.size() == 1) return c.out(all[0]);
  const int64_t at = c.axis(axis, c.rankOf(all.at(0)));
  c.out(c.call("concat", {graph::TupleNode{std::move(all)}}, attrs("axis", at)));
}
void split(const Conversion& c) {
  const Node x = c.in(0);
  const int64_t axis = c.axis(c.integer("axis", 0), c.rankOf(x));
  std::optional<std::vector<int64_t>> parts =
      c.version() >= 13 || c.has(1) ? c.integersIfGiven(1) : c.integers("split");
  const auto wanted = static_cast<int64_t>(c.wanted());
  if (!parts) {
    const std::optional<int64_t> size = c.sizeOf(x, axis);
    if (!size) c.refuse("the size of the axis that is divided is not known");
    const int64_t count = c.integer("num_outputs", wanted);
    if (count < 1) c.fail(err::kOnnxAttributeValue(c.title(), "num_outputs", std::to_string(count)));
    c.room({count});
    const int64_t each = (*size + count - 1) / count;
    parts.emplace();
    for (int64_t i = 0; i < count; ++i) parts->push_back(std::clamp<int64_t>(*size - i * each, 0, each));
  }
  int64_t begin = 0;
  for (size_t i = 0; i < parts->size(); ++i) {
    const int64_t end = begin + (*parts)[i];
    if (c.wants(i)) c.out(i, c.slice(x, {axis}, {sizeOf(begin)}, {sizeOf(end)}, {1}));
    begin = end;
  }
}
void slice(const Conversion& c) {
  std::optional<std::vector<int64_t>> axes, steps;
  graph::Sizes begin, end;
  if (c.version() >= 10) {
    begin = c.sizesIn(1), end = c.sizesIn(2);
    axes = c.integersIfGiven(3), steps = c.integersIfGiven(4);
  } else {
    for (const int64_t n : c.integers("starts").value_or(std::vector<int64_t>{})) begin.push_back(sizeOf(n));
    for (const int64_t n : c.integers("ends").value_or(std::vector<int64_t>{})) end.push_back(sizeOf(n));
    axes = c.integers("axes");
  }
  const size_t count = begin.size();
  if (const auto& sizes = c.operand(0).sizes) {  // of a shape
    const auto n = static_cast<int64_t>(sizes->size());
    const int64_t step = steps ? steps->at(0) : 1;
    const auto at = [&](const Expr& e) {
      const int64_t i = asInt(e).value_or(0);
      return std::clamp<int64_t>(i < 0 ? i + n : i, step < 0 ? -1 : 0, n);
    };
    graph::Sizes part;
    if (step > 0)
      for (int64_t i = at(begin[0]); i < at(end[0]); i += step) part.push_back((*sizes)[static_cast<size_t>(i)]);
    else
      for (int64_t i = std::min(at(begin[0]), n - 1); i > at(end[0]); i += step)
        part.push_back((*sizes)[static_cast<size_t>(i)]);
    return outSizes(c, std::move(part));
  }
  const Node x = c.in(0);
  const auto sizes = c.sizesOf(x);
  if (!axes) {
    axes.emplace();
    for (size_t i = 0; i < count; ++i) axes->push_back(static_cast<int64_t>(i));
  }
  if (!steps) steps.emplace(count, 1);
  // Bounds as they are after clamping: 0 to the size, or for a negative step -1 to the size less 1.
  for (size_t i = 0; i < count; ++i) {
    (*axes)[i] = c.axis((*axes)[i], static_cast<int64_t>(sizes.size()));
    const std::optional<int64_t> n = asInt(sizes[static_cast<size_t>((*axes)[i])]);
    const std::optional<int64_t> b = asInt(begin[i]), e = asInt(end[i]);
    if (!n || !b || !e) {
      const Expr whole = sizes[static_cast<size_t>((*axes)[i])];
      if (b && *b < 0) begin[i] = simplified(whole + sizeOf(*b));
      if (e && *e < 0) end[i] = simplified(whole + sizeOf(*e));
      if (e && *e > (int64_t{1} << 30)) end[i] = whole;
      continue;
    }
    const bool back = (*steps)[i] < 0;
    begin[i] = sizeOf(std::clamp<int64_t>(*b < 0 ? *b + *n : *b, 0, back ? *n - 1 : *n));
    const int64_t last = std::clamp<int64_t>(*e < 0 ? *e + *n : *e, back ? -1 : 0, *n);
    end[i] = sizeOf(last < 0 ? -*n - 1 : last);  // before the first element
  }
  c.out(c.slice(x, *axes, begin, end, *steps));
}

void constant(const Conversion& c) {
  const auto of = [&](std::vector<int64_t> shape, DataType type, const auto& values) {
    NDArray data = c.zeros(type, std::move(shape));
    for (size_t i = 0; i < values.size(); ++i)
      if (type.isFloat())
        data.set(static_cast<int64_t>(i), static_cast<double>(values[i]));
      else
        data.setInt(static_cast<int64_t>(i), static_cast<int64_t>(values[i]));
    c.out(c.array(std::move(data)));
  };
  for (const Attribute& a : c.node().attributes) {
    if (a.name == "value" && a.tensor) {
      Result<NDArray> data = arrayOf(*a.tensor, c.importer().model().folder);
      if (!data) c.fail(data.error());
      c.importer().countParameters(*a.tensor, *data);
      return c.out(0, Operand{.node = c.array(*std::move(data)), .type = a.tensor->type});
    }
    if (a.name == "value_float") return of({}, dtype::Float32, std::vector<float>{a.number.value_or(0)});
    if (a.name == "value_int") return of({}, dtype::Int64, std::vector<int64_t>{a.integer.value_or(0)});
    if (a.name == "value_floats") return of({static_cast<int64_t>(a.numbers.size())}, dtype::Float32, a.numbers);
    if (a.name == "value_ints") return of({static_cast<int64_t>(a.integers.size())}, dtype::Int64, a.integers);
    c.refuse(say("there are no kernels of {0}", Snippet(a.name)));
  }
  c.fail(err::kOnnxAttribute(c.title(), "value"));
}
void constantOfShape(const Conversion& c) {
  NDArray value = c.zeros(dtype::Float32, {});
  ElementType element = ElementType::Float;
  if (const Attribute* a = c.attribute("value"); a && a->tensor) {
    element = a->tensor->type;
    Result<NDArray> given = arrayOf(*a->tensor, c.importer().model().folder);
    if (!given) c.fail(given.error());
    value = *std::move(given);
    value.shape.clear();
  }
  const DataType type = value.type;
  const auto sizes = c.sizesIn(0);
  const Node made = c.call("full", {c.shape(sizes), c.array(std::move(value))}, attrs("dtype", type));
  c.out(0, Operand{.node = made, .type = element});
}
void expand(const Conversion& c) {
  const Node x = c.in(0);
  const auto given = c.sizesOf(x);
  auto wanted = c.sizesIn(1);
  while (wanted.size() < given.size()) wanted.insert(wanted.begin(), sizeOf(1));
  const size_t lead = wanted.size() - given.size();
  for (size_t i = 0; i < given.size(); ++i)
    if (asInt(wanted[lead + i]) == 1) wanted[lead + i] = given[i];
  c.out(c.call("broadcast_to", {x, c.shape(wanted)}));
}
void eyeLike(const Conversion& c) {
  const Node x = c.in(0);
  const auto shape = c.shapeOf(x);
  const DataType type =
      c.attribute("dtype") ? storedType(c, static_cast<ElementType>(c.integer("dtype"))) : c.typeOf(x);
  if (shape.size() != 2) c.refuse("it takes a tensor of two dimensions");
  NDArray data = c.zeros(type, shape);
  for (int64_t i = 0, k = c.integer("k", 0); i < shape[0]; ++i)
    if (i + k >= 0 && i + k < shape[1]) data.set(i * shape[1] + i + k, 1);
  c.out(c.array(std::move(data)));
}
void range(const Conversion& c) {
  const DataType type = c.typeOf(c.in(0));
  const double begin = c.numbersIn(0).at(0), end = c.numbersIn(1).at(0), step = c.numbersIn(2).at(0);
  if (step == 0) c.refuse("the step is 0");
  const auto count = static_cast<int64_t>(std::max(0.0, std::ceil((end - begin) / step)));
  if (count > int64_t{1} << 28) c.refuse(say("it has {0} elements", count));
  NDArray data = c.zeros(type, {count});
  for (int64_t i = 0; i < count; ++i) data.set(i, begin + static_cast<double>(i) * step);
  c.out(c.array(std::move(data)));
}
void tile(const Conversion& c) {
  const auto repeats = c.integersIn(1);
  c.out(c.call("tile", {c.in(0)}, attrs("repeats", repeats)));
}
void trilu(const Conversion& c) {
  const int64_t k = c.has(1) ? c.integersIn(1).at(0) : 0;
  const Node x = c.in(0);
  c.out(c.call(c.integer("upper", 1) != 0 ? "triu" : "tril", {x, graph::Node(graph::ScalarNode{sizeOf(k)})}));
}
void gather(const Conversion& c) {
  const int64_t given = c.integer("axis", 0);
  if (const auto& sizes = c.operand(0).sizes; sizes && c.constant(1)) {
    graph::Sizes part;
    const auto n = static_cast<int64_t>(sizes->size());
    for (const int64_t i : c.integersIn(1)) {
      if (i < -n || i >= n) c.refuse(say("there is no element {0} of {1} sizes", i, n));
      part.push_back((*sizes)[static_cast<size_t>(i < 0 ? i + n : i)]);
    }
    return outSizes(c, std::move(part), c.constant(1)->shape.empty());
  }
  const Node x = c.in(0);
  Node indices = c.in(1);
  const int64_t axis = c.axis(given, c.rankOf(x));
  c.out(c.call("take", {x, wrapped(c, indices, c.sizesOf(x)[static_cast<size_t>(axis)])}, attrs("axis", axis)));
}

// Negative indices count from the end.
Node wrapped(const Conversion& c, const Node& indices, const Expr& size) {
  if (const NDArray* known = dataOf(indices)) {
    bool negative = false;
    for (int64_t i = 0; i < known->size(); ++i) negative = negative || known->getInt(i) < 0;
    if (!negative) return indices;
  }
  const DataType type = c.typeOf(indices);
  const std::optional<int64_t> n = asInt(size);
  if (!n || type.isUInt()) return indices;
  const Node below = c.call("less", {indices, c.scalar(0, type)});
  return c.call("where", {below, c.call("add", {indices, c.scalar(static_cast<double>(*n), type)}), indices});
}

namespace {

// Elements of the operand in the padding, by a list of indices for each axis.
Node padded(const Conversion& c, Node part, const std::string& mode, const std::vector<int64_t>& before,
            const std::vector<int64_t>& after) {
  if (mode != "edge" && mode != "wrap" && mode != "reflect") c.fail(err::kOnnxAttributeValue(c.title(), "mode", mode));
  for (size_t at = 0; at < before.size(); ++at) {
    if (before[at] == 0 && after[at] == 0) continue;
    const auto axis = static_cast<int64_t>(at);
    const std::optional<int64_t> n = c.sizeOf(part, axis);
    if (!n || *n == 0) c.refuse("the size of an axis that is padded is not known");
    c.room({before[at]}), c.room({after[at]}), c.room({*n});
    std::vector<int64_t> indices;
    for (int64_t p = -before[at]; p < *n + after[at]; ++p) {
      const int64_t period = mode == "reflect" ? std::max<int64_t>(2 * *n - 2, 1) : *n;
      const int64_t m = ((p % period) + period) % period;
      indices.push_back(mode == "edge"   ? std::clamp<int64_t>(p, 0, *n - 1)
                        : mode == "wrap" ? m
                                         : std::min(m, period - m));
    }
    part = c.call("take", {part, c.list(indices)}, attrs("axis", axis));
  }
  return part;
}

}  // namespace

void pad(const Conversion& c) {
  const Node x = c.in(0);
  const int64_t rank = c.rankOf(x);
  const std::string mode = c.text("mode", "constant");
  std::vector<int64_t> given =
      c.version() >= 11 ? c.integersIn(1)
                        : c.integers(c.version() >= 2 ? "pads" : "paddings").value_or(std::vector<int64_t>{});
  std::vector<int64_t> axes;
  if (c.version() >= 18 && c.has(3))
    axes = c.integersIn(3);
  else
    for (int64_t i = 0; i < rank; ++i) axes.push_back(i);
  if (given.size() != 2 * axes.size())
    c.refuse(
        say("{0} pads do not fit {1} axes", static_cast<int64_t>(given.size()), static_cast<int64_t>(axes.size())));
  std::vector<int64_t> before(static_cast<size_t>(rank)), after(static_cast<size_t>(rank));
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto at = static_cast<size_t>(c.axis(axes[i], rank));
    before[at] = given[i], after[at] = given[i + axes.size()];
  }
  // Negative pads cut off.
  Node part = x;
  for (int64_t i = 0; i < rank; ++i) {
    const auto at = static_cast<size_t>(i);
    if (before[at] >= 0 && after[at] >= 0) continue;
    const Expr n = c.sizesOf(part)[at];
    part = c.slice(part, {i}, {sizeOf(std::max<int64_t>(-before[at], 0))},
                   {simplified(n - sizeOf(std::max<int64_t>(-after[at], 0)))}, {1});
    before[at] = std::max<int64_t>(before[at], 0), after[at] = std::max<int64_t>(after[at], 0);
  }
  if (std::all_of(before.begin(), before.end(), [](int64_t n) { return n == 0; }) &&
      std::all_of(after.begin(), after.end(), [](int64_t n) { return n == 0; }))
    return c.out(part);
  if (mode == "constant") {
    const bool has = c.version() >= 11 && c.has(2);
    const double value = c.version() < 11 ? c.number("value", 0) : has ? c.numbersIn(2).at(0) : 0;
    std::vector<int64_t> widths;
    for (size_t i = 0; i < before.size(); ++i) widths.push_back(before[i]), widths.push_back(after[i]);
    return c.out(c.call("nn.pad", {part}, attrs("pad_width", widths, "pad_value", value)));
  }
  c.out(padded(c, part, mode, before, after));
}

// (n, c, h, w) -> (n, c / b^2, h b, w b), the block's rows and columns taken from the channels.
void depthToSpace(const Conversion& c) {
  const Node x = c.in(0);
  const auto s = c.shapeOf(x);
  const int64_t b = c.integer("blocksize");
  const bool first = c.text("mode", "DCR") == "DCR";
  if (s.size() != 4 || b <= 0 || b > 65536 || s[1] % (b * b) != 0)
    c.refuse("the channels are not divided by the block");
  const int64_t depth = s[1] / (b * b);
  const Node parts = first ? c.reshape(x, std::vector<int64_t>{s[0], b, b, depth, s[2], s[3]})
                           : c.reshape(x, std::vector<int64_t>{s[0], depth, b, b, s[2], s[3]});
  const Node turned = first ? c.permute(parts, {0, 3, 4, 1, 5, 2}) : c.permute(parts, {0, 1, 4, 2, 5, 3});
  c.out(c.reshape(turned, std::vector<int64_t>{s[0], depth, s[2] * b, s[3] * b}));
}
void spaceToDepth(const Conversion& c) {
  const Node x = c.in(0);
  const auto s = c.shapeOf(x);
  const int64_t b = c.integer("blocksize");
  if (s.size() != 4 || b <= 0 || b > 65536 || s[2] % b != 0 || s[3] % b != 0)
    c.refuse("height and width are not divided by the block");
  const Node parts = c.reshape(x, std::vector<int64_t>{s[0], s[1], s[2] / b, b, s[3] / b, b});
  const Node turned =
      c.text("mode", "DCR") == "CRD" ? c.permute(parts, {0, 1, 3, 5, 2, 4}) : c.permute(parts, {0, 3, 5, 1, 2, 4});
  c.out(c.reshape(turned, std::vector<int64_t>{s[0], s[1] * b * b, s[2] / b, s[3] / b}));
}

}  // namespace lw::onnx::convert
