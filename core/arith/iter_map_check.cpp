// Pads dividends that are not multiples of their divisor, and checks that the splits of every mark fit together.
#include <functional>

#include "core/arith/iter_map_rewriter.h"
#include "core/ir/ops.h"

namespace lw::arith {
namespace {

Expr roundUpRest(const Expr& edge, const Expr& divisor) { return floormod(makeZero(edge.dtype()) - edge, divisor); }

std::string nameOf(const IterMark& mark) { return mark.var ? "iterator " + mark.var->name() : "a fused iterator"; }

// A common multiple; the least one for constants.
Expr commonMultiple(const Analyzer& analyzer, const Expr& a, const Expr& b) {
  const auto ca = asInt(a), cb = asInt(b);
  if (ca && cb && *ca > 0 && *cb > 0) {
    int64_t x = *ca, y = *cb;
    while (y) std::swap(x %= y, y);
    return makeConst(b.dtype(), *ca / x * *cb);
  }
  if (analyzer.canProveDivisible(a, b)) return a;
  if (analyzer.canProveDivisible(b, a)) return b;
  return a * b;
}

}  // namespace

IterMapRewriter::Padding& IterMapRewriter::paddingOf(const IterMarkPtr& mark) {
  for (Padding& p : paddings_)
    if (p.mark == mark) return p;
  paddings_.push_back({mark, makeConst(mark->extent.dtype(), 1), makeZero(mark->extent.dtype()), nullptr});
  return paddings_.back();
}

// Widens the split so that its ends plus base are multiples of the divisor that it is going to be divided by. The first
// pass collects the needs of all uses of a mark; the second replaces the mark by a padded one.
std::pair<std::optional<IterSplit>, Expr> IterMapRewriter::pad(IterSplit split, const Expr& base, const Expr& divisor) {
  Expr left = simplified(floormod(base, divisor));
  const Expr edge = left + split.extent;
  const Expr zero = makeZero(divisor.dtype()), one = makeConst(divisor.dtype(), 1);
  const Expr right = divisible(edge, divisor) ? zero : simplified(roundUpRest(edge, divisor));
  const bool fits = isZero(left) && isZero(right);
  // Only a split that includes the top of its mark can grow with it; a split that a remainder has cut off becomes an
  // iterator of its own.
  const Expr rest = simplified(floordiv(split.source->extent + (split.lowerFactor - one), split.lowerFactor));
  if (!fits && !analyzer_.canProveEqual(split.extent, rest)) {
    const Expr scale = split.scale;
    split.scale = one;
    const IterMarkPtr own = makeMark(IterSum{{split}, zero}, split.extent);
    split = {own, one, own->extent, scale};
  }
  const IterMarkPtr mark = split.source;
  if (collectPadding_) {
    Padding& info = paddingOf(mark);
    info.factor = commonMultiple(analyzer_, info.factor, times(divisor, split.lowerFactor));
    if (fits) return {split, zero};
    needsPadding_ = true;
    info.left = simplified(max(info.left, left * split.lowerFactor));
    split.extent = simplified(left + split.extent + right);
    return {split, left};
  }
  for (const Padding& p : paddings_) {
    if (p.padded != mark) continue;
    if (fits) return {split, left};
    errors_.push_back("the divisors of " + nameOf(*p.mark) + " do not divide each other");
    return {std::nullopt, zero};
  }
  if (level_ == IterMapLevel::Bijective) {
    if (isZero(left)) return {split, left};
    errors_.push_back("a divisor does not divide the shift of " + nameOf(*mark) + " that it is applied to");
    return {std::nullopt, zero};
  }
  Padding& info = paddingOf(mark);
  if (isZero(info.left) && divisible(mark->extent, info.factor)) {
    if (fits) return {split, left};
    errors_.push_back("the padding of " + nameOf(*mark) + " depends on that of another iterator");
    return {std::nullopt, zero};
  }
  if (!divisible(info.factor, split.lowerFactor) || !divisible(info.factor, times(split.lowerFactor, divisor))) {
    errors_.push_back("the divisors of " + nameOf(*mark) + " do not divide each other");
    return {std::nullopt, zero};
  }
  if (!divisible(info.left, split.lowerFactor)) {
    errors_.push_back(nameOf(*mark) + " is shifted by amounts that do not fit together");
    return {std::nullopt, zero};
  }
  left = simplified(floordiv(info.left, split.lowerFactor));
  if (!info.padded) makePaddedMark(info);
  split.source = info.padded;
  split.extent = simplified(floordiv(info.padded->extent, split.lowerFactor));
  return {split, left};
}

void IterMapRewriter::makePaddedMark(Padding& info) {
  const IterMarkPtr& mark = info.mark;
  const Expr one = makeConst(mark->extent.dtype(), 1);
  const Expr edge = simplified(mark->extent + info.left);
  const Expr right = divisible(edge, info.factor) ? makeZero(edge.dtype()) : simplified(roundUpRest(edge, info.factor));
  const IterSum source{{{mark, one, mark->extent, one}}, info.left};
  info.padded = std::make_shared<const IterMark>(IterMark{source, simplified(edge + right), std::nullopt, 0});
  const Expr position = toExpr(source, analyzer_), block = floordiv(position, info.factor),
             inside = floormod(position, info.factor);
  const Expr atLeft =
      logicalAnd(ne(info.left, 0), logicalAnd(eq(block, makeZero(block.dtype())), lt(inside, info.left)));
  const Expr atRight = logicalAnd(
      ne(right, 0), logicalAnd(eq(block, floordiv(edge, info.factor)), ge(inside, floormod(edge, info.factor))));
  paddingPredicate_ = logicalOr(paddingPredicate_, logicalOr(atLeft, atRight));
}

// The splits from outermost to innermost if they tile the mark, else empty.
IterMapRewriter::Splits IterMapRewriter::normalizeSplits(const IterMark& mark, const Splits& splits) {
  std::vector<bool> used(splits.size(), false);
  Splits inOrder;
  Expr expected = makeConst(mark.extent.dtype(), 1);
  for (size_t n = 0; n < splits.size(); ++n) {
    size_t found = splits.size();
    for (size_t j = 0; j < splits.size() && found == splits.size(); ++j)
      if (!used[j] && analyzer_.canProveEqual(splits[j].lowerFactor, expected)) found = j;
    if (found == splits.size()) {
      if (level_ == IterMapLevel::Bijective) {
        errors_.push_back("the indices leave out or use twice a part of " + nameOf(mark));
        return {};
      }
      // A part of the mark may be unused: the next split is the one with the least lower factor.
      for (size_t j = 0; j < splits.size(); ++j) {
        if (used[j]) continue;
        if (!divisible(splits[j].lowerFactor, expected)) return {};
        if (found == splits.size() || divisible(splits[found].lowerFactor, splits[j].lowerFactor)) found = j;
      }
      if (found == splits.size()) return {};
    }
    used[found] = true;
    inOrder.push_back(splits[found]);
    expected = times(splits[found].lowerFactor, splits[found].extent);
  }
  if (!acceptsExtent(mark, splits, expected)) return {};
  return Splits(inOrder.rbegin(), inOrder.rend());
}

bool IterMapRewriter::acceptsExtent(const IterMark& mark, const Splits& splits, const Expr& covered) {
  const auto refuse = [&](const std::string& why) {
    errors_.push_back(why);
    return false;
  };
  const Padding* padding = nullptr;
  for (const Padding& p : paddings_)
    if (p.padded.get() == &mark) padding = &p;
  const bool full = analyzer_.canProveEqual(covered, mark.extent);
  if (level_ == IterMapLevel::Bijective) {
    if (padding) return refuse("a bijective map does not allow padding");
    return full || refuse("the indices do not cover all values of " + nameOf(mark));
  }
  if (!padding)
    return full || divisible(mark.extent, covered) ||
           refuse("the part of " + nameOf(mark) + " that the indices use does not divide its extent");
  if (level_ != IterMapLevel::Surjective) return true;
  const Expr& before = padding->mark->extent;
  if (full) {
    if (splits.size() != 1) return refuse("indices depend on each other through the padding of an iterator");
    return !analyzer_.canProveEqual(splits[0].extent, covered) || analyzer_.canProveLessEqual(covered, before) ||
           refuse("an index takes values that exist only in the padding");
  }
  if (!divisible(mark.extent, covered))
    return refuse("the part of an iterator that the indices use does not divide its padded extent");
  return analyzer_.canProveLessEqual(covered, before) || refuse("an index takes values that exist only in the padding");
}

std::map<const IterMark*, std::pair<IterMarkPtr, std::vector<IterSplit>>> collectSplits(
    const std::vector<IterSum>& indices, std::vector<IterMarkPtr>& order) {
  std::map<const IterMark*, std::pair<IterMarkPtr, std::vector<IterSplit>>> splits;
  const std::function<void(const IterSum&)> collect = [&](const IterSum& sum) {
    for (const IterSplit& s : sum.args) {
      auto [it, fresh] = splits.try_emplace(s.source.get(), s.source, std::vector<IterSplit>{});
      if (fresh) {
        order.push_back(s.source);
        if (s.source->sum()) collect(*s.source->sum());
      }
      splits.at(s.source.get()).second.push_back(s);
    }
  };
  for (const IterSum& sum : indices) collect(sum);
  return splits;
}

bool IterMapRewriter::usesAllConstraints(const std::vector<IterSum>& indices) {
  std::vector<IterMarkPtr> order;
  const auto splits = collectSplits(indices, order);
  for (const IterSum& c : constrained_)
    if (!splits.contains(findFlattened(c)->mark.get())) return false;
  return true;
}

bool IterMapRewriter::isMapping(const std::vector<IterSum>& indices) {
  std::vector<IterMarkPtr> order;
  const auto splits = collectSplits(indices, order);
  for (const IterMarkPtr& mark : order)
    if (normalizeSplits(*mark, splits.at(mark.get()).second).empty()) return false;
  if (level_ != IterMapLevel::Bijective) return true;
  for (const IterMarkPtr& mark : inputs_)
    if (!splits.contains(mark.get()) && !isOne(mark->extent)) return false;
  return true;
}

}  // namespace lw::arith
