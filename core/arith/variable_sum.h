// Sums of integer multiples of variables, the form of most indices and guards. Taking them apart costs a fraction of
// the simplifier's work, so the proofs behind a click start here.
#pragma once

#include <optional>
#include <vector>

#include "core/arith/analyzer.h"

namespace lw {

struct VariableSum {
  struct Term {
    Var var;
    int64_t factor;
  };
  std::vector<Term> terms;  // no factor is 0, no variable occurs twice
  int64_t constant = 0;

  int64_t factorOf(const Var& v) const;
  bool add(const VariableSum& other, int64_t factor);  // false: a coefficient overflows int64_t
};

// nullopt: the expression has other parts, such as a division or a load.
std::optional<VariableSum> variableSum(const Expr& e);
// From the constant bounds of the variables.
IntBound boundOf(const VariableSum& sum, const Facts& facts);
// Also from each known bound of a sum by itself: ao * 256 + ai * 64 + b is at most 48 * 64 + 63 if ao * 4 + ai < 49.
IntBound boundUnderConditions(const VariableSum& sum, const Facts& facts);

}  // namespace lw
