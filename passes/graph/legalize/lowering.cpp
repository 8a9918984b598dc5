#include "passes/graph/legalize/lowering.h"

#include <algorithm>
#include <map>

#include "core/arith/analyzer.h"

namespace lw::legalize {

Expr Operand::at(const Point& point) const { return tensor ? te::read(*tensor, point) : *number; }

Expr Operand::broadcastAt(const Point& point) const {
  if (!tensor) return *number;
  Point own;
  for (size_t i = 0; i < shape.size(); ++i)
    own.push_back(isOne(shape[i]) ? makeConst(shape[i].dtype(), 0) : point[point.size() - shape.size() + i]);
  return te::read(*tensor, own);
}

std::optional<Sizes> Lowering::sizes(size_t place) const {
  auto given = call.sizes(place);
  if (given)
    for (Expr& size : *given) size = cast(index, size);
  return given;
}

std::optional<Expr> Lowering::number(size_t place) const {
  if (place >= call.infos.size() || !call.infos[place]) return std::nullopt;
  const auto* scalar = call.infos[place]->as<graph::ScalarInfo>();
  return scalar ? scalar->value : std::nullopt;
}

std::optional<int64_t> Lowering::integer(size_t place) const {
  const auto value = number(place);
  return value ? asInt(*value) : std::nullopt;
}

std::optional<double> Lowering::real(std::string_view name) const {
  const graph::Attribute& value = call.attribute(name);
  if (const auto* real = value.as<double>()) return *real;
  if (const auto* whole = value.as<int64_t>()) return static_cast<double>(*whole);
  return std::nullopt;
}

bool Lowering::flag(std::string_view name) const {
  const graph::Attribute& value = call.attribute(name);
  if (const bool* flag = value.as<bool>()) return *flag;
  const auto* number = value.as<int64_t>();
  return number && *number != 0;
}

std::optional<std::vector<size_t>> Lowering::axes(std::string_view name, size_t rank) const {
  std::vector<size_t> axes;
  if (call.isNone(name)) {
    for (size_t i = 0; i < rank; ++i) axes.push_back(i);
    return axes;
  }
  const auto given = call.integers(name);
  if (!given) return std::nullopt;
  for (const int64_t one : *given) {
    const Result<int> place = call.axis(one, static_cast<int>(rank));
    if (!place) return std::nullopt;
    axes.push_back(static_cast<size_t>(*place));
  }
  std::sort(axes.begin(), axes.end());
  if (std::adjacent_find(axes.begin(), axes.end()) != axes.end()) return std::nullopt;
  return axes;
}

std::optional<size_t> Lowering::axis(std::string_view name, size_t rank) const {
  const auto given = call.integer(name);
  if (!given) return std::nullopt;
  const Result<int> place = call.axis(*given, static_cast<int>(rank));
  return place ? std::optional(static_cast<size_t>(*place)) : std::nullopt;
}

Expr math(const char* name, const Expr& x) { return Call{x.dtype(), name, {x}}; }
Expr quotient(const Expr& a, const Expr& b) { return binary(BinaryOp::Div, a, b); }
Expr choose(const Expr& condition, const Expr& yes, const Expr& no) {
  return Call{yes.dtype(), "if_then_else", {condition, yes, no}};
}
Expr count(const Sizes& sizes) {
  Expr product = 1;
  for (const Expr& size : sizes) product = product * size;
  return simplify(product);
}
Expr both(const std::optional<Expr>& a, const Expr& b) { return a ? logicalAnd(*a, b) : b; }

Reduced::Reduced(Lowering& l, const Sizes& shape, std::vector<size_t> reduced) : axes(std::move(reduced)) {
  for (size_t i = 0; i < shape.size(); ++i)
    if (std::find(axes.begin(), axes.end(), i) != axes.end()) {
      iters.push_back(l.reduceAxis("k" + std::to_string(i), shape[i]));
    } else {
      kept.push_back(i);
      keptShape.push_back(shape[i]);
    }
}

Point Reduced::whole(const Point& keptPoint) const {
  Point point(axes.size() + kept.size(), Expr(0));
  for (size_t i = 0; i < axes.size(); ++i) point[axes[i]] = iters[i].var;
  for (size_t i = 0; i < kept.size(); ++i) point[kept[i]] = keptPoint[i];
  return point;
}
Point Reduced::keptOf(const Point& wholePoint) const {
  Point point;
  for (const size_t axis : kept) point.push_back(wholePoint[axis]);
  return point;
}
Point Reduced::reducedOf(const Point& wholePoint) const {
  Point point;
  for (const size_t axis : axes) point.push_back(wholePoint[axis]);
  return point;
}
Sizes Reduced::extents() const {
  Sizes sizes;
  for (const IterVar& iter : iters) sizes.push_back(iter.domain.extent);
  return sizes;
}

const Entry* findLowering(std::string_view op) {
  static const std::map<std::string_view, Entry> kByName = [] {
    std::map<std::string_view, Entry> map;
    for (const auto& family :
         {elementwiseEntries(), reductionEntries(), shapeEntries(), productEntries(), windowEntries(), layerEntries(),
          indexingEntries(), creationEntries(), scatterEntries(), sortingEntries(), imageEntries(), gradientEntries(),
          detectionEntries(), regionEntries(), countedEntries(), layoutEntries()})
      for (const Entry& entry : family) map.emplace(entry.op, entry);
    return map;
  }();
  const auto found = kByName.find(op);
  return found == kByName.end() ? nullptr : &found->second;
}

}  // namespace lw::legalize
