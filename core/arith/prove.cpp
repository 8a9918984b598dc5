// Proofs: a condition becomes `difference >= 0`, which follows from constant bounds, from symbolic ends of ranges put in
// place of variables, or from a known condition taken away.
#include "core/arith/simplifier.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw::arith {
namespace {

// e with its variable put at the end of its range where e is least; nullopt: the sign of the slope is not known.
std::optional<Expr> atLeastEnd(Simplifier& s, const Expr& e, const Facts::Symbolic& fact) {
  const Expr next = s.expand(substitute(e, {{fact.var.key(), Expr(fact.var) + makeConst(fact.var.dtype(), 1)}}) - e);
  if (uses(next, fact.var.key())) return std::nullopt;
  const IntBound slope = s.bound(next);
  if (slope.min >= 0 && fact.min) return substitute(e, {{fact.var.key(), *fact.min}});
  if (slope.max <= 0 && fact.max) return substitute(e, {{fact.var.key(), *fact.max}});
  return std::nullopt;
}

}  // namespace

bool Simplifier::proveNonNegative(const Expr& e, int depth) {
  const Expr d = expand(e);
  if (atLeast(d, 0)) return true;
  const Sum sum = toSum(d);
  if (!sum.overflow && bound(sum).min >= 0) return true;
  if (depth <= 0 || fuel_ <= 0) return false;
  for (const Facts::Symbolic& fact : facts_.symbolic) {
    if (!uses(d, fact.var.key())) continue;
    const auto lowest = atLeastEnd(*this, d, fact);
    if (lowest && proveNonNegative(*lowest, depth - 1)) return true;
  }
  for (const auto& [known, range] : facts_.exprBounds) {
    const DataType type = known.dtype();
    if (type != d.dtype()) continue;
    // d = (known - min) + rest = (max - known) + rest, and both brackets are >= 0.
    if (range.min != IntBound::kNegInf) {
      const Expr rest = expand(d - (known - makeConst(type, range.min)));
      if (atLeast(rest, 0) || (depth > 1 && proveNonNegative(rest, depth - 2))) return true;
    }
    if (range.max != IntBound::kPosInf) {
      const Expr rest = expand(d - (makeConst(type, range.max) - known));
      if (atLeast(rest, 0) || (depth > 1 && proveNonNegative(rest, depth - 2))) return true;
    }
  }
  return false;
}

bool Simplifier::prove(const Expr& condition) {
  const Expr c = simplify(condition);
  if (c.as<IntImm>()) return isTrue(c);
  const auto* n = c.as<Binary>();
  if (!n) return false;
  if (n->op == BinaryOp::And) return prove(n->a) && prove(n->b);
  if (n->op == BinaryOp::Or) return prove(n->a) || prove(n->b);
  if (!isIndexType(n->a.dtype())) return false;
  constexpr int kDepth = 4;
  const Expr one = makeConst(n->a.dtype(), 1);
  switch (n->op) {
    case BinaryOp::LT: return proveNonNegative(n->b - n->a - one, kDepth);
    case BinaryOp::LE: return proveNonNegative(n->b - n->a, kDepth);
    case BinaryOp::GT: return proveNonNegative(n->a - n->b - one, kDepth);
    case BinaryOp::GE: return proveNonNegative(n->a - n->b, kDepth);
    case BinaryOp::EQ: {
      const Expr d = expand(n->a - n->b);
      return isZero(d) || (proveNonNegative(d, 2) && proveNonNegative(-d, 2));
    }
    case BinaryOp::NE: return proveNonNegative(n->a - n->b - one, 2) || proveNonNegative(n->b - n->a - one, 2);
    default: return false;
  }
}

}  // namespace lw::arith
