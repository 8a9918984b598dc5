#include "core/arith/counts.h"

#include <algorithm>

#include "core/ir/ops.h"

namespace lw {
namespace {

bool isCount(const Expr& extent, const Analyzer& known) {
  if (const auto value = asInt(extent)) return *value >= 0;
  return known.canProve(le(makeZero(extent.dtype()), extent));
}

}  // namespace

Analyzer knownSizes(const PrimFunc& f) {
  Analyzer known;
  for (const auto& [parameter, buffer] : f.buffers)
    for (const Expr& size : buffer->shape) {
      if (asInt(size)) continue;
      Analyzer more;
      {
        const Analyzer::Scope scope = known.with(le(makeZero(size.dtype()), size));
        more = known;  // keeps what the scope adds
      }
      known = std::move(more);
    }
  return known;
}

Expr countOf(const Expr& extent, const Analyzer& known) {
  return isCount(extent, known) ? extent : max(extent, makeZero(extent.dtype()));
}

std::vector<Expr> countsOf(const std::vector<Expr>& extents, const Analyzer& known) {
  std::vector<Expr> counts;
  int changed = 0;
  for (const Expr& extent : extents) {
    counts.push_back(countOf(extent, known));
    changed += !counts.back().sameAs(extent);
  }
  return changed > 1 ? counts : extents;
}

}  // namespace lw
