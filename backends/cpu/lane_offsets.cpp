#include "backends/cpu/lane_offsets.h"

#include <algorithm>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"

namespace lw::cpu {
namespace {

using Lanes = std::optional<LaneOffsets>;

constexpr int64_t kFarthest = int64_t{1} << 40;  // of offsets, so that their products do not overflow

LaneOffsets uniform(const Expr& base, int lanes) { return {base, std::vector<int64_t>(static_cast<size_t>(lanes), 0)}; }

// lanes[0], lanes[1], ..., and so on `times` times, with `step` added to each round.
Lanes repeated(const Lanes& lanes, int times, int64_t step) {
  if (!lanes) return std::nullopt;
  LaneOffsets out{lanes->base, {}};
  for (int round = 0; round < times; ++round)
    for (const int64_t offset : lanes->offsets) out.offsets.push_back(offset + round * step);
  return out;
}

bool isSmall(const LaneOffsets& lanes) {
  return std::all_of(lanes.offsets.begin(), lanes.offsets.end(),
                     [](int64_t offset) { return offset > -kFarthest && offset < kFarthest; });
}

bool isUniform(const LaneOffsets& lanes) {
  return std::all_of(lanes.offsets.begin(), lanes.offsets.end(), [](int64_t offset) { return offset == 0; });
}

Lanes scaled(const LaneOffsets& lanes, const LaneOffsets& by) {
  const auto factor = isUniform(by) ? asInt(by.base) : std::nullopt;
  if (!factor) return std::nullopt;
  LaneOffsets out{lanes.base * by.base, lanes.offsets};
  if (*factor <= -kFarthest / 2 || *factor >= kFarthest / 2) return std::nullopt;
  for (int64_t& offset : out.offsets)
    if (__builtin_mul_overflow(offset, *factor, &offset)) return std::nullopt;
  return out;
}

// With the remainder r of the base, (base + offset) // c is base // c + (offset + r) // c.
Lanes divided(BinaryOp op, const LaneOffsets& a, const LaneOffsets& b) {
  const auto divisor = isUniform(b) ? asInt(b.base) : std::nullopt;
  if (!divisor || *divisor <= 0) return std::nullopt;
  const Modular base = Analyzer().modular(a.base);
  if (base.coeff % *divisor != 0) return std::nullopt;
  const int64_t remainder = floorModulo(base.base, *divisor);
  const bool quotient = op == BinaryOp::FloorDiv;
  LaneOffsets out{quotient ? floordiv(a.base, b.base) : makeConst(a.base.dtype(), 0), a.offsets};
  for (int64_t& offset : out.offsets)
    offset = quotient ? floorDivide(offset + remainder, *divisor) : floorModulo(offset + remainder, *divisor);
  return out;
}

Lanes combined(BinaryOp op, const LaneOffsets& a, const LaneOffsets& b) {
  if (a.offsets.size() != b.offsets.size()) return std::nullopt;
  switch (op) {
    case BinaryOp::Add:
    case BinaryOp::Sub: {
      LaneOffsets out{op == BinaryOp::Add ? a.base + b.base : a.base - b.base, a.offsets};
      for (size_t i = 0; i < out.offsets.size(); ++i)
        out.offsets[i] += op == BinaryOp::Add ? b.offsets[i] : -b.offsets[i];
      return out;
    }
    case BinaryOp::Mul: {
      const Lanes right = scaled(a, b);
      return right ? right : scaled(b, a);
    }
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod:
      return divided(op, a, b);
    default:
      return std::nullopt;
  }
}

Lanes lanesOf(const Expr& e) {
  const DataType type = e.dtype();
  if (type.lanes == 1) return uniform(e, 1);
  if (const auto* n = e.as<Ramp>()) {
    const auto stride = asInt(n->stride);
    return stride && std::abs(*stride) < kFarthest / (1 << 16) ? repeated(lanesOf(n->base), n->lanes, *stride)
                                                               : std::nullopt;
  }
  if (const auto* n = e.as<Broadcast>()) return repeated(lanesOf(n->value), n->lanes, 0);
  if (const auto* n = e.as<Cast>()) {
    const DataType from = n->value.dtype();
    if (!type.isInt() || !from.isInt() || from.bits < 32 || type.bits < from.bits) return std::nullopt;
    Lanes lanes = lanesOf(n->value);
    if (lanes) lanes->base = cast(type.element(), lanes->base);
    return lanes;
  }
  const auto* n = e.as<Binary>();
  if (!n || isComparison(n->op)) return std::nullopt;
  const Lanes a = lanesOf(n->a), b = lanesOf(n->b);
  Lanes out = a && b ? combined(n->op, *a, *b) : std::nullopt;
  return out && isSmall(*out) ? out : std::nullopt;
}

}  // namespace

std::optional<LaneOffsets> laneOffsets(const Expr& index) {
  const DataType type = index.dtype();
  if (!type.isInt() || type.bits < 32) return std::nullopt;
  return lanesOf(index);
}

}  // namespace lw::cpu
