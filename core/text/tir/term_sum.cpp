#include "core/text/tir/term_sum.h"

#include <algorithm>

#include "core/ir/equal.h"
#include "core/ir/ops.h"

namespace lw::tir {

namespace {

bool overflows(int64_t a, int64_t b) {
  int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product);
}
int64_t wrapAdd(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
int64_t wrapMul(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

void addTerm(TermSum& sum, const Expr& atom, int64_t factor) {
  for (size_t i = 0; i < sum.terms.size(); ++i) {
    if (!sum.terms[i].atom.sameAs(atom) && !equal(sum.terms[i].atom, atom)) continue;
    sum.terms[i].factor = wrapAdd(sum.terms[i].factor, factor);
    if (sum.terms[i].factor == 0) sum.terms.erase(sum.terms.begin() + static_cast<std::ptrdiff_t>(i));
    return;
  }
  if (factor != 0) sum.terms.push_back({atom, factor});
}

void collect(const Expr& e, int64_t factor, TermSum& sum) {
  if (const auto value = asInt(e)) {
    sum.constant = wrapAdd(sum.constant, wrapMul(*value, factor));
    return;
  }
  if (const auto* b = e.as<Binary>()) {
    if (b->op == BinaryOp::Add || b->op == BinaryOp::Sub) {
      collect(b->a, factor, sum);
      return collect(b->b, b->op == BinaryOp::Add ? factor : wrapMul(factor, -1), sum);
    }
    if (b->op == BinaryOp::Mul) {
      const auto left = asInt(b->a), right = asInt(b->b);
      if (right && !overflows(*right, factor)) return collect(b->a, *right * factor, sum);
      if (left && !overflows(*left, factor)) return collect(b->b, *left * factor, sum);
    }
  }
  addTerm(sum, e, factor);
}

}  // namespace

TermSum termSum(const Expr& e) {
  TermSum sum;
  sum.type = e.dtype();
  collect(e, 1, sum);
  return sum;
}

TermSum add(const TermSum& a, const TermSum& b, int64_t factor) {
  TermSum sum = a;
  if (b.type.bits > sum.type.bits) sum.type = b.type;
  sum.constant = wrapAdd(sum.constant, wrapMul(factor, b.constant));
  for (const TermSum::Term& t : b.terms) addTerm(sum, t.atom, wrapMul(t.factor, factor));
  return sum;
}

TermSum scale(const TermSum& a, int64_t factor) {
  TermSum zero;
  zero.type = a.type;
  return add(zero, a, factor);
}

Expr toExpr(const TermSum& sum) {
  std::optional<Expr> result;
  const auto product = [&](const TermSum::Term& t, int64_t factor) {
    return binary(BinaryOp::Mul, t.atom, makeConst(t.atom.dtype(), factor));
  };
  // Positive terms first, so that the sum does not start with a negation.
  for (const TermSum::Term& t : sum.terms)
    if (t.factor > 0) result = result ? binary(BinaryOp::Add, *result, product(t, t.factor)) : product(t, t.factor);
  bool constantUsed = false;
  if (!result && sum.constant != 0) {
    result = makeConst(sum.type, sum.constant);
    constantUsed = true;
  }
  for (const TermSum::Term& t : sum.terms) {
    if (t.factor > 0) continue;
    result = result && t.factor != INT64_MIN ? binary(BinaryOp::Sub, *result, product(t, -t.factor))
             : result                        ? binary(BinaryOp::Add, *result, product(t, t.factor))
                                             : product(t, t.factor);
  }
  if (!result) return makeConst(sum.type, sum.constant);
  if (constantUsed || sum.constant == 0) return *result;
  if (sum.constant < 0 && sum.constant != INT64_MIN)
    return binary(BinaryOp::Sub, *result, makeConst(result->dtype(), -sum.constant));
  return binary(BinaryOp::Add, *result, makeConst(result->dtype(), sum.constant));
}

std::optional<int64_t> constantDifference(const Expr& a, const Expr& b) {
  const TermSum difference = add(termSum(a), termSum(b), -1);
  if (!difference.isConstant()) return std::nullopt;
  return difference.constant;
}

}  // namespace lw::tir
