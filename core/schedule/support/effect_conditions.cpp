#include "core/schedule/support/effect_conditions.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "core/ir/equal.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

bool sameTerms(const VariableSum& a, const VariableSum& b) {
  return a.terms.size() == b.terms.size() && std::all_of(a.terms.begin(), a.terms.end(), [&](const auto& term) {
           return b.factorOf(term.atom) == term.factor;
         });
}

// Adds a sum with integer factors as small as possible; of several with the same terms, the strongest is kept.
void addSum(EffectCondition& c, VariableSum sum) {
  int64_t common = 0;
  for (const VariableSum::Term& t : sum.terms) common = std::gcd(common, t.factor);
  if (common > 1) sum.reduceBy(common);
  for (VariableSum& known : c.all)
    if (sameTerms(known, sum)) {
      known.constant = std::min(known.constant, sum.constant);
      return;
    }
  c.all.push_back(std::move(sum));
}

// a - b - less >= 0; nothing, if the difference is no sum of variables.
EffectCondition atLeast(const Expr& a, const Expr& b, int64_t less, const Analyzer& known) {
  if (!a.dtype().isInteger() || a.dtype().lanes != 1) return {};
  std::optional<VariableSum> sum = variableSum(known.simplify(a - b));
  if (!sum || !sum->add(VariableSum(-less))) return {};
  return {false, {std::move(*sum)}};
}

EffectCondition comparison(const Binary& c, bool holds, const Analyzer& known) {
  switch (c.op) {
    case BinaryOp::LE:
      return holds ? atLeast(c.b, c.a, 0, known) : atLeast(c.a, c.b, 1, known);
    case BinaryOp::LT:
      return holds ? atLeast(c.b, c.a, 1, known) : atLeast(c.a, c.b, 0, known);
    case BinaryOp::GE:
      return holds ? atLeast(c.a, c.b, 0, known) : atLeast(c.b, c.a, 1, known);
    case BinaryOp::GT:
      return holds ? atLeast(c.a, c.b, 1, known) : atLeast(c.b, c.a, 0, known);
    case BinaryOp::EQ:
      return holds ? both(atLeast(c.a, c.b, 0, known), atLeast(c.b, c.a, 0, known)) : EffectCondition{};
    default:
      return {};
  }
}

// Takes a hidden variable out of the sum by the equality, if there is one in both.
bool eliminate(VariableSum& sum, const VariableSum& zero, const HiddenVars& hidden) {
  int64_t mine = 0, theirs = 0;
  for (const auto& [var, values] : hidden) {
    const int64_t factor = zero.factorOf(var);
    if (sum.factorOf(var) == 0 || std::abs(factor) <= std::abs(theirs)) continue;
    mine = sum.factorOf(var);
    theirs = factor;
  }
  if (theirs == 0) return true;
  const int64_t common = std::gcd(mine, theirs);
  VariableSum scaled;
  if (!scaled.add(sum, std::abs(theirs) / common)) return false;
  if (!scaled.add(zero, theirs > 0 ? -(mine / common) : mine / common)) return false;
  sum = std::move(scaled);
  return true;
}

// The largest value over the hidden variables; false: there is none.
bool relax(VariableSum& sum, const HiddenVars& hidden) {
  for (const auto& [var, values] : hidden) {
    const int64_t factor = sum.factorOf(var);
    if (factor == 0) continue;
    const int64_t best = factor > 0 ? values.max : values.min;
    if (best == IntBound::kPosInf || best == IntBound::kNegInf) return false;
    if (!sum.add(var, -factor) || !sum.add(VariableSum(best), factor)) return false;
  }
  return true;
}

// The sum whose quotient and remainder the two indices are, for the same divisor.
std::optional<std::pair<Expr, Expr>> dividend(const Expr& quotient, const Expr& remainder) {
  const auto *q = quotient.as<Binary>(), *r = remainder.as<Binary>();
  if (!q || !r || q->op != BinaryOp::FloorDiv || r->op != BinaryOp::FloorMod) return std::nullopt;
  if (!equal(q->a, r->a) || !equal(q->b, r->b) || !asInt(q->b)) return std::nullopt;
  return std::pair(q->a, q->b);
}

}  // namespace

EffectCondition both(EffectCondition a, const EffectCondition& b) {
  a.never = a.never || b.never;
  for (const VariableSum& sum : b.all) addSum(a, sum);
  return a;
}

EffectCondition either(const EffectCondition& a, const EffectCondition& b) {
  if (a.never) return b;
  if (b.never) return a;
  EffectCondition common;
  for (const VariableSum& sum : a.all)
    for (const VariableSum& other : b.all) {
      if (!sameTerms(sum, other)) continue;
      VariableSum weaker = sum;
      weaker.constant = std::max(sum.constant, other.constant);
      addSum(common, std::move(weaker));
    }
  return common;
}

EffectCondition where(const Expr& condition, bool holds, const Analyzer& known) {
  if (isTrue(condition) || isFalse(condition)) return {isTrue(condition) != holds, {}};
  if (const auto* n = condition.as<Not>()) return where(n->value, !holds, known);
  const auto* c = condition.as<Binary>();
  if (!c) return {};
  if (c->op != BinaryOp::And && c->op != BinaryOp::Or) return comparison(*c, holds, known);
  const EffectCondition a = where(c->a, holds, known), b = where(c->b, holds, known);
  return (c->op == BinaryOp::And) == holds ? both(a, b) : either(a, b);
}

EffectCondition withoutVars(const EffectCondition& condition, const std::vector<VariableSum>& zero,
                            const HiddenVars& hidden) {
  EffectCondition result{condition.never, {}};
  for (VariableSum sum : condition.all) {
    bool known = true;
    for (const VariableSum& z : zero) known = known && eliminate(sum, z, hidden);
    if (!known || !relax(sum, hidden)) continue;
    if (sum.terms.empty())
      result.never = result.never || sum.constant < 0;
    else
      addSum(result, std::move(sum));
  }
  return result;
}

std::vector<VariableSum> sameElement(const std::vector<Expr>& a, const std::vector<Expr>& b, const Analyzer& known) {
  std::vector<VariableSum> zero;
  if (a.size() != b.size()) return zero;
  const auto add = [&](const Expr& difference) {
    if (std::optional<VariableSum> sum = variableSum(known.simplify(difference))) zero.push_back(std::move(*sum));
  };
  // Whole sums come first: they say more than their parts.
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t j = 0; j < a.size(); ++j) {
      if (const auto whole = dividend(a[i], a[j])) add(whole->first - (b[i] * whole->second + b[j]));
      if (const auto whole = dividend(b[i], b[j])) add(whole->first - (a[i] * whole->second + a[j]));
    }
  for (size_t i = 0; i < a.size(); ++i) add(a[i] - b[i]);
  return zero;
}

Expr toExpr(const VariableSum& sum, DataType type) {
  Expr result = makeZero(type);
  for (const bool positive : {true, false})
    for (const VariableSum::Term& t : sum.terms) {
      if ((t.factor > 0) != positive) continue;
      const Expr term = cast(type, Expr(t.atom)) * makeConst(type, std::abs(t.factor));
      result = positive ? result + term : result - term;
    }
  return sum.constant < 0 ? result - makeConst(type, -sum.constant) : result + makeConst(type, sum.constant);
}

}  // namespace lw
