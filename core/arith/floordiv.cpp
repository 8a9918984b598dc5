#include "core/arith/rules.h"

namespace lw::arith {
namespace {

// x // c whose quotient follows from the bounds of x.
Replacement decidedDiv(Simplifier& s, const Expr& e, const Binary& n) {
  const auto c = asInt(n.b);
  if (!c || *c <= 0) return std::nullopt;
  const IntBound b = s.bound(n.a);
  if (!b.bounded()) return std::nullopt;
  const int64_t low = floorDivide(b.min, *c), high = floorDivide(b.max, *c);
  if (low != high) return std::nullopt;
  return makeConst(e.dtype(), low);
}

// Divisors that are not constant.
Replacement symbolicDiv(Simplifier& s, const Expr& e, const Binary& n) {
  if (asInt(n.b)) return std::nullopt;
  if (const IntBound b = s.bound(e); b.isConst()) return makeConst(e.dtype(), b.min);
  Any x, y, z, w;
  Rules r(s, e);
  const auto divisor = [&] { return s.nonZero(*y); };
  const auto positive = [&] { return s.atLeast(*y, 1); };
  const bool done =
      r(x / x, 1, [&] { return s.nonZero(*x); }) || r((x * y) / y, x, divisor) || r((y * x) / y, x, divisor) ||
      r((x * w) / (y * w), x / y, [&] { return s.nonZero(*w); }) ||
      r((w * x) / (w * y), x / y, [&] { return s.nonZero(*w); }) || r.again((x * y + z) / y, x + z / y, divisor) ||
      r.again((y * x + z) / y, x + z / y, divisor) || r.again((z + x * y) / y, x + z / y, divisor) ||
      r.again((z + y * x) / y, x + z / y, divisor) || r.again((x * y - z) / y, x + (0 - z) / y, divisor) ||
      r.again((y * x - z) / y, x + (0 - z) / y, divisor) || r.again((z - x * y) / y, z / y - x, divisor) ||
      r.again((z - y * x) / y, z / y - x, divisor) || r.again((x + y) / y, x / y + 1, divisor) ||
      r.again((y + x) / y, x / y + 1, divisor) || r.again(min(x, 0) / y, min(x / y, 0), positive) ||
      r.again(max(x, 0) / y, max(x / y, 0), positive) || r.again(min(x * y, z) / y, min(x, z / y), positive) ||
      r.again(min(y * x, z) / y, min(x, z / y), positive) || r.again(min(z, x * y) / y, min(z / y, x), positive) ||
      r.again(min(z, y * x) / y, min(z / y, x), positive) || r.again(max(x * y, z) / y, max(x, z / y), positive) ||
      r.again(max(y * x, z) / y, max(x, z / y), positive) || r.again(max(z, x * y) / y, max(z / y, x), positive) ||
      r.again(max(z, y * x) / y, max(z / y, x), positive);
  if (done) return r.result(true);
  if (s.proveNonNegative(n.a, 2) && s.proveNonNegative(n.b - n.a - 1, 2)) return makeZero(e.dtype());
  return std::nullopt;
}

}  // namespace

Replacement floorDivRules(Simplifier& s, const Expr& e) {
  const auto& n = *e.as<Binary>();
  if (auto value = decidedDiv(s, e, n)) return value;
  if (auto value = symbolicDiv(s, e, n)) return value;
  if (auto value = quotientOfExtreme(s, e)) return value;
  Any x, y, z;
  Int c1, c2, c3;
  Rules r(s, e);
  const auto positive = [&] { return *c1 > 0 && *c2 > 0; };
  const auto divides = [&] { return *c2 > 0 && *c1 % *c2 == 0; };             // c2 divides c1
  const auto divided = [&] { return *c1 > 0 && *c2 > 0 && *c2 % *c1 == 0; };  // c1 divides c2
  const auto small = [&](const Expr& rest) { return s.atLeast(rest, 0) && s.atMost(rest, *c1 - 1); };
  const bool done =
      r(x / 1, x) || r.again((x / c1) / c2, x / (c1 * c2), positive) ||
      r.again((x / c1 + c3) / c2, (x + c1 * c3) / (c1 * c2), positive) || r((x * c1) / c2, x * (c1 / c2), divides) ||
      r.again((x * c1) / c2, x / (c2 / c1), divided) || r.again((x * c1 + y) / c2, x * (c1 / c2) + y / c2, divides) ||
      r.again((y + x * c1) / c2, y / c2 + x * (c1 / c2), divides) ||
      r.again((x * c1 - y) / c2, x * (c1 / c2) + (0 - y) / c2, divides) ||
      r.again((y - x * c1) / c2, y / c2 - x * (c1 / c2), divides) ||
      r.again((x * c1 + y) / c2, x / (c2 / c1), [&] { return divided() && small(*y); }) ||
      r.again((y + x * c1) / c2, x / (c2 / c1), [&] { return divided() && small(*y); }) ||
      r.again((x + c1) / c2, x / c2 + c1 / c2, divides) ||
      r.again((x * c1 + y + z) / c2, x * (c1 / c2) + (y + z) / c2, divides) ||
      r.again((x * c1 - y + z) / c2, x * (c1 / c2) + (z - y) / c2, divides) ||
      r.again((x * c1 + y - z) / c2, x * (c1 / c2) + (y - z) / c2, divides) ||
      r.again((y + x * c1 + z) / c2, x * (c1 / c2) + (y + z) / c2, divides) ||
      r((x % c1) / c2, 0, [&] { return *c1 > 0 && *c2 >= *c1; }) ||
      r.again(((x * c1 + y) % c2) / c3, x % (c2 / c1), [&] { return *c1 == *c3 && divided() && small(*y); });
  return r.result(done);
}

}  // namespace lw::arith
