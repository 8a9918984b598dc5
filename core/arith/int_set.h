// Intervals with symbolic ends: the values of an expression while some of its variables run through their ranges.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "core/arith/analyzer.h"

namespace lw {

// A closed interval; an absent end is infinite.
struct IntSet {
  std::optional<Expr> min, max;
  bool empty = false;

  static IntSet everything() { return {}; }
  static IntSet nothing() { return {{}, {}, true}; }
  static IntSet point(const Expr& e) { return {e, e}; }
  static IntSet of(const Range& r);  // min .. min + extent - 1
  bool bounded() const { return !empty && min && max; }
  bool isPoint() const { return bounded() && min->sameAs(*max); }
};

using IntSetMap =
    std::unordered_map<const void*, IntSet>;  // Var::key() -> values; the range may use other variables of it

// The smallest interval that the rules of the operations give, always a superset of the values. An expression without
// variables of the map stays as it is. A vector gives the interval over all its lanes.
IntSet evalSet(const Expr& e, const IntSetMap& relaxed, const Analyzer& analyzer);
IntSet evalSet(const Range& r, const IntSetMap& relaxed, const Analyzer& analyzer);  // of all elements of the range

// The hull. A single set stays as it is; the ends of several are simplified.
IntSet unite(const std::vector<IntSet>& sets, const Analyzer& analyzer);
IntSet intersect(const IntSet& a, const IntSet& b, const Analyzer& analyzer);

// The interval as minimum and extent, simplified. A single point keeps its expression; `whole` is returned if an end is
// infinite.
Range toRange(const IntSet& set, const Range& whole, const Analyzer& analyzer);

}  // namespace lw
