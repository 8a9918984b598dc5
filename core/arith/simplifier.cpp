#include "core/arith/simplifier.h"

#include <algorithm>

#include "core/arith/rules.h"
#include "core/ir/ops.h"

namespace lw::arith {
namespace {

constexpr int kDeepest = 8;  // nesting of rules that need proofs that use rules

std::optional<std::vector<Expr>> changed(const std::vector<Expr>& list, const auto& f) {
  std::optional<std::vector<Expr>> out;
  for (size_t i = 0; i < list.size(); ++i) {
    Expr next = f(list[i]);
    if (!next.sameAs(list[i]) && !out) out = list;
    if (out) (*out)[i] = std::move(next);
  }
  return out;
}

bool isLiteral(const Expr& e) { return e.as<IntImm>() || e.as<FloatImm>() || e.as<Broadcast>(); }

// As in TVM, x + 0.0 and x - 0.0 become x: the sign of a zero is not kept.
Expr foldLiteral(const Binary& n) {
  if (n.a.dtype().isFloat() && isZero(n.b) && (n.op == BinaryOp::Add || n.op == BinaryOp::Sub)) return n.a;
  if (n.a.dtype().isFloat() && isZero(n.a) && n.op == BinaryOp::Add) return n.b;
  return binary(n.op, n.a, n.b);
}

}  // namespace

// Counts nested rules.
class Deeper {
 public:
  explicit Deeper(Simplifier& s) : s_(s) { ++s_.depth_; }
  ~Deeper() { --s_.depth_; }

 private:
  Simplifier& s_;
};

// A sum of different variables with factors and a constant, none of which has a known value, is already in simplest
// form. Most indices are such sums.
bool Simplifier::isLinear(const Sum& s) const {
  for (auto t = s.terms.begin(); t != s.terms.end(); ++t) {
    const auto* v = t->index.as<Var>();
    if (!v || t->lower != 1 || t->upper != Term::kNoUpper || facts_.values.contains(v->key())) return false;
    if (std::any_of(s.terms.begin(), t, [&](const Term& other) { return same(other.index, t->index); })) return false;
  }
  return true;
}

Expr Simplifier::simplify(const Expr& e) {
  bool linear = false;
  Expr r = canonical(e, &linear);
  if (linear || r.as<IntImm>()) return r;
  r = rewrite(r);
  if (r.as<IntImm>()) return r;
  return canonical(r);
}

Expr Simplifier::children(const Expr& e, Step step) {
  const auto go = [&](const Expr& x) { return (this->*step)(x); };
  return e.match(
      [&](const IntImm&) { return e; }, [&](const FloatImm&) { return e; }, [&](const StringImm&) { return e; },
      [&](const Var& v) {
        const auto it = facts_.values.find(v.key());
        return it == facts_.values.end() ? e : it->second;
      },
      [&](const Cast& n) {
        Expr v = go(n.value);
        // A cast to a wider type and back: every value of the narrow type is unchanged.
        if (const auto* narrow = v.as<Cast>();
            narrow && narrow->type.isInt() && n.type.isInt() && narrow->value.dtype() == n.type)
          if (bound(narrow->value).within(minValueOf(narrow->type), maxValueOf(narrow->type))) return narrow->value;
        return v.sameAs(n.value) ? e : cast(n.type, v);
      },
      [&](const Binary& n) {
        Expr a = go(n.a), b = go(n.b);
        return a.sameAs(n.a) && b.sameAs(n.b) ? e : binary(n.op, a, b);
      },
      [&](const Not& n) {
        Expr v = go(n.value);
        return v.sameAs(n.value) ? e : logicalNot(v);
      },
      [&](const Select& n) {
        Expr c = go(n.condition), t = go(n.whenTrue), f = go(n.whenFalse);
        return c.sameAs(n.condition) && t.sameAs(n.whenTrue) && f.sameAs(n.whenFalse) ? e : Expr(Select{c, t, f});
      },
      [&](const BufferLoad& n) {
        auto list = changed(n.indices, go);
        return list ? Expr(BufferLoad{n.buffer, std::move(*list)}) : e;
      },
      [&](const Ramp& n) {
        Expr b = go(n.base), s = go(n.stride);
        return b.sameAs(n.base) && s.sameAs(n.stride) ? e : Expr(Ramp{b, s, n.lanes});
      },
      [&](const Broadcast& n) {
        Expr v = go(n.value);
        return v.sameAs(n.value) ? e : Expr(Broadcast{v, n.lanes});
      },
      [&](const Let& n) {
        Expr v = go(n.value), b = go(n.body);
        return v.sameAs(n.value) && b.sameAs(n.body) ? e : Expr(Let{n.var, v, b});
      },
      [&](const Call& n) {
        auto list = changed(n.args, go);
        return list ? Expr(Call{n.type, n.op, std::move(*list)}) : e;
      });
}

// A condition that is known to hold, or known not to hold.
Expr Simplifier::contextual(const Expr& e) {
  if (facts_.known.empty() || !e.dtype().isBool() || e.as<IntImm>()) return e;
  for (const Expr& k : facts_.known) {
    if (same(k, e)) return boolConst(true);
    const auto* n = k.as<Not>();
    if (n && same(n->value, e)) return boolConst(false);
    const auto *a = k.as<Binary>(), *b = e.as<Binary>();
    if (!a || !b) continue;
    const bool opposite =
        (a->op == BinaryOp::EQ && b->op == BinaryOp::NE) || (a->op == BinaryOp::NE && b->op == BinaryOp::EQ);
    if (opposite && same(a->a, b->a) && same(a->b, b->b)) return boolConst(false);
    const bool crossed =
        (a->op == BinaryOp::LT && b->op == BinaryOp::LE) || (a->op == BinaryOp::LE && b->op == BinaryOp::LT);
    if (crossed && same(a->a, b->b) && same(a->b, b->a)) return boolConst(false);
  }
  return e;
}

Expr Simplifier::applyRules(const Expr& e) {
  if (depth_ > kDeepest) return e;
  Deeper deeper(*this);
  const auto or_ = [&](Replacement r) { return r ? *r : e; };
  if (e.as<Not>()) return or_(logicRules(*this, e));
  if (e.as<Select>() || e.as<Call>()) return or_(selectRules(*this, e));
  if (e.as<Ramp>()) return or_(vectorRules(*this, e));
  const auto* n = e.as<Binary>();
  if (!n) return e;
  if (isLiteral(n->a) || isLiteral(n->b)) {
    const Expr folded = foldLiteral(*n);
    const auto* still = folded.as<Binary>();
    if (!still || still->op != n->op || !still->a.sameAs(n->a)) return folded;
  }
  if (n->op == BinaryOp::And || n->op == BinaryOp::Or) return or_(logicRules(*this, e));
  if (n->a.dtype().isVector()) return or_(vectorRules(*this, e));
  const bool index = isIndexType(n->a.dtype());
  switch (n->op) {
    case BinaryOp::GT:
      return applyRules(rawBinary(BinaryOp::LT, n->b, n->a));
    case BinaryOp::GE:
      return applyRules(rawBinary(BinaryOp::LE, n->b, n->a));
    case BinaryOp::Add:
      return index ? or_(addRules(*this, e)) : e;
    case BinaryOp::Sub:
      return index ? or_(subRules(*this, e)) : e;
    case BinaryOp::Mul:
      return index ? or_(mulRules(*this, e)) : e;
    case BinaryOp::Div:
      return index ? or_(divRules(*this, e)) : e;
    case BinaryOp::Mod:
      return index ? or_(modRules(*this, e)) : e;
    case BinaryOp::FloorDiv:
      return index ? or_(floorDivRules(*this, e)) : e;
    case BinaryOp::FloorMod:
      return index ? or_(floorModRules(*this, e)) : e;
    case BinaryOp::Min:
      return index ? or_(minRules(*this, e)) : same(n->a, n->b) ? n->a : e;
    case BinaryOp::Max:
      return index ? or_(maxRules(*this, e)) : same(n->a, n->b) ? n->a : e;
    case BinaryOp::EQ:
      return index ? or_(equalRules(*this, e)) : e;
    case BinaryOp::LT:
      return index ? or_(lessRules(*this, e)) : e;
    case BinaryOp::NE: {
      if (!index) return e;
      const Expr equal = rawBinary(BinaryOp::EQ, n->a, n->b);
      const Expr r = equalRules(*this, equal).value_or(equal);
      return r.sameAs(equal) ? e : rewrite(logicalNot(r));
    }
    case BinaryOp::LE: {
      if (!index) return e;
      const Expr less = rawBinary(BinaryOp::LT, n->b, n->a);
      const Expr r = lessRules(*this, less).value_or(less);
      return r.sameAs(less) ? e : rewrite(logicalNot(r));
    }
    case BinaryOp::And:
    case BinaryOp::Or:
      break;
  }
  return e;
}

Expr Simplifier::rewrite(const Expr& e) {
  if (!spend() || e.as<IntImm>() || e.as<FloatImm>()) return e;
  const Expr r = applyRules(contextual(children(e, &Simplifier::rewrite)));
  return contextual(r);
}

Order Simplifier::compare(const Expr& a, const Expr& b) {
  if (same(a, b)) return Order::Equal;
  if (!isIndexType(a.dtype()) || a.dtype() != b.dtype()) return Order::Unknown;
  const auto ca = asInt(a), cb = asInt(b);
  if (ca && cb) return *ca < *cb ? Order::Less : Order::Greater;
  Sum difference = toSum(a);
  difference.add(toSum(b), -1);
  if (difference.overflow) return Order::Unknown;
  const IntBound d = bound(difference);
  if (d.isConst() && d.min == 0) return Order::Equal;
  if (d.max < 0) return Order::Less;
  if (d.min > 0) return Order::Greater;
  if (d.max == 0) return Order::LessEqual;
  if (d.min == 0) return Order::GreaterEqual;
  if (depth_ > kDeepest || !difference.fits(a.dtype())) return Order::Unknown;
  const Modular m = modular(toExpr(difference, a.dtype()));
  const bool zeroIsPossible = m.coeff == 0 ? m.base == 0 : m.base % m.coeff == 0;
  return zeroIsPossible ? Order::Unknown : Order::NotEqual;
}

bool Simplifier::atLeast(const Expr& e, int64_t low) { return bound(e).min >= low; }
bool Simplifier::atMost(const Expr& e, int64_t high) { return bound(e).max <= high; }
// Rules with a divisor hold wherever the division is defined, so they apply unless the divisor is the constant zero.
bool Simplifier::nonZero(const Expr& e) { return !isZero(e); }

}  // namespace lw::arith
