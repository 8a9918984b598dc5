#include "passes/skip_exact_rounding.h"

#include <cmath>

#include "core/arith/analyzer.h"
#include "core/ir/ndarray.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/support/effects.h"

namespace lw {
namespace {

// factor * 2^exponent for a factor within bounds.
struct Multiples {
  IntBound factor;
  int exponent = 0;
};

// Digits of the significand, and the exponent of the least subnormal number.
struct Format {
  int digits, least;
};
Format formatOf(DataType type) {
  if (type.code == TypeCode::BFloat) return {8, -133};
  return type.bits == 16 ? Format{11, -24} : Format{24, -149};
}

// float8 is left out: its values are rarely known, and one of its types has no infinity.
bool isNarrow(DataType type) { return type.isNarrowFloat() && !type.isFloat8(); }
bool isKnownFormat(DataType type) { return isNarrow(type) || type.element() == dtype::Float32; }

// Has the type all of these values?
bool holds(DataType type, const Multiples& m) {
  const Format format = formatOf(type);
  const int64_t most = int64_t{1} << format.digits;
  if (!m.factor.within(-most, most) || m.factor.isEmpty() || m.exponent < format.least) return false;
  const auto largest = static_cast<double>(std::max(std::abs(m.factor.min), std::abs(m.factor.max)));
  return std::ldexp(largest, m.exponent) <= largestFloatOf(type.element());
}

std::optional<Multiples> withExponent(const Multiples& m, int exponent) {
  const int shift = m.exponent - exponent;
  if (shift < 0 || shift > 32) return std::nullopt;
  const IntBound by{int64_t{1} << shift, int64_t{1} << shift};
  return Multiples{m.factor * by, exponent};
}

std::optional<Multiples> combined(BinaryOp op, const Multiples& x, const Multiples& y) {
  if (op == BinaryOp::Mul) return Multiples{x.factor * y.factor, x.exponent + y.exponent};
  const int exponent = std::min(x.exponent, y.exponent);
  const auto a = withExponent(x, exponent), b = withExponent(y, exponent);
  if (!a || !b) return std::nullopt;
  switch (op) {
    case BinaryOp::Add:
      return Multiples{a->factor + b->factor, exponent};
    case BinaryOp::Sub:
      return Multiples{a->factor - b->factor, exponent};
    case BinaryOp::Min:
    case BinaryOp::Max:
      return Multiples{hull(a->factor, b->factor), exponent};
    default:
      return std::nullopt;
  }
}

std::optional<Multiples> multiplesOf(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  if (!std::isfinite(value)) return std::nullopt;
  auto factor = static_cast<int64_t>(std::ldexp(fraction, 53));
  exponent -= 53;
  for (; factor != 0 && factor % 2 == 0; ++exponent) factor /= 2;
  return Multiples{{factor, factor}, factor == 0 ? 0 : exponent};
}

class SkipExactRounding : public Rewriter {
 public:
  Stmt stmt(const Stmt& s) override {
    if (const auto* n = s.as<For>()) analyzer_.bind(n->var, {n->min, n->extent});
    return children(s);
  }

  Expr expr(const Expr& e) override {
    if (const auto* n = e.as<Cast>(); n && isSkipped(n->value)) return cast(n->type, wide(n->value));
    const auto* n = e.as<Binary>();
    if (!n || !isNarrow(n->a.dtype()) || !(isSkipped(n->a) || isSkipped(n->b)) || !isDoneInFloat32(n->op))
      return children(e);
    const Expr value = rawBinary(n->op, wide(n->a), wide(n->b));
    return isComparison(n->op) ? value : Expr(Cast{e.dtype(), value});
  }

 private:
  // As the contract of the targets says: in float32, then rounded (backends/cpu/cpu.h).
  static bool isDoneInFloat32(BinaryOp op) {
    return isComparison(op) || op == BinaryOp::Add || op == BinaryOp::Sub || op == BinaryOp::Mul ||
           op == BinaryOp::Div || op == BinaryOp::Min || op == BinaryOp::Max;
  }

  // A narrow value that is computed, and whose rounding does nothing.
  bool isSkipped(const Expr& e) const {
    return isNarrow(e.dtype()) && !e.as<FloatImm>() && !e.as<Broadcast>() && known(e);
  }

  // The same number in float32.
  Expr wide(const Expr& e) {
    const DataType type = dtype::Float(32, e.dtype().lanes);
    if (const auto* n = e.as<FloatImm>()) return makeFloat(type, roundToType(n->type, n->value));
    if (!known(e)) return Cast{type, expr(e)};
    if (const auto* n = e.as<Cast>()) return isNarrow(n->value.dtype()) ? wide(n->value) : cast(type, expr(n->value));
    if (const auto* n = e.as<Binary>()) return rawBinary(n->op, wide(n->a), wide(n->b));
    if (const auto* n = e.as<Select>()) return Select{expr(n->condition), wide(n->whenTrue), wide(n->whenFalse)};
    return cast(type, expr(e));
  }

  // What is known of the value of a float expression; only if every rounding in it does nothing.
  std::optional<Multiples> known(const Expr& e) const {
    if (!isKnownFormat(e.dtype()) || e.dtype().isVector()) return std::nullopt;
    const std::optional<Multiples> m = exact(e);
    return m && holds(e.dtype(), *m) ? m : std::nullopt;
  }
  std::optional<Multiples> exact(const Expr& e) const {
    if (const auto* n = e.as<FloatImm>()) return multiplesOf(n->value);
    if (const auto* n = e.as<Cast>()) {
      if (!n->value.dtype().isInteger() && !n->value.dtype().isBool()) return known(n->value);
      if (!cannotWrap(n->value)) return std::nullopt;
      return Multiples{analyzer_.constBound(n->value), 0};
    }
    if (const auto* n = e.as<Select>()) {
      const auto a = known(n->whenTrue), b = known(n->whenFalse);
      return a && b ? combined(BinaryOp::Min, *a, *b) : std::nullopt;
    }
    const auto* n = e.as<Binary>();
    if (!n || isComparison(n->op)) return std::nullopt;
    const auto a = known(n->a), b = known(n->b);
    return a && b ? combined(n->op, *a, *b) : std::nullopt;
  }

  // Integers of data wrap around, which bounds of int32 and int64 do not take into account.
  bool cannotWrap(const Expr& e) const {
    return !anyExpr(e, [&](const Expr& part) {
      const auto* n = part.as<Binary>();
      if (n && isIndexType(part.dtype()) && loadsMemory(part))
        return !analyzer_.constBound(part).within(minValueOf(part.dtype()), maxValueOf(part.dtype()));
      return part.as<Let>() != nullptr;
    });
  }

  Analyzer analyzer_;
};

}  // namespace

PrimFunc skipExactRounding(const PrimFunc& f) { return withBody(f, SkipExactRounding().stmt(f.body)); }

const Pass kSkipExactRoundingPass{.name = "skip_exact_rounding",
                                  .label = "skip exact rounding",
                                  .help = "Leave out roundings of float16 and bfloat16 values that are exact.",
                                  .run = programOnly<skipExactRounding>};

}  // namespace lw
