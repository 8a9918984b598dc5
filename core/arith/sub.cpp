#include "core/arith/rules.h"

namespace lw::arith {

Replacement subRules(Simplifier& s, const Expr& e) {
  Any x, y, z;
  Int c1, c2, c3;
  Rules r(s, e);
  const auto positive3 = [&] { return *c3 > 0; };
  const bool done =
      // Cancelling.
      r(x - x, 0) || r((x + y) - y, x) || r((x + y) - x, y) || r(x - (y + x), 0 - y) || r(x - (x + y), 0 - y) ||
      r(x - (x - y), y) || r((x - y) - x, 0 - y) || r((x + y) - (x + z), y - z) || r((y + x) - (x + z), y - z) ||
      r((x + y) - (z + x), y - z) || r((y + x) - (z + x), y - z) || r(0 - (x - y), y - x) ||
      // Minimum and maximum.
      r(min(x, y) - min(y, x), 0) || r(max(x, y) - max(y, x), 0) || r(min(x, y) - x, min(0, y - x)) ||
      r(min(x, y) - y, min(x - y, 0)) || r(max(x, y) - x, max(0, y - x)) || r(max(x, y) - y, max(x - y, 0)) ||
      r(x - max(x, y), min(0, x - y)) || r(y - max(x, y), min(y - x, 0)) || r(x - min(x, y), max(0, x - y)) ||
      r(y - min(x, y), max(y - x, 0)) || r(min(x + y, z) - x, min(y, z - x)) || r(min(y + x, z) - x, min(y, z - x)) ||
      r(min(z, x + y) - x, min(z - x, y)) || r(min(z, y + x) - x, min(z - x, y)) ||
      r(max(x + y, z) - x, max(y, z - x)) || r(max(y + x, z) - x, max(y, z - x)) ||
      r(max(z, x + y) - x, max(z - x, y)) || r(max(z, y + x) - x, max(z - x, y)) ||
      // Division and remainder.
      r(x - (x / c1) * c1, x % c1, [&] { return *c1 > 0; }) ||
      r((x / c1) * c1 - x, 0 - x % c1, [&] { return *c1 > 0; }) ||
      r(x - (x / y) * y, x % y, [&] { return s.nonZero(*y); }) ||
      r(x - x % c1, (x / c1) * c1, [&] { return *c1 > 0; }) ||
      r((x + c1) / c3 - (x + c2) / c3, ((x + c2 % c3) % c3 + (c1 - c2)) / c3, positive3) ||
      r((x + c1) / c3 - x / c3, (x % c3 + c1) / c3, positive3) ||
      r(x / c3 - (x + c2) / c3, ((x + c2 % c3) % c3 - c2) / c3, positive3) ||
      r((x + y) / c3 - x / c3, (x % c3 + y) / c3, positive3) ||
      // Common factors.
      r.again(x * c1 - x * c2, x * (c1 - c2)) || r.again(x * c1 - x, x * (c1 - 1)) ||
      r.again(x - x * c1, x * (1 - c1)) || r.again(x * y - x * z, x * (y - z)) || r.again(y * x - x * z, x * (y - z)) ||
      r.again(x * y - z * x, x * (y - z)) || r.again(y * x - z * x, x * (y - z)) || r.again(x * y - x, x * (y - 1)) ||
      r.again(y * x - x, x * (y - 1)) || r.again(x - x * y, x * (1 - y)) || r.again(x - y * x, x * (1 - y)) ||
      // Constants to the right, out of the subtrahend.
      r.again(x - c1, x + (0 - c1), [&] { return *c1 != 0 && *c1 != INT64_MIN; }) ||
      r.again((x + c1) - y, (x - y) + c1) || r.again(x - (y + c1), (x - y) + (0 - c1)) ||
      r.again(x - (c1 - y), (x + y) + (0 - c1)) || r.again(c1 - (c2 - x), x + (c1 - c2)) ||
      r.again((c1 - x) - (c2 - y), (y - x) + (c1 - c2)) || r.again(x - (y - z), (x + z) - y) ||
      r.again(x - y * c1, x + y * (0 - c1), [&] { return *c1 < 0 && *c1 != INT64_MIN; });
  return r.result(done);
}

}  // namespace lw::arith
