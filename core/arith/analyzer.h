// What is known of the variables in scope, and the questions that scheduling and lowering ask of it: simpler forms of
// index expressions, proofs, constant bounds. Simplified forms are those of TVM's analyzer (a sum has its terms in
// descending order of constant factors, comparisons read `<`, `<=`), because scheduled programs are compared with
// TVM's.
//
// int32 and int64 expressions are taken as free of overflow, as in TVM; other integer types only fold constants.
// Every question ends: the work per question is limited, and beyond it the answer is the expression as it stands
// (or "not proven").
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/arith/bound.h"
#include "core/ir/buffer.h"

namespace lw {

// What the simplifier reads; filled by Analyzer.
struct Facts {
  Facts();
  Facts(const Facts&);
  Facts(Facts&&) noexcept;
  Facts& operator=(const Facts&);
  Facts& operator=(Facts&&) noexcept;
  ~Facts();

  struct Symbolic {
    Var var;
    std::optional<Expr> min, max;  // closed bounds that are no constants
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
  // Takes back what Analyzer::with() added, in the order of nesting.
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

  void bind(const Var& var, const Range& range);      // min <= var < min + extent; replaces what was known of var
  void bindValue(const Var& var, const Expr& value);  // var is value: simplify() puts it in place
  Scope with(const Expr& condition);                  // holds until the Scope ends

  Expr simplify(const Expr& e) const;
  bool canProve(const Expr& condition) const;  // false: not proven, which is not "disproven"
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

// Without anything known of the variables.
Expr simplify(const Expr& e);
Range simplify(const Range& r, const Analyzer& analyzer);

}  // namespace lw
