#include "core/arith/analyzer.h"

#include "core/arith/simplifier.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

using arith::Simplifier;

void forget(Facts& facts, const Var& var) {
  facts.bounds.erase(var.key());
  facts.modular.erase(var.key());
  facts.values.erase(var.key());
  std::erase_if(facts.symbolic, [&](const Facts::Symbolic& s) { return s.var.sameAs(var); });
}

void addModular(Facts& facts, const Expr& a, const Expr& b) {  // a == b, as x % c == r
  const auto* mod = a.as<Binary>();
  const auto r = asInt(b);
  if (!mod || mod->op != BinaryOp::FloorMod || !r) return;
  const auto* v = mod->a.as<Var>();
  const auto c = asInt(mod->b);
  if (v && c && *c > 1 && !facts.modular.contains(v->key()))
    facts.modular.insert_or_assign(v->key(), Modular{*c, floorModulo(*r, *c)});
}

// low <= e <= high becomes a bound of a variable, or of a sum without its constant term.
void addBound(Facts& facts, const Expr& e, IntBound range) {
  Simplifier s(facts);
  arith::Sum sum = s.toSum(e);
  if (!sum.fits(e.dtype()) || sum.terms.empty()) return;
  range = range - IntBound{sum.base, sum.base};
  sum.base = 0;
  arith::Term& only = sum.terms[0];
  const bool single = sum.terms.size() == 1 && only.lower == 1 && only.upper == arith::Term::kNoUpper;
  if (const auto* v = only.index.as<Var>(); single && v && (only.scale == 1 || only.scale == -1)) {
    const IntBound b = only.scale == 1 ? range : IntBound{0, 0} - range;
    facts.bounds.insert_or_assign(v->key(), intersect(s.bound(Expr(*v)), b));
    return;
  }
  if (arith::normalTerms(sum.terms)[0].scale < 0) {
    sum.scaleBy(-1);
    range = IntBound{0, 0} - range;
  }
  facts.exprBounds.emplace_back(s.toExpr(sum, e.dtype()), range);
}

// Ends of ranges that are not constant: var <= limit, where the limit does not use var.
void addSymbolic(Facts& facts, const Expr& low, const Expr& high) {
  const auto *lowVar = low.as<Var>(), *highVar = high.as<Var>();
  if (lowVar && !asInt(high) && !arith::uses(high, lowVar->key())) facts.symbolic.push_back({*lowVar, {}, high});
  if (highVar && !asInt(low) && !arith::uses(low, highVar->key())) facts.symbolic.push_back({*highVar, low, {}});
}

void assume(Facts& facts, const Expr& condition) {
  const auto* n = condition.as<Binary>();
  if (n && n->op == BinaryOp::And) {
    assume(facts, n->a);
    assume(facts, n->b);
    return;
  }
  if (const auto* call = condition.as<Call>(); call && call->op == Intrinsic::Likely && call->args.size() == 1)
    return assume(facts, call->args[0]);
  if (!condition.as<IntImm>()) facts.known.push_back(condition);
  if (!n || !isComparison(n->op) || !arith::isIndexType(n->a.dtype())) return;
  const Expr one = makeConst(n->a.dtype(), 1);
  constexpr int64_t inf = IntBound::kPosInf;
  switch (n->op) {
    case BinaryOp::LT:
      addBound(facts, n->b - n->a, {1, inf});
      addSymbolic(facts, n->a, n->b - one);
      addSymbolic(facts, n->a + one, n->b);
      return;
    case BinaryOp::LE:
      addBound(facts, n->b - n->a, {0, inf});
      addSymbolic(facts, n->a, n->b);
      return;
    case BinaryOp::GT:
      addBound(facts, n->a - n->b, {1, inf});
      addSymbolic(facts, n->b, n->a - one);
      addSymbolic(facts, n->b + one, n->a);
      return;
    case BinaryOp::GE:
      addBound(facts, n->a - n->b, {0, inf});
      addSymbolic(facts, n->b, n->a);
      return;
    case BinaryOp::EQ:
      addBound(facts, n->a - n->b, {0, 0});
      addModular(facts, n->a, n->b);
      return;
    default:
      return;
  }
}

}  // namespace

Facts::Facts() = default;
Facts::Facts(const Facts&) = default;
Facts::Facts(Facts&&) noexcept = default;
Facts& Facts::operator=(const Facts&) = default;
Facts& Facts::operator=(Facts&&) noexcept = default;
Facts::~Facts() = default;

Analyzer::Scope::~Scope() {
  if (owner_) owner_->facts_ = std::move(*saved_);
}

void Analyzer::bind(const Var& var, const Range& range) {
  forget(facts_, var);
  if (!var.dtype().isInteger() || var.dtype().isVector()) return;
  Simplifier s(facts_);
  const Expr min = s.simplify(range.min), extent = s.simplify(range.extent);
  if (asInt(extent) == 1) {
    facts_.values.insert_or_assign(var.key(), cast(var.dtype(), min));
    facts_.bounds.insert_or_assign(var.key(), s.bound(min));
    return;
  }
  const Expr max = s.simplify(min + extent - makeConst(extent.dtype(), 1));
  const IntBound b{s.bound(min).min, s.bound(max).max};
  const IntBound type{minValueOf(var.dtype()), maxValueOf(var.dtype())};
  facts_.bounds.insert_or_assign(var.key(), intersect(b, type));
  Facts::Symbolic ends{var, {}, {}};
  if (!asInt(min) && !arith::uses(min, var.key())) ends.min = cast(var.dtype(), min);
  if (!asInt(max) && !arith::uses(max, var.key())) ends.max = cast(var.dtype(), max);
  if (!ends.min && asInt(min)) ends.min = cast(var.dtype(), min);
  if (ends.max || !asInt(min)) facts_.symbolic.push_back(std::move(ends));
}

void Analyzer::bindValue(const Var& var, const Expr& value) {
  forget(facts_, var);
  const Expr v = simplify(value);
  if (arith::uses(v, var.key())) return;
  facts_.bounds.insert_or_assign(var.key(), constBound(v));
  facts_.values.insert_or_assign(var.key(), cast(var.dtype(), v));
}

Analyzer::Scope Analyzer::with(const Expr& condition) {
  Scope scope(*this, facts_);
  assume(facts_, simplify(condition));
  return scope;
}

Expr Analyzer::simplify(const Expr& e) const { return Simplifier(facts_).simplify(e); }
bool Analyzer::canProve(const Expr& condition) const { return Simplifier(facts_).prove(condition); }
bool Analyzer::canProveEqual(const Expr& a, const Expr& b) const {
  if (arith::same(a, b)) return true;
  const auto ca = asInt(a), cb = asInt(b);
  if (ca && cb) return *ca == *cb;
  return canProve(eq(a, b));
}
bool Analyzer::canProveLess(const Expr& a, const Expr& b) const { return canProve(lt(a, b)); }
bool Analyzer::canProveLessEqual(const Expr& a, const Expr& b) const { return canProve(le(a, b)); }

bool Analyzer::canProveDivisible(const Expr& a, const Expr& b) const {
  const auto ca = asInt(a), cb = asInt(b);
  if (cb == 0) return false;
  if (ca && cb) return *ca % *cb == 0;
  if (cb == 1 || ca == 0 || arith::same(a, b)) return true;
  return isZero(simplify(floormod(a, b)));
}

IntBound Analyzer::constBound(const Expr& e) const { return Simplifier(facts_).bound(e); }
Modular Analyzer::modular(const Expr& e) const { return Simplifier(facts_).modular(e); }

Expr simplify(const Expr& e) { return Analyzer().simplify(e); }
Range simplify(const Range& r, const Analyzer& analyzer) {
  return {analyzer.simplify(r.min), analyzer.simplify(r.extent)};
}

}  // namespace lw
