// Whether an output is what it should be, and by how much it is not.
#pragma once

#include "core/ir/ndarray.h"

namespace lw {

struct Agreement {
  bool ok = true;
  double maxAbsolute = 0;  // over all elements
  double maxRelative = 0;  // that, as a share of the largest value expected
  Mismatch worst;          // where it is not ok: the element that differs most, and how many do
};

// Within the tolerance of the type. Long sums lose digits with the number of their terms, so the absolute part scales
// with the largest value expected. Both arrays have the same shape.
Agreement agreementOf(const NDArray& got, const NDArray& expected);

}  // namespace lw
