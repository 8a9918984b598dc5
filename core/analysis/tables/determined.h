// What the element that a store writes tells of the iteration that writes it, without ISL.
#pragma once

#include <vector>

#include "core/arith/iter_map.h"

namespace lw::analysis {

// Does the loop's variable have the same value in all iterations? One whose start depends on another loop has not, even
// if its extent is 1.
bool hasOneValue(const IterDomain& loop);

// Whether two iterations of the loops with equal indices also have equal values of an expression. "Yes" or unknown.
//
// The argument: equal indices give equal values of
// (1) each index;
// (2) e, where they give equal values of e // c and of e % c, because e = (e // c) * c + e % c; and of e % c, where
//     they give those of (e % c) // d and of e % d, and d divides c, because (e % c) % d = e % d;
// (3) each loop in a sum of loops known by (1) or (2), if the sum is a number in mixed radix: ordered by their factors,
//     each factor is larger than all that the loops before it can add up to. A loop adds up to its factor times its
//     extent less one, if it starts at the same value in both iterations: at a constant.
// (4) an expression whose loops are known by (3). Variables that are no loops are the same in all iterations.
class Determined {
 public:
  Determined(const std::vector<Expr>& indices, const std::vector<IterDomain>& loops);
  bool tells(const Expr& value) const;

 private:
  bool isKnown(const Expr& e) const;
  bool isComposed(const Expr& e, int depth) const;
  void addLoopsOf(const Expr& sum);
  const std::vector<IterDomain>& loops_;
  std::vector<Expr> known_;
  std::vector<bool> toldLoops_;
};

}  // namespace lw::analysis
