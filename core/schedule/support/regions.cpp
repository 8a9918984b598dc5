#include "core/schedule/support/regions.h"

#include "core/schedule/support/bindings.h"

#include "core/arith/int_set.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {

std::optional<ExprInterval> valuesOf(const Range& r, const RunningVars& vars, const Analyzer& analyzer) {
  IntSetMap running;
  for (const Running& v : vars) running.insert_or_assign(v.var.key(), IntSet::of(v.range));
  const IntSet set = evalSet(r, running, analyzer);
  if (!set.bounded()) return std::nullopt;
  return ExprInterval{*set.min, *set.max};
}

bool loadsMemory(const Range& r) { return loadsMemory(r.min) || loadsMemory(r.extent); }

ExprInterval hull(const ExprInterval& a, const ExprInterval& b, const Analyzer& analyzer) {
  if (equal(a.min, b.min) && equal(a.max, b.max)) return a;
  return {analyzer.simplify(min(a.min, b.min)), analyzer.simplify(max(a.max, b.max))};
}

Range insideBuffer(const Range& r, const Expr& size, const Analyzer& analyzer) {
  const std::optional<int64_t> count = asInt(size);
  const Expr end = r.min + r.extent;
  const IntBound begins = analyzer.constBound(r.min), ends = analyzer.constBound(end);
  if (!count || *count < 1 || !begins.bounded() || !ends.bounded() || (begins.min >= 0 && ends.max <= *count)) return r;
  const auto constant = [&](int64_t value) { return makeConst(end.dtype(), value); };
  Expr first = r.min, after = end;
  if (begins.min < 0) first = max(first, constant(0));
  if (begins.max >= *count) first = min(first, constant(*count - 1));
  if (ends.min < 1) after = max(after, constant(1));
  if (ends.max > *count) after = min(after, constant(*count));
  first = analyzer.simplify(first);
  return {first, analyzer.simplify(after - first)};
}

static bool isDeclaredByHand(const Block& block) {
  return block.annotations.contains("explicit_read_region") || block.annotations.contains("explicit_write_region");
}

bool isDeclaredByHand(const Stmt& stmt) {
  return anyStmt(stmt, [&](const Stmt& s) {
    const auto* block = s.as<Block>();
    return block && isDeclaredByHand(*block);
  });
}

Message declaredByHand(const Snapshot& program, BlockId scope) {
  for (const BlockId id : program.childBlocks(scope)) {
    const Block& block = program.block(id);
    if (isDeclaredByHand(block)) return say("the regions of block {0} were declared by hand", Ident(block.name));
  }
  return {};
}

Analyzer knownAt(const Stmt& root, BlockId block) {
  Analyzer known;
  for (const Stmt& s : pathTo(root, block)) {
    if (const auto* loop = s.as<For>()) known.bind(loop->var, {loop->min, loop->extent});
    const auto* around = s.as<Block>();
    for (size_t i = 0; around && around->id != block && i < around->iters.size(); ++i)
      known.bind(around->iters[i].var, around->iters[i].domain);
  }
  return known;
}

}  // namespace lw
