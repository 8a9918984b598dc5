#include "passes/support/row_major.h"

#include "core/ir/ops.h"
#include "core/ir/row_span.h"
#include "core/ir/wide_index.h"

namespace lw {
namespace {

// The scalar of a scalar or broadcast; nullptr for other vectors.
const Expr* uniform(const Expr& e) {
  if (const auto* b = e.as<Broadcast>()) return b->value.dtype().isVector() ? nullptr : &b->value;
  return e.dtype().isVector() ? nullptr : &e;
}

}  // namespace

std::vector<Expr> stridesOf(const Buffer& b) {
  const bool wide = exceedsInt32(b);
  std::vector<Expr> strides = b->strides;
  if (strides.empty()) {
    strides.assign(b->shape.size(), wide ? makeConst(dtype::Int64, 1) : Expr(1));
    for (size_t d = strides.size(); d-- > 1;) strides[d - 1] = strides[d] * (wide ? widened(b->shape[d]) : b->shape[d]);
  } else if (wide) {
    for (Expr& stride : strides) stride = widened(stride);
  }
  return strides;
}

Expr addressOf(const Buffer& b, const std::vector<Expr>& indices) {
  // Without strides, the rows follow each other, and so do the lanes.
  if (!b->strides.empty() && spansRows(b, indices)) return addressOf(b, spannedIndices(b, indices));
  const std::vector<Expr> strides = stridesOf(b);
  const bool wide = exceedsInt32(b);
  Expr address = wide ? widened(b->elemOffset) : b->elemOffset;
  for (size_t d = 0; d < indices.size(); ++d)
    address = addLanes(address, mulLanes(wide ? widened(indices[d]) : indices[d], strides[d]));
  return address;
}

Expr memorySizeOf(const Buffer& b) {
  if (b->strides.empty() && isZero(b->elemOffset)) return productOf(b->shape);
  const bool wide = exceedsInt32(b);
  const std::vector<Expr> strides = stridesOf(b);
  Expr last = wide ? widened(b->elemOffset) : b->elemOffset;
  for (size_t d = 0; d < strides.size(); ++d)
    last = last + ((wide ? widened(b->shape[d]) : b->shape[d]) - 1) * strides[d];
  return last + 1;
}

Expr addLanes(const Expr& a, const Expr& b) {
  if (!a.dtype().isVector() && !b.dtype().isVector()) return a + b;
  const auto *ra = a.as<Ramp>(), *rb = b.as<Ramp>();
  const Expr *ua = uniform(a), *ub = uniform(b);
  if (ra && rb && ra->lanes == rb->lanes && !ra->base.dtype().isVector() && !rb->base.dtype().isVector())
    return Ramp{ra->base + rb->base, ra->stride + rb->stride, ra->lanes};
  if (ra && ub && !ra->base.dtype().isVector())
    return Ramp{ra->base + *ub, cast((ra->base + *ub).dtype(), ra->stride), ra->lanes};
  if (rb && ua && !rb->base.dtype().isVector())
    return Ramp{*ua + rb->base, cast((*ua + rb->base).dtype(), rb->stride), rb->lanes};
  if (ua && ub) return Broadcast{*ua + *ub, std::max(a.dtype().lanes, b.dtype().lanes)};
  return a + b;
}

Expr subLanes(const Expr& a, const Expr& b) {
  if (!a.dtype().isVector() && !b.dtype().isVector()) return a - b;
  const auto *ra = a.as<Ramp>(), *rb = b.as<Ramp>();
  const Expr *ua = uniform(a), *ub = uniform(b);
  if (ra && ub && !ra->base.dtype().isVector())
    return Ramp{ra->base - *ub, cast((ra->base - *ub).dtype(), ra->stride), ra->lanes};
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
