// Sums of loops with whole factors, and floor quotients and remainders of such sums: what indices, bounds and guards of
// affine programs are. Taken from expressions once; then resolved again and again, while some of the loops stand still.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/ir/expr.h"

namespace lw::analysis {

struct Form {
  int64_t constant = 0;
  std::vector<std::pair<int, int64_t>> terms;  // atom, factor; by atom, no factor is 0
  bool isConst() const { return terms.empty(); }
  friend bool operator==(const Form&, const Form&) = default;
};

Form scaled(const Form& f, int64_t factor);
Form sum(const Form& a, const Form& b);

struct Interval {
  int64_t low = 0, high = -1;  // closed
  bool empty() const { return low > high; }
  int64_t size() const { return empty() ? 0 : high - low + 1; }
  friend bool operator==(const Interval&, const Interval&) = default;
};
// Where every loop runs, by atom; the places of other atoms are not looked at.
using Intervals = std::vector<Interval>;

class Forms {
 public:
  // Loops at one depth never run around each other, so they share an atom, and boxes stay small.
  int addLoop(const Var& loop, size_t depth);
  void define(const Var& v, std::optional<Form> value) { values_.insert_or_assign(v.key(), std::move(value)); }
  // nullopt: the expression has other parts.
  std::optional<Form> read(const Expr& e);
  // Sums that are at least 0 where the condition holds, added to `out`. False: the condition says more than these.
  bool readCondition(const Expr& condition, std::vector<Form>& out);

  bool isLoop(int atom) const { return atoms_[static_cast<size_t>(atom)].kind == Kind::Loop; }
  bool isLinear(const Form& f) const;
  // With the loops of `box` that stand still put in, and quotients and remainders that are then known.
  Form resolve(const Form& f, const Intervals& box);
  Interval range(const Form& f, const Intervals& box) const;
  int64_t valueAt(const Form& f, const std::vector<int64_t>& loops) const;  // by atom
  void loopsOf(const Form& f, std::vector<int>& out) const;                 // also below quotients; each once
  size_t size() const { return atoms_.size(); }

  // f as quotient * divisor + remainder of `base` instead of base: the parts of a division that takes f apart.
  struct Division {
    Form base;
    int64_t divisor = 1;
  };
  // The division by the smallest divisor in the forms; nullopt: there is none.
  std::optional<Division> divisionIn(const std::vector<Form>& forms) const;
  // `f` over two new loops in place of base; nullopt: f uses loops of the base in another way.
  std::optional<Form> replaced(const Form& f, const Division& division, int quotient, int remainder);
  int addDigit();  // a loop that no variable stands for
  void forget(size_t size) {
    atoms_.erase(atoms_.begin() + static_cast<std::ptrdiff_t>(size), atoms_.end());
  }  // atoms that came later

 private:
  enum class Kind : uint8_t { Loop, Quotient, Remainder };
  struct Atom {
    Kind kind = Kind::Loop;
    Form of;
    int64_t divisor = 1;
    friend bool operator==(const Atom&, const Atom&) = default;
  };
  Form atom(Kind kind, Form of, int64_t divisor);
  Form divided(Kind kind, const Form& f, int64_t divisor, const Intervals* box);
  std::optional<Form> readBinary(const Binary& n);

  std::vector<Atom> atoms_;
  std::vector<int> atDepth_;
  std::unordered_map<const void*, std::optional<Form>> values_;  // Var::key(); only looked up
};

}  // namespace lw::analysis
