#include "passes/row_major.h"

#include "core/ir/ops.h"

namespace lw {
namespace {

// The scalar of a broadcast or of a scalar; nullptr for true vectors.
const Expr* uniform(const Expr& e) {
  if (const auto* b = e.as<Broadcast>()) return b->value.dtype().isVector() ? nullptr : &b->value;
  return e.dtype().isVector() ? nullptr : &e;
}

constexpr int64_t kMaxInt32 = 2147483647;

// Elements where all extents are constant.
std::optional<double> constantSize(const Buffer& b) {
  double n = 1;
  for (const Expr& extent : b->shape) {
    const auto value = asInt(extent);
    if (!value) return std::nullopt;
    n *= static_cast<double>(*value);
  }
  return n;
}

}  // namespace

std::vector<Expr> stridesOf(const Buffer& b) {
  if (!b->strides.empty()) return b->strides;
  std::vector<Expr> strides(b->shape.size(), Expr(1));
  for (size_t d = strides.size(); d-- > 1;) strides[d - 1] = strides[d] * b->shape[d];
  return strides;
}

Expr addressOf(const Buffer& b, const std::vector<Expr>& indices) {
  const std::vector<Expr> strides = stridesOf(b);
  const auto size = constantSize(b);
  const bool wide = size && *size > static_cast<double>(kMaxInt32);
  Expr address = b->elemOffset;
  for (size_t d = 0; d < indices.size(); ++d) {
    const Expr index = wide ? cast(dtype::Int64.withLanes(indices[d].dtype().lanes), indices[d]) : indices[d];
    address = addLanes(address, mulLanes(index, strides[d]));
  }
  return address;
}

Expr memorySizeOf(const Buffer& b) {
  if (b->strides.empty() && isZero(b->elemOffset)) {
    Expr size = 1;
    const auto elements = constantSize(b);
    if (elements && *elements > static_cast<double>(kMaxInt32)) size = makeConst(dtype::Int64, 1);
    for (const Expr& extent : b->shape) size = size * extent;
    return size;
  }
  const std::vector<Expr> strides = stridesOf(b);
  Expr last = b->elemOffset;
  for (size_t d = 0; d < strides.size(); ++d) last = last + (b->shape[d] - 1) * strides[d];
  return last + 1;
}

Expr addLanes(const Expr& a, const Expr& b) {
  if (!a.dtype().isVector() && !b.dtype().isVector()) return a + b;
  const auto *ra = a.as<Ramp>(), *rb = b.as<Ramp>();
  const Expr *ua = uniform(a), *ub = uniform(b);
  if (ra && rb && ra->lanes == rb->lanes && !ra->base.dtype().isVector() && !rb->base.dtype().isVector())
    return Ramp{ra->base + rb->base, ra->stride + rb->stride, ra->lanes};
  if (ra && ub && !ra->base.dtype().isVector()) return Ramp{ra->base + *ub, cast((ra->base + *ub).dtype(), ra->stride), ra->lanes};
  if (rb && ua && !rb->base.dtype().isVector()) return Ramp{*ua + rb->base, cast((*ua + rb->base).dtype(), rb->stride), rb->lanes};
  if (ua && ub) return Broadcast{*ua + *ub, std::max(a.dtype().lanes, b.dtype().lanes)};
  return a + b;
}

Expr subLanes(const Expr& a, const Expr& b) {
  if (!a.dtype().isVector() && !b.dtype().isVector()) return a - b;
  const auto *ra = a.as<Ramp>(), *rb = b.as<Ramp>();
  const Expr *ua = uniform(a), *ub = uniform(b);
  if (ra && ub && !ra->base.dtype().isVector()) return Ramp{ra->base - *ub, cast((ra->base - *ub).dtype(), ra->stride), ra->lanes};
  if (rb && ua && !rb->base.dtype().isVector()) {
    const Expr base = *ua - rb->base;
    return Ramp{base, cast(base.dtype(), makeZero(rb->stride.dtype()) - rb->stride), rb->lanes};
  }
  if (ua && ub) return Broadcast{*ua - *ub, std::max(a.dtype().lanes, b.dtype().lanes)};
  return a - b;
}

Expr mulLanes(const Expr& a, const Expr& b) {
  if (!a.dtype().isVector() && !b.dtype().isVector()) return a * b;
  const auto *ra = a.as<Ramp>(), *rb = b.as<Ramp>();
  const Expr *ua = uniform(a), *ub = uniform(b);
  if (ra && ub && !ra->base.dtype().isVector()) return Ramp{ra->base * *ub, ra->stride * *ub, ra->lanes};
  if (rb && ua && !rb->base.dtype().isVector()) return Ramp{*ua * rb->base, *ua * rb->stride, rb->lanes};
  if (ua && ub) return Broadcast{*ua * *ub, std::max(a.dtype().lanes, b.dtype().lanes)};
  return a * b;
}

}  // namespace lw
