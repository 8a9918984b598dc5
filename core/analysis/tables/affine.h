// Affine expressions and conditions over numbered dimensions and sizes: what the exact analyses know of indices, bounds
// and guards. A dimension is a loop, by its place among the loops around a statement; a size is a symbolic constant.
// core/analysis/tables/isl_sets.h makes sets of them.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/arith/linear_sum.h"

namespace lw::analysis {

class AffineExpr;

struct AffineAtom {
  enum class Kind : uint8_t { Dim, Size, Quotient, Min, Max };
  Kind kind = Kind::Dim;
  int number = 0;       // of a Dim or Size
  int64_t divisor = 1;  // of a Quotient, which is rounded down
  std::shared_ptr<const std::vector<AffineExpr>> operands = {};
  friend std::strong_ordering operator<=>(const AffineAtom& a, const AffineAtom& b);
  friend bool operator==(const AffineAtom& a, const AffineAtom& b) { return (a <=> b) == 0; }
};

// A sum of integer multiples of atoms. Equal sums compare equal, whatever expressions they were read from.
class AffineExpr : public LinearSum<AffineAtom> {
 public:
  AffineExpr(int64_t constant = 0) : LinearSum(constant) {}             // NOLINT(google-explicit-constructor)
  AffineExpr(LinearSum<AffineAtom> sum) : LinearSum(std::move(sum)) {}  // NOLINT(google-explicit-constructor)
  static AffineExpr dim(int number) { return of({AffineAtom::Kind::Dim, number}); }
  static AffineExpr size(int number) { return of({AffineAtom::Kind::Size, number}); }

  bool uses(int dimension) const;
  // The same with other numbers of dimensions; their order stays.
  AffineExpr mapped(const std::function<int(int)>& number) const;
  AffineExpr shifted(int by) const {
    return mapped([by](int d) { return d + by; });
  }

  AffineExpr floorDiv(int64_t divisor) const;  // divisor > 0
  AffineExpr floorMod(int64_t divisor) const;
  static AffineExpr min(const AffineExpr& a, const AffineExpr& b);
  static AffineExpr max(const AffineExpr& a, const AffineExpr& b);
  // The value with another one in the place of an atom.
  AffineExpr replaced(const AffineAtom& atom, const AffineExpr& value) const;

  friend std::strong_ordering operator<=>(const AffineExpr& a, const AffineExpr& b);
  friend bool operator==(const AffineExpr& a, const AffineExpr& b) { return (a <=> b) == 0; }

 private:
  static AffineExpr extreme(AffineAtom::Kind kind, const AffineExpr& a, const AffineExpr& b);
};
using AffineTerm = AffineExpr::Term;

// A condition on affine expressions. There is no negation: it is carried out down to the comparisons.
class AffineCondition {
 public:
  enum class Kind : uint8_t { AtLeastZero, Zero, All, Any };

  static AffineCondition less(const AffineExpr& a, const AffineExpr& b) { return atMost(a + 1, b); }
  static AffineCondition atMost(const AffineExpr& a, const AffineExpr& b) { return {Kind::AtLeastZero, b - a, {}}; }
  static AffineCondition equal(const AffineExpr& a, const AffineExpr& b) { return {Kind::Zero, a - b, {}}; }
  static AffineCondition differ(const AffineExpr& a, const AffineExpr& b) { return any({less(a, b), less(b, a)}); }
  static AffineCondition all(std::vector<AffineCondition> parts) { return {Kind::All, {}, std::move(parts)}; }
  static AffineCondition any(std::vector<AffineCondition> parts) { return {Kind::Any, {}, std::move(parts)}; }

  Kind kind() const { return kind_; }
  const AffineExpr& expr() const { return expr_; }
  const std::vector<AffineCondition>& parts() const { return parts_; }
  AffineCondition negated() const;
  AffineCondition mapped(const std::function<int(int)>& number) const;
  AffineCondition shifted(int by) const {
    return mapped([by](int d) { return d + by; });
  }
  bool fits() const;

  friend std::strong_ordering operator<=>(const AffineCondition& a, const AffineCondition& b);
  friend bool operator==(const AffineCondition& a, const AffineCondition& b) { return (a <=> b) == 0; }

 private:
  AffineCondition(Kind kind, AffineExpr expr, std::vector<AffineCondition> parts)
      : kind_(kind), expr_(std::move(expr)), parts_(std::move(parts)) {}
  Kind kind_;
  AffineExpr expr_;
  std::vector<AffineCondition> parts_;
};
using Conjunction = std::vector<AffineCondition>;

// min <= value < min + extent
Conjunction inRange(const AffineExpr& value, const AffineExpr& min, const AffineExpr& extent);

// What a variable is; nullopt: it is unknown, so no expression with it is affine.
using AffineValue = std::function<std::optional<AffineExpr>(const Var&)>;
// An integer expression; nullopt where it is not affine (products of variables, loads, calls).
std::optional<AffineExpr> affineExpr(const Expr& e, const AffineValue& value);
// A condition; nullopt where a part of it is not affine.
std::optional<AffineCondition> affineCondition(const Expr& e, const AffineValue& value);

// Numbers of symbolic sizes by Var::key(): shared by what is compared.
using SizeNumbers = std::unordered_map<const void*, int>;
std::vector<int> allSizes(const SizeNumbers& sizes);

// Reads expressions over the variables that are defined; all others are sizes.
class AffineReader {
 public:
  explicit AffineReader(SizeNumbers& sizes) : sizes_(sizes) {}
  void define(const Var& v, AffineExpr value) { values_.insert_or_assign(v.key(), std::move(value)); }
  AffineExpr value(const Var& v);
  std::optional<AffineExpr> expr(const Expr& e);
  std::optional<AffineCondition> condition(const Expr& e);
  // Adds min <= value < min + extent. False: a bound is not affine, and nothing was added.
  bool addRange(Conjunction& to, const AffineExpr& value, const Expr& min, const Expr& extent);

 private:
  SizeNumbers& sizes_;
  std::unordered_map<const void*, AffineExpr> values_;  // by Var::key()
};

// Appends a text that is the same for equal expressions and conditions, and different for others.
void appendKey(std::string& key, const AffineExpr& e);
void appendKey(std::string& key, const AffineCondition& c);

}  // namespace lw::analysis
