// skip_masked: turn a mask into ends of loops. Iterations at the start or the end of a loop are left out if all that
// they compute has no effect: terms that a mask makes 0, candidates of a maximum that it makes the least, and elements
// that nothing reads. After tiling these are whole tiles; tiles that the mask crosses keep it. The results are the same
// as long as what is multiplied by an exponential of a masked value is finite, and each row of a softmax has a value
// that is not masked: 0 times infinity is not a number.
#include <algorithm>
#include <memory>
#include <set>

#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/masked_terms.h"

namespace lw {
namespace {

constexpr Error<Ident> kNothing{"skip_masked.nothing",
                                "no loop around block {0} has iterations at its start or its end that have no effect"};
constexpr Error<Ident> kStartInside{
    "skip_masked.start-inside",
    "a mask leaves out terms of block {0}, but its reduction starts inside of it, in its first iteration"};

struct Args {
  BlockId block;
};
struct Plan {
  int function;
  PrimFunc changed;
};

// All below it is stores in blocks and hints, which may be left out.
bool onlyStores(const For& loop) {
  return !anyStmt(loop.body, [](const Stmt& s) {
    return s.as<While>() || s.as<AssertStmt>() || s.as<AttrStmt>() ||
           (s.as<Evaluate>() && !isNoOp(s) && !isPrefetch(s));
  });
}

// The variables on which a condition must not depend: of the loops inside, and of threads, which meet at barriers.
// Those of thread blocks are the same for all threads that meet.
HiddenVars hiddenIn(const LoopAccess& access, const For& loop, const Analyzer& known) {
  HiddenVars hidden;
  bool inside = false;
  for (const For* l : access.loops) {
    const bool ofThreads = l->kind == ForKind::ThreadBinding && !l->thread.starts_with("blockIdx");
    if (inside || ofThreads) hidden.push_back({l->var, known.constBound(l->var)});
    inside = inside || l->id == loop.id;
  }
  return hidden;
}

struct Ends {
  std::optional<Expr> first, end;  // of the iterations with an effect: first <= v < end
};

Ends endsOf(const EffectCondition& effect, const For& loop, const Analyzer& known) {
  Ends ends;
  const DataType type = loop.var.dtype();
  for (const VariableSum& sum : effect.all) {
    const int64_t factor = sum.factorOf(loop.var);
    VariableSum rest = sum;
    if (factor == 0 || !rest.add(loop.var, -factor)) continue;
    const Expr by = makeConst(type, std::abs(factor));
    if (factor < 0) {
      const Expr end = floordiv(toExpr(rest, type), by) + makeConst(type, 1);
      if (!known.canProve(le(loop.min + loop.extent, end))) ends.end = ends.end ? min(*ends.end, end) : end;
      continue;
    }
    VariableSum negative;
    if (!negative.add(rest, -1) || !negative.add(VariableSum(std::abs(factor) - 1))) continue;
    const Expr first = floordiv(toExpr(negative, type), by);
    if (!known.canProve(le(first, loop.min))) ends.first = ends.first ? max(*ends.first, first) : first;
  }
  return ends;
}

// The loop with the iterations that have an effect; nullopt: all may have one.
std::optional<For> shortened(const LoopAccesses& accesses, const MaskedTerms& terms, const For& loop) {
  if (loop.kind != ForKind::Serial || !loop.annotations.empty() || !onlyStores(loop)) return std::nullopt;
  EffectCondition effect{true, {}};
  for (const LoopAccess& store : accesses.stores) {
    const auto within = [&](const For* l) { return l->id == loop.id; };
    if (std::none_of(store.loops.begin(), store.loops.end(), within)) continue;
    effect = either(effect, withoutVars(terms.effectOf(store, loop), {}, hiddenIn(store, loop, accesses.known)));
    if (effect.always()) return std::nullopt;
  }
  const Ends ends = endsOf(effect, loop, accesses.known);
  if (!ends.first && !ends.end) return std::nullopt;
  For result = loop;
  const Expr end = loop.min + loop.extent;
  if (ends.first)
    result.min = accesses.known.canProve(ge(*ends.first, loop.min)) ? *ends.first : max(loop.min, *ends.first);
  const Expr newEnd = ends.end ? min(end, *ends.end) : end;
  result.extent = isZero(result.min) ? newEnd : rawBinary(BinaryOp::Sub, newEnd, result.min);
  if (!accesses.known.canProve(ge(result.extent, makeZero(result.extent.dtype()))))
    result.extent = max(result.extent, makeZero(result.extent.dtype()));
  return result;
}

bool isAround(const Block& outer, BlockId block) {
  return anyStmt(outer.body, [&](const Stmt& s) { return s.as<Block>() && s.as<Block>()->id == block; });
}

// The loops around the block, and around the blocks in it, those of later blocks first: what a block computes has less
// effect where the loops of its readers are shorter.
std::vector<LoopId> loopsToShorten(const Snapshot& program, BlockId block) {
  std::vector<LoopId> loops;
  std::set<LoopId> seen;
  const std::vector<BlockId> all = program.blocks(program.functionOf(block));
  for (auto b = all.rbegin(); b != all.rend(); ++b)
    if (*b == block || isAround(program.block(block), *b))
      for (const LoopId loop : program.loopsAbove(*b))
        if (seen.insert(loop).second) loops.push_back(loop);
  return loops;
}

// A block whose mask is of no use because its reduction starts inside of it.
std::optional<BlockId> startInside(const LoopAccesses& accesses, const MaskedTerms& terms, const Block& block) {
  for (const LoopAccess& store : accesses.stores)
    if (!store.starts && store.block->init && (store.block->id == block.id || isAround(block, store.block->id)) &&
        !terms.termOf(store).always())
      return store.block->id;
  return std::nullopt;
}

// A program and what it accesses.
struct State {
  State(const Snapshot& snapshot, int index)
      : program(snapshot),
        accesses(loopAccesses(snapshot.function(index).body)),
        terms(program.function(index), accesses, snapshot.budget()) {}
  State(const State&) = delete;
  Snapshot program;
  LoopAccesses accesses;
  MaskedTerms terms;
};

Result<Plan> check(const Snapshot& program, const Args& args) {
  const int index = program.functionOf(args.block);
  auto state = std::make_unique<State>(program, index);
  for (const LoopId id : loopsToShorten(program, args.block))
    if (const std::optional<For> loop = shortened(state->accesses, state->terms, state->program.loop(id))) {
      const PrimFunc& before = state->program.function(index);
      const Snapshot after = program.withFunction(index, replaceStmt(before, state->program.stmt(id), *loop));
      state = std::make_unique<State>(after, index);
    }
  const PrimFunc& changed = state->program.function(index);
  if (!changed.body.sameAs(program.function(index).body)) return Plan{index, changed};
  const auto about = [&](Explanation e, Message hint) {
    e.setHint(std::move(hint));
    e.blocks = {args.block};
    return e;
  };
  if (const auto start = startInside(state->accesses, state->terms, program.block(args.block)))
    return about(kStartInside(program.name(*start)), "use decompose_reduction first");
  return about(kNothing(program.name(args.block)), {});
}

Edit rewrite(const Snapshot&, const Plan& plan) { return Edit{.function = plan.function, .changed = plan.changed}; }

// Offered for a block, or for the block around all, that has a mask.
std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  if (selection.blocks.size() != 1) return {};
  const BlockId block = selection.blocks.front();
  const PrimFunc& function = program.function(program.functionOf(block));
  const bool chooses = anyExpr(function.body, [](const Expr& e) {
    return e.as<Select>() || (e.as<Call>() && e.as<Call>()->op == Intrinsic::IfThenElse);
  });
  if (!chooses || !check(program, {block})) return {};
  return {{{block}, program.name(block)}};
}

}  // namespace

const Primitive kSkipMasked =
    define<Args, Plan>({.name = "skip_masked",
                        .kind = "SkipMasked",
                        .group = Group::Loops,
                        .summary = "Let loops leave out iterations that compute masked values only.",
                        .params = {param("block", &Args::block, "the block, or a block around several")},
                        .errors = {&kNothing, &kStartInside},
                        .candidates = candidates,
                        .check = check,
                        .rewrite = rewrite,
                        .traits = {.inTvm = false}});

}  // namespace lw
