#include "core/arith/variable_sum.h"

namespace lw {

std::optional<VariableSum> variableSum(const Expr& e) {
  const auto variable = [](const Expr& leaf) -> std::optional<VariableSum> {
    const auto* v = leaf.as<Var>();
    return v && v->dtype().isInteger() ? std::optional(VariableSum::of(*v)) : std::nullopt;
  };
  VariableSum sum;
  return addLinear(sum, e, int64_t{1}, variable) && sum.valid ? std::optional(std::move(sum)) : std::nullopt;
}

IntBound boundOf(const VariableSum& sum, const Facts& facts) {
  IntBound bound{sum.constant, sum.constant};
  for (const VariableSum::Term& t : sum.terms) {
    const auto known = facts.bounds.find(t.atom.key());
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
    if (!known || known->isConstant()) continue;
    const VariableSum::Term& first = known->terms.front();
    const int64_t q = sum.factorOf(first.atom) / first.factor;
    if (q == 0) continue;
    VariableSum rest = sum;
    if (rest.add(*known, -q)) bound = intersect(bound, range * IntBound{q, q} + boundOf(rest, facts));
  }
  return bound;
}

}  // namespace lw
