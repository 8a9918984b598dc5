// Answers one question of the analyzer: bottom-up rewriting by the rules of the neighbouring files, sums in canonical
// form, and constant bounds. An object lives for one question and holds its budget of work.
#pragma once

#include "core/arith/analyzer.h"
#include "core/arith/compare_expr.h"
#include "core/arith/sum.h"

namespace lw::arith {

enum class Order : uint8_t { Unknown, Equal, Less, LessEqual, Greater, GreaterEqual, NotEqual };

class Simplifier {
 public:
  explicit Simplifier(const Facts& facts) : facts_(facts) {}

  Expr simplify(const Expr& e);   // canonical, rewrite, canonical
  Expr rewrite(const Expr& e);    // rules only, children first
  Expr canonical(const Expr& e);  // sums in normal form, rules elsewhere

  IntBound bound(const Expr& e);
  Modular modular(const Expr& e);
  Order compare(const Expr& a, const Expr& b);  // by bounds and strides of the difference
  bool atLeast(const Expr& e, int64_t low);     // cheap proofs, for conditions of rules
  bool atMost(const Expr& e, int64_t high);
  bool nonZero(const Expr& e);
  bool proveNonNegative(const Expr& e, int depth);  // may use symbolic bounds and known conditions
  bool prove(const Expr& condition);
  // `e` with products of sums multiplied out: two equal polynomials have one form.
  Expr expand(const Expr& e);

  Sum toSum(const Expr& e);
  Expr toExpr(const Sum& s, DataType type);
  IntBound bound(const Sum& s);
  const Facts& facts() const { return facts_; }

 private:
  friend class Deeper;
  using Step = Expr (Simplifier::*)(const Expr&);
  Expr canonical(const Expr& e, bool* linear);  // also says whether the sum is linear
  bool isLinear(const Sum& s) const;
  Expr children(const Expr& e, Step step);
  Expr applyRules(const Expr& e);
  Expr contextual(const Expr& e);
  Sum sumOfBinary(const Expr& e, const Binary& n);
  Sum product(const Sum& a, const Sum& b, DataType type);
  Sum divideSum(Sum a, int64_t c, DataType type);
  Sum moduloSum(Sum a, int64_t c, DataType type);
  Sum divideTerm(Term t, int64_t c, DataType type);
  Sum moduloTerm(Term t, int64_t c, DataType type);
  Expr canonicalLess(const Binary& n);
  bool proveByParts(const Sum& sum, DataType type, int depth);
  bool proveByQuotients(const Sum& sum, DataType type, int depth);
  IntBound boundOfBinary(const Binary& n);
  IntBound boundOfCall(const Call& n);
  bool spend() { return fuel_ > 0 && --fuel_ > 0; }

  const Facts& facts_;
  int fuel_ = 20000;  // visited nodes
  int depth_ = 0;     // rules that call for proofs
  bool expandProducts_ = false;
};

}  // namespace lw::arith
