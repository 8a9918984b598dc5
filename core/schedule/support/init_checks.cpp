#include "core/schedule/support/init_checks.h"

#include <algorithm>
#include <set>

#include "core/analysis/shapes/empty_reductions.h"
#include "core/analysis/values/value_flow.h"
#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/define.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/relocate.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident> kInitLost{
    "reduction.init-lost",
    "the reduction of block {0} may have no iteration, and its init would not run in this case after the step: it "
    "depends on loop {1} or on a condition on this loop"};
constexpr Error<Ident, Ident, Ident> kInitReads{"reduction.init-reads",
                                                "the init of block {0} also runs where the reduction over loop {1} has "
                                                "no iteration, but {2}, which it reads, would "
                                                "be written inside this loop"};

// The loops of an init and the conditions under which it runs.
struct InitPlace {
  std::vector<Var> loops;
  Expr condition = boolConst(true);
  std::vector<BufferRegion> writes;
};

InitPlace placeOf(const EmptyReduction& reduction) {
  InitPlace place;
  Stmt at = reduction.init;
  while (true) {
    if (const auto* branch = at.as<IfThenElse>()) {
      place.condition = logicalAnd(place.condition, branch->condition);
      at = Stmt(branch->thenBody);
    } else if (const auto* loop = at.as<For>()) {
      place.loops.push_back(loop->var);
      at = Stmt(loop->body);
    } else {
      const auto* block = at.as<Block>();
      if (!block) return place;
      VarMap values;
      for (size_t i = 0; i < block->iters.size(); ++i)
        values.insert_or_assign(block->iters[i].var.key(), block->bindings[i]);
      place.condition = logicalAnd(place.condition, substitute(block->predicate, values));
      place.writes = block->writes;
      return place;
    }
  }
}

// Does the init of a copy run wherever the other one did? Steps on loops carry out all iterations, in the block or in
// copies of it.
bool standsFor(const InitPlace& copy, const InitPlace& lost) {
  if (copy.loops.size() != lost.loops.size() || !touches(copy.writes, lost.writes)) return false;
  VarMap same;
  for (size_t i = 0; i < copy.loops.size(); ++i) {
    if (!(copy.loops[i].dtype() == lost.loops[i].dtype())) return false;
    same.insert_or_assign(copy.loops[i].key(), lost.loops[i]);
  }
  Analyzer known;
  const Analyzer::Scope scope = known.with(lost.condition);
  return known.canProve(substitute(copy.condition, same));
}

std::set<const void*> storedIn(const Stmt& root) {
  std::set<const void*> found;
  forEachStmt(root, [&](const Stmt& s) {
    if (const auto* store = s.as<BufferStore>()) found.insert(store->buffer->data.key());
  });
  return found;
}

// A buffer that the init reads and that nothing but the loops of its reduction writes.
std::optional<Buffer> readTooEarly(const Snapshot& program, const EmptyReduction& reduction) {
  if (!program.contains(reduction.before)) return std::nullopt;
  const std::set<const void*> own = storedIn(reduction.init), inside = storedIn(program.stmt(reduction.before));
  std::optional<Buffer> found;
  forEachStmt(reduction.init, [&](const Stmt& s) {
    const auto* store = s.as<BufferStore>();
    if (!store) return;
    forEachExpr(store->value, [&](const Expr& e) {
      const auto* load = e.as<BufferLoad>();
      const void* data = load ? load->buffer->data.key() : nullptr;
      if (load && inside.contains(data) && !own.contains(data)) found = load->buffer;
    });
  });
  return found;
}

// rfactor leaves the init to a block that runs for each part. decompose_reduction makes a block of it, and proves it.
bool startsWithoutLoops(const Snapshot& after, BlockId block) {
  if (!after.contains(block)) return false;
  const Block& b = after.block(block);
  return !b.init || isTrue(b.predicate);
}

std::optional<Explanation> lostInit(const Snapshot& program, const Edit& edit, Group group,
                                    const std::vector<EmptyReduction>& inits, const std::vector<EmptyReduction>& kept) {
  const Snapshot after = program.withFunction(edit.function, *edit.changed);
  const auto lost = std::find_if(inits.begin(), inits.end(), [&](const EmptyReduction& init) {
    if (group == Group::Reduction && startsWithoutLoops(after, init.block)) return false;
    return std::none_of(kept.begin(), kept.end(), [&](const EmptyReduction& k) {
      const InitPlace place = placeOf(k);
      if (isFalse(Analyzer().simplify(place.condition))) return false;  // a later part of a divided loop
      return k.block == init.block || (!program.contains(k.block) && standsFor(place, placeOf(init)));
    });
  });
  if (lost == inits.end()) return std::nullopt;
  const PrimFunc& before = program.function(edit.function);
  const Verdict verdict = keepsValueFlow(before, *edit.changed, {}, program.budget());
  if (verdict.yes()) return std::nullopt;
  const std::string block = program.name(lost->block);
  Explanation e = explain(kInitLost(block, program.name(lost->before)),
                          say("decompose_reduction {0} before this step", Ident(block)));
  e.blocks = {lost->block};
  e.loops = {lost->before};
  return notAllowed(std::move(e), verdict);
}

}  // namespace

bool mayHaveInits(const Snapshot& program) {
  for (int i = 0; i < program.functionCount(); ++i)
    if (!emptyReductions(program.function(i)).empty()) return true;
  return false;
}

// What the reductions leave is compared only if neither the block nor a copy of it has the init.
std::optional<Explanation> initLost(const Snapshot& program, const Edit& edit, Group group) {
  if (!edit.changed) return std::nullopt;
  const std::vector<EmptyReduction> inits = emptyReductions(program.function(edit.function));
  if (inits.empty()) return std::nullopt;
  const std::vector<EmptyReduction> kept = emptyReductions(*edit.changed);
  if (mayLoseInits(group))
    if (auto error = lostInit(program, edit, group, inits, kept)) return error;
  const Snapshot after = program.withFunction(edit.function, *edit.changed);
  for (const EmptyReduction& reduction : kept) {
    const auto early = readTooEarly(after, reduction);
    const auto was = std::find_if(inits.begin(), inits.end(),
                                  [&](const EmptyReduction& init) { return init.block == reduction.block; });
    if (!early || (was != inits.end() && readTooEarly(program, *was))) continue;
    Explanation e = explain(kInitReads(after.name(reduction.block), after.name(reduction.before), (*early)->name),
                            "choose a loop outside of the reduction");
    e.blocks = {reduction.block};
    e.loops = {reduction.before};
    return e;
  }
  return std::nullopt;
}

std::vector<const ErrorKind*> initErrors(Group group) {
  std::vector<const ErrorKind*> errors;
  if (mayLoseInits(group)) errors.push_back(&kInitLost);
  if (mayMoveInits(group)) errors.push_back(&kInitReads);
  return errors;
}

}  // namespace lw
