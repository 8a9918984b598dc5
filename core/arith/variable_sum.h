// Sums of integer multiples of variables, the form of most indices and guards. Taking them apart costs a fraction of
// the simplifier's work, so the proofs behind a click start here.
#pragma once

#include <optional>

#include "core/arith/analyzer.h"
#include "core/arith/linear_sum.h"

namespace lw {

using VariableSum = LinearSum<Var>;  // terms in the order in which variables occur

// nullopt: the expression has other parts, such as a division or a load.
std::optional<VariableSum> variableSum(const Expr& e);
// From the constant bounds of the variables.
IntBound boundOf(const VariableSum& sum, const Facts& facts);
// Also from each known bound of a sum by itself: ao * 256 + ai * 64 + b is at most 48 * 64 + 63 if ao * 4 + ai < 49.
IntBound boundUnderConditions(const VariableSum& sum, const Facts& facts);

}  // namespace lw
