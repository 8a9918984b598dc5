#include "core/arith/rules.h"

namespace lw::arith {

Replacement minRules(Simplifier& s, const Expr& e) {
  const auto& n = *e.as<Binary>();
  switch (s.compare(n.a, n.b)) {
    case Order::Equal:
    case Order::Less:
    case Order::LessEqual:
      return n.a;
    case Order::Greater:
    case Order::GreaterEqual:
      return n.b;
    case Order::Unknown:
    case Order::NotEqual:
      break;
  }
  if (auto value = extremeOfQuotients(s, e)) return value;
  Any x, y, z;
  Int c1, c2;
  Rules r(s, e);
  const auto div = [](auto&& a, auto&& b) {
    return makeBin<BinaryOp::Div>(a, b);
  };  // truncating division is monotonic too
  const bool done =
      r(min(x, x), x) || r(min(min(x, y), y), min(x, y)) || r(min(min(x, y), x), min(x, y)) ||
      r(min(x, min(x, y)), min(x, y)) || r(min(y, min(x, y)), min(x, y)) || r(min(max(x, y), x), x) ||
      r(min(max(x, y), y), y) || r(min(x, max(x, y)), x) || r(min(y, max(x, y)), y) ||
      r(min(max(x, y), max(x, z)), max(min(y, z), x)) || r(min(max(x, y), max(z, x)), max(min(y, z), x)) ||
      r(min(max(y, x), max(x, z)), max(min(y, z), x)) || r(min(max(y, x), max(z, x)), max(min(y, z), x)) ||
      r(min(min(x, y), min(x, z)), min(min(y, z), x)) || r(min(min(x, y), min(z, x)), min(min(y, z), x)) ||
      r(min(y + x, z + x), min(y, z) + x) || r(min(y + x, x + z), min(y, z) + x) ||
      r(min(x + y, x + z), min(y, z) + x) || r(min(x + y, z + x), min(y, z) + x) ||
      r(min(y - x, z - x), min(y, z) - x) || r(min(x - y, x - z), x - max(y, z)) ||
      r.again(min(min(x, c1), c2), min(x, min(c1, c2))) || r(min(c1, x), min(x, c1)) ||
      r.again(min(min(x, c1), y), min(min(x, y), c1)) || r.again(min(c1 - x, c2), c1 - max(x, c1 - c2)) ||
      r.again(min(div(x, c1), div(y, c1)), div(min(x, y), c1), [&] { return *c1 > 0; }) ||
      r.again(min(div(x, c1), div(y, c1)), div(max(x, y), c1), [&] { return *c1 < 0; }) ||
      r.again(min(x / c1, y / c1), max(x, y) / c1, [&] { return *c1 < 0; }) ||
      r.again(min(x * c1, y * c1), min(x, y) * c1, [&] { return *c1 > 0; }) ||
      r.again(min(x * c1, y * c1), max(x, y) * c1, [&] { return *c1 < 0; }) ||
      r.again(min(x * c1, c2), min(x, c2 / c1) * c1, [&] { return *c1 > 0 && *c2 % *c1 == 0; }) ||
      r.again(min(x * c1, c2), max(x, c2 / c1) * c1, [&] { return *c1 < 0 && *c1 != -1 && *c2 % *c1 == 0; }) ||
      r(min(((x + c1) / c2) * c2, x), x, [&] { return *c2 > 0 && *c1 + 1 == *c2; }) ||
      r(min(x, ((x + c1) / c2) * c2), x, [&] { return *c2 > 0 && *c1 + 1 == *c2; }) ||
      r(min((x / c2) * c2, x), (x / c2) * c2, [&] { return *c2 > 0; }) ||
      r(min(x, (x / c2) * c2), (x / c2) * c2, [&] { return *c2 > 0; });
  return r.result(done);
}

}  // namespace lw::arith
