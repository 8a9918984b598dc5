#include "core/ir/wide_index.h"

#include <cmath>

#include "core/ir/ops.h"

namespace lw {
namespace {

// The number of elements from the start of the memory to the buffer's last element, if all sizes are constant.
std::optional<double> constantSpan(const Buffer& b) {
  const auto offset = asInt(b->elemOffset);
  double elements = 1, last = offset ? static_cast<double>(*offset) : 0;
  bool known = offset.has_value();
  for (size_t d = 0; d < b->shape.size(); ++d) {
    const auto extent = asInt(b->shape[d]),
               stride = b->strides.empty() ? std::optional<int64_t>(0) : asInt(b->strides[d]);
    known = known && extent && stride;
    if (!known) return std::nullopt;
    elements *= static_cast<double>(*extent);
    last += static_cast<double>(*extent - 1) * static_cast<double>(*stride);
  }
  return b->strides.empty() ? elements + last : last + 1;
}

}  // namespace

Expr productOf(const std::vector<Expr>& factors) {
  double constant = 1;
  double most = static_cast<double>(maxValueOf(dtype::Int32));
  for (const Expr& factor : factors) {
    if (const auto value = asInt(factor)) constant *= std::abs(static_cast<double>(*value));
    if (factor.dtype().bits > 32) most = static_cast<double>(maxValueOf(factor.dtype()));
  }
  Expr all = constant > most ? makeConst(dtype::Int64, 1) : Expr(1);
  for (const Expr& factor : factors) all = all * (constant > most ? widened(factor) : factor);
  return all;
}

Expr widened(const Expr& index) {
  const DataType type = index.dtype();
  if (type.element() != dtype::Int32) return type.isInteger() ? cast(dtype::Int64.withLanes(type.lanes), index) : index;
  if (const auto* n = index.as<Binary>(); n && !isComparison(n->op) && n->op != BinaryOp::And && n->op != BinaryOp::Or)
    return binary(n->op, widened(n->a), widened(n->b));
  if (const auto* n = index.as<Ramp>()) return Ramp{widened(n->base), widened(n->stride), n->lanes};
  if (const auto* n = index.as<Broadcast>()) return Broadcast{widened(n->value), n->lanes};
  if (const auto* n = index.as<Select>()) return Select{n->condition, widened(n->whenTrue), widened(n->whenFalse)};
  return cast(dtype::Int64.withLanes(type.lanes), index);
}

bool exceedsInt32(const Buffer& b) {
  const auto elements = constantSpan(b);
  return elements && *elements > static_cast<double>(maxValueOf(dtype::Int32));
}

bool mayExceedInt32(const Buffer& b) { return !constantSpan(b) || exceedsInt32(b); }

std::vector<Expr> placesIn(const Buffer& b, const std::vector<Expr>& indices) {
  if (!mayExceedInt32(b)) return indices;
  std::vector<Expr> places;
  for (const Expr& index : indices) places.push_back(widened(index));
  return places;
}

}  // namespace lw
