// Whether an output agrees with the expected one, and how much it differs.
#pragma once

#include "core/ir/ndarray.h"

namespace lw {

struct Agreement {
  bool ok = true;
  double maxAbsolute = 0;  // over all elements
  double maxRelative = 0;  // that, as a share of the largest value expected
  Mismatch worst;          // if not ok: the element that differs most, and how many differ
};

// Within the tolerance of the type. Long sums lose digits with the number of their terms, so the absolute part scales
// with the largest value expected. Both arrays have the same shape. `allowed`: of floats, an absolute part that is at
// least this share of the largest value.
Agreement agreementOf(const NDArray& got, const NDArray& expected, double allowed = 0);

}  // namespace lw
