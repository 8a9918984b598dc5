#include "core/arith/region.h"

#include <algorithm>

#include "core/arith/compare_expr.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

// The values of split * scale + base, widened by the extent of the region that starts there. Nothing if the steps are
// wider than the region, since the box would have gaps.
std::optional<IntSet> withoutGaps(const IterSum& start, const Expr& extent, const Analyzer& analyzer) {
  const Expr one = makeConst(extent.dtype(), 1);
  if (start.args.empty()) return IntSet::of({start.base, extent});
  if (start.args.size() != 1) return std::nullopt;
  const IterSplit& s = start.args[0];
  const Expr reach = (s.extent - one) * s.scale;
  if (analyzer.canProve(ge(s.scale, makeZero(s.scale.dtype()))))
    return analyzer.canProveLessEqual(s.scale, extent)
               ? std::optional(IntSet::of({start.base, analyzer.simplify(extent + reach)}))
               : std::nullopt;
  if (!analyzer.canProveLessEqual(makeZero(s.scale.dtype()) - s.scale, extent)) return std::nullopt;
  return IntSet::of({analyzer.simplify(start.base + reach), analyzer.simplify(extent - reach)});
}

bool usesLoops(const Expr& e, const std::vector<IterDomain>& loops) {
  for (const IterDomain& d : loops)
    if (arith::uses(e, d.var.key())) return true;
  return false;
}

IntSetMap ranges(const std::vector<IterDomain>& loops) {
  IntSetMap map;
  for (const IterDomain& d : loops) map.insert_or_assign(d.var.key(), IntSet::of(d.range));
  return map;
}

// All dimensions at once from their iteration map, or nothing.
std::optional<RegionBound> boxOf(const std::vector<Range>& region, const std::vector<IterDomain>& loops,
                                 const Expr& predicate, const Analyzer& analyzer) {
  std::vector<Expr> starts;
  for (const Range& r : region) {
    if (usesLoops(r.extent, loops)) return std::nullopt;
    starts.push_back(r.min);
  }
  const IterMapResult map = detectIterMap(starts, loops, predicate, IterMapLevel::Surjective, analyzer);
  if (!map.ok()) return std::nullopt;
  std::vector<IntSet> dims;
  for (size_t i = 0; i < region.size(); ++i) {
    auto dim = withoutGaps(map.indices[i], region[i].extent, analyzer);
    if (!dim) return std::nullopt;
    dims.push_back(std::move(*dim));
  }
  return RegionBound{std::move(dims), map.predicateUsed};
}

}  // namespace

RegionBound relaxRegion(const std::vector<Range>& region, const std::vector<IterDomain>& loops, const Expr& predicate,
                        const Analyzer& analyzer) {
  const bool fixed = std::none_of(region.begin(), region.end(), [&](const Range& r) {
    return usesLoops(r.min, loops) || usesLoops(r.extent, loops);
  });
  if (!fixed) {
    if (auto box = boxOf(region, loops, predicate, analyzer)) return *box;
  }
  RegionBound bound;
  bound.exact = fixed;
  const IntSetMap relaxed = ranges(loops);
  for (const Range& r : region) {
    // A predicate may bound a single dimension even if it gives no box for all of them.
    if (!isTrue(predicate) && usesLoops(r.min, loops)) {
      if (auto box = boxOf({r}, loops, predicate, analyzer)) {
        bound.dims.push_back(box->dims[0]);
        continue;
      }
    }
    bound.dims.push_back(evalSet(r, relaxed, analyzer));
  }
  return bound;
}

RegionBound relaxRegion(const BufferRegion& region, const VarMap& bindings, const std::vector<IterDomain>& loops,
                        const Expr& predicate, const Analyzer& analyzer) {
  std::vector<Range> ranges;
  for (const Range& r : region.ranges) ranges.push_back(substitute(r, bindings));
  return relaxRegion(ranges, loops, predicate, analyzer);
}

std::vector<IntSet> uniteRegions(const std::vector<std::vector<IntSet>>& boxes, const Analyzer& analyzer) {
  std::vector<IntSet> out;
  if (boxes.empty()) return out;
  for (size_t d = 0; d < boxes[0].size(); ++d) {
    std::vector<IntSet> sets;
    for (const auto& box : boxes) sets.push_back(d < box.size() ? box[d] : IntSet::everything());
    out.push_back(unite(sets, analyzer));
  }
  return out;
}

std::vector<Range> toRanges(const std::vector<IntSet>& dims, const Buffer& buffer, const Analyzer& analyzer) {
  std::vector<Range> out;
  for (size_t i = 0; i < dims.size(); ++i) {
    const Expr extent = i < buffer->shape.size() ? buffer->shape[i] : Expr(1);
    out.push_back(toRange(dims[i], {makeZero(extent.dtype()), extent}, analyzer));
  }
  return out;
}

bool covers(const std::vector<IntSet>& outer, const std::vector<IntSet>& inner, const Analyzer& analyzer) {
  for (const IntSet& s : inner)
    if (s.empty) return true;
  if (outer.size() != inner.size()) return false;
  for (size_t i = 0; i < outer.size(); ++i) {
    if (outer[i].empty) return false;
    if (outer[i].min && (!inner[i].min || !analyzer.canProveLessEqual(*outer[i].min, *inner[i].min))) return false;
    if (outer[i].max && (!inner[i].max || !analyzer.canProveLessEqual(*inner[i].max, *outer[i].max))) return false;
  }
  return true;
}

}  // namespace lw
