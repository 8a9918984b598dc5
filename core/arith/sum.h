// The canonical form of an index expression: constant + sum of ((index % upper) // lower) * scale.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/ir/buffer.h"

namespace lw::arith {

struct Term {
  static constexpr int64_t kNoUpper = std::numeric_limits<int64_t>::max();
  Expr index;
  int64_t lower = 1;
  int64_t upper = kNoUpper;
  int64_t scale = 1;
};

struct Sum {
  std::vector<Term> terms;  // terms of the same index are adjacent, by descending lower
  int64_t base = 0;
  bool overflow = false;  // a coefficient overflowed int64_t: the sum is invalid

  bool isConst() const { return terms.empty(); }
  void add(Term term, int64_t factor);
  void add(const Sum& other, int64_t factor);
  void scaleBy(int64_t factor);
  void divideBy(int64_t divisor);  // exact
  bool fits(DataType type) const;  // all coefficients, and their negatives, are values of the type
};

// Joins parts of one index, ((x // (c*s)) % m) * s + (x // c) % s = (x // c) % (m*s), and orders the terms by
// descending scale.
std::vector<Term> normalTerms(std::vector<Term> terms);
Expr termExpr(const Term& term, int64_t scale);

}  // namespace lw::arith
