#include "core/schedule/regions.h"

#include "core/schedule/bindings.h"

#include "core/arith/int_set.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {

std::optional<Interval> valuesOf(const Range& r, const RunningVars& vars, const Analyzer& analyzer) {
  IntSetMap running;
  for (const Running& v : vars) running.insert_or_assign(v.var.key(), IntSet::of(v.range));
  const IntSet set = evalSet(r, running, analyzer);
  if (!set.bounded()) return std::nullopt;
  return Interval{*set.min, *set.max};
}

bool readsMemory(const Range& r) { return readsMemory(r.min) || readsMemory(r.extent); }

Interval hull(const Interval& a, const Interval& b, const Analyzer& analyzer) {
  if (equal(a.min, b.min) && equal(a.max, b.max)) return a;
  return {analyzer.simplify(min(a.min, b.min)), analyzer.simplify(max(a.max, b.max))};
}

}  // namespace lw
