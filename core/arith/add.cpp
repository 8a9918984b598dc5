#include "core/arith/rules.h"

namespace lw::arith {

Replacement addRules(Simplifier& s, const Expr& e) {
  Any x, y, z;
  Int c1, c2;
  Rules r(s, e);
  const bool done =
      // Cancelling.
      r((x - y) + y, x) || r(x + (y - x), y) || r((x - y) + (y - z), x - z) || r((x - y) + (z - x), z - y) ||
      // Minimum and maximum.
      r(min(x, y - z) + z, min(x + z, y)) || r(min(x - z, y) + z, min(x, y + z)) ||
      r(max(x, y - z) + z, max(x + z, y)) || r(max(x - z, y) + z, max(x, y + z)) || r(max(x, y) + min(x, y), x + y) ||
      r(min(x, y) + max(x, y), x + y) || r(max(x, y) + min(y, x), x + y) || r(min(x, y) + max(y, x), x + y) ||
      r(min(x, y + c1) + c2, min(x + c2, y), [&] { return *c1 == -*c2; }) ||
      r(min(x + c1, y) + c2, min(x, y + c2), [&] { return *c1 == -*c2; }) ||
      r(max(x, y + c1) + c2, max(x + c2, y), [&] { return *c1 == -*c2; }) ||
      r(max(x + c1, y) + c2, max(x, y + c2), [&] { return *c1 == -*c2; }) ||
      // Division and remainder belong together.
      r((x / c1) * c1 + x % c1, x, [&] { return *c1 > 0; }) || r(x % c1 + (x / c1) * c1, x, [&] { return *c1 > 0; }) ||
      r((x / y) * y + x % y, x, [&] { return s.nonZero(*y); }) ||
      r(x % y + (x / y) * y, x, [&] { return s.nonZero(*y); }) ||
      r(y * (x / y) + x % y, x, [&] { return s.nonZero(*y); }) ||
      r(x % y + y * (x / y), x, [&] { return s.nonZero(*y); }) ||
      // Common factors.
      r.again(x * c1 + x * c2, x * (c1 + c2)) || r.again(x + x * c1, x * (c1 + 1)) ||
      r.again(x * c1 + x, x * (c1 + 1)) || r.again(x + x, x * 2) || r.again(x * y + x * z, x * (y + z)) ||
      r.again(y * x + x * z, x * (y + z)) || r.again(x * y + z * x, x * (y + z)) ||
      r.again(y * x + z * x, x * (y + z)) || r.again(x + x * y, x * (y + 1)) || r.again(x + y * x, x * (y + 1)) ||
      r.again(x * y + x, x * (y + 1)) || r.again(y * x + x, x * (y + 1)) ||
      // Constants to the right.
      r.again((x + c1) + c2, x + (c1 + c2)) || r(c1 + x, x + c1) || r.again(x + (y + c1), (x + y) + c1) ||
      r.again((x + c1) + y, (x + y) + c1) || r.again((c1 - x) + c2, (c1 + c2) - x) ||
      r.again(x + (c1 - y), (x - y) + c1) || r.again((c1 - x) + y, (y - x) + c1) ||
      r.again(x + y * c1, x - y * (0 - c1), [&] { return *c1 < 0 && *c1 != INT64_MIN; });
  return r.result(done);
}

}  // namespace lw::arith
