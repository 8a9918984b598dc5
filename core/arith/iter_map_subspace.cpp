// Divides bindings into an outer and an inner part: binding = outer * innerExtent + inner, where the inner part uses
// only the inner iterators. The division of a mark follows from that of its parts: outer parts must be left of inner
// ones, and where a mark is split again, one of the splits must start at the border.
#include <algorithm>

#include "core/arith/iter_map.h"
#include "core/arith/iter_map_rewriter.h"
#include "core/ir/ops.h"

namespace lw {
namespace {

using arith::collectSplits;
using arith::sameSplit;

struct Division {
  enum class Kind : uint8_t { Inner, Outer, Mixed } kind = Kind::Mixed;
  IterSum outer, inner;
  Expr outerExtent = 1, innerExtent = 1;
};
using Divided = std::optional<Division>;

IterSum alone(const IterSplit& split) { return IterSum{{split}, makeZero(split.extent.dtype())}; }
Expr oneLike(const Expr& e) { return makeConst(e.dtype(), 1); }

IterSplit asSplit(const IterSum& sum, const Expr& extent) {
  if (sum.args.size() == 1 && isZero(sum.base) && isOne(sum.args[0].scale)) return sum.args[0];
  auto mark = std::make_shared<const IterMark>(IterMark{sum, extent, std::nullopt, 0});
  return {mark, oneLike(extent), extent, oneLike(extent)};
}

// `args` from inner to outer, with factors that cover their whole product.
std::pair<IterSum, Expr> packed(const std::vector<IterSplit>& args, const Expr& base) {
  Expr extent = oneLike(base);
  IterSum sum{{}, base};
  for (IterSplit s : args) {
    s.scale = extent;
    extent = extent * s.extent;
    sum.args.insert(sum.args.begin(), std::move(s));
  }
  return {std::move(sum), extent};
}

class Divider {
 public:
  Divider(const Analyzer& analyzer, const std::vector<IterSum>& sums, const std::vector<Var>& inner,
          SubspaceDivision& result)
      : analyzer_(analyzer), inner_(inner), result_(result), splits_(collectSplits(sums, order_)) {}

  Divided divide(const IterSum& sum, const std::optional<Expr>& extent) {
    if (sum.args.empty())
      return Division{
          Division::Kind::Mixed, {{}, makeZero(sum.base.dtype())}, sum, oneLike(sum.base), oneLike(sum.base)};
    if (sum.args.size() == 1) {
      if (!isOne(sum.args[0].scale)) return refuse("a binding has a stride greater than 1");
      Divided d = divide(sum.args[0]);
      if (d && !isZero(sum.base)) d->inner.base = d->inner.base + sum.base;
      return d;
    }
    std::vector<IterSplit> outer, inner;
    bool unitStep = false;
    Expr product = oneLike(sum.base);
    for (auto arg = sum.args.rbegin(); arg != sum.args.rend(); ++arg) {
      unitStep = unitStep || isOne(arg->scale);
      Divided d = divide(*arg);
      if (!d) return d;
      if (d->kind == Division::Kind::Mixed || (d->kind == Division::Kind::Inner && !outer.empty()))
        return refuse("an inner loop has a larger stride in a binding than an outer loop");
      const bool isInner = d->kind == Division::Kind::Inner;
      (isInner ? inner : outer)
          .push_back(isInner ? asSplit(d->inner, d->innerExtent) : asSplit(d->outer, d->outerExtent));
      product = product * (isInner ? inner : outer).back().extent;
    }
    if (!unitStep) return refuse("a binding has a stride greater than 1");
    auto [outerSum, outerExtent] = packed(outer, makeZero(sum.base.dtype()));
    auto [innerSum, innerExtent] = packed(inner, sum.base);
    if (!extent || analyzer_.canProveEqual(product, *extent))
      return Division{Division::Kind::Mixed, outerSum, innerSum, outerExtent, innerExtent};
    return guarded(outerSum, innerSum, *extent, overlaps(sum));
  }

 private:
  using Cause = SubspaceDivision::Cause;
  Divided refuse(const char* why, Cause cause = Cause::Form) {
    if (result_.errors.empty()) result_.cause = cause;
    result_.errors.push_back(why);
    return std::nullopt;
  }

  // Whether the loops inside reach the next value of a loop outside: several iterations then have the same sum.
  bool overlaps(const IterSum& sum) const {
    for (size_t i = 0; i + 1 < sum.args.size(); ++i) {
      const IterSplit &left = sum.args[i], &right = sum.args[i + 1];
      if (analyzer_.canProveLess(left.scale, right.scale * right.extent)) return true;
    }
    return false;
  }

  // A mark that a predicate restricts belongs to one side as a whole.
  Divided guarded(const IterSum& outer, const IterSum& inner, const Expr& extent, bool overlap) {
    const Expr zero = makeZero(extent.dtype()), one = oneLike(extent);
    if (inner.args.empty()) {
      result_.outerPredicate = logicalAnd(result_.outerPredicate, lt(toExpr(outer, analyzer_), extent));
      return Division{Division::Kind::Outer, outer, {{}, zero}, extent, one};
    }
    if (outer.args.empty()) {
      result_.innerPredicate = logicalAnd(result_.innerPredicate, lt(toExpr(inner, analyzer_), extent));
      return Division{Division::Kind::Inner, {{}, zero}, inner, one, extent};
    }
    if (overlap) return refuse("outer and inner loops add up to one value in several ways", Cause::Overlap);
    return refuse("a predicate involves both outer and inner loops", Cause::Predicate);
  }

  static Division wholly(bool inner, const IterSplit& s) {
    const IterSum nothing{{}, makeZero(s.extent.dtype())};
    const Expr one = oneLike(s.extent);
    return inner ? Division{Division::Kind::Inner, nothing, alone(s), one, s.extent}
                 : Division{Division::Kind::Outer, alone(s), nothing, s.extent, one};
  }

  Divided divide(const IterSplit& split) {
    for (const auto& [known, division] : known_)
      if (sameSplit(known, split, false)) return division;
    const IterMark& mark = *split.source;
    IterSplit plain = split;
    plain.scale = oneLike(split.extent);
    const std::vector<IterSplit>& all = splits_.at(&mark).second;
    if (!mark.sum()) {
      const bool inner = std::find(inner_.begin(), inner_.end(), *mark.var) != inner_.end();
      return wholly(inner, plain);
    }
    Divided whole = divide(*mark.sum(), mark.extent);
    if (!whole) return whole;
    if (all.size() == 1 && isOne(split.lowerFactor) && analyzer_.canProveEqual(split.extent, mark.extent)) return whole;
    // If a mark belongs to one side, so does each of its parts.
    if (whole->outer.args.empty()) return wholly(true, plain);
    if (whole->inner.args.empty()) return wholly(false, plain);
    if (!divideSplits(*whole, all)) return refuse("a binding covers only a part of an inner loop's range");
    return divide(split);
  }

  bool divideSplits(const Division& whole, const std::vector<IterSplit>& all) {
    const auto mark = [](const IterSum& sum, const Expr& extent) {
      return std::make_shared<const IterMark>(IterMark{sum, extent, std::nullopt, 0});
    };
    const IterMarkPtr outerMark = mark(whole.outer, whole.outerExtent),
                      innerMark = mark(whole.inner, whole.innerExtent);
    bool outside = whole.kind == Division::Kind::Outer || isOne(whole.innerExtent);
    std::vector<bool> used(all.size(), false);
    std::optional<Expr> firstOuter;
    Expr expected = oneLike(whole.innerExtent);
    for (size_t n = 0; n < all.size(); ++n) {
      size_t j = 0;
      while (j < all.size() && (used[j] || !analyzer_.canProveEqual(all[j].lowerFactor, expected))) ++j;
      if (j == all.size()) return false;
      used[j] = true;
      IterSplit part = all[j];
      part.scale = oneLike(part.extent);
      part.source = outside ? outerMark : innerMark;
      if (outside && !firstOuter) firstOuter = part.lowerFactor;
      if (outside) part.lowerFactor = floordiv(part.lowerFactor, *firstOuter);
      known_.emplace_back(all[j], wholly(!outside, part));
      expected = analyzer_.simplify(expected * all[j].extent);
      if (analyzer_.canProveEqual(expected, whole.innerExtent)) outside = true;
    }
    return outside;
  }

  const Analyzer& analyzer_;
  const std::vector<Var>& inner_;
  SubspaceDivision& result_;
  std::vector<IterMarkPtr> order_;
  const std::map<const IterMark*, std::pair<IterMarkPtr, std::vector<IterSplit>>> splits_;
  std::vector<std::pair<IterSplit, Division>> known_;
};

}  // namespace

SubspaceDivision divideSubspace(const std::vector<Expr>& bindings, const std::vector<IterDomain>& iters,
                                const std::vector<Var>& innerIters, const Expr& predicate, IterMapLevel level,
                                const Analyzer& analyzer, bool dropUnitIters) {
  SubspaceDivision result;
  const IterMapResult map = detectIterMap(bindings, iters, predicate, level, analyzer, dropUnitIters);
  if (!map.ok()) {
    result.errors = map.errors;
    return result;
  }
  Divider divider(analyzer, map.indices, innerIters, result);
  for (const IterSum& sum : map.indices) {
    const Divided d = divider.divide(sum, std::nullopt);
    if (!d) {
      result.parts.clear();
      return result;
    }
    result.parts.push_back({d->outer, d->inner, d->outerExtent, d->innerExtent});
  }
  return result;
}

}  // namespace lw
