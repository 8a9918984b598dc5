// Sums of splits that walk one range together become one mark: i * 8 + j with j in 0..8, or, under the constraint j * 2
// + k < 9, i * 9 + (j * 2 + k).
#include "core/arith/compare_expr.h"
#include "core/arith/iter_map_rewriter.h"
#include "core/ir/ops.h"

namespace lw::arith {
namespace {

int factorCount(const Expr& e) {
  const auto* n = e.as<Binary>();
  return n && n->op == BinaryOp::Mul ? factorCount(n->a) + factorCount(n->b) : 1;
}

}  // namespace

// The split with the smallest factor; among equal ones, a unit iterator.
int IterMapRewriter::findBase(const IterSum& s, const std::vector<bool>& skip, const IterMark* source, int last) const {
  int found = -1;
  int64_t smallest = 0;
  const auto considered = [&](int i) { return !skip[i] && (!source || s.args[i].source.get() == source); };
  for (int i = last; i >= 0; --i) {
    const auto scale = asInt(s.args[i].scale);
    if (!considered(i) || !scale) continue;
    const bool unitTie = found >= 0 && *scale == smallest && isOne(s.args[i].extent) && !isOne(s.args[found].extent);
    if (found == -1 || *scale < smallest || unitTie) {
      smallest = *scale;
      found = i;
    }
  }
  if (found != -1) return found;
  int fewest = 0;
  for (int i = last; i >= 0; --i) {
    if (!considered(i)) continue;
    const int count = factorCount(s.args[i].scale);
    if (found == -1 || count < fewest) {
      fewest = count;
      found = i;
    }
  }
  return found;
}

// The split with exactly this factor; unit iterators first.
int IterMapRewriter::findExact(const IterSum& s, const std::vector<bool>& skip, const Expr& scale,
                               const IterMark* source, int last) const {
  int found = -1;
  for (int i = last; i >= 0; --i) {
    if (skip[i] || (source && s.args[i].source.get() != source)) continue;
    if (!analyzer_.canProveEqual(s.args[i].scale, scale)) continue;
    if (isOne(s.args[i].extent)) return i;
    if (found == -1) found = i;
  }
  return found;
}

// The split with the greatest factor up to `scale`: the ranges overlap.
int IterMapRewriter::findSmaller(const IterSum& s, const std::vector<bool>& skip, const Expr& scale) const {
  int found = -1;
  for (int i = static_cast<int>(s.args.size()) - 1; i >= 0; --i) {
    if (skip[i]) continue;
    const Expr& current = s.args[i].scale;
    const Expr zero = makeZero(current.dtype());
    if (!analyzer_.canProveLessEqual(current, scale) || !analyzer_.canProveLessEqual(zero, current)) continue;
    if (found == -1 || analyzer_.canProveLess(s.args[found].scale, current)) found = i;
  }
  return found;
}

// Adjacent parts of one source: (x // (c*s)) % m * s + (x // c) % s = (x // c) % (m*s).
std::optional<IterSum> IterMapRewriter::combineSameSource(const IterSum& sum) {
  const int count = static_cast<int>(sum.args.size());
  std::map<const IterMark*, int> hits;
  for (const IterSplit& s : sum.args) ++hits[s.source.get()];
  if (static_cast<int>(hits.size()) == count) return std::nullopt;
  std::vector<bool> visited(sum.args.size(), false);
  Splits reversed;
  for (int last = count - 1; last >= 0; --last) {
    while (!visited[last]) {
      const IterMark* source = sum.args[last].source.get();
      const int base = hits[source] == 1 ? last : findBase(sum, visited, source, last);
      visited[base] = true;
      IterSplit low = sum.args[base];
      while (hits[source] > 1) {
        const int next = findExact(sum, visited, times(low.extent, low.scale), source, last);
        if (next == -1 || !analyzer_.canProveEqual(sum.args[next].lowerFactor, times(low.lowerFactor, low.extent)))
          break;
        visited[next] = true;
        low.extent = times(sum.args[next].extent, low.extent);
      }
      reversed.push_back(std::move(low));
    }
  }
  return IterSum{Splits(reversed.rbegin(), reversed.rend()), sum.base};
}

// The longest constraint whose innermost split this is.
const IterSum* IterMapRewriter::constraintFrom(const IterSplit& split) const {
  const IterSum* longest = nullptr;
  for (const IterSum& c : constrained_)
    if (sameSplit(split, c.args.back(), false) && (!longest || longest->args.size() < c.args.size())) longest = &c;
  return longest;
}

IterMapRewriter::FusedMark* IterMapRewriter::findFlattened(const IterSum& flattened) {
  for (FusedMark& f : fused_)
    if (sameSum(f.flattened, flattened)) return &f;
  return nullptr;
}

IterMapRewriter::FusedMark* IterMapRewriter::findStructured(const IterSum& structured) {
  for (FusedMark& f : fused_)
    if (sameSum(f.structured, structured)) return &f;
  return nullptr;
}

// Marks the splits of a constraint, scaled by `factor`, as visited; false if some of them are missing.
bool IterMapRewriter::takeConstrained(const IterSum& sum, const IterSum& constraint, const Expr& factor,
                                      std::vector<bool>& visited, Splits& flattened) const {
  for (auto it = constraint.args.rbegin(); it != constraint.args.rend(); ++it) {
    size_t k = 0;
    while (k < sum.args.size() && (visited[k] || !sameSplit(sum.args[k], *it, false) ||
                                   !analyzer_.canProveEqual(it->scale * factor, sum.args[k].scale)))
      ++k;
    if (k == sum.args.size()) return false;
    visited[k] = true;
    flattened.push_back(sum.args[k]);
  }
  return true;
}

std::optional<IterSum> IterMapRewriter::fuse(IterSum sum, bool allowEarlySkip) {
  if (auto combined = combineSameSource(sum)) {
    sum = std::move(*combined);
    if (sum.args.size() <= 1 && allowEarlySkip) return sum;
  }
  const int last = static_cast<int>(sum.args.size()) - 1;
  std::vector<bool> visited(sum.args.size(), false);
  const int base = findBase(sum, visited, nullptr, last);
  if (base == -1) return std::nullopt;
  const Expr baseScale = sum.args[base].scale;
  const Expr zero = makeZero(baseScale.dtype()), one = makeConst(baseScale.dtype(), 1);
  Expr expected = baseScale, extraBase = zero, tail = zero;
  Splits flattened, grouped;  // innermost first

  for (size_t done = 0; done < sum.args.size();) {
    int at = done == 0 ? base : findExact(sum, visited, expected, nullptr, last);
    const bool exact = at != -1;
    if (!exact && level_ != IterMapLevel::Bijective && isOne(baseScale)) at = findSmaller(sum, visited, expected);
    if (at == -1) return std::nullopt;
    const Expr matched = exact ? expected : sum.args[at].scale;
    if (!exact) tail = tail + (expected - matched);
    Expr extent = sum.args[at].extent;
    if (const IterSum* constraint = constraintFrom(sum.args[at])) {
      if (!takeConstrained(sum, *constraint, matched, visited, flattened)) return std::nullopt;
      const FusedMark& group = *findFlattened(*constraint);
      grouped.push_back({group.mark, one, group.mark->extent, simplified(floordiv(matched, baseScale))});
      extraBase = extraBase + group.offset * matched;
      extent = group.mark->extent;
      done += constraint->args.size();
    } else {
      visited[at] = true;
      IterSplit arg = sum.args[at];
      arg.scale = simplified(floordiv(arg.scale, baseScale));
      flattened.push_back(arg);
      grouped.push_back(std::move(arg));
      ++done;
    }
    expected = times(extent, matched);
  }

  const IterSum flat{Splits(flattened.rbegin(), flattened.rend()), zero};
  const IterSum structured{Splits(grouped.rbegin(), grouped.rend()), zero};
  const auto asOne = [&](const IterMarkPtr& mark) {
    return IterSum{{{mark, one, mark->extent, baseScale}}, sum.base + extraBase};
  };
  if (const FusedMark* old = findFlattened(flat)) {
    if (!analyzer_.canProveEqual(extraBase, old->offset * baseScale)) return std::nullopt;
    return asOne(old->mark);
  }
  const Expr extent = simplified(floordiv(expected, baseScale) + tail);
  auto mark = std::make_shared<const IterMark>(IterMark{structured, extent, std::nullopt, 0});
  fused_.push_back({flat, structured, mark, extraBase});
  return asOne(mark);
}

// A sum with the constraint lower <= sum < upper: its mark gets the extent that remains under the constraint.
IterSum IterMapRewriter::normalizeOnBound(IterSum sum, std::optional<Expr> lower, std::optional<Expr> upper) {
  if (lower) lower = simplified(*lower - sum.base);
  if (upper) upper = simplified(*upper - sum.base);
  sum.base = makeZero(sum.base.dtype());
  const auto one = fuse(sum, false);
  if (!one || one->args.size() != 1 || !isOne(one->args[0].scale) || !one->args[0].source->sum()) {
    errors_.push_back("the predicate does not bound a fused iterator");
    return sum;
  }
  FusedMark* known = findStructured(*one->args[0].source->sum());
  if (!known) {
    errors_.push_back("the predicate bounds an iterator twice in different ways");
    return sum;
  }
  Expr start = known->offset, end = start + known->mark->extent;
  if (lower) {
    const Expr newStart = simplified(max(*lower, start));
    const Expr delta = simplified(newStart - start);
    if (!isZero(delta)) known->structured.base = simplified(known->structured.base - delta);
    start = newStart;
  }
  if (upper) end = analyzer_.canProveLessEqual(*upper, end) ? *upper : min(*upper, end);
  known->mark = std::make_shared<const IterMark>(IterMark{known->structured, simplified(end - start), std::nullopt, 0});
  known->offset = start;
  constrained_.push_back(known->flattened);
  return *one;
}

bool IterMapRewriter::constraintsAreNested() const {
  const auto contains = [](const IterSum& s, const IterSplit& split) {
    for (const IterSplit& a : s.args)
      if (sameSplit(a, split)) return true;
    return false;
  };
  for (size_t i = 0; i < constrained_.size(); ++i) {
    for (size_t j = i + 1; j < constrained_.size(); ++j) {
      size_t common = 0;
      for (const IterSplit& s : constrained_[i].args) common += contains(constrained_[j], s);
      if (common != 0 && common != constrained_[i].args.size()) return false;
    }
  }
  return true;
}

}  // namespace lw::arith
