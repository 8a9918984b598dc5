// Minima and maxima with floor divisions. Division by a positive number is monotonic, so it may be done before or after
// taking the extreme. It is done after if both operands are divided, and before if an operand has a quotient without a
// division.
#include "core/arith/rules.h"

namespace lw::arith {
namespace {

constexpr int64_t kNear = 1 << 16;  // adding a larger number to an index might overflow its type

// of // by + plus
struct Quotient {
  Expr of, by;
  int64_t plus;
};

std::optional<Quotient> quotientIn(const Expr& e) {
  const auto* n = e.as<Binary>();
  if (!n) return std::nullopt;
  if (n->op == BinaryOp::FloorDiv) return Quotient{n->a, n->b, 0};
  const auto* inner = n->a.as<Binary>();
  const auto c = asInt(n->b);
  if ((n->op != BinaryOp::Add && n->op != BinaryOp::Sub) || !inner || inner->op != BinaryOp::FloorDiv || !c ||
      *c > kNear || *c < -kNear)
    return std::nullopt;
  return Quotient{inner->a, inner->b, n->op == BinaryOp::Add ? *c : -*c};
}

// A sum divided term by term.
struct Divided {
  std::optional<Expr> terms;
  int64_t rest = 0;  // constants that are not divided yet
};

// False: c does not divide a factor.
bool divide(const Expr& e, int64_t c, bool negative, Divided& sum) {
  const auto add = [&](const Expr& term) {
    if (sum.terms)
      sum.terms = negative ? *sum.terms - term : *sum.terms + term;
    else
      sum.terms = negative ? makeZero(e.dtype()) - term : term;
    return true;
  };
  if (const auto v = asInt(e))
    return !(negative ? __builtin_sub_overflow(sum.rest, *v, &sum.rest)
                      : __builtin_add_overflow(sum.rest, *v, &sum.rest));
  const auto* n = e.as<Binary>();
  if (!n) return false;
  if (n->op == BinaryOp::Add || n->op == BinaryOp::Sub)
    return divide(n->a, c, negative, sum) && divide(n->b, c, negative != (n->op == BinaryOp::Sub), sum);
  const auto factor = asInt(n->b);
  if (n->op != BinaryOp::Mul || !factor || *factor % c != 0) return false;
  return add(*factor == c ? n->a : n->a * makeConst(e.dtype(), *factor / c));
}

// e // c without a division, if possible.
std::optional<Expr> plainQuotient(const Expr& e, int64_t c) {
  Divided sum;
  if (!divide(e, c, false, sum)) return std::nullopt;
  const int64_t rest = floorDivide(sum.rest, c);
  if (rest < minValueOf(e.dtype()) || rest > maxValueOf(e.dtype())) return std::nullopt;
  const Expr constant = makeConst(e.dtype(), rest);
  return !sum.terms ? constant : rest ? *sum.terms + constant : *sum.terms;
}

// The same for a minimum or maximum that has such an operand: then all others are divided.
std::optional<Expr> operandQuotients(const Expr& e, const Expr& c) {
  const auto* n = e.as<Binary>();
  if (!n || (n->op != BinaryOp::Min && n->op != BinaryOp::Max)) return plainQuotient(e, *asInt(c));
  const std::optional<Expr> a = operandQuotients(n->a, c), b = operandQuotients(n->b, c);
  if (!a && !b) return std::nullopt;
  return rawBinary(n->op, a ? *a : rawBinary(BinaryOp::FloorDiv, n->a, c),
                   b ? *b : rawBinary(BinaryOp::FloorDiv, n->b, c));
}

}  // namespace

Replacement extremeOfQuotients(Simplifier& s, const Expr& e) {
  const auto& n = *e.as<Binary>();
  const auto a = quotientIn(n.a), b = quotientIn(n.b);
  if (!a || !b || !same(a->by, b->by)) return std::nullopt;
  const auto c = asInt(a->by);
  if (c ? *c <= 0 : !s.atLeast(a->by, 1)) return std::nullopt;
  const int64_t plus = std::min(a->plus, b->plus), further = std::max(a->plus, b->plus) - plus;
  if (further > 0 && (!c || *c > kNear / further)) return std::nullopt;
  const auto moved = [&](const Quotient& q) {
    return q.plus > plus ? q.of + makeConst(e.dtype(), further * *c) : q.of;
  };
  const Expr quotient = rawBinary(BinaryOp::FloorDiv, rawBinary(n.op, moved(*a), moved(*b)), a->by);
  return s.rewrite(plus ? quotient + makeConst(e.dtype(), plus) : quotient);
}

Replacement quotientOfExtreme(Simplifier& s, const Expr& e) {
  const auto& n = *e.as<Binary>();
  const auto* extreme = n.a.as<Binary>();
  const auto c = asInt(n.b);
  if (!extreme || (extreme->op != BinaryOp::Min && extreme->op != BinaryOp::Max) || !c || *c <= 1) return std::nullopt;
  const std::optional<Expr> quotients = operandQuotients(n.a, n.b);
  return quotients ? Replacement(s.rewrite(*quotients)) : std::nullopt;
}

}  // namespace lw::arith
