// Operators that move elements to other places.
#include <algorithm>
#include <numeric>

#include "core/arith/analyzer.h"
#include "passes/graph/legalize/lowering.h"

namespace lw::legalize {
namespace {

using Lowered = std::optional<Outputs>;

// The elements in the same order in another shape.
Tensor reshapedTo(Lowering& l, const Operand& x, const Sizes& shape, const std::string& name = "T_reshape") {
  return l.compute(name, shape, [&](const Point& p) {
    // Leading dimensions of the same size keep their index.
    size_t same = 0;
    while (same < shape.size() && same < x.rank() && graph::sameSize(shape[same], x.shape[same]) == graph::Fit::Yes)
      ++same;
    Point from(p.begin(), p.begin() + static_cast<std::ptrdiff_t>(same));
    Expr flat = l.at(0);
    for (size_t i = same; i < p.size(); ++i) flat = flat * shape[i] + p[i];
    for (size_t i = same; i < x.rank(); ++i) {
      Expr stride = l.at(1);
      for (size_t j = i + 1; j < x.rank(); ++j) stride = stride * x.shape[j];
      const Expr index = floordiv(flat, simplify(stride));
      from.push_back(isOne(x.shape[i]) ? l.at(0) : i == same ? index : floormod(index, x.shape[i]));
    }
    return x.at(from);
  });
}

Lowered reshape(Lowering& l) {
  if (!l.knows()) return std::nullopt;
  return Outputs{reshapedTo(l, l[0], l.shape())};
}

Lowered batchFlatten(Lowering& l) {
  if (l[0].rank() < 1) return std::nullopt;
  const Sizes rest(l[0].shape.begin() + 1, l[0].shape.end());
  return Outputs{reshapedTo(l, l[0], {l[0].shape[0], cast(l.index, count(rest))})};
}

Lowered permuteDims(Lowering& l) {
  const size_t rank = l[0].rank();
  std::vector<size_t> order(rank);
  std::iota(order.rbegin(), order.rend(), 0);
  if (!l.call.isNone("axes")) {
    const auto given = l.call.integers("axes");
    if (!given || given->size() != rank) return std::nullopt;
    for (size_t i = 0; i < rank; ++i) order[i] = static_cast<size_t>(*l.call.axis((*given)[i], static_cast<int>(rank)));
  }
  Sizes shape;
  for (const size_t axis : order) shape.push_back(l[0].shape[axis]);
  return Outputs{l.compute("T_transpose", shape, [&](const Point& p) {
    Point from = p;
    for (size_t i = 0; i < rank; ++i) from[order[i]] = p[i];
    return l[0].at(from);
  })};
}

// Dimensions of size 1 come or go; the others keep their order.
Lowered otherOnes(Lowering& l, const char* name) {
  if (!l.knows()) return std::nullopt;
  std::vector<size_t> places;  // in the result, of the dimensions that are not 1
  for (size_t i = 0; i < l.shape().size(); ++i)
    if (!isOne(l.shape()[i])) places.push_back(i);
  const auto wide = std::count_if(l[0].shape.begin(), l[0].shape.end(), [](const Expr& size) { return !isOne(size); });
  if (static_cast<size_t>(wide) != places.size()) return std::nullopt;
  return Outputs{l.compute(name, l.shape(), [&](const Point& p) {
    Point from;
    size_t next = 0;
    for (const Expr& size : l[0].shape) from.push_back(isOne(size) ? l.at(0) : p[places[next++]]);
    return l[0].at(from);
  })};
}

Lowered broadcastTo(Lowering& l) {
  if (!l.knows()) return std::nullopt;
  return Outputs{l.compute("T_broadcast_to", l.shape(), [&](const Point& p) { return l[0].broadcastAt(p); })};
}

Lowered concat(Lowering& l) {
  const auto& parts = l.list(0);
  const auto axis = parts.empty() ? std::nullopt : l.axis("axis", parts[0].rank());
  if (!axis || !l.knows()) return std::nullopt;
  return Outputs{l.compute("T_concat", l.shape(), [&](const Point& p) {
    std::optional<Expr> value;
    Expr start = l.at(0);
    for (const Operand& part : parts) {
      Point from = p;
      from[*axis] = simplify(p[*axis] - start);
      const Expr element = part.at(from);
      value = value ? choose(ge(p[*axis], start), element, *value) : element;
      start = simplify(start + part.shape[*axis]);
    }
    return *value;
  })};
}

Lowered stack(Lowering& l) {
  const auto& parts = l.list(0);
  const auto axis = parts.empty() ? std::nullopt : l.axis("axis", parts[0].rank() + 1);
  if (!axis || !l.knows()) return std::nullopt;
  return Outputs{l.compute("T_stack", l.shape(), [&](const Point& p) {
    Point from = p;
    from.erase(from.begin() + static_cast<std::ptrdiff_t>(*axis));
    std::optional<Expr> value;
    for (size_t i = 0; i < parts.size(); ++i) {
      const Expr element = parts[i].at(from);
      value = value ? choose(ge(p[*axis], l.at(static_cast<int64_t>(i))), element, *value) : element;
    }
    return *value;
  })};
}

// One tensor for each part.
Lowered split(Lowering& l) {
  const auto axis = l.axis("axis", l[0].rank());
  if (!axis || l.resultCount() == 0) return std::nullopt;
  const auto bounds = l.call.integers("indices_or_sections");
  const bool sections = l.call.integer("indices_or_sections").has_value();
  Outputs parts;
  Expr start = l.at(0);
  for (size_t i = 0; i < l.resultCount(); ++i) {
    if (!l.knows(i)) return std::nullopt;
    if (!sections) start = l.at(i == 0 ? 0 : (*bounds)[i - 1]);
    const Expr from = start;
    parts.push_back(l.compute("T_split_" + std::to_string(i), l.shape(i), [&](const Point& p) {
      Point place = p;
      place[*axis] = simplify(p[*axis] + from);
      return l[0].at(place);
    }));
    start = simplify(start + l.shape(i)[*axis]);
  }
  return parts;
}

Lowered repeat(Lowering& l) {
  const auto repeats = l.call.integer("repeats");
  const auto axis = l.axis("axis", l[0].rank());
  if (!repeats || *repeats < 1 || !axis) return std::nullopt;
  Sizes shape = l[0].shape;
  shape[*axis] = simplify(shape[*axis] * l.at(*repeats));
  return Outputs{l.compute("T_repeat", shape, [&](const Point& p) {
    Point from = p;
    from[*axis] = floordiv(p[*axis], l.at(*repeats));
    return l[0].at(from);
  })};
}

Lowered tile(Lowering& l) {
  auto repeats = l.call.integers("repeats");
  if (!repeats) return std::nullopt;
  Sizes shape = l[0].shape;
  while (repeats->size() < shape.size()) repeats->insert(repeats->begin(), 1);
  while (shape.size() < repeats->size()) shape.insert(shape.begin(), l.at(1));
  for (size_t i = 0; i < shape.size(); ++i) shape[i] = simplify(shape[i] * l.at((*repeats)[i]));
  return Outputs{l.compute("T_tile", shape, [&](const Point& p) {
    Point from;
    const size_t more = p.size() - l[0].rank();
    for (size_t i = 0; i < l[0].rank(); ++i) from.push_back(floormod(p[more + i], l[0].shape[i]));
    return l[0].at(from);
  })};
}

Lowered flip(Lowering& l) {
  const auto axis = l.axis("axis", l[0].rank());
  if (!axis) return std::nullopt;
  return Outputs{l.compute("T_flip", l[0].shape, [&](const Point& p) {
    Point from = p;
    from[*axis] = l[0].shape[*axis] - l.at(1) - p[*axis];
    return l[0].at(from);
  })};
}

// The index of the element for a place outside, by the mode; nothing: a constant stands there.
std::optional<Expr> reflected(const std::string& mode, const Expr& at, const Expr& size) {
  const Expr zero = makeZero(at.dtype()), last = size - makeConst(at.dtype(), 1);
  if (mode == "replicate") return max(min(at, last), zero);
  if (mode == "circular") return floormod(at, size);
  if (mode != "reflect") return std::nullopt;
  const Expr front = Select{lt(at, zero), zero - at, at};
  return Expr(Select{gt(front, last), last + last - front, front});
}

Lowered pad(Lowering& l) {
  const auto width = l.call.integers("pad_width");
  const auto value = l.real("pad_value");
  const std::string mode = l.call.text("pad_mode");
  if (!width || !value || !l.knows() || width->size() != 2 * l[0].rank()) return std::nullopt;
  const bool constant = mode == "constant";
  if (!constant && !reflected(mode, l.at(0), l.at(1))) return std::nullopt;
  return Outputs{l.compute("PadInput", l.shape(), [&](const Point& p) {
    Point from;
    std::optional<Expr> inside;
    for (size_t i = 0; i < p.size(); ++i) {
      const int64_t before = (*width)[2 * i], after = (*width)[2 * i + 1];
      const Expr at = before == 0 ? p[i] : p[i] - l.at(before);
      from.push_back(constant || (before == 0 && after == 0) ? at : *reflected(mode, at, l[0].shape[i]));
      if (constant && before > 0) inside = both(inside, ge(p[i], l.at(before)));
      if (constant && after > 0) inside = both(inside, lt(p[i], simplify(l.at(before) + l[0].shape[i])));
    }
    const Expr element = l[0].at(from);
    return inside ? choose(*inside, element, te::number(element.dtype(), *value)) : element;
  })};
}

// Channels become rows and columns: (N, C * r * r, H, W) to (N, C, H * r, W * r).
Lowered pixelShuffle(Lowering& l) {
  const auto r = l.call.integer("upscale_factor");
  const Operand& x = l[0];
  if (!r || *r < 1 || x.rank() < 3) return std::nullopt;
  const size_t c = x.rank() - 3;
  const auto channels = asInt(x.shape[c]);
  if (!channels || *channels % (*r * *r) != 0) return std::nullopt;
  Sizes shape = x.shape;
  shape[c] = l.at(*channels / (*r * *r));
  shape[c + 1] = simplify(shape[c + 1] * l.at(*r));
  shape[c + 2] = simplify(shape[c + 2] * l.at(*r));
  return Outputs{l.compute("pixel_shuffle", shape, [&](const Point& p) {
    const Expr factor = l.at(*r);
    Point from = p;
    from[c] = p[c] * l.at(*r * *r) + floormod(p[c + 1], factor) * factor + floormod(p[c + 2], factor);
    from[c + 1] = floordiv(p[c + 1], factor);
    from[c + 2] = floordiv(p[c + 2], factor);
    return x.at(from);
  })};
}

// Sums over the dimensions in which the result is smaller: what broadcasting repeated is added up.
Lowered collapseSum(Lowering& l) {
  const Operand& x = l[0];
  if (!l.knows() || l.shape().size() > x.rank() || x.type.isBool()) return std::nullopt;
  const size_t more = x.rank() - l.shape().size();
  std::vector<IterVar> summed;
  std::vector<std::optional<Expr>> inner(x.rank());
  for (size_t i = 0; i < x.rank(); ++i) {
    if (i >= more && !(isOne(l.shape()[i - more]) && !isOne(x.shape[i]))) continue;
    summed.push_back(l.reduceAxis("k" + std::to_string(i), x.shape[i]));
    inner[i] = summed.back().var;
  }
  const auto value = [&](const Point& p) {
    Point from;
    for (size_t i = 0; i < x.rank(); ++i) from.push_back(inner[i] ? *inner[i] : p[i - more]);
    return x.at(from);
  };
  if (summed.empty()) return Outputs{l.compute("collapse_sum", l.shape(), value)};
  return Outputs{l.reduce("collapse_sum", "sum", l.shape(), summed, value)};
}

Lowered meshgrid(Lowering& l) {
  const auto& axes = l.list(0);
  Sizes shape;
  for (const Operand& axis : axes) {
    if (axis.rank() != 1) return std::nullopt;
    shape.push_back(axis.shape[0]);
  }
  const bool swapped = l.call.text("indexing") == "xy" && shape.size() >= 2;
  if (swapped) std::swap(shape[0], shape[1]);
  Outputs outputs;
  for (size_t i = 0; i < axes.size(); ++i)
    outputs.push_back(l.compute("T_meshgrid_" + std::to_string(i), shape,
                                [&](const Point& p) { return axes[i].at({p[swapped && i < 2 ? 1 - i : i]}); }));
  return outputs;
}

}  // namespace

std::vector<Entry> shapeEntries() {
  return {
      {"reshape", reshape},
      {"flatten", reshape},
      {"nn.batch_flatten", batchFlatten},
      {"permute_dims", permuteDims},
      {"expand_dims", [](Lowering& l) { return otherOnes(l, "expand_dims"); }},
      {"squeeze", [](Lowering& l) { return otherOnes(l, "T_squeeze"); }},
      {"broadcast_to", broadcastTo},
      {"concat", concat},
      {"stack", stack},
      {"split", split},
      {"repeat", repeat},
      {"tile", tile},
      {"flip", flip},
      {"nn.pad", pad},
      {"nn.pixel_shuffle", pixelShuffle},
      {"collapse_sum_like", collapseSum},
      {"collapse_sum_to", collapseSum},
      {"meshgrid", meshgrid},
  };
}

}  // namespace lw::legalize
