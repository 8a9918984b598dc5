// Finds integer expressions that are at least 0 by their form: sizes, loops that start at zero, and sums, products and
// quotients of these. Code generators divide such numbers without checking signs.
#pragma once

#include <unordered_map>

#include "core/ir/expr.h"

namespace lw {

class NonNegative {
 public:
  void know(const Var& variable, bool nonNegative) { known_[variable.key()] = nonNegative; }
  // `isIndex`: the expression computes an index, so its sums and products do not wrap around.
  bool holds(const Expr& e, bool isIndex) const;

 private:
  std::unordered_map<const void*, bool> known_;  // Var::key()
};

}  // namespace lw
