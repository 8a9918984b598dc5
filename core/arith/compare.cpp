// Comparisons of index expressions. Only == and < have tables: the rewriter turns != into not ==, a <= b into not b <
// a, and swaps the operands of > and >=.
#include "core/arith/rules.h"

namespace lw::arith {

Replacement equalRules(Simplifier& s, const Expr& e) {
  const auto& n = *e.as<Binary>();
  switch (s.compare(n.a, n.b)) {
    case Order::Equal:
      return boolConst(true);
    case Order::NotEqual:
    case Order::Less:
    case Order::Greater:
      return boolConst(false);
    case Order::LessEqual:
    case Order::GreaterEqual:
    case Order::Unknown:
      break;
  }
  Any x, y, z;
  Int c1, c2;
  Rules r(s, e);
  const bool done = r.again(c1 == x, x == c1) || r.again(x + c1 == c2, x == c2 - c1) ||
                    r.again(c1 - x == c2, x == c1 - c2) || r.again(x + c1 == y + c2, x == y + (c2 - c1)) ||
                    r.again(x - y == 0, x == y) || r.again(x * c1 == y * c1, x == y, [&] { return *c1 != 0; }) ||
                    r.again(x * c1 == c2, x == 0 - c2, [&] { return *c1 == -1; }) ||
                    r.again(x * c1 == c2, x == c2 / c1, [&] { return *c1 != 0 && *c1 != -1 && *c2 % *c1 == 0; }) ||
                    r(x * c1 == c2, false, [&] { return *c1 != 0 && *c1 != -1 && *c2 % *c1 != 0; }) ||
                    r.again(x * y == 0, x == 0 || y == 0) || r.again(x + y == x + z, y == z) ||
                    r.again(y + x == z + x, y == z) || r.again(x + y == z + x, y == z) ||
                    r.again(y + x == x + z, y == z) || r.again(x == x + y, y == 0) || r.again(x + y == x, y == 0) ||
                    r.again(x - y == x - z, y == z) || r.again(y - x == z - x, y == z);
  return r.result(done);
}

namespace {

// Minimum and maximum compared with one of their operands or with a constant.
Replacement lessMinMax(Simplifier& s, const Expr& e) {
  Any x, y, z;
  Rules r(s, e);
  const bool done =
      r.again(min(x, y) < z, x < z || y < z, [&] { return asInt(*z).has_value() && asInt(*y).has_value(); }) ||
      r.again(max(x, y) < z, x < z && y < z, [&] { return asInt(*z).has_value() && asInt(*y).has_value(); }) ||
      r.again(z < min(x, y), z < x && z < y, [&] { return asInt(*z).has_value() && asInt(*y).has_value(); }) ||
      r.again(z < max(x, y), z < x || z < y, [&] { return asInt(*z).has_value() && asInt(*y).has_value(); }) ||
      r(min(x, y) < x, y < x) || r(min(x, y) < y, x < y) || r(max(x, y) < x, false) || r(max(x, y) < y, false) ||
      r(x < max(x, y), x < y) || r(y < max(x, y), y < x) || r(x < min(x, y), false) || r(y < min(x, y), false);
  return r.result(done);
}

}  // namespace

Replacement lessRules(Simplifier& s, const Expr& e) {
  const auto& n = *e.as<Binary>();
  switch (s.compare(n.a, n.b)) {
    case Order::Less:
      return boolConst(true);
    case Order::Equal:
    case Order::Greater:
    case Order::GreaterEqual:
      return boolConst(false);
    case Order::LessEqual:
    case Order::NotEqual:
    case Order::Unknown:
      break;
  }
  Any x, y, z;
  Int c1, c2;
  Rules r(s, e);
  const auto positive = [&] { return *c1 > 0; };
  const bool done =
      // Terms of both sides.
      r(x < x, false) || r.again(x + y < x + z, y < z) || r.again(x + y < z + x, y < z) ||
      r.again(y + x < x + z, y < z) || r.again(y + x < z + x, y < z) || r.again(y - x < z - x, y < z) ||
      r.again(x - y < x - z, z < y) || r.again(x < x + z, 0 < z) || r.again(x < z + x, 0 < z) ||
      r.again(x < x - z, z < 0) || r.again(x + y < x, y < 0) || r.again(y + x < x, y < 0) ||
      r.again(x - y < x, 0 < y) ||
      // Constants.
      r.again(x + c1 < c2, x < c2 - c1) || r.again(c1 < x + c2, c1 - c2 < x) || r.again(c1 - x < c2, c1 - c2 < x) ||
      r.again(c1 < c2 - x, x < c2 - c1) || r.again(x + c1 < y + c2, x < y + (c2 - c1)) || r.again(x - y < 0, x < y) ||
      r.again(0 < x - y, y < x) || r.again(x + c1 < y, x < y + (0 - c1), [&] { return *c1 < 0 && *c1 != INT64_MIN; }) ||
      r.again(x < y + c1, x + (0 - c1) < y, [&] { return *c1 < 0 && *c1 != INT64_MIN; }) ||
      // Factors.
      r.again(x * c1 < y * c1, x < y, positive) || r.again(x * c1 < y * c1, y < x, [&] { return *c1 < 0; }) ||
      r.again(x * c1 < c2, x < (c2 - 1) / c1 + 1, positive) ||
      r.again(c1 < x * c2, c1 / c2 < x, [&] { return *c2 > 0; }) ||
      r.again(x * c1 < c2, c2 / c1 < x, [&] { return *c1 < 0 && *c1 != -1 && *c2 % *c1 == 0; }) ||
      // Division.
      r.again(x / c1 < c2, x < c1 * c2, positive) ||
      r.again(c1 < x / c2, (c1 + 1) * c2 - 1 < x, [&] { return *c2 > 0; }) ||
      r((x / c1) * c1 < x, 0 < x % c1, positive) || r(x < (x / c1) * c1, false, positive) ||
      r(((x + c1) / c2) * c2 < x, false, [&] { return *c2 > 0 && *c1 + 1 == *c2; });
  if (done) return r.result(true);
  return lessMinMax(s, e);
}

}  // namespace lw::arith
