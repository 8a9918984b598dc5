// constant + sum of factor * atom: the form of most indices, bounds and guards. The readers differ only in what an atom
// is: a variable (variable_sum.h), a loop, a size or a quotient (analysis/tables/affine.h and forms.h), a motion with a
// loop (tune/model/store_table.h). How sums are read and added, and what becomes of large numbers, is the same for all.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/ir/ops.h"

namespace lw {

// Of a constant or factor, which is smaller: the sum of a few of them stays in int64_t.
inline constexpr int64_t kLargestFactor = int64_t{1} << 60;

template <class Atom, class Number = int64_t>
struct LinearSum {
  struct Term {
    Atom atom;
    Number factor = 1;
    friend bool operator==(const Term&, const Term&) = default;
  };
  std::vector<Term> terms;  // of different atoms, no factor is 0; sorted by atom where atoms have an order
  Number constant = 0;
  bool valid = true;  // false: a number is too large, or a part is not known; sums made of this one are invalid as well

  LinearSum() = default;
  LinearSum(Number number) { addTo(constant, number); }  // NOLINT(google-explicit-constructor)
  static LinearSum of(Atom atom, Number factor = 1) {
    LinearSum sum;
    sum.terms.push_back({std::move(atom), factor});
    return sum;
  }
  friend bool operator==(const LinearSum&, const LinearSum&) = default;

  bool isConstant() const { return terms.empty(); }
  Number factorOf(const Atom& atom) const {
    for (const Term& t : terms)
      if (t.atom == atom) return t.factor;
    return 0;
  }

  // Adds factor * other. Returns whether the sum is valid.
  bool add(const LinearSum& other, Number factor = 1) {
    valid = valid && other.valid;
    if (factor == 0) return valid;
    addProduct(constant, other.constant, factor);
    terms.reserve(terms.size() + other.terms.size());
    for (const Term& t : other.terms) {
      Number scaled = 0;
      if (addProduct(scaled, t.factor, factor)) add(t.atom, scaled);
    }
    return valid;
  }
  bool add(const Atom& atom, Number factor) {
    typename std::vector<Term>::iterator at;
    if constexpr (kSorted) {
      at = std::lower_bound(terms.begin(), terms.end(), atom, [](const Term& t, const Atom& a) { return t.atom < a; });
    } else {
      at = std::find_if(terms.begin(), terms.end(), [&](const Term& t) { return t.atom == atom; });
    }
    if (at == terms.end() || !(at->atom == atom)) {
      if (factor != 0) terms.insert(at, {atom, factor});
      return valid;
    }
    addTo(at->factor, factor);
    if (at->factor == 0) terms.erase(at);
    return valid;
  }
  // A product of coefficients.
  bool addProduct(Number& to, Number a, Number b) {
    if constexpr (std::integral<Number>) {
      Number product = 0;
      if (__builtin_mul_overflow(a, b, &product)) return valid = false;
      return addTo(to, product);
    } else {
      return addTo(to, a * b);
    }
  }

  friend LinearSum operator+(LinearSum a, const LinearSum& b) {
    a.add(b);
    return a;
  }
  friend LinearSum operator-(LinearSum a, const LinearSum& b) {
    a.add(b, -1);
    return a;
  }
  friend LinearSum operator*(const LinearSum& a, Number factor) {
    LinearSum product;
    product.add(a, factor);
    return product;
  }

  // sum // divisor = whole + rest // divisor, and sum % divisor = rest % divisor, where `rest` has no multiple of the
  // divisor. `common` divides the divisor and all factors of the rest.
  struct Division;
  Division dividedBy(Number divisor) const {
    Division d;
    d.whole.valid = d.rest.valid = valid;
    d.whole.constant = quotient(constant, divisor);
    d.rest.constant = constant - d.whole.constant * divisor;
    d.common = divisor;
    for (const Term& t : terms) {
      const Number times = quotient(t.factor, divisor);
      if (times * divisor == t.factor) {
        d.whole.terms.push_back({t.atom, times});
        continue;
      }
      d.rest.terms.push_back(t);
      if constexpr (std::integral<Number>) d.common = std::gcd(d.common, t.factor);
    }
    return d;
  }
  // Divides exactly; only the constant is rounded down.
  void reduceBy(Number divisor) {
    constant = quotient(constant, divisor);
    for (Term& t : terms) t.factor /= divisor;
  }

 private:
  static constexpr bool kSorted = requires(const Atom& a) {
    { a < a } -> std::same_as<bool>;
  };
  static Number quotient(Number a, Number divisor) {
    if constexpr (std::integral<Number>)
      return floorDivide(a, divisor);
    else
      return std::floor(a / divisor);
  }
  bool addTo(Number& to, Number number) {
    if constexpr (std::integral<Number>) {
      if (__builtin_add_overflow(to, number, &to) || to <= -kLargestFactor || to >= kLargestFactor) {
        to = 0;
        return valid = false;
      }
    } else {
      to += number;
    }
    return true;
  }
};

template <class Atom, class Number>
struct LinearSum<Atom, Number>::Division {
  LinearSum whole, rest;
  Number common = 1;
};

// Adds factor * e to the sum. Sums, differences, widening and products with constants are taken apart;
// `leaf(expression)` reads everything else and gives an optional sum. False: a leaf gave none.
template <class Sum, class Number, class Leaf>
bool addLinear(Sum& sum, const Expr& e, Number factor, const Leaf& leaf) {
  if (const auto* i = e.as<IntImm>()) {
    sum.addProduct(sum.constant, static_cast<Number>(i->value), factor);
    return true;
  }
  if (const auto* c = e.as<Cast>()) {  // widening keeps the value
    const DataType from = c->value.dtype();
    if (c->type.isInteger() && from.isInteger() && c->type.bits >= from.bits)
      return addLinear(sum, c->value, factor, leaf);
  } else if (const auto* n = e.as<Binary>(); n && n->a.dtype().isInteger()) {
    if (n->op == BinaryOp::Add) return addLinear(sum, n->a, factor, leaf) && addLinear(sum, n->b, factor, leaf);
    if (n->op == BinaryOp::Sub) return addLinear(sum, n->a, factor, leaf) && addLinear(sum, n->b, -factor, leaf);
    if (n->op == BinaryOp::Mul) {
      Sum a, b;
      if (!addLinear(a, n->a, Number{1}, leaf) || !addLinear(b, n->b, Number{1}, leaf)) return false;
      if (!b.isConstant() || !b.valid) std::swap(a, b);
      if (b.isConstant() && b.valid) {
        Number times = 0;
        if (sum.addProduct(times, b.constant, factor)) sum.add(a, times);
        return true;
      }
    }
  }
  const auto part = leaf(e);
  if (!part) return false;
  sum.add(*part, factor);
  return true;
}

}  // namespace lw
