// The tables of rules, one function per operator. Each gets an expression whose children are already simplified and
// returns the replacement, or nothing if no rule applies.
#pragma once

#include "core/arith/pattern.h"
#include "core/arith/simplifier.h"

namespace lw::arith {

using Replacement = std::optional<Expr>;

// Tries rules in order: `rules(left, right)`, `rules(left, right, condition)`; `again` simplifies the replacement once
// more.
class Rules {
 public:
  Rules(Simplifier& s, const Expr& e) : s_(s), e_(e) {}

  template <Pattern L, class R>
  bool operator()(L&& left, R&& right) {
    left.reset();
    return left.match(e_) && accept(right);
  }
  template <Pattern L, class R, class C>
  bool operator()(L&& left, R&& right, C condition) {
    left.reset();
    return left.match(e_) && condition() && accept(right);
  }
  template <Pattern L, class R>
  bool again(L&& left, R&& right) {
    return (*this)(left, right) && resume();
  }
  template <Pattern L, class R, class C>
  bool again(L&& left, R&& right, C condition) {
    return (*this)(left, right, condition) && resume();
  }
  Replacement result(bool done) { return done ? std::move(out_) : std::nullopt; }

 private:
  template <class R>
  bool accept(R&& right) {
    if constexpr (std::is_same_v<std::remove_cvref_t<R>, bool>)
      out_ = boolConst(right);
    else if constexpr (std::is_integral_v<std::remove_cvref_t<R>>)
      out_ = makeConst(e_.dtype(), right);
    else {
      bool ok = true;
      const Expr built = right.build(ok);
      if (!ok) return false;
      out_ = cast(e_.dtype(), built);  // a lone literal has been int32 until here
    }
    return true;
  }
  bool resume() {
    out_ = s_.rewrite(*out_);
    return true;
  }

  Simplifier& s_;
  const Expr& e_;
  std::optional<Expr> out_;
};

Replacement addRules(Simplifier& s, const Expr& e);
Replacement subRules(Simplifier& s, const Expr& e);
Replacement mulRules(Simplifier& s, const Expr& e);
Replacement divRules(Simplifier& s, const Expr& e);  // truncating
Replacement modRules(Simplifier& s, const Expr& e);
Replacement floorDivRules(Simplifier& s, const Expr& e);
Replacement floorModRules(Simplifier& s, const Expr& e);
Replacement minRules(Simplifier& s, const Expr& e);
Replacement maxRules(Simplifier& s, const Expr& e);
Replacement extremeOfQuotients(Simplifier& s, const Expr& e);  // min(x // c, y // c + 1) = min(x, y + c) // c
Replacement quotientOfExtreme(Simplifier& s, const Expr& e);   // min(x * c, y) // c = min(x, y // c)
Replacement equalRules(Simplifier& s, const Expr& e);          // ==
Replacement lessRules(Simplifier& s, const Expr& e);           // <; the other comparisons become < and <=
Replacement logicRules(Simplifier& s, const Expr& e);          // and, or, not
Replacement selectRules(Simplifier& s, const Expr& e);         // Select, if_then_else
Replacement vectorRules(Simplifier& s, const Expr& e);         // ramps and broadcasts

}  // namespace lw::arith
