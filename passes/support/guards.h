// Conditions that guard iterations of a loop, and the ranges in which they hold.
#pragma once

#include "core/arith/analyzer.h"
#include "core/arith/int_set.h"
#include "core/ir/stmt.h"

namespace lw {

std::vector<Expr> guardParts(const Expr& condition);
Expr conjunction(const std::vector<Expr>& parts);

// A condition that, in one part of a loop, holds for all iterations of the loops inside: below `end`, or from `begin`
// on. `exact`: outside that part, it holds for no inner iteration.
struct Guard {
  Expr condition;
  std::optional<Expr> begin, end;
  bool exact = false;
};

// Returns nullopt if the condition does not hold in such a range. `inner`: ranges of the loops inside of `loop`;
// `bound`: all variables that are defined inside.
std::optional<Guard> guardOf(const Expr& condition, const For& loop, const IntSetMap& inner,
                             const std::vector<Var>& bound, const Analyzer& analyzer);

}  // namespace lw
