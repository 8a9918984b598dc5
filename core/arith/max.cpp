#include "core/arith/rules.h"

namespace lw::arith {

Replacement maxRules(Simplifier& s, const Expr& e) {
  const auto& n = *e.as<Binary>();
  switch (s.compare(n.a, n.b)) {
    case Order::Equal:
    case Order::Greater:
    case Order::GreaterEqual:
      return n.a;
    case Order::Less:
    case Order::LessEqual:
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
      r(max(x, x), x) || r(max(max(x, y), y), max(x, y)) || r(max(max(x, y), x), max(x, y)) ||
      r(max(x, max(x, y)), max(x, y)) || r(max(y, max(x, y)), max(x, y)) || r(max(min(x, y), x), x) ||
      r(max(min(x, y), y), y) || r(max(x, min(x, y)), x) || r(max(y, min(x, y)), y) ||
      r(max(min(x, y), min(x, z)), min(max(y, z), x)) || r(max(min(x, y), min(z, x)), min(max(y, z), x)) ||
      r(max(min(y, x), min(x, z)), min(max(y, z), x)) || r(max(min(y, x), min(z, x)), min(max(y, z), x)) ||
      r(max(max(x, y), max(x, z)), max(max(y, z), x)) || r(max(max(x, y), max(z, x)), max(max(y, z), x)) ||
      r(max(y + x, z + x), max(y, z) + x) || r(max(y + x, x + z), max(y, z) + x) ||
      r(max(x + y, x + z), max(y, z) + x) || r(max(x + y, z + x), max(y, z) + x) ||
      r(max(y - x, z - x), max(y, z) - x) || r(max(x - y, x - z), x - min(y, z)) ||
      r.again(max(max(x, c1), c2), max(x, max(c1, c2))) || r(max(c1, x), max(x, c1)) ||
      r.again(max(max(x, c1), y), max(max(x, y), c1)) || r.again(max(c1 - x, c2), c1 - min(x, c1 - c2)) ||
      r.again(max(div(x, c1), div(y, c1)), div(max(x, y), c1), [&] { return *c1 > 0; }) ||
      r.again(max(div(x, c1), div(y, c1)), div(min(x, y), c1), [&] { return *c1 < 0; }) ||
      r.again(max(x / c1, y / c1), min(x, y) / c1, [&] { return *c1 < 0; }) ||
      r.again(max(x * c1, y * c1), max(x, y) * c1, [&] { return *c1 > 0; }) ||
      r.again(max(x * c1, y * c1), min(x, y) * c1, [&] { return *c1 < 0; }) ||
      r.again(max(x * c1, c2), max(x, c2 / c1) * c1, [&] { return *c1 > 0 && *c2 % *c1 == 0; }) ||
      r.again(max(x * c1, c2), min(x, c2 / c1) * c1, [&] { return *c1 < 0 && *c1 != -1 && *c2 % *c1 == 0; }) ||
      r(max(((x + c1) / c2) * c2, x), ((x + c1) / c2) * c2, [&] { return *c2 > 0 && *c1 + 1 == *c2; }) ||
      r(max(x, ((x + c1) / c2) * c2), ((x + c1) / c2) * c2, [&] { return *c2 > 0 && *c1 + 1 == *c2; }) ||
      r(max((x / c2) * c2, x), x, [&] { return *c2 > 0; }) || r(max(x, (x / c2) * c2), x, [&] { return *c2 > 0; });
  return r.result(done);
}

}  // namespace lw::arith
