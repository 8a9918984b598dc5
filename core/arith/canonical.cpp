// Sums in canonical form. Division and remainder by a constant are applied to the terms, so that the parts of one index
// that a split and a fuse leave behind are joined again.
#include <algorithm>
#include <numeric>

#include "core/arith/rules.h"
#include "core/ir/ops.h"

namespace lw::arith {
namespace {

constexpr int64_t kSmallShift = 1 << 16;  // see floormod.cpp

Sum atom(const Expr& e) {
  Sum s;
  if (const auto c = asInt(e))
    s.base = *c;
  else
    s.terms.push_back(Term{e});
  return s;
}

Sum ofTerm(Term t) {
  Sum s;
  if (t.scale != 0) s.terms.push_back(std::move(t));
  return s;
}

void factorsOf(const Expr& e, std::vector<Expr>& factors, int64_t& scale, bool& overflow) {
  if (const auto c = asInt(e)) {
    if (__builtin_mul_overflow(scale, *c, &scale)) overflow = true;
    return;
  }
  if (const auto* n = e.as<Binary>(); n && n->op == BinaryOp::Mul) {
    factorsOf(n->a, factors, scale, overflow);
    factorsOf(n->b, factors, scale, overflow);
    return;
  }
  factors.push_back(e);
}

bool fits(int64_t value, DataType type) { return value >= minValueOf(type) && value <= maxValueOf(type); }

// Separates the terms whose factors c divides from the rest.
void separate(const Sum& s, int64_t c, Sum& multiple, Sum& rest) {
  (s.base % c == 0 ? multiple : rest).base = s.base;
  for (const Term& t : s.terms) (t.scale % c == 0 ? multiple : rest).terms.push_back(t);
}

}  // namespace

Expr Simplifier::toExpr(const Sum& s, DataType type) {
  const std::vector<Term> terms = normalTerms(s.terms);
  std::optional<Expr> sum;
  const auto plus = [&](const Expr& e) { sum = sum ? *sum + e : e; };
  for (const Term& t : terms)
    if (t.scale > 0) plus(termExpr(t, t.scale));
  if (s.base > 0) plus(makeConst(type, s.base));
  for (const Term& t : terms)
    if (t.scale < 0) sum = sum.value_or(makeZero(type)) - termExpr(t, -t.scale);
  if (s.base < 0) sum = sum ? *sum - makeConst(type, -s.base) : makeConst(type, s.base);
  return sum.value_or(makeZero(type));
}

Sum Simplifier::toSum(const Expr& e) {
  if (const auto c = asInt(e)) return Sum{.base = *c};
  if (!spend()) return atom(e);
  if (const auto* n = e.as<Binary>()) {
    switch (n->op) {
      case BinaryOp::Add:
      case BinaryOp::Sub:
      case BinaryOp::Mul:
      case BinaryOp::FloorDiv:
      case BinaryOp::FloorMod: {
        Sum s = sumOfBinary(e, *n);
        return s.fits(e.dtype()) ? s : atom(children(e, &Simplifier::canonical));
      }
      default:
        break;
    }
  }
  const Expr inner = children(e, &Simplifier::canonical);
  const Expr r = applyRules(inner);
  const auto* n = r.as<Binary>();
  if (!r.sameAs(inner) && n && n->op <= BinaryOp::FloorMod && depth_ < 4) {
    ++depth_;
    Sum s = toSum(r);
    --depth_;
    return s;
  }
  return atom(r);
}

Sum Simplifier::sumOfBinary(const Expr& e, const Binary& n) {
  Sum a = toSum(n.a);
  if (n.op == BinaryOp::Add || n.op == BinaryOp::Sub) {
    a.add(toSum(n.b), n.op == BinaryOp::Add ? 1 : -1);
    return a;
  }
  const Sum b = toSum(n.b);
  if (n.op == BinaryOp::Mul) return product(a, b, e.dtype());
  if (b.isConst() && b.base > 0)
    return n.op == BinaryOp::FloorDiv ? divideSum(std::move(a), b.base, e.dtype())
                                      : moduloSum(std::move(a), b.base, e.dtype());
  // A symbolic divisor: the rules know some cases.
  const Expr whole = binary(n.op, toExpr(a, e.dtype()), toExpr(b, e.dtype()));
  const Expr r = applyRules(whole);
  if (r.sameAs(whole) || depth_ >= 4) return atom(r);
  ++depth_;
  Sum s = toSum(r);
  --depth_;
  return s;
}

Sum Simplifier::product(const Sum& a, const Sum& b, DataType type) {
  if (b.isConst() || a.isConst()) {
    Sum s = b.isConst() ? a : b;
    s.scaleBy(b.isConst() ? b.base : a.base);
    return s;
  }
  const auto multiply = [&](const Expr& x, const Expr& y) {
    std::vector<Expr> factors;
    int64_t scale = 1;
    bool overflow = false;
    factorsOf(x, factors, scale, overflow);
    factorsOf(y, factors, scale, overflow);
    if (factors.empty()) return Sum{.base = scale, .overflow = overflow};
    if (expandProducts_)
      std::stable_sort(factors.begin(), factors.end(),
                       [](const Expr& p, const Expr& q) { return quickHash(p) < quickHash(q); });
    Expr index = factors.front();
    for (size_t i = 1; i < factors.size(); ++i) index = index * factors[i];
    Sum s = ofTerm(Term{index, 1, Term::kNoUpper, scale});
    s.overflow = overflow;
    return s;
  };
  if (!expandProducts_ || a.terms.size() * b.terms.size() > 64) return multiply(toExpr(a, type), toExpr(b, type));
  Sum s;
  for (const Term& x : a.terms)
    for (const Term& y : b.terms) s.add(multiply(termExpr(x, x.scale), termExpr(y, y.scale)), 1);
  Sum aBase = b, bBase = a;
  aBase.base = 0;
  aBase.scaleBy(a.base);
  bBase.scaleBy(b.base);
  s.add(aBase, 1);
  s.add(bBase, 1);
  return s;
}

// ((index % upper) // lower) * scale // c
Sum Simplifier::divideTerm(Term t, int64_t c, DataType type) {
  if (t.scale % c == 0) {
    t.scale /= c;
    return ofTerm(t);
  }
  int64_t step;
  if (t.scale > 0 && c % t.scale == 0 && !__builtin_mul_overflow(t.lower, c / t.scale, &step) && fits(step, type)) {
    if (t.upper == Term::kNoUpper || t.upper % step == 0) return ofTerm(Term{t.index, step, t.upper, 1});
    if (t.upper <= step) return Sum{};
    return ofTerm(Term{floormod(t.index, makeConst(type, t.upper)), step, Term::kNoUpper, 1});
  }
  return ofTerm(Term{termExpr(t, t.scale), c, Term::kNoUpper, 1});
}

Sum Simplifier::moduloTerm(Term t, int64_t c, DataType type) {
  if (t.scale % c == 0) return Sum{};
  int64_t upper;
  if (t.scale > 0 && c % t.scale == 0 && !__builtin_mul_overflow(t.lower, c / t.scale, &upper) && fits(upper, type)) {
    const bool narrower = t.upper != Term::kNoUpper && upper < t.upper && t.upper % upper == 0;
    if (narrower) {
      // A smaller divisor may allow a further simplification of the index.
      Sum inner = moduloSum(toSum(t.index), upper, type);
      if (t.lower != 1) inner = divideSum(std::move(inner), t.lower, type);
      inner.scaleBy(t.scale);
      return inner;
    }
    if (t.upper == Term::kNoUpper || t.upper % upper == 0) return ofTerm(Term{t.index, t.lower, upper, t.scale});
    if (upper % t.upper == 0) return ofTerm(t);
  }
  return ofTerm(Term{termExpr(t, t.scale), 1, c, 1});
}

Sum Simplifier::divideSum(Sum a, int64_t c, DataType type) {
  if (c == 1) return a;
  if (a.overflow || !fits(c, type)) return a.overflow = true, a;
  if (const IntBound b = bound(a); b.bounded() && floorDivide(b.min, c) == floorDivide(b.max, c))
    return Sum{.base = floorDivide(b.min, c)};
  a.terms = normalTerms(std::move(a.terms));
  Sum multiple, rest;
  separate(a, c, multiple, rest);
  multiple.divideBy(c);
  if (rest.isConst()) {
    multiple.base += floorDivide(rest.base, c);
    return multiple;
  }
  const IntBound b = bound(rest);
  if (b.bounded() && floorDivide(b.min, c) == floorDivide(b.max, c)) {
    multiple.base += floorDivide(b.min, c);
    return multiple;
  }
  if (rest.terms.size() == 1 && rest.base == 0) {
    multiple.add(divideTerm(rest.terms[0], c, type), 1);
    return multiple;
  }
  multiple.add(ofTerm(Term{toExpr(rest, type), c, Term::kNoUpper, 1}), 1);
  return multiple;
}

Sum Simplifier::moduloSum(Sum a, int64_t c, DataType type) {
  if (a.overflow || !fits(c, type)) return a.overflow = true, a;
  a.terms = normalTerms(std::move(a.terms));
  if (a.base >= c || (a.base < 0 && c <= kSmallShift)) a.base = floorModulo(a.base, c);
  Sum multiple, rest;
  separate(a, c, multiple, rest);
  if (rest.isConst()) return Sum{.base = floorModulo(rest.base, c)};  // also if the base became negative
  const IntBound b = bound(rest);
  if (b.bounded() && floorDivide(b.min, c) == floorDivide(b.max, c)) {
    rest.base -= floorDivide(b.min, c) * c;
    return rest;
  }
  if (rest.terms.size() == 1 && rest.base == 0) return moduloTerm(rest.terms[0], c, type);
  return ofTerm(Term{toExpr(rest, type), 1, c, 1});
}

// a < b where all terms but a small one are multiples of d: the small term does not matter.
Expr Simplifier::canonicalLess(const Binary& n) {
  const Expr a = canonical(n.a), b = canonical(n.b);
  Expr plain = a.sameAs(n.a) && b.sameAs(n.b) ? Expr(n) : binary(BinaryOp::LT, a, b);
  if (plain.as<IntImm>()) return plain;
  const DataType type = a.dtype();
  Sum d = toSum(a);
  d.add(toSum(b), -1);
  d.terms = normalTerms(std::move(d.terms));
  if (!d.fits(type) || d.terms.empty()) return applyRules(plain);
  for (size_t out = 0; out <= d.terms.size(); ++out) {  // the omitted term; the last value: none
    int64_t g = d.base;
    for (size_t i = 0; i < d.terms.size(); ++i)
      if (i != out) g = std::gcd(g, d.terms[i].scale);
    if (g == 0 || g == 1 || g == -1) continue;
    if (out < d.terms.size()) {
      const IntBound b = bound(ofTerm(d.terms[out]));
      if (b.min <= -g || b.min < 0 || b.max >= g) continue;
    }
    Sum rest = d;
    if (out < d.terms.size()) rest.terms.erase(rest.terms.begin() + static_cast<std::ptrdiff_t>(out));
    rest.divideBy(g);
    if (out == d.terms.size() && d.terms.size() == 1) break;  // covered by the rules for x * c1 < c2
    return rewrite(rawBinary(BinaryOp::LT, toExpr(rest, type), makeZero(type)));
  }
  return applyRules(plain);
}

Expr Simplifier::canonical(const Expr& e) { return canonical(e, nullptr); }

Expr Simplifier::canonical(const Expr& e, bool* linear) {
  if (e.as<IntImm>() || e.as<FloatImm>()) return e;
  const auto* n = e.as<Binary>();
  if (isIndexType(e.dtype())) {
    const Sum s = toSum(e);
    if (!s.fits(e.dtype())) return e;
    if (linear) *linear = isLinear(s);
    const Expr r = toExpr(s, e.dtype());
    return same(r, e) ? e : r;
  }
  if (!spend()) return e;
  if (n && n->op == BinaryOp::LT && isIndexType(n->a.dtype())) return contextual(canonicalLess(*n));
  const Expr r = applyRules(contextual(children(e, &Simplifier::canonical)));
  return contextual(r);
}

Expr Simplifier::expand(const Expr& e) {
  expandProducts_ = true;
  const Expr r = canonical(e);
  expandProducts_ = false;
  return r;
}

}  // namespace lw::arith
