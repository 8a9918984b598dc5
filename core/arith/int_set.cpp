#include "core/arith/int_set.h"

#include "core/arith/compare_expr.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

constexpr int kDeepestRanges = 64;  // ranges that refer to each other in a circle

class Evaluator {
 public:
  Evaluator(const IntSetMap& relaxed, const Analyzer& analyzer) : relaxed_(relaxed), analyzer_(analyzer) {}

  IntSet eval(const Expr& e) {
    return e.match(
        [&](const IntImm&) { return IntSet::point(e); }, [&](const FloatImm&) { return IntSet::point(e); },
        [&](const StringImm&) { return IntSet::point(e); }, [&](const Var& v) { return variable(e, v); },
        [&](const Cast& n) { return castSet(e, n); }, [&](const Binary& n) { return binarySet(e, n); },
        [&](const Not&) { return boolean(e); },
        [&](const Select& n) { return free(e) ? IntSet::point(e) : hull(eval(n.whenTrue), eval(n.whenFalse)); },
        [&](const BufferLoad&) { return free(e) ? IntSet::point(e) : typeRange(e); },
        [&](const Ramp& n) { return ramp(n); }, [&](const Broadcast& n) { return eval(n.value); },
        [&](const Let&) { return free(e) ? IntSet::point(e) : typeRange(e); },
        [&](const Call& n) { return call(e, n); });
  }

  IntSet eval(const IntSet& s) {
    if (s.empty) return s;
    IntSet r;
    if (s.min) r.min = eval(*s.min).min;
    if (s.max) r.max = eval(*s.max).max;
    if (s.isPoint() && r.min && r.max && arith::same(*r.min, *r.max)) r.max = r.min;
    return r;
  }

 private:
  bool free(const Expr& e) const {
    for (const auto& [key, set] : relaxed_)
      if (arith::uses(e, key)) return false;
    return true;
  }

  IntSet typeRange(const Expr& e) const {
    const DataType t = e.dtype();
    if (t.isBool()) return {boolConst(false), boolConst(true)};
    return IntSet::everything();
  }
  IntSet boolean(const Expr& e) const { return free(e) ? IntSet::point(e) : typeRange(e); }

  IntSet variable(const Expr& e, const Var& v) {
    const auto it = relaxed_.find(v.key());
    if (it == relaxed_.end()) return IntSet::point(e);
    const IntSet& s = it->second;
    const bool itself = s.isPoint() && s.min->as<Var>() && s.min->as<Var>()->sameAs(v);
    if (itself || depth_ > kDeepestRanges) return itself ? s : IntSet::everything();
    ++depth_;
    IntSet r = eval(s);
    --depth_;
    return r;
  }

  IntSet castSet(const Expr& e, const Cast& n) {
    const IntSet s = eval(n.value);
    if (s.isPoint() && s.min->sameAs(n.value)) return IntSet::point(e);
    const bool wider = n.type.isInt() && n.value.dtype().isInteger() && n.type.bits >= n.value.dtype().bits;
    if (!wider || !s.bounded()) return typeRange(e);
    return {cast(n.type, *s.min), cast(n.type, *s.max)};
  }

  IntSet ramp(const Ramp& n) {
    const IntSet base = eval(n.base), stride = eval(n.stride);
    if (!base.bounded() || !stride.isPoint()) return IntSet::everything();
    const Expr reach = *stride.min * makeConst(n.stride.dtype(), n.lanes - 1);
    if (analyzer_.constBound(*stride.min).min >= 0) return {*base.min, *base.max + reach};
    if (analyzer_.constBound(*stride.min).max <= 0) return {*base.min + reach, *base.max};
    return {min(*base.min, *base.min + reach), max(*base.max, *base.max + reach)};
  }

  IntSet call(const Expr& e, const Call& n) {
    if (free(e)) return IntSet::point(e);
    if (n.op == Intrinsic::Likely && n.args.size() == 1) return eval(n.args[0]);
    if (n.op == Intrinsic::IfThenElse && n.args.size() == 3) return hull(eval(n.args[1]), eval(n.args[2]));
    return typeRange(e);
  }

  static IntSet hull(const IntSet& a, const IntSet& b) {
    if (a.empty) return b;
    if (b.empty) return a;
    IntSet r;
    if (a.min && b.min) r.min = min(*a.min, *b.min);
    if (a.max && b.max) r.max = max(*a.max, *b.max);
    return r;
  }

  IntSet binarySet(const Expr& e, const Binary& n) {
    if (isComparison(n.op) || n.op == BinaryOp::And || n.op == BinaryOp::Or) return boolean(e);
    const IntSet a = eval(n.a), b = eval(n.b);
    if (a.isPoint() && b.isPoint()) {
      const bool unchanged = a.min->sameAs(n.a) && b.min->sameAs(n.b);
      return IntSet::point(unchanged ? e : binary(n.op, *a.min, *b.min));
    }
    if (a.empty || b.empty) return IntSet::nothing();
    if (!arith::isIndexType(n.a.dtype())) return IntSet::everything();
    switch (n.op) {
      case BinaryOp::Add:
        return {sum(a.min, b.min), sum(a.max, b.max)};
      case BinaryOp::Sub:
        return {difference(a.min, b.max), difference(a.max, b.min)};
      case BinaryOp::Mul:
        return a.isPoint() ? product(b, *a.min) : b.isPoint() ? product(a, *b.min) : constant(e);
      case BinaryOp::FloorDiv:
        return b.isPoint() ? quotient(a, *b.min) : constant(e);
      case BinaryOp::FloorMod:
        return b.isPoint() ? remainder(a, *b.min) : constant(e);
      case BinaryOp::Min:
        return {both(a.min, b.min, BinaryOp::Min), either(a.max, b.max, BinaryOp::Min)};
      case BinaryOp::Max:
        return {either(a.min, b.min, BinaryOp::Max), both(a.max, b.max, BinaryOp::Max)};
      default:
        return constant(e);
    }
  }

  using End = std::optional<Expr>;
  static End sum(const End& a, const End& b) { return a && b ? End(*a + *b) : End(); }
  static End difference(const End& a, const End& b) { return a && b ? End(*a - *b) : End(); }
  static End both(const End& a, const End& b, BinaryOp op) { return a && b ? End(binary(op, *a, *b)) : End(); }
  static End either(const End& a, const End& b, BinaryOp op) { return a && b ? End(binary(op, *a, *b)) : a ? a : b; }

  IntSet product(const IntSet& a, const Expr& factor) {
    const auto scaled = [&](const End& x) { return x ? End(*x * factor) : End(); };
    if (isZero(factor)) return IntSet::point(factor);
    if (analyzer_.canProve(ge(factor, makeZero(factor.dtype())))) return {scaled(a.min), scaled(a.max)};
    if (analyzer_.canProve(le(factor, makeZero(factor.dtype())))) return {scaled(a.max), scaled(a.min)};
    if (!a.bounded()) return IntSet::everything();
    return {min(*a.min * factor, *a.max * factor), max(*a.min * factor, *a.max * factor)};
  }

  IntSet quotient(const IntSet& a, const Expr& divisor) {
    const auto divided = [&](const End& x) { return x ? End(floordiv(*x, divisor)) : End(); };
    if (isZero(divisor)) return IntSet::everything();
    if (analyzer_.canProve(gt(divisor, makeZero(divisor.dtype())))) return {divided(a.min), divided(a.max)};
    if (analyzer_.canProve(lt(divisor, makeZero(divisor.dtype())))) return {divided(a.max), divided(a.min)};
    return IntSet::everything();
  }

  IntSet remainder(const IntSet& a, const Expr& divisor) {
    if (!analyzer_.canProve(gt(divisor, makeZero(divisor.dtype())))) return IntSet::everything();
    if (a.bounded() && asInt(divisor)) {
      const Expr low = floordiv(*a.min, divisor);
      if (analyzer_.canProveEqual(low, floordiv(*a.max, divisor)))
        return {*a.min - divisor * low, *a.max - divisor * low};
    }
    return {makeZero(divisor.dtype()), divisor - makeConst(divisor.dtype(), 1)};
  }

  // Falls back to constant bounds, with the relaxed variables at the ends of their ranges.
  IntSet constant(const Expr& e) {
    Analyzer inner = analyzer_;
    for (const Var& v : freeVars(e)) {
      if (!relaxed_.contains(v.key())) continue;
      const IntSet s = variable(Expr(v), v);
      const int64_t low = s.min ? analyzer_.constBound(*s.min).min : IntBound::kNegInf;
      const int64_t high = s.max ? analyzer_.constBound(*s.max).max : IntBound::kPosInf;
      if (low < -(1ll << 40) || high > (1ll << 40)) return IntSet::everything();
      inner.bind(v, {makeConst(v.dtype(), low), makeConst(v.dtype(), high - low + 1)});
    }
    const IntBound b = inner.constBound(e);
    const DataType t = e.dtype();
    IntSet r;
    if (b.min != IntBound::kNegInf && b.min > minValueOf(t)) r.min = makeConst(t, b.min);
    if (b.max != IntBound::kPosInf && b.max < maxValueOf(t)) r.max = makeConst(t, b.max);
    return r;
  }

  const IntSetMap& relaxed_;
  const Analyzer& analyzer_;
  int depth_ = 0;
};

}  // namespace

IntSet IntSet::of(const Range& r) {
  if (isOne(r.extent)) return point(r.min);
  if (asInt(r.extent).value_or(1) <= 0) return nothing();
  return {r.min, r.min + (r.extent - makeConst(r.extent.dtype(), 1))};
}

IntSet evalSet(const Expr& e, const IntSetMap& relaxed, const Analyzer& analyzer) {
  return Evaluator(relaxed, analyzer).eval(e);
}

IntSet evalSet(const Range& r, const IntSetMap& relaxed, const Analyzer& analyzer) {
  Evaluator evaluator(relaxed, analyzer);
  if (isOne(r.extent)) return evaluator.eval(r.min);
  if (asInt(r.extent).value_or(1) <= 0) return IntSet::nothing();
  const IntSet first = evaluator.eval(r.min);
  const IntSet last = evaluator.eval(r.min + r.extent - makeConst(r.extent.dtype(), 1));
  return {first.min, last.max};
}

IntSet unite(const std::vector<IntSet>& sets, const Analyzer& analyzer) {
  std::optional<IntSet> sum;
  int count = 0;
  for (const IntSet& s : sets) {
    if (s.empty) continue;
    ++count;
    if (!sum) {
      sum = s;
      continue;
    }
    IntSet next;
    if (sum->min && s.min) next.min = min(*sum->min, *s.min);
    if (sum->max && s.max) next.max = max(*sum->max, *s.max);
    sum = next;
  }
  if (!sum) return IntSet::nothing();
  if (count == 1) return *sum;
  if (sum->min) sum->min = analyzer.simplify(*sum->min);
  if (sum->max) sum->max = analyzer.simplify(*sum->max);
  if (sum->bounded() && arith::same(*sum->min, *sum->max)) sum->max = sum->min;
  return *sum;
}

IntSet intersect(const IntSet& a, const IntSet& b, const Analyzer& analyzer) {
  if (a.empty || b.empty) return IntSet::nothing();
  IntSet r;
  r.min = a.min && b.min ? analyzer.simplify(max(*a.min, *b.min)) : a.min ? a.min : b.min;
  r.max = a.max && b.max ? analyzer.simplify(min(*a.max, *b.max)) : a.max ? a.max : b.max;
  if (r.bounded() && analyzer.canProve(lt(*r.max, *r.min))) return IntSet::nothing();
  return r;
}

Range toRange(const IntSet& set, const Range& whole, const Analyzer& analyzer) {
  if (set.empty) return {whole.min, makeZero(whole.extent.dtype())};
  if (!set.bounded()) return whole;
  const Expr one = makeConst(set.min->dtype(), 1);
  if (set.isPoint() || analyzer.canProveEqual(*set.min, *set.max)) return {*set.min, one};
  return {analyzer.simplify(*set.min), analyzer.simplify(*set.max + one - *set.min)};
}

}  // namespace lw
