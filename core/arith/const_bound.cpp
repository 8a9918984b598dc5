// Constant bounds and strides of expressions.
#include <numeric>

#include "core/arith/simplifier.h"
#include "core/ir/ops.h"

namespace lw::arith {
namespace {

IntBound ofType(DataType type) {
  if (type.isBool()) return {0, 1};
  if (!type.isInteger()) return {};
  if (type.bits >= 64) return type.isUInt() ? IntBound{0, IntBound::kPosInf} : IntBound{};
  return {minValueOf(type), maxValueOf(type)};
}

constexpr int64_t kLargest = int64_t{1} << 40;  // larger strides are dropped

Modular normal(int64_t coeff, int64_t base) {
  if (coeff < 0) coeff = -coeff;
  if (coeff > kLargest || base > kLargest || base < -kLargest) return {};
  return coeff == 0 ? Modular{0, base} : Modular{coeff, floorModulo(base, coeff)};
}
Modular either(Modular a, Modular b) { return normal(std::gcd(std::gcd(a.coeff, b.coeff), a.base - b.base), a.base); }

Modular timesModular(Modular a, Modular b) {
  const auto small = [](int64_t v) { return v < (int64_t{1} << 30) && v > -(int64_t{1} << 30); };
  if (!small(a.coeff) || !small(a.base) || !small(b.coeff) || !small(b.base)) return {};
  return normal(std::gcd(a.coeff * b.coeff, std::gcd(a.coeff * b.base, a.base * b.coeff)), a.base * b.base);
}

}  // namespace

IntBound Simplifier::bound(const Expr& e) {
  const IntBound fallback = ofType(e.dtype());
  if (!spend()) return fallback;
  IntBound r = e.match([&](const IntImm& n) { return IntBound{n.value, n.value}; },
                       [&](const FloatImm&) { return fallback; }, [&](const StringImm&) { return fallback; },
                       [&](const Var& v) {
                         if (const auto it = facts_.bounds.find(v.key()); it != facts_.bounds.end()) return it->second;
                         const auto let = facts_.values.find(v.key());
                         return let != facts_.values.end() ? bound(let->second) : fallback;
                       },
                       [&](const Cast& n) {
                         const bool widening = n.value.dtype().isInteger() || n.value.dtype().isBool();
                         if (!widening || !n.type.isInteger()) return fallback;
                         const IntBound b = bound(n.value);
                         return b.within(fallback.min, fallback.max) ? b : fallback;
                       },
                       [&](const Binary& n) { return boundOfBinary(n); }, [&](const Not&) { return fallback; },
                       [&](const Select& n) { return hull(bound(n.whenTrue), bound(n.whenFalse)); },
                       [&](const BufferLoad&) { return fallback; }, [&](const Ramp&) { return IntBound{}; },
                       [&](const Broadcast& n) { return bound(n.value); }, [&](const Let& n) { return bound(n.body); },
                       [&](const Call& n) { return intersect(boundOfCall(n), fallback); });
  for (const auto& [known, range] : facts_.exprBounds)
    if (same(known, e)) r = intersect(r, range);
  return r;
}

IntBound Simplifier::boundOfBinary(const Binary& n) {
  if (isComparison(n.op) || n.op == BinaryOp::And || n.op == BinaryOp::Or) return {0, 1};
  const DataType type = n.a.dtype();
  if (!type.isInteger()) return {};
  const IntBound a = bound(n.a), b = bound(n.b);
  // Narrow types wrap around; their sums have bounds only if they cannot wrap.
  const auto wrapped = [&](IntBound r) {
    if (isIndexType(type.element())) return r;
    const IntBound all = ofType(type);
    return r.within(all.min, all.max) ? r : all;
  };
  switch (n.op) {
    case BinaryOp::Add:
      return wrapped(a + b);
    case BinaryOp::Sub:
      return wrapped(a - b);
    case BinaryOp::Mul:
      return wrapped(a * b);
    case BinaryOp::Div:
      return wrapped(truncDivBound(a, b));
    case BinaryOp::Mod:
      return truncModBound(a, b);
    case BinaryOp::FloorDiv:
      return wrapped(floorDivBound(a, b));
    case BinaryOp::FloorMod:
      return floorModBound(a, b);
    case BinaryOp::Min:
      return minOf(a, b);
    case BinaryOp::Max:
      return maxOf(a, b);
    default:
      return {};
  }
}

IntBound Simplifier::boundOfCall(const Call& n) {
  if (n.op == Intrinsic::IfThenElse && n.args.size() == 3) return hull(bound(n.args[1]), bound(n.args[2]));
  if (n.op == Intrinsic::Likely && n.args.size() == 1) return bound(n.args[0]);
  if (n.op == Intrinsic::BitwiseAnd && n.args.size() == 2) {
    const IntBound a = bound(n.args[0]), b = bound(n.args[1]);
    if (a.min >= 0 && b.min >= 0) return {0, std::min(a.max, b.max)};
    if (a.min >= 0 || b.min >= 0) return {0, a.min >= 0 ? a.max : b.max};  // the sign bit is cleared
  }
  if (n.op == Intrinsic::ShiftRight && n.args.size() == 2) {
    const auto by = asInt(n.args[1]);
    if (by && *by >= 0 && *by < 62) return floorDivBound(bound(n.args[0]), {int64_t{1} << *by, int64_t{1} << *by});
  }
  return {};
}

IntBound Simplifier::bound(const Sum& s) {
  IntBound r{s.base, s.base};
  for (const Term& t : s.terms) {
    IntBound b = bound(t.index);
    if (t.upper != Term::kNoUpper) b = floorModBound(b, {t.upper, t.upper});
    if (t.lower != 1) b = floorDivBound(b, {t.lower, t.lower});
    r = r + b * IntBound{t.scale, t.scale};
  }
  if (facts_.exprBounds.empty() || s.terms.size() < 2) return r;
  Sum variable = s;
  variable.base = 0;
  const DataType type = s.terms[0].index.dtype();
  const Expr plain = toExpr(variable, type);
  variable.scaleBy(-1);
  const Expr negated = toExpr(variable, type);
  for (const auto& [known, range] : facts_.exprBounds) {
    if (same(known, plain)) r = intersect(r, range + IntBound{s.base, s.base});
    if (same(known, negated)) r = intersect(r, IntBound{s.base, s.base} - range);
  }
  return r;
}

Modular Simplifier::modular(const Expr& e) {
  if (!spend()) return {};
  if (const auto c = asInt(e)) return normal(0, *c);
  if (const auto* v = e.as<Var>()) {
    const auto it = facts_.modular.find(v->key());
    return it == facts_.modular.end() ? Modular{} : it->second;
  }
  if (const auto* n = e.as<Select>()) return either(modular(n->whenTrue), modular(n->whenFalse));
  const auto* n = e.as<Binary>();
  if (!n || !isIndexType(e.dtype())) return {};
  const Modular a = modular(n->a), b = modular(n->b);
  const bool byConst = b.coeff == 0 && b.base > 0;
  switch (n->op) {
    case BinaryOp::Add:
      return normal(std::gcd(a.coeff, b.coeff), a.base + b.base);
    case BinaryOp::Sub:
      return normal(std::gcd(a.coeff, b.coeff), a.base - b.base);
    case BinaryOp::Mul:
      return timesModular(a, b);
    case BinaryOp::FloorDiv:
      return byConst && a.coeff % b.base == 0 ? normal(a.coeff / b.base, floorDivide(a.base, b.base)) : Modular{};
    case BinaryOp::FloorMod:
      if (!byConst) return {};
      if (a.coeff % b.base == 0) return normal(0, floorModulo(a.base, b.base));
      return normal(std::gcd(a.coeff, b.base), a.base);
    case BinaryOp::Min:
    case BinaryOp::Max:
      return either(a, b);
    default:
      return {};
  }
}

}  // namespace lw::arith
