// The implementation of detectIterMap: turns expressions into sums of splits, fuses under constraints, pads, and does
// the final check.
#pragma once

#include <deque>
#include <map>

#include "core/arith/iter_map.h"
#include "core/ir/ops.h"

namespace lw::arith {

// A bound on an affine expression over iterators, taken from the predicate: lower <= iter < upper.
struct IterConstraint {
  Expr iter;
  std::optional<Expr> lower, upper;
};

// Splits a predicate into constraints; a constraint on a single variable narrows its range instead. False: not of that
// form.
bool matchConstraints(const Expr& predicate, std::vector<IterDomain>& iters, std::vector<IterConstraint>& out);

class IterMapRewriter {
 public:
  IterMapRewriter(const Analyzer& analyzer, const std::vector<IterDomain>& iters, IterMapLevel level,
                  bool dropUnitIters, std::vector<std::string>& errors);

  void constrain(const IterConstraint& constraint);
  bool constraintsAreNested() const;
  IterSum rewrite(const Expr& index);
  IterSum rewriteCollectingPadding(const Expr& index);
  bool needsPadding() const { return needsPadding_; }
  const Expr& paddingPredicate() const { return paddingPredicate_; }
  bool isMapping(const std::vector<IterSum>& indices);
  bool usesAllConstraints(const std::vector<IterSum>& indices);

 private:
  // An intermediate value: an expression without iterators, or a sum of splits.
  struct Value {
    std::optional<Expr> plain;
    IterSum sum;
  };
  struct FusedMark {
    IterSum flattened, structured;
    IterMarkPtr mark;
    Expr offset;
  };
  struct Padding {
    IterMarkPtr mark;
    Expr factor = 1, left = 0;
    IterMarkPtr padded;
  };
  using Splits = std::vector<IterSplit>;

  Value value(const Expr& e);
  Value valueOfBinary(const Expr& e, const Binary& n);
  Value sumOf(const Value& a, const Value& b, int sign);
  Value productOf(const Expr& e, Value a, Value b);
  Value quotient(const Expr& e, const Value& a, const Expr& divisor, bool modulo);
  std::optional<Value> divide(IterSplit split, Expr base, Expr divisor);
  std::optional<Value> remainder(IterSplit split, Expr base, Expr divisor);
  Value fail(std::string message, const Expr& e);

  std::optional<IterSum> fuse(IterSum sum, bool allowEarlySkip);
  bool takeConstrained(const IterSum& sum, const IterSum& constraint, const Expr& factor, std::vector<bool>& visited,
                       Splits& flattened) const;
  std::optional<IterSum> combineSameSource(const IterSum& sum);
  int findBase(const IterSum& s, const std::vector<bool>& skip, const IterMark* source, int last) const;
  int findExact(const IterSum& s, const std::vector<bool>& skip, const Expr& scale, const IterMark* source,
                int last) const;
  int findSmaller(const IterSum& s, const std::vector<bool>& skip, const Expr& scale) const;
  const IterSum* constraintFrom(const IterSplit& split) const;
  FusedMark* findFlattened(const IterSum& flattened);
  FusedMark* findStructured(const IterSum& structured);
  IterSum normalizeOnBound(IterSum sum, std::optional<Expr> lower, std::optional<Expr> upper);

  std::pair<std::optional<IterSplit>, Expr> pad(IterSplit split, const Expr& base, const Expr& divisor);
  Padding& paddingOf(const IterMarkPtr& mark);
  void makePaddedMark(Padding& info);
  Splits normalizeSplits(const IterMark& mark, const Splits& splits);
  bool acceptsExtent(const IterMark& mark, const Splits& splits, const Expr& covered);
  IterMarkPtr makeMark(IterSum source, Expr extent);

  bool divisible(const Expr& a, const Expr& b) const { return analyzer_.canProveDivisible(a, b); }
  bool positive(const Expr& e) const { return !asInt(e) || *asInt(e) > 0; }
  Expr simplified(const Expr& e) const { return analyzer_.simplify(e); }
  Expr times(const Expr& a, const Expr& b) const;

  const Analyzer& analyzer_;
  IterMapLevel level_;
  std::vector<std::string>& errors_;
  std::map<const void*, IterSum> vars_;
  std::vector<IterMarkPtr> inputs_;
  std::deque<FusedMark> fused_;
  std::vector<IterSum> constrained_;  // flattened forms
  std::vector<IterMarkPtr> marks_;    // created here, so that equal marks are identical
  std::deque<Padding> paddings_;
  bool collectPadding_ = false;
  bool needsPadding_ = false;
  Expr paddingPredicate_ = IntImm{dtype::Bool(), 0};
};

bool sameSplit(const IterSplit& a, const IterSplit& b, bool withScale = true);
bool sameSum(const IterSum& a, const IterSum& b);
std::map<const IterMark*, std::pair<IterMarkPtr, std::vector<IterSplit>>> collectSplits(
    const std::vector<IterSum>& indices, std::vector<IterMarkPtr>& order);

}  // namespace lw::arith
