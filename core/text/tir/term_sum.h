// Sums of integer terms: only the arithmetic that is needed to read slices and infer regions. Scheduling uses
// core/arith.
#pragma once

#include <optional>
#include <vector>

#include "core/ir/expr.h"

namespace lw::tir {

struct TermSum {
  struct Term {
    Expr atom;
    int64_t factor;
  };
  DataType type = dtype::Int32;
  std::vector<Term> terms;  // different atoms, in order of appearance, factors not 0
  int64_t constant = 0;

  bool isConstant() const { return terms.empty(); }
};

TermSum termSum(const Expr& e);
TermSum add(const TermSum& a, const TermSum& b, int64_t factor = 1);  // a + factor * b
TermSum scale(const TermSum& a, int64_t factor);
Expr toExpr(const TermSum& sum);
std::optional<int64_t> constantDifference(const Expr& a, const Expr& b);  // a - b

}  // namespace lw::tir
