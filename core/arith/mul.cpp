#include "core/arith/rules.h"

namespace lw::arith {

Replacement mulRules(Simplifier& s, const Expr& e) {
  Any x, y;
  Int c1, c2;
  Rules r(s, e);
  const bool done = r(c1 * x, x * c1) || r(x * 0, 0) || r(x * 1, x) || r.again((x + c1) * c2, x * c2 + c1 * c2) ||
                    r.again((c1 - x) * c2, x * (0 - c2) + c1 * c2) || r.again((x * c1) * c2, x * (c1 * c2)) ||
                    r.again((x - y) * c1, (y - x) * (0 - c1), [&] { return *c1 < 0 && *c1 != INT64_MIN; }) ||
                    r(min(x, y) * max(x, y), x * y) || r(max(x, y) * min(x, y), x * y) ||
                    r(min(x, y) * max(y, x), x * y) || r(max(x, y) * min(y, x), x * y) ||
                    r.again(x * (y * c1), (x * y) * c1) || r.again((x * c1) * y, (x * y) * c1);
  return r.result(done);
}

// For truncating division and remainder of possibly negative numbers, only rules that hold for all signs apply.
Replacement divRules(Simplifier& s, const Expr& e) {
  const auto& n = *e.as<Binary>();
  const auto c = asInt(n.b);
  if (!c || *c <= 0) return std::nullopt;
  if (*c == 1) return n.a;
  const IntBound b = s.bound(n.a);
  if (b.min > -*c && b.max < *c) return makeZero(e.dtype());
  Any x;
  Int c1, c2;
  Rules r(s, e);
  const auto div = [](auto&& a, auto&& b) { return makeBin<BinaryOp::Div>(a, b); };
  const bool done = r(div(x * c1, c2), x * (c1 / c2), [&] { return *c1 % *c2 == 0; }) ||
                    r.again(div(min(x, c1), c2), min(div(x, c2), div(c1, c2))) ||
                    r.again(div(max(x, c1), c2), max(div(x, c2), div(c1, c2)));
  return r.result(done);
}

Replacement modRules(Simplifier& s, const Expr& e) {
  const auto& n = *e.as<Binary>();
  const auto c = asInt(n.b);
  if (!c || *c <= 0) return std::nullopt;
  const IntBound b = s.bound(n.a);
  if (b.min > -*c && b.max < *c) return n.a;
  const Modular m = s.modular(n.a);
  if (m.coeff % *c == 0 && m.base % *c == 0) return makeZero(e.dtype());
  return std::nullopt;
}

}  // namespace lw::arith
