#include "core/schedule/support/guards.h"

#include "core/analysis/dependence/dependence.h"
#include "core/analysis/values/value_flow.h"
#include "core/ir/debug_text.h"
#include "core/ir/ops.h"
#include "core/schedule/support/loop_checks.h"

namespace lw {

const Error<Ident, Snippet, Message> kGuardChanges{"guard.changes-values",
                                                   "a guard {1} on block {0} changes the results: {2}"};
const Error<Ident, Snippet, Message> kGuardUndecided{
    "guard.undecided", "it could not be proved that block {0} may be skipped where {1} does not hold ({2})"};
const Error<Ident, Snippet, Ident> kGuardRace{
    "guard.race",
    "with a guard {1} on block {0}, the iterations of loop {2} depend on each other, but they run in parallel"};

namespace {

Explanation about(Explanation e, BlockId block, Message hint) {
  e.setHint(std::move(hint));
  e.blocks = {block};
  return e;
}

}  // namespace

Result<Guarded> guardBlock(const Snapshot& program, BlockId id, const Expr& condition) {
  Block block = program.block(id);
  const std::string text = debugText(condition);
  block.predicate = logicalAnd(block.predicate, condition);
  Guarded guarded{program.functionOf(id), program.function(program.functionOf(id))};
  const PrimFunc before = guarded.changed;
  guarded.changed = replaceStmt(before, program.stmt(id), block);
  const Verdict verdict = keepsValueFlow(before, guarded.changed, {}, program.budget());
  if (verdict.no())
    return refused(about(kGuardChanges(block.name, text, verdict.reason), id,
                         "the condition may skip only what is computed again elsewhere"),
                   verdict);
  if (!verdict.yes()) {
    Explanation e = about(kGuardUndecided(block.name, text, verdict.reason), id, {});
    e.conservative = true;
    return e;
  }
  for (const LoopId loop : allLoopsAbove(program, id)) {
    const ForKind kind = program.loop(loop).kind;
    if (kind != ForKind::Parallel && kind != ForKind::Vectorized && kind != ForKind::ThreadBinding) continue;
    const Verdict apart = iterationsIndependent(guarded.changed, loop, program.budget());
    if (apart.yes()) continue;
    Explanation e =
        about(kGuardRace(block.name, text, program.name(loop)), id,
              "guard the block before the loop is made parallel, or by a condition on loops further inside");
    e.witness = apart.witness;
    e.loops = {loop};
    return e;
  }
  return guarded;
}

}  // namespace lw
