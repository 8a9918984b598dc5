// Knowledge about the variables in scope, and the questions that scheduling and lowering ask: simpler forms of index
// expressions, proofs, constant bounds. Simplified forms are those of TVM's analyzer (terms of a sum in descending
// order of their constant factors, comparisons as `<` and `<=`), because scheduled programs are compared with TVM's.
//
// int32 and int64 expressions are assumed not to overflow, as in TVM; other integer types only fold constants. The work
// per question is limited. Beyond the limit the answer is the expression as it is, or "not proven".
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/arith/bound.h"
#include "core/ir/buffer.h"

namespace lw {

// The facts that the simplifier reads; filled by Analyzer.
struct Facts {
  Facts();
  Facts(const Facts&);
  Facts(Facts&&) noexcept;
  Facts& operator=(const Facts&);
  Facts& operator=(Facts&&) noexcept;
  ~Facts();

  struct Symbolic {
    Var var;
    std::optional<Expr> min, max;  // closed bounds that are not constant
  };
  std::unordered_map<const void*, IntBound> bounds;  // Var::key() -> constant bound
  std::unordered_map<const void*, Modular> modular;
  std::unordered_map<const void*, Expr> values;  // let-bound variables
  std::vector<Symbolic> symbolic;
  std::vector<Expr> known;                            // conditions that hold, simplified, one per conjunct
  std::vector<std::pair<Expr, IntBound>> exprBounds;  // from conditions: expression without constant term -> bound
};

class Analyzer {
 public:
  // Removes what Analyzer::with() added. Scopes end in the reverse order of their creation.
  class [[nodiscard]] Scope {
   public:
    Scope(Analyzer& owner, Facts saved) : owner_(&owner), saved_(std::make_unique<Facts>(std::move(saved))) {}
    Scope(Scope&& other) noexcept : owner_(other.owner_), saved_(std::move(other.saved_)) { other.owner_ = nullptr; }
    Scope& operator=(Scope&&) = delete;
    ~Scope();

   private:
    Analyzer* owner_;
    std::unique_ptr<Facts> saved_;
  };

  void bind(const Var& var, const Range& range);      // min <= var < min + extent; replaces earlier bounds
  void bindValue(const Var& var, const Expr& value);  // simplify() replaces var by value
  Scope with(const Expr& condition);                  // holds until the Scope ends

  Expr simplify(const Expr& e) const;
  bool canProve(const Expr& condition) const;  // false: not proven, which does not mean disproven
  bool canProveEqual(const Expr& a, const Expr& b) const;
  bool canProveLess(const Expr& a, const Expr& b) const;
  bool canProveLessEqual(const Expr& a, const Expr& b) const;
  // a is a multiple of b (b != 0), for constants, known strides and products of symbols.
  bool canProveDivisible(const Expr& a, const Expr& b) const;

  IntBound constBound(const Expr& e) const;
  Modular modular(const Expr& e) const;
  const Facts& facts() const { return facts_; }

 private:
  Facts facts_;
};

// An analyzer without facts about any variable.
Expr simplify(const Expr& e);
Range simplify(const Range& r, const Analyzer& analyzer);

}  // namespace lw
