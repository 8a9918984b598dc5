#include "core/arith/rules.h"

namespace lw::arith {
namespace {

Replacement andRules(Simplifier& s, const Expr& e) {
  Any x, y;
  Int c1, c2;
  Rules r(s, e);
  const bool done = r(x && x, x) || r(x && !x, false) || r(!x && x, false) || r(x == y && x != y, false) ||
                    r(x != y && x == y, false) || r(x < y && y < x, false) || r(x < y && y <= x, false) ||
                    r(y <= x && x < y, false) || r(x <= y && y < x, false) ||
                    r(x < c1 && c2 < x, false, [&] { return *c1 == INT64_MIN || *c2 >= *c1 - 1; }) ||
                    r(c2 < x && x < c1, false, [&] { return *c1 == INT64_MIN || *c2 >= *c1 - 1; }) ||
                    r(x < c1 && c2 <= x, false, [&] { return *c2 >= *c1; }) ||
                    r(c2 <= x && x < c1, false, [&] { return *c2 >= *c1; }) ||
                    r(x <= c1 && c2 < x, false, [&] { return *c2 >= *c1; }) ||
                    r(c2 < x && x <= c1, false, [&] { return *c2 >= *c1; }) ||
                    r(x <= c1 && c2 <= x, false, [&] { return *c2 > *c1; }) ||
                    r(c2 <= x && x <= c1, false, [&] { return *c2 > *c1; }) ||
                    r(x == c1 && x != c2, x == c1, [&] { return *c1 != *c2; }) ||
                    r(x != c2 && x == c1, x == c1, [&] { return *c1 != *c2; }) ||
                    r(x == c1 && x == c2, false, [&] { return *c1 != *c2; }) || r((x && y) && y, x && y) ||
                    r((x && y) && x, x && y) || r(y && (x && y), x && y) || r(x && (x && y), x && y) ||
                    r(x && (x || y), x) || r(x && (y || x), x) || r((x || y) && x, x) || r((x || y) && y, y);
  return r.result(done);
}

Replacement orRules(Simplifier& s, const Expr& e) {
  Any x, y;
  Int c1, c2;
  Rules r(s, e);
  const auto ordered = [&] {
    return !x.at || !(*x).dtype().isFloat();
  };  // NaN is not less than, greater than or equal to a number
  const bool done =
      r(x || x, x) || r(x || !x, true) || r(!x || x, true) || r(x == y || x != y, true) || r(x != y || x == y, true) ||
      r(x < y || y <= x, true, ordered) || r(y <= x || x < y, true, ordered) || r(x <= y || y < x, true, ordered) ||
      r(y < x || x <= y, true, ordered) || r(x <= y || y <= x, true, ordered) ||
      r(x < c1 || c2 < x, true, [&] { return *c2 < *c1; }) || r(c2 < x || x < c1, true, [&] { return *c2 < *c1; }) ||
      r(x < c1 || c2 <= x, true, [&] { return *c2 <= *c1; }) ||
      r(c2 <= x || x < c1, true, [&] { return *c2 <= *c1; }) ||
      r(x <= c1 || c2 < x, true, [&] { return *c2 <= *c1; }) ||
      r(c2 < x || x <= c1, true, [&] { return *c2 <= *c1; }) ||
      r(x != c1 || x != c2, true, [&] { return *c1 != *c2; }) ||
      r(x != c1 || x == c2, x != c1, [&] { return *c1 != *c2; }) ||
      r(x == c2 || x != c1, x != c1, [&] { return *c1 != *c2; }) || r((x || y) || y, x || y) ||
      r((x || y) || x, x || y) || r(y || (x || y), x || y) || r(x || (x || y), x || y) || r(x || (x && y), x) ||
      r(x || (y && x), x) || r((x && y) || x, x) || r((x && y) || y, y);
  return r.result(done);
}

Replacement notRules(Simplifier& s, const Expr& e) {
  Any x, y;
  Rules r(s, e);
  const auto ordered = [&] {
    return !x.at || !(*x).dtype().isFloat();
  };  // for NaN, not (a < b) holds and b <= a does not
  const bool done = r(!(!x), x) || r(!(x < y), y <= x, ordered) || r(!(x <= y), y < x, ordered) ||
                    r(!(x == y), x != y) || r(!(x != y), x == y) || r.again(!(x && y), !x || !y) ||
                    r.again(!(x || y), !x && !y);
  return r.result(done);
}

}  // namespace

Replacement logicRules(Simplifier& s, const Expr& e) {
  if (e.as<Not>()) return notRules(s, e);
  return e.as<Binary>()->op == BinaryOp::And ? andRules(s, e) : orRules(s, e);
}

Replacement selectRules(Simplifier&, const Expr& e) {
  const auto choose = [](const Expr& condition, const Expr& yes, const Expr& no) -> Replacement {
    if (isTrue(condition)) return yes;
    if (isFalse(condition)) return no;
    if (same(yes, no)) return yes;
    return std::nullopt;
  };
  if (const auto* n = e.as<Select>()) return choose(n->condition, n->whenTrue, n->whenFalse);
  const auto* call = e.as<Call>();
  if (call && call->op == Intrinsic::IfThenElse && call->args.size() == 3)
    return choose(call->args[0], call->args[1], call->args[2]);
  if (call && call->op == Intrinsic::Likely && call->args.size() == 1 && asInt(call->args[0])) return call->args[0];
  return std::nullopt;
}

Replacement vectorRules(Simplifier& s, const Expr& e) {
  if (const auto* ramp = e.as<Ramp>()) {
    if (isZero(ramp->stride)) return Expr(Broadcast{ramp->base, ramp->lanes});
    return std::nullopt;
  }
  const auto* n = e.as<Binary>();
  if (!n || !n->a.dtype().isVector() || !isIndexType(n->a.dtype().element())) return std::nullopt;
  const auto *ra = n->a.as<Ramp>(), *rb = n->b.as<Ramp>();
  const auto *ba = n->a.as<Broadcast>(), *bb = n->b.as<Broadcast>();
  if (ba && bb && ba->lanes == bb->lanes && !ba->value.dtype().isVector())
    return Expr(Broadcast{s.rewrite(binary(n->op, ba->value, bb->value)), ba->lanes});
  const auto scalar = [&](const Expr& x) { return s.rewrite(x); };
  const bool sum = n->op == BinaryOp::Add || n->op == BinaryOp::Sub;
  if (sum && ra && rb && ra->lanes == rb->lanes)
    return Expr(
        Ramp{scalar(binary(n->op, ra->base, rb->base)), scalar(binary(n->op, ra->stride, rb->stride)), ra->lanes});
  if (sum && ra && bb && ra->lanes == bb->lanes)
    return Expr(Ramp{scalar(binary(n->op, ra->base, bb->value)), ra->stride, ra->lanes});
  if (sum && ba && rb && ba->lanes == rb->lanes)
    return Expr(Ramp{scalar(binary(n->op, ba->value, rb->base)),
                     n->op == BinaryOp::Add ? rb->stride : scalar(-rb->stride), rb->lanes});
  // If the first lane is a multiple of the number of lanes, all lanes have the same quotient by any greater multiple,
  // as in TVM.
  if ((n->op == BinaryOp::FloorDiv || n->op == BinaryOp::FloorMod) && ra && bb && isOne(ra->stride) &&
      ra->lanes == bb->lanes) {
    const auto divisor = asInt(bb->value);
    const Modular m = s.modular(ra->base);
    if (!divisor || *divisor <= 0 || *divisor % ra->lanes != 0 || m.coeff % ra->lanes != 0 || m.base % ra->lanes != 0)
      return std::nullopt;
    const Expr base = scalar(binary(n->op, ra->base, bb->value));
    return n->op == BinaryOp::FloorDiv ? Expr(Broadcast{base, ra->lanes}) : Expr(Ramp{base, ra->stride, ra->lanes});
  }
  if (n->op == BinaryOp::Mul && ra && bb)
    return Expr(Ramp{scalar(ra->base * bb->value), scalar(ra->stride * bb->value), ra->lanes});
  if (n->op == BinaryOp::Mul && ba && rb)
    return Expr(Ramp{scalar(rb->base * ba->value), scalar(rb->stride * ba->value), rb->lanes});
  return std::nullopt;
}

}  // namespace lw::arith
