#include "backends/package/agreement.h"

#include <algorithm>
#include <cmath>

namespace lw {

Agreement agreementOf(const NDArray& got, const NDArray& expected, double allowed) {
  const auto [relative, absolute] = toleranceOf(got.type);
  double largest = 0;
  for (int64_t e = 0; e < expected.scalars(); ++e) {
    const double v = std::abs(expected.getDouble(e));
    if (std::isfinite(v)) largest = std::max(largest, v);
  }
  if (largest == 0) largest = 1;
  Agreement a;
  a.worst =
      compareArrays(got, expected, relative, (got.type.isFloat() ? std::max(absolute, allowed) : absolute) * largest);
  a.ok = a.worst.count == 0;
  a.maxAbsolute = a.worst.maxAbsolute;
  a.maxRelative = a.worst.maxAbsolute / largest;
  return a;
}

}  // namespace lw
