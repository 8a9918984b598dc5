#include "core/arith/variable_sum.h"

#include <algorithm>

#include "core/ir/ops.h"

namespace lw {
namespace {

bool collect(const Expr& e, int64_t factor, VariableSum& sum) {
  if (const auto* i = e.as<IntImm>()) return sum.add(VariableSum{{}, i->value}, factor);
  if (const auto* v = e.as<Var>()) return v->dtype().isInteger() && sum.add(VariableSum{{{*v, 1}}, 0}, factor);
  if (const auto* c = e.as<Cast>()) {  // widening keeps the value
    const DataType from = c->value.dtype();
    return c->type.isInteger() && from.isInteger() && c->type.bits >= from.bits && collect(c->value, factor, sum);
  }
  const auto* n = e.as<Binary>();
  if (!n || !n->a.dtype().isInteger()) return false;
  int64_t negative = 0, product = 0;
  if (n->op == BinaryOp::Add) return collect(n->a, factor, sum) && collect(n->b, factor, sum);
  if (n->op == BinaryOp::Sub)
    return !__builtin_sub_overflow(int64_t{0}, factor, &negative) && collect(n->a, factor, sum) &&
           collect(n->b, negative, sum);
  if (n->op != BinaryOp::Mul) return false;
  const auto right = asInt(n->b), left = asInt(n->a);
  if (!right && !left) return false;
  return !__builtin_mul_overflow(factor, right ? *right : *left, &product) &&
         collect(right ? n->a : n->b, product, sum);
}

}  // namespace

int64_t VariableSum::factorOf(const Var& v) const {
  for (const Term& t : terms)
    if (t.var.sameAs(v)) return t.factor;
  return 0;
}

bool VariableSum::add(const VariableSum& other, int64_t factor) {
  int64_t product = 0;
  if (__builtin_mul_overflow(other.constant, factor, &product) || __builtin_add_overflow(constant, product, &constant))
    return false;
  for (const Term& t : other.terms) {
    if (__builtin_mul_overflow(t.factor, factor, &product)) return false;
    const auto same =
        std::find_if(terms.begin(), terms.end(), [&](const Term& mine) { return mine.var.sameAs(t.var); });
    if (same == terms.end()) {
      if (product) terms.push_back({t.var, product});
      continue;
    }
    if (__builtin_add_overflow(same->factor, product, &same->factor)) return false;
    if (!same->factor) terms.erase(same);
  }
  return true;
}

std::optional<VariableSum> variableSum(const Expr& e) {
  VariableSum sum;
  return collect(e, 1, sum) ? std::optional(std::move(sum)) : std::nullopt;
}

IntBound boundOf(const VariableSum& sum, const Facts& facts) {
  IntBound bound{sum.constant, sum.constant};
  for (const VariableSum::Term& t : sum.terms) {
    const auto known = facts.bounds.find(t.var.key());
    if (known == facts.bounds.end()) return {};
    bound = bound + known->second * IntBound{t.factor, t.factor};
  }
  return bound;
}

// With sum = q * known + rest, it lies between the bounds of q * known plus those of the rest.
IntBound boundUnderConditions(const VariableSum& sum, const Facts& facts) {
  IntBound bound = boundOf(sum, facts);
  for (const auto& [expression, range] : facts.exprBounds) {
    const std::optional<VariableSum> known = variableSum(expression);
    if (!known || known->terms.empty()) continue;
    const VariableSum::Term& first = known->terms.front();
    const int64_t q = sum.factorOf(first.var) / first.factor;
    if (q == 0 || q == INT64_MIN) continue;
    VariableSum rest = sum;
    if (rest.add(*known, -q)) bound = intersect(bound, range * IntBound{q, q} + boundOf(rest, facts));
  }
  return bound;
}

}  // namespace lw
