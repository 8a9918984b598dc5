// Which integer expressions are at least 0, as far as that can be seen at once: sizes, loops from zero, and what is
// built from them without subtraction. Code generators divide such numbers without a look at signs.
#pragma once

#include <unordered_map>

#include "core/ir/expr.h"

namespace lw {

class NonNegative {
 public:
  void know(const Var& variable, bool nonNegative) { known_[variable.key()] = nonNegative; }
  // `isIndex`: it is computed for an index, whose sums and products do not wrap around.
  bool holds(const Expr& e, bool isIndex) const;

 private:
  std::unordered_map<const void*, bool> known_;  // Var::key()
};

}  // namespace lw
