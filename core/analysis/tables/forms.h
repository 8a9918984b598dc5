// Integer combinations of loops, and floor quotients and remainders of them: the form of indices, bounds and guards in
// affine programs. They are built from expressions once, and then resolved repeatedly while some of the loops are
// fixed.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/arith/bound.h"
#include "core/arith/linear_sum.h"

namespace lw::analysis {

using Form = LinearSum<int>;  // of atoms of a Forms

// The interval of every loop, by atom; entries of other atoms are not used.
using Bounds = std::vector<IntBound>;

class Forms {
 public:
  // Loops at one depth are never nested in each other, so they share an atom and boxes stay small.
  int addLoop(const Var& loop, size_t depth);
  void define(const Var& v, std::optional<Form> value) { values_.insert_or_assign(v.key(), std::move(value)); }
  // nullopt: the expression has other parts.
  std::optional<Form> read(const Expr& e);
  // Adds to `out` the sums that are at least 0 if the condition holds. False: the condition requires more than these.
  bool readCondition(const Expr& condition, std::vector<Form>& out);

  bool isLoop(int atom) const { return atoms_[static_cast<size_t>(atom)].kind == Kind::Loop; }
  bool isLinear(const Form& f) const;
  // Substitutes the loops that are fixed in `box`, and the quotients and remainders that are known then.
  Form resolve(const Form& f, const Bounds& box);
  IntBound range(const Form& f, const Bounds& box) const;
  int64_t valueAt(const Form& f, const std::vector<int64_t>& loops) const;  // by atom
  void loopsOf(const Form& f, std::vector<int>& out) const;                 // also inside quotients; each once
  size_t size() const { return atoms_.size(); }

  // A division that occurs in forms. replaced() writes a form over its quotient and remainder instead of its base.
  struct Division {
    Form base;
    int64_t divisor = 1;
  };
  // The division with the smallest divisor in the forms; nullopt: there is none.
  std::optional<Division> divisionIn(const std::vector<Form>& forms) const;
  // `f` over two new loops in place of base; nullopt: f uses the loops of the base in another way.
  std::optional<Form> replaced(const Form& f, const Division& division, int quotient, int remainder);
  int addDigit();  // a loop that belongs to no variable
  void forget(size_t size) {
    atoms_.erase(atoms_.begin() + static_cast<std::ptrdiff_t>(size), atoms_.end());
  }  // atoms that were added later

 private:
  enum class Kind : uint8_t { Loop, Quotient, Remainder };
  struct Atom {
    Kind kind = Kind::Loop;
    Form of;
    int64_t divisor = 1;
    friend bool operator==(const Atom&, const Atom&) = default;
  };
  Form atom(Kind kind, Form of, int64_t divisor);
  Form divided(Kind kind, const Form& f, int64_t divisor, const Bounds* box);
  std::optional<Form> readLeaf(const Expr& e);

  std::vector<Atom> atoms_;
  std::vector<int> atDepth_;
  std::unordered_map<const void*, std::optional<Form>> values_;  // Var::key(); only looked up
};

}  // namespace lw::analysis
