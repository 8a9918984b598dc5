// Conditions without which something has no effect, as sums of variables that are at least 0. They are necessary
// conditions: leaving one out, or making it weaker, is always right.
#pragma once

#include <utility>
#include <vector>

#include "core/arith/variable_sum.h"

namespace lw {

struct EffectCondition {
  bool never = false;            // there is no effect at all
  std::vector<VariableSum> all;  // each is at least 0 wherever there is an effect; empty: there may always be one

  bool always() const { return !never && all.empty(); }
};

EffectCondition both(EffectCondition a, const EffectCondition& b);           // an effect needs both
EffectCondition either(const EffectCondition& a, const EffectCondition& b);  // one of them is enough

// What holds where the condition does, or does not. Parts that are no comparisons of sums of variables are left out.
EffectCondition where(const Expr& condition, bool holds, const Analyzer& known);

// Variables that are not in the result, with their values.
using HiddenVars = std::vector<std::pair<Var, IntBound>>;

// What follows for the other variables, if each of `zero` is 0. Hidden variables take the values that are best for an
// effect.
EffectCondition withoutVars(const EffectCondition& condition, const std::vector<VariableSum>& zero,
                            const HiddenVars& hidden);

// The equalities between two accesses of one element, as sums that are 0. Quotients and remainders of one sum by one
// number are put together; indices of another form say nothing.
std::vector<VariableSum> sameElement(const std::vector<Expr>& a, const std::vector<Expr>& b, const Analyzer& known);

Expr toExpr(const VariableSum& sum, DataType type);

}  // namespace lw
