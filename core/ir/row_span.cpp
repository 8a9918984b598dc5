#include "core/ir/row_span.h"

#include "core/ir/ops.h"

namespace lw {

bool spansRows(const Buffer& buffer, const std::vector<Expr>& indices) {
  if (indices.size() < 2 || indices.size() != buffer->shape.size()) return false;
  const auto* ramp = indices.back().as<Ramp>();
  const auto row = asInt(buffer->shape.back());
  return ramp && row && *row > 0 && *row < ramp->lanes && asInt(ramp->stride) == 1 && !ramp->base.dtype().isVector();
}

std::vector<Range> spannedRegion(const Buffer& buffer, const std::vector<Expr>& indices) {
  const auto whole = [&](size_t d) { return Range{makeZero(buffer->shape[d].dtype()), buffer->shape[d]}; };
  const auto* ramp = indices.back().as<Ramp>();
  std::vector<Range> region;
  for (const Expr& index : indices) region.push_back({index, makeConst(index.dtype().element(), 1)});
  // In dimension d, `count` indices from `first` on are touched.
  Expr first = ramp->base;
  int64_t count = ramp->lanes;
  for (size_t d = indices.size(); d-- > 0;) {
    const auto size = asInt(buffer->shape[d]), place = asInt(first);
    const bool inside = size && place && *place >= 0 && *place + count <= *size;
    if (d == 0 || inside || count == 1) {
      region[d] = {first, makeConst(first.dtype(), count)};
      break;
    }
    region[d] = whole(d);
    if (!size || *size <= 0) {  // the number of rows is not known
      for (size_t outer = 0; outer < d; ++outer) region[outer] = whole(outer);
      break;
    }
    const Expr &outer = indices[d - 1], rows = floordiv(first, makeConst(first.dtype(), *size));
    count = ((place ? floorModulo(*place, *size) : *size - 1) + count - 1) / *size + 1;
    first = outer + cast(outer.dtype(), rows);
  }
  return region;
}

bool fillsRegion(const std::vector<Range>& region, int lanes) {
  int64_t elements = 1;
  for (const Range& r : region) {
    const auto extent = asInt(r.extent);
    if (!extent || __builtin_mul_overflow(elements, *extent, &elements)) return false;
  }
  return elements == lanes;
}

std::vector<Expr> spannedIndices(const Buffer& buffer, const std::vector<Expr>& indices) {
  std::vector<Expr> result = indices;
  Expr place = indices.back();
  const int lanes = place.dtype().lanes;
  for (size_t d = indices.size(); d-- > 1;) {
    const Expr size = Broadcast{cast(place.dtype().element(), buffer->shape[d]), lanes};
    const Expr outer = Broadcast{indices[d - 1], lanes};
    result[d] = binary(BinaryOp::FloorMod, place, size);
    place = outer + cast(outer.dtype(), binary(BinaryOp::FloorDiv, place, size));
  }
  result[0] = place;
  return result;
}

}  // namespace lw
