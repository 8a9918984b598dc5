#include "core/arith/iter_map.h"

#include <algorithm>

#include "core/arith/compare_expr.h"
#include "core/arith/iter_map_rewriter.h"
#include "core/ir/ops.h"

namespace lw {
namespace arith {
namespace {

const IterDomain* findDomain(const std::vector<IterDomain>& iters, const Var& v) {
  for (const IterDomain& d : iters)
    if (d.var.sameAs(v)) return &d;
  return nullptr;
}

bool usesAny(const Expr& e, const std::vector<IterDomain>& iters) {
  return std::any_of(iters.begin(), iters.end(), [&](const IterDomain& d) { return uses(e, d.var.key()); });
}

size_t nodeCount(const Expr& e) {
  size_t n = 0;
  forEachExpr(e, [&](const Expr&) { ++n; });
  return n;
}

// left < right (or <=) with iterators on both sides: iterators move to the left, the rest to the right.
void gather(const Expr& part, bool positive, const std::vector<IterDomain>& iters, Expr& left, Expr& right) {
  const auto* n = part.as<Binary>();
  if (n && (n->op == BinaryOp::Add || n->op == BinaryOp::Sub)) {
    gather(n->a, positive, iters, left, right);
    gather(n->b, n->op == BinaryOp::Add ? positive : !positive, iters, left, right);
  } else if (usesAny(part, iters)) {
    left = positive ? left + part : left - part;
  } else {
    right = positive ? right - part : right + part;
  }
}

struct Comparison {
  Expr left, right;  // left < right, or left <= right
  bool orEqual;
};

std::optional<Comparison> comparisonOf(const Expr& e) {
  const auto* n = e.as<Binary>();
  if (!n || !isComparison(n->op) || !n->a.dtype().isInteger()) return std::nullopt;
  switch (n->op) {
    case BinaryOp::LT:
      return Comparison{n->a, n->b, false};
    case BinaryOp::LE:
      return Comparison{n->a, n->b, true};
    case BinaryOp::GT:
      return Comparison{n->b, n->a, false};
    case BinaryOp::GE:
      return Comparison{n->b, n->a, true};
    default:
      return std::nullopt;
  }
}

void shrink(std::vector<IterDomain>& iters, const Var& v, const IterConstraint& c) {
  for (IterDomain& d : iters) {
    if (!d.var.sameAs(v)) continue;
    Expr min = d.range.min, end = d.range.min + d.range.extent;
    if (c.lower) min = lw::max(min, *c.lower);
    if (c.upper) end = lw::min(end, *c.upper);
    d.range = {simplify(min), simplify(end - min)};
  }
}

}  // namespace

bool matchConstraints(const Expr& predicate, std::vector<IterDomain>& iters, std::vector<IterConstraint>& out) {
  if (isTrue(predicate)) return true;
  if (const auto* n = predicate.as<Binary>(); n && n->op == BinaryOp::And)
    return matchConstraints(n->a, iters, out) && matchConstraints(n->b, iters, out);
  auto c = comparisonOf(predicate);
  if (!c) return false;
  const bool left = usesAny(c->left, iters), right = usesAny(c->right, iters);
  if (!left && !right) return true;
  if (left && right) {
    Expr l = makeZero(c->left.dtype()), r = l;
    gather(c->left - c->right, true, iters, l, r);
    c->left = simplify(l);
    c->right = simplify(r);
  }
  const Expr one = makeConst(c->left.dtype(), 1);
  IterConstraint k = right && !left ? IterConstraint{c->right, c->orEqual ? c->left : c->left + one, {}}
                                    : IterConstraint{c->left, {}, c->orEqual ? c->right + one : c->right};
  const auto* v = k.iter.as<Var>();
  if (v && findDomain(iters, *v))
    shrink(iters, *v, k);
  else
    out.push_back(std::move(k));
  return true;
}

}  // namespace arith

IterMapResult detectIterMap(const std::vector<Expr>& indices, const std::vector<IterDomain>& iters,
                            const Expr& predicate, IterMapLevel level, const Analyzer& analyzer, bool dropUnitIters) {
  IterMapResult result;
  for (const IterDomain& d : iters) {
    if (!arith::usesAny(d.range.min, iters) && !arith::usesAny(d.range.extent, iters)) continue;
    result.errors.push_back("the range of iterator " + d.var.name() + " depends on another iterator");
    return result;
  }
  std::vector<IterDomain> domains = iters;
  std::vector<arith::IterConstraint> constraints;
  if (!arith::matchConstraints(predicate, domains, constraints)) {
    result.errors.push_back("the predicate is not a conjunction of bounds on iterators");
    return result;
  }
  // A constraint on a part of another constraint comes first.
  std::stable_sort(constraints.begin(), constraints.end(),
                   [](const arith::IterConstraint& a, const arith::IterConstraint& b) {
                     return arith::nodeCount(a.iter) < arith::nodeCount(b.iter);
                   });
  arith::IterMapRewriter rewriter(analyzer, domains, level, dropUnitIters, result.errors);
  for (const auto& c : constraints) {
    rewriter.constrain(c);
    if (!result.ok()) return result;
  }
  if (!rewriter.constraintsAreNested()) {
    result.errors.push_back("bounds in the predicate overlap, and neither contains the other");
    return result;
  }
  std::vector<IterSum> sums;
  const bool mayPad = level != IterMapLevel::Bijective;
  for (int pass = mayPad ? 0 : 1; pass < 2; ++pass) {
    if (pass == 1 && mayPad && !rewriter.needsPadding()) break;
    sums.clear();
    for (const Expr& index : indices) {
      sums.push_back(pass == 0 ? rewriter.rewriteCollectingPadding(index) : rewriter.rewrite(index));
      if (!result.ok()) return result;
    }
  }
  result.paddingPredicate = rewriter.paddingPredicate();
  if (level != IterMapLevel::NoCheck && !rewriter.isMapping(sums)) {
    result.errors.push_back(level == IterMapLevel::Bijective ? "the indices do not map the iterators one to one"
                                                             : "the indices are not independent of each other");
    return result;
  }
  result.predicateUsed = rewriter.usesAllConstraints(sums);
  result.indices = std::move(sums);
  return result;
}

Expr toExpr(const IterSplit& split, const Analyzer& analyzer) {
  const IterMark& mark = *split.source;
  const Expr source = mark.sum() ? toExpr(*mark.sum(), analyzer) : std::get<Expr>(mark.source);
  if (isOne(split.lowerFactor) && analyzer.canProveEqual(split.extent, mark.extent)) return source * split.scale;
  const Expr covered = split.lowerFactor * split.extent;
  if (analyzer.canProveEqual(mark.extent, covered)) {
    if (isOne(split.extent) && !isOne(mark.extent)) return makeZero(source.dtype());
    return floordiv(source, split.lowerFactor) * split.scale;
  }
  return floordiv(floormod(source, analyzer.simplify(covered)), split.lowerFactor) * split.scale;
}

Expr toExpr(const IterSum& sum, const Analyzer& analyzer) {
  std::optional<Expr> e;
  for (const IterSplit& s : sum.args) {
    const Expr part = toExpr(s, analyzer);
    e = e ? *e + part : part;
  }
  return e ? *e + sum.base : sum.base;
}

std::vector<Expr> simplifyIterMap(const std::vector<Expr>& indices, const std::vector<IterDomain>& iters,
                                  const Expr& predicate, IterMapLevel level, const Analyzer& analyzer,
                                  bool dropUnitIters) {
  IterMapResult r = detectIterMap(indices, iters, predicate, level, analyzer, dropUnitIters);
  // The form may hold without the predicate while the predicate prevents its detection.
  if (!r.ok() && !isTrue(predicate) && level != IterMapLevel::Bijective)
    r = detectIterMap(indices, iters, boolConst(true), level, analyzer, dropUnitIters);
  if (!r.ok()) return indices;
  // Loops that do not start at 0 leave `(i - start) * c + start * c` behind.
  const bool shifted =
      std::any_of(iters.begin(), iters.end(), [](const IterDomain& d) { return !isZero(d.range.min); });
  std::vector<Expr> out;
  for (size_t i = 0; i < indices.size(); ++i) {
    Expr e = cast(indices[i].dtype(), toExpr(r.indices[i], analyzer));
    if (shifted) e = analyzer.simplify(e);
    if (arith::same(e, indices[i])) e = indices[i];
    out.push_back(std::move(e));
  }
  return out;
}

}  // namespace lw
