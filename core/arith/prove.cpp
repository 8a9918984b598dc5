// Proofs: a condition becomes `difference >= 0`. It follows from constant bounds, from substituting symbolic ends of
// ranges for variables, or from subtracting a known condition.
#include "core/arith/simplifier.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw::arith {
namespace {

enum class Slope : uint8_t { None, Rising, Falling, Unknown };

Slope turned(Slope s) { return s == Slope::Rising ? Slope::Falling : s == Slope::Falling ? Slope::Rising : s; }
Slope joined(Slope a, Slope b) { return a == b || b == Slope::None ? a : a == Slope::None ? b : Slope::Unknown; }

// How e changes with the variable, judged by its operations alone.
Slope slopeOf(Simplifier& s, const Expr& e, const void* var) {
  if (!uses(e, var)) return Slope::None;
  if (e.as<Var>()) return Slope::Rising;
  const auto* n = e.as<Binary>();
  if (!n) return Slope::Unknown;
  const Slope a = slopeOf(s, n->a, var), b = slopeOf(s, n->b, var);
  const auto times = [&](Slope slope, const Expr& factor) {
    const IntBound f = s.bound(factor);
    return f.min >= 0 ? slope : f.max <= 0 ? turned(slope) : Slope::Unknown;
  };
  switch (n->op) {
    case BinaryOp::Add:
    case BinaryOp::Min:
    case BinaryOp::Max:
      return joined(a, b);
    case BinaryOp::Sub:
      return joined(a, turned(b));
    case BinaryOp::Mul:
      return b == Slope::None ? times(a, n->b) : a == Slope::None ? times(b, n->a) : Slope::Unknown;
    case BinaryOp::FloorDiv:
      return b == Slope::None ? times(a, n->b) : Slope::Unknown;
    default:
      return Slope::Unknown;
  }
}

// e with its variable at the end of its range where e is least; nullopt if the slope is unknown.
std::optional<Expr> atLeastEnd(Simplifier& s, const Expr& e, const Facts::Symbolic& fact) {
  const void* key = fact.var.key();
  Slope slope = slopeOf(s, e, key);
  if (slope == Slope::Unknown) {  // n * m - y * m: the difference of neighbouring values may decide
    const Expr step = s.expand(substitute(e, {{key, Expr(fact.var) + makeConst(fact.var.dtype(), 1)}}) - e);
    if (uses(step, key)) return std::nullopt;
    const IntBound b = s.bound(step);
    slope = b.min >= 0 ? Slope::Rising : b.max <= 0 ? Slope::Falling : Slope::Unknown;
  }
  if (slope == Slope::Rising && fact.min) return substitute(e, {{key, *fact.min}});
  if (slope == Slope::Falling && fact.max) return substitute(e, {{key, *fact.max}});
  return std::nullopt;
}

}  // namespace

// a // c - b // c + k, times a positive number, follows from a - b + k * c, because a quotient grows with its dividend.
bool Simplifier::proveByQuotients(const Sum& sum, DataType type, int depth) {
  const auto quotient = [](const Term& t) -> std::optional<std::pair<Expr, Expr>> {
    if (t.upper != Term::kNoUpper) return std::nullopt;
    if (t.lower > 1) return std::pair{t.index, makeConst(t.index.dtype(), t.lower)};
    const auto* n = t.index.as<Binary>();
    return n && n->op == BinaryOp::FloorDiv ? std::optional(std::pair{n->a, n->b}) : std::nullopt;
  };
  for (const Term& t : sum.terms) {
    const auto more = t.scale > 0 ? quotient(t) : std::nullopt;
    for (const Term& u : sum.terms) {
      const auto less = more && u.scale == -t.scale ? quotient(u) : std::nullopt;
      if (!less || !same(more->second, less->second) || !atLeast(more->second, 1)) continue;
      Sum rest;
      for (const Term& other : sum.terms)
        if (&other != &t && &other != &u) rest.terms.push_back(other);
      const int64_t whole = floorDivide(sum.base, t.scale);
      const Expr difference = more->first - less->first + more->second * makeConst(type, whole);
      const bool fits = whole >= minValueOf(type) && whole <= maxValueOf(type);
      if (fits && (rest.isConst() || proveNonNegative(toExpr(rest, type), depth - 1)) &&
          proveNonNegative(difference, depth - 1))
        return true;
    }
  }
  return false;
}

// Replaces one term at a time: a minimum by each of its operands, x // c * c by its bounds x - (c - 1) and x.
bool Simplifier::proveByParts(const Sum& sum, DataType type, int depth) {
  if (proveByQuotients(sum, type, depth)) return true;
  for (size_t i = 0; i < sum.terms.size(); ++i) {
    const Term& t = sum.terms[i];
    Sum rest = sum;
    rest.terms.erase(rest.terms.begin() + static_cast<std::ptrdiff_t>(i));
    const auto with = [&](const Expr& index, int64_t scale) {
      return proveNonNegative(toExpr(rest, type) + index * makeConst(type, scale), depth - 1);
    };
    if (t.upper == Term::kNoUpper && t.lower > 1 && t.scale % t.lower == 0) {
      const Expr index = t.scale > 0 ? t.index - makeConst(type, t.lower - 1) : t.index;
      if (with(index, t.scale / t.lower)) return true;
    }
    if (t.upper != Term::kNoUpper || t.lower != 1) continue;
    const auto* n = t.index.as<Binary>();
    const bool extreme = n && (n->op == BinaryOp::Min || n->op == BinaryOp::Max);
    if (!extreme) continue;
    const bool needsBoth = (n->op == BinaryOp::Min) == (t.scale > 0);
    if (needsBoth ? with(n->a, t.scale) && with(n->b, t.scale) : with(n->a, t.scale) || with(n->b, t.scale))
      return true;
  }
  return false;
}

bool Simplifier::proveNonNegative(const Expr& e, int depth) {
  const Expr d = expand(e);
  if (atLeast(d, 0)) return true;
  const Sum sum = toSum(d);
  if (!sum.overflow && bound(sum).min >= 0) return true;
  if (depth <= 0 || fuel_ <= 0) return false;
  if (!sum.overflow && proveByParts(sum, d.dtype(), depth)) return true;
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
    case BinaryOp::LT:
      return proveNonNegative(n->b - n->a - one, kDepth);
    case BinaryOp::LE:
      return proveNonNegative(n->b - n->a, kDepth);
    case BinaryOp::GT:
      return proveNonNegative(n->a - n->b - one, kDepth);
    case BinaryOp::GE:
      return proveNonNegative(n->a - n->b, kDepth);
    case BinaryOp::EQ: {
      const Expr d = expand(n->a - n->b);
      return isZero(d) || (proveNonNegative(d, 2) && proveNonNegative(-d, 2));
    }
    case BinaryOp::NE:
      return proveNonNegative(n->a - n->b - one, 2) || proveNonNegative(n->b - n->a - one, 2);
    default:
      return false;
  }
}

}  // namespace lw::arith
