#include "core/schedule/support/blockize.h"

#include <algorithm>

#include "core/analysis/proofs.h"
#include "core/analysis/values/value_flow.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/support/axis_division.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/iter_domains.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/reduction.h"
#include "core/schedule/support/regions.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr Error<Ident, int64_t> kOneBlock{"blockize.one-block", "loop {0} contains {1} blocks"};
constexpr Error<Message, Ident> kNotANest{"blockize.not-a-nest",
                                          "there are other statements between {0} and block {1}"};
constexpr Error<Ident, Message> kInit{
    "blockize.init", "initialising all elements of block {0} before its inner loops changes the results: {1}"};
constexpr Error<> kNoBlocks{"blockize.no-blocks", "no blocks are given"};
constexpr Error<Ident> kBetween{"blockize.between", "block {0} is between the given blocks"};
constexpr Error<Ident, Ident> kOuterAxes{"blockize.outer-axes",
                                         "blocks {0} and {1} use the enclosing loops differently"};
constexpr Error<Ident> kOuterReduction{"blockize.outer-reduction",
                                       "loops outside of the new block carry the reduction of block {0}"};

Explanation about(Explanation e, std::vector<BlockId> blocks, Message hint) {
  e.setHint(std::move(hint));
  e.blocks = std::move(blocks);
  return e;
}

// Simplifies indices, as TVM does.
class AxisReplacer : public Rewriter {
 public:
  explicit AxisReplacer(const VarMap& values) : values_(values) {}
  Expr expr(const Expr& e) override {
    const Expr done = children(e);
    return done.sameAs(e) || !done.dtype().isInt() || done.dtype().isVector() ? done : simplify(done);
  }
  Expr var(const Var& v) override {
    const auto found = values_.find(v.key());
    return found == values_.end() ? Expr(v) : found->second;
  }

 private:
  const VarMap& values_;
};

Block replaced(const Block& block, const VarMap& values) {
  AxisReplacer replacer(values);
  Block result = block;
  for (auto* regions : {&result.reads, &result.writes})
    for (BufferRegion& r : *regions) {
      r = replacer.region(r);
      // With fixed axes, the condition of a read at the border is true or false, and is gone from the statement.
      for (size_t d = 0; d < r.ranges.size(); ++d)
        if (Range& range = r.ranges[d]; asInt(range.min) && asInt(range.extent))
          range = insideBuffer(range, r.buffer->shape[d], {});
    }
  for (MatchBuffer& m : result.matches) m.source = replacer.region(m.source);
  if (result.init) result.init = replacer.stmt(*result.init);
  result.body = replacer.stmt(result.body);
  return result;
}

// The regions of the buffers for one execution of the new block.
std::vector<BufferRegion> overInner(const std::vector<BufferRegion>& regions, const std::vector<IterVar>& outer,
                                    const std::vector<IterVar>& inner, Analyzer analyzer) {
  for (const IterVar& iter : outer) analyzer.bind(iter.var, iter.domain);
  RunningVars running;
  for (const IterVar& iter : inner) running.push_back({iter.var, iter.domain});
  std::vector<BufferRegion> result;
  for (const BufferRegion& region : regions) {
    BufferRegion wide{region.buffer, {}};
    for (size_t i = 0; i < region.ranges.size(); ++i) {
      const Expr& size = region.buffer->shape[i];
      if (const std::optional<ExprInterval> v = valuesOf(region.ranges[i], running, analyzer))
        wide.ranges.push_back(
            insideBuffer({analyzer.simplify(v->min), analyzer.simplify(v->max - v->min + 1)}, size, analyzer));
      else
        wide.ranges.push_back({makeZero(size.dtype()), size});
    }
    result.push_back(std::move(wide));
  }
  return result;
}

Block innerBlock(const Block& block, const Axes& axes, bool initMovesOut) {
  Block inner = block;  // its axes have already been replaced in the body
  inner.iters = axes.inner;
  inner.bindings = axes.innerBindings;
  inner.predicate = axes.innerPredicate;
  if (!initMovesOut) return inner;
  inner.init.reset();
  inner.reads = block.writes;
  inner.reads.insert(inner.reads.end(), block.reads.begin(), block.reads.end());
  return inner;
}

struct InitNest {
  Stmt nest;
  BlockId block;
  bool allAxes;  // every spatial inner axis is used
};

// The init of the elements that one execution of the new block computes, in loops of its own.
InitNest initNest(const Snapshot& program, const Block& old, const Axes& axes, const std::vector<LoopId>& loops,
                  PrimFunc& ids) {
  InitNest made{Evaluate{0}, ids.freshBlock(), true};
  Block block(made.block, old.name + "_init", *old.init, axes.innerPredicate);
  VarMap renamed, loopVars;
  for (size_t i = 0; i < axes.inner.size(); ++i) {
    const IterVar& axis = axes.inner[i];
    if (axis.kind != IterKind::Spatial) continue;
    if (!usesVar(*old.init, axis.var)) {
      made.allAxes = false;
      continue;
    }
    block.iters.push_back({Var(axis.var.name() + "_init", axis.var.dtype()), axis.domain, axis.kind});
    block.bindings.push_back(axes.innerBindings[i]);
    renamed.insert_or_assign(axis.var.key(), block.iters.back().var);
  }
  std::vector<For> own;
  std::vector<const For*> reduced;
  for (const LoopId id : loops) {
    const For& loop = program.loop(id);
    const auto drives = [&](const Expr& e) { return usesVar(e, loop.var); };
    if (std::none_of(block.bindings.begin(), block.bindings.end(), drives)) {
      loopVars.insert_or_assign(loop.var.key(), loop.min);  // a reduction starts at this value
      reduced.push_back(&loop);
      continue;
    }
    own.push_back(loop);
    own.back().var = Var(loop.var.name(), loop.var.dtype());
    own.back().id = ids.freshLoop();
    loopVars.insert_or_assign(loop.var.key(), own.back().var);
  }
  for (Expr& binding : block.bindings) binding = substitute(binding, loopVars);
  Expr predicate = boolConst(true);
  for (const Expr& condition : conjuncts(block.predicate)) {
    const auto uses = [&](const For& loop) { return usesVar(condition, loop.var); };
    const bool spatial = std::any_of(loops.begin(), loops.end(), [&](LoopId id) {
      const For& loop = program.loop(id);
      return uses(loop) && std::find(reduced.begin(), reduced.end(), &loop) == reduced.end();
    });
    const bool ofReduction =
        !spatial && std::any_of(reduced.begin(), reduced.end(), [&](const For* loop) { return uses(*loop); });
    predicate = logicalAnd(predicate, ofReduction ? conditionOfInit(condition, reduced) : condition);
  }
  block.predicate = simplify(substitute(predicate, loopVars));
  for (const BufferRegion& write : old.writes) block.writes.push_back(substitute(write, renamed));
  block.body = substitute(block.body, renamed);
  made.nest = block;
  for (size_t i = own.size(); i-- > 0;) {
    own[i].min = substitute(own[i].min, loopVars);
    own[i].extent = substitute(own[i].extent, loopVars);
    own[i].body = made.nest;
    made.nest = own[i];
  }
  return made;
}

// Does the init of every element still come before its updates, and does no other value change? The program before the
// step is compared with divided axes in one block, which changes nothing, so that the values of the axes identify the
// executions of both programs. They do not where the init runs less often than before.
Status checkInit(const Snapshot& program, const Blockized& made, const Block& old, const Block& substituted,
                 const Axes& axes, const InitNest& init) {
  const auto runsFirst = [&] {
    Message why;
    const std::optional<Reducer> reducer = reducerOf(old, why);
    return reducer && elementDeterminesSpatialAxes(old, reducer->update->indices) && initRunsFirst(program, old.id);
  };
  Block divided = substituted;
  divided.iters = axes.outer;
  divided.bindings = axes.outerBindings;
  divided.iters.insert(divided.iters.end(), axes.inner.begin(), axes.inner.end());
  divided.bindings.insert(divided.bindings.end(), axes.innerBindings.begin(), axes.innerBindings.end());
  const PrimFunc before = replaceStmt(program.function(made.function), program.stmt(old.id), divided);
  Correspondence same;
  same.initBlock = {{init.block, old.id}};
  const ProofBudget& budget = program.budget();
  const Verdict verdict = decide(Question::KeepsValues, budget, [&](Prover prover, const Verdict&) {
    if (prover == Prover::IterationMaps) return runsFirst() ? std::optional(Verdict()) : std::nullopt;
    return init.allAxes ? keepsValueFlowBy(prover, before, made.changed, same, budget) : std::nullopt;
  });
  if (verdict.yes()) return success();
  return refused(about(kInit(old.name, init.allAxes ? verdict.reason : say("the init does not use all spatial axes")),
                       {old.id}, "decompose_reduction first"),
                 verdict);
}

// The loops from the statement down to the block; nullopt: there is a statement other than a loop between them.
std::optional<std::vector<LoopId>> loopsDown(const Stmt& from, const Stmt& block) {
  std::vector<LoopId> loops;
  Stmt at = from;
  while (const auto* loop = at.as<For>()) {
    loops.push_back(loop->id);
    at = Stmt(loop->body);
  }
  if (!at.sameAs(block)) return std::nullopt;
  return loops;
}

std::vector<BufferRegion> mergedRegions(const std::vector<BufferRegion>& regions) {
  const Analyzer analyzer;
  std::vector<BufferRegion> result;
  for (const BufferRegion& region : regions) {
    const auto same =
        std::find_if(result.begin(), result.end(), [&](const BufferRegion& r) { return r.buffer == region.buffer; });
    if (same == result.end()) {
      result.insert(result.begin(), region);  // the order that TVM produces
      continue;
    }
    for (size_t i = 0; i < region.ranges.size(); ++i) {
      const Range &a = same->ranges[i], &b = region.ranges[i];
      const ExprInterval both = hull({a.min, a.min + a.extent - 1}, {b.min, b.min + b.extent - 1}, analyzer);
      same->ranges[i] = {both.min, analyzer.simplify(both.max - both.min + 1)};
    }
  }
  return result;
}

// The place of the given blocks: the loops around all of them, and one nest for each, directly one after another.
struct ListSite {
  std::vector<BlockId> blocks;  // in program order
  Stmt holder = Evaluate{0};    // the sequence that contains the nests, or the only nest
  std::vector<Stmt> nests;
  std::vector<LoopId> outside;
};

Result<ListSite> siteOf(const Snapshot& program, const std::vector<BlockId>& given) {
  if (given.empty()) return about(kNoBlocks(), {}, "give a loop, or a list of blocks");
  const BlockId scope = program.scopeOf(given.front());
  for (const BlockId b : given)
    if (!scope.valid() || program.functionOf(b) != program.functionOf(given.front()) || program.scopeOf(b) != scope)
      return about(kOtherScopes(program.name(given.front()), program.name(b)), {given.front(), b}, {});
  ListSite site;
  for (const BlockId b : program.childBlocks(scope))
    if (std::find(given.begin(), given.end(), b) != given.end()) site.blocks.push_back(b);
  const Stmt& body = program.block(scope).body;
  std::vector<Stmt> shared = pathTo(body, site.blocks.front());
  for (const BlockId b : site.blocks) {
    const std::vector<Stmt> path = pathTo(body, b);
    size_t n = 0;
    while (n < shared.size() && n < path.size() && shared[n].sameAs(path[n])) ++n;
    shared.resize(n, body);
  }
  site.holder = shared.back();
  site.nests = {site.holder};
  if (const auto* seq = site.holder.as<Seq>()) {
    const auto holds = [](BlockId b) { return [b](const Stmt& s) { return !pathTo(s, b).empty(); }; };
    const auto first = std::find_if(seq->stmts.begin(), seq->stmts.end(), holds(site.blocks.front()));
    const auto last = std::find_if(first, seq->stmts.end(), holds(site.blocks.back()));
    site.nests.assign(first, last + 1);
  }
  for (const Stmt& s : shared)
    if (const auto* loop = s.as<For>()) site.outside.push_back(loop->id);
  return site;
}

// The new block that will contain all blocks of a list, nest by nest.
class ListBlock {
 public:
  ListBlock(const Snapshot& program, const ListSite& site, BlockId id)
      : program_(program), site_(site), outer_(id, "outer_", Evaluate{0}) {}

  Status add(size_t index, bool preserveUnitIters) {
    const Stmt* deep = &site_.nests[index];
    while (const auto* loop = deep->as<For>()) deep = &loop->body;
    const auto* block = deep->as<Block>();
    if (!block) return about(kNotANest("the given blocks", program_.name(site_.blocks.front())), site_.blocks, {});
    if (index >= site_.blocks.size() || block->id != site_.blocks[index])
      return about(kBetween(block->name), {block->id}, "give it too, or move it away");
    const std::vector<LoopId> inside = *loopsDown(site_.nests[index], *deep);
    Result<Axes> axes = dividedAxes(program_, block->id, {site_.outside, inside}, "the new block", preserveUnitIters);
    if (!axes) return axes.error();
    const auto reduces = [](const IterVar& a) { return a.kind == IterKind::Reduce && !isOne(a.domain.extent); };
    if (block->init && std::any_of(axes->outer.begin(), axes->outer.end(), reduces))
      return about(kOuterReduction(block->name), {block->id}, "decompose_reduction first");
    if (Status ok = shareAxes(*block, *axes, index == 0); !ok) return ok;
    const Block substituted = replaced(*block, axes->values);
    nests_.push_back(replaceIn(site_.nests[index], *deep, innerBlock(substituted, *axes, false)));
    const Analyzer known = knownAt(program_.function(program_.functionOf(block->id)).body, block->id);
    for (const BufferRegion& r : overInner(substituted.reads, outer_.iters, axes->inner, known))
      outer_.reads.push_back(r);
    for (const BufferRegion& r : overInner(substituted.writes, outer_.iters, axes->inner, known))
      outer_.writes.push_back(r);
    outer_.name += block->name + "_";
    return success();
  }

  Block finish() {
    outer_.reads = mergedRegions(outer_.reads);
    outer_.writes = mergedRegions(outer_.writes);
    outer_.body = sequence(std::move(nests_));
    return outer_;
  }

 private:
  // An axis that is equal to an axis of the blocks before becomes one axis with it.
  Status shareAxes(const Block& block, Axes& axes, bool first) {
    const Analyzer analyzer;
    for (size_t k = 0; k < axes.outer.size(); ++k) {
      if (k >= outer_.iters.size()) {
        outer_.iters.push_back(axes.outer[k]);
        outer_.bindings.push_back(axes.outerBindings[k]);
        continue;
      }
      const bool same = analyzer.canProveEqual(outer_.iters[k].domain.extent, axes.outer[k].domain.extent) &&
                        analyzer.canProveEqual(outer_.bindings[k], axes.outerBindings[k]) &&
                        outer_.iters[k].kind == axes.outer[k].kind;
      if (!same)
        return about(kOuterAxes(program_.name(site_.blocks.front()), block.name), {site_.blocks.front(), block.id},
                     "reorder their loops, or blockize them one by one");
      for (auto& [axis, value] : axes.values)
        value = substitute(value, {{axes.outer[k].var.key(), outer_.iters[k].var}});
    }
    if (!first && !equal(outer_.predicate, axes.outerPredicate))
      return about(kGuardAcross(toText(axes.outerPredicate), block.name), {block.id},
                   "blocks with different guards cannot be combined");
    outer_.predicate = axes.outerPredicate;
    return success();
  }

  const Snapshot& program_;
  const ListSite& site_;
  Block outer_;
  std::vector<Stmt> nests_;
};

}  // namespace

static Result<Blockized> blockizeAt(const Snapshot& given, LoopId loop, bool preserveUnitIters) {
  const std::string name = given.name(loop);
  const std::vector<BlockId> below = given.blocksBelow(loop);
  if (below.size() != 1)
    return about(kOneBlock(name, below.size()), below, below.empty() ? "" : "give the blocks as a list instead");
  const Result<Snapshot> fixed = withFixedDomains(given, below.front());
  if (!fixed) return fixed.error();
  const Snapshot& program = *fixed;
  const Block& old = program.block(below.front());
  const std::optional<std::vector<LoopId>> inside = loopsDown(program.stmt(loop), program.stmt(old.id));
  if (!inside) return about(kNotANest(say("loop {0}", Ident(name)), old.name), below, "choose a loop further inside");
  Result<Axes> axes =
      dividedAxes(program, old.id, {program.loopsAbove(loop), *inside}, "loop " + name, preserveUnitIters);
  if (!axes) {
    Explanation e = axes.error();
    e.loops = {loop};
    return e;
  }
  const int function = program.functionOf(loop);
  Blockized made{function, program.function(function), {}};
  made.outer = made.changed.freshBlock();
  const Block substituted = replaced(old, axes->values);
  const Block inner = innerBlock(substituted, *axes, old.init.has_value());
  Block outer(made.outer, old.name + "_o", replaceIn(program.stmt(loop), program.stmt(old.id), inner),
              axes->outerPredicate);
  outer.iters = axes->outer;
  outer.bindings = axes->outerBindings;
  const Analyzer known = knownAt(program.function(function).body, old.id);
  outer.reads = overInner(substituted.reads, axes->outer, axes->inner, known);
  outer.writes = overInner(substituted.writes, axes->outer, axes->inner, known);
  if (!old.init) {
    made.changed = replaceStmt(made.changed, program.stmt(loop), outer);
    return made;
  }
  const InitNest init = initNest(program, substituted, *axes, *inside, made.changed);
  outer.init = init.nest;
  made.changed = replaceStmt(made.changed, program.stmt(loop), outer);
  if (Status ok = checkInit(program, made, old, substituted, *axes, init); !ok) return ok.error();
  return made;
}

// The nearest loop around this one that can be made a block.
static std::optional<LoopId> roomierLoop(const Snapshot& program, LoopId loop, bool preserveUnitIters) {
  const std::vector<LoopId> above = program.loopsAbove(loop);
  const auto found = std::find_if(above.rbegin(), above.rend(),
                                  [&](LoopId l) { return blockizeAt(program, l, preserveUnitIters).ok(); });
  return found == above.rend() ? std::nullopt : std::optional(*found);
}

Result<Blockized> blockizeLoop(const Snapshot& program, LoopId loop, bool preserveUnitIters) {
  Result<Blockized> made = blockizeAt(program, loop, preserveUnitIters);
  if (made || made.error().kind != kNotDivisible.id || !made.error().remedy.empty()) return made;
  Explanation e = made.error();
  if (const auto outer = roomierLoop(program, loop, preserveUnitIters))
    e.setHint(say("choose loop {0}, which has all of these loops inside", Ident(program.name(*outer))));
  return e;
}

Result<Blockized> blockizeBlocks(const Snapshot& given, const std::vector<BlockId>& blocks, bool preserveUnitIters) {
  Snapshot program = given;
  for (const BlockId block : blocks) {
    const Result<Snapshot> fixed = withFixedDomains(program, block);
    if (!fixed) return fixed.error();
    program = *fixed;
  }
  Result<ListSite> site = siteOf(program, blocks);
  if (!site) return site.error();
  const int function = program.functionOf(blocks.front());
  Blockized made{function, program.function(function), {}};
  made.outer = made.changed.freshBlock();
  ListBlock list(program, *site, made.outer);
  for (size_t i = 0; i < site->nests.size(); ++i)
    if (Status ok = list.add(i, preserveUnitIters); !ok) return ok.error();
  const Stmt outer = list.finish();
  Stmt changed = outer;
  if (const auto* seq = site->holder.as<Seq>()) {
    std::vector<Stmt> stmts;
    for (const Stmt& s : seq->stmts) {
      if (s.sameAs(site->nests.front())) stmts.push_back(outer);
      if (std::none_of(site->nests.begin(), site->nests.end(), [&](const Stmt& n) { return n.sameAs(s); }))
        stmts.push_back(s);
    }
    changed = sequence(std::move(stmts));
  }
  made.changed = replaceStmt(made.changed, site->holder, changed);
  return made;
}

std::vector<const ErrorKind*> blockizeErrors() {
  return {&kOneBlock, &kNotANest,    &kNotDivisible, &kGuardAcross,  &kInit,      &kAxisStartsLate,
          &kNoBlocks, &kOtherScopes, &kBetween,      &kMovingDomain, &kOuterAxes, &kOuterReduction};
}

}  // namespace lw
