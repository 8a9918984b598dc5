// Sums whose accumulator is a float of 16 bits or less. After each term the sum is rounded to a few digits, so that a
// long one misses what a sum in float32 gives, and sums of the same terms in another order differ from each other.
#pragma once

#include <string>
#include <vector>

#include "core/ir/stmt.h"

namespace lw {

struct NarrowSum {
  BlockId block;
  std::string name;  // of the block
  Buffer buffer;     // the accumulator
  int64_t terms;     // of one element; 0: a symbolic size
};
// In the order of the program: blocks with an init whose update adds to the element.
std::vector<NarrowSum> narrowSumsOf(const PrimFunc& function);

// How far such sums may be from each other in another order, as a share of the largest result: 4 u sqrt(n) for the unit
// roundoff u of the accumulator and n terms. (N. Higham and T. Mary, "A new approach to probabilistic rounding error
// analysis", 2019: roundings are independent, and few of many results are beyond four deviations.) At most a half.
double reorderingError(const NarrowSum& sum);

}  // namespace lw
