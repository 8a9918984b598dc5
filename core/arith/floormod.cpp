#include "core/arith/rules.h"

namespace lw::arith {
namespace {

// (x - 1) % c becomes (x + c - 1) % c, as in TVM, if c is small enough for x + c to be an index like x.
constexpr int64_t kSmall = 1 << 16;

// x % c where bounds or stride of x determine the multiple of c below x.
Replacement decidedMod(Simplifier& s, const Expr& e, const Binary& n) {
  const auto c = asInt(n.b);
  if (!c || *c <= 0) return std::nullopt;
  const Modular m = s.modular(n.a);
  if (m.coeff % *c == 0) return makeConst(e.dtype(), floorModulo(m.base, *c));
  const IntBound b = s.bound(n.a);
  if (!b.bounded()) return std::nullopt;
  const int64_t low = floorDivide(b.min, *c);
  if (low != floorDivide(b.max, *c)) return std::nullopt;
  int64_t shift;
  if (__builtin_mul_overflow(-low, *c, &shift)) return std::nullopt;
  return n.a + makeConst(e.dtype(), shift);
}

Replacement symbolicMod(Simplifier& s, const Expr& e, const Binary& n) {
  if (asInt(n.b)) return std::nullopt;
  Any x, y, z;
  Rules r(s, e);
  const auto divisor = [&] { return s.nonZero(*y); };
  const bool done = r(x % x, 0, [&] { return s.nonZero(*x); }) || r((x * y) % y, 0, divisor) ||
                    r((y * x) % y, 0, divisor) || r.again((x * y + z) % y, z % y, divisor) ||
                    r.again((y * x + z) % y, z % y, divisor) || r.again((z + x * y) % y, z % y, divisor) ||
                    r.again((z + y * x) % y, z % y, divisor) || r.again((x * y - z) % y, (0 - z) % y, divisor) ||
                    r.again((y * x - z) % y, (0 - z) % y, divisor) || r.again((z - x * y) % y, z % y, divisor) ||
                    r.again((z - y * x) % y, z % y, divisor) || r.again((x + y) % y, x % y, divisor) ||
                    r.again((y + x) % y, x % y, divisor) || r((x % y) % y, x % y, divisor);
  if (done) return r.result(true);
  if (s.proveNonNegative(n.a, 2) && s.proveNonNegative(n.b - n.a - 1, 2)) return n.a;
  return std::nullopt;
}

}  // namespace

Replacement floorModRules(Simplifier& s, const Expr& e) {
  const auto& n = *e.as<Binary>();
  if (auto value = decidedMod(s, e, n)) return value;
  if (auto value = symbolicMod(s, e, n)) return value;
  Any x, y;
  Int c1, c2;
  Rules r(s, e);
  const auto divides = [&] { return *c2 > 0 && *c1 % *c2 == 0; };  // c2 divides c1
  // c1 % c2 in place of c1; if it is greater than c1, x * (c1 % c2) must still fit in the type.
  const auto reducible = [&] {
    if (*c2 <= 0 || (*c1 >= 0 && *c1 < *c2)) return false;
    const int64_t next = floorModulo(*c1, *c2);
    return *c1 > 0 || next <= -*c1 ||
           (s.bound(*x) * IntBound{next, next}).within(minValueOf(e.dtype()), maxValueOf(e.dtype()));
  };
  const auto shiftable = [&] { return *c2 > 0 && (*c1 >= *c2 || (*c1 < 0 && *c2 <= kSmall)); };
  const bool done =
      r((x * c1) % c2, 0, divides) || r.again((x * c1) % c2, (x * (c1 % c2)) % c2, reducible) ||
      r.again((x * c1) % c2, (x % (c2 / c1)) * c1, [&] { return *c1 > 1 && *c2 > 0 && *c2 % *c1 == 0; }) ||
      r.again((x * c1 + y) % c2, y % c2, divides) || r.again((y + x * c1) % c2, y % c2, divides) ||
      r.again((y - x * c1) % c2, y % c2, divides) || r.again((x * c1 - y) % c2, (0 - y) % c2, divides) ||
      r.again((x * c1 + y) % c2, (x * (c1 % c2) + y) % c2, reducible) ||
      r.again((y + x * c1) % c2, (y + x * (c1 % c2)) % c2, reducible) || r.again((x + c1) % c2, x % c2, divides) ||
      r.again((x + c1) % c2, (x + c1 % c2) % c2, shiftable) || r((x % c1) % c2, x % c2, divides) ||
      r.again((x % c1 + y) % c2, (x + y) % c2, divides) || r.again((y + x % c1) % c2, (y + x) % c2, divides);
  return r.result(done);
}

}  // namespace lw::arith
