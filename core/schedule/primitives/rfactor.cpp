// rfactor: divide a reduction into partial results. One of its loops becomes an axis of a new buffer of partial
// results, which do not depend on each other; the block itself then combines them. This changes the order in which
// values are combined, so the operation must be associative and commutative, and the start value must not change the
// result if it takes part more than once. A choice that keeps the first of equal values need not be commutative if the
// loop is the outermost one of the reduction: the order then stays the same.
#include <algorithm>

#include "core/analysis/proofs.h"
#include "core/arith/analyzer.h"
#include "core/ir/debug_text.h"
#include "core/ir/equal.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/reduction.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/schedule/support/tuple_reduction.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr Error<Ident, int64_t> kOneBlock{
    "rfactor.one-block", "loop {0} contains {1} blocks; only a loop of a single reduction can be factored"};
constexpr Error<Ident, Message> kNoReduction{"rfactor.no-reduction",
                                             "the reduction of block {0} cannot be factored: {1}"};
constexpr Error<Ident, Snippet, Snippet> kStart{
    "rfactor.start-value",
    "block {0} starts with {1}, which is not the identity of {2}: it would be combined once per partial result"};
constexpr Error<Ident, Ident> kNotReduced{"rfactor.not-reduced",
                                          "no reduction variable of block {1} is bound to loop {0}"};
constexpr Error<Ident, Ident> kBothKinds{
    "rfactor.both-kinds", "a spatial variable and a reduction variable of block {1} are bound to loop {0}"};
constexpr Error<Ident, Ident> kUnused{
    "rfactor.unused-loop", "no iteration variable of block {1} is bound to loop {0}, which only repeats the block"};
constexpr Error<int64_t, int64_t, int64_t, int64_t> kAxis{
    "rfactor.axis", "factor axis {0} does not exist: the partial results have {1} dimensions, {2} to {3}"};
constexpr Error<Ident, Ident> kNotAlone{"rfactor.not-alone",
                                        "loop {0} contains more than block {1}, so it cannot be moved out of the nest"};
constexpr Error<Ident, Message> kBetween{"rfactor.between", "there is {1} between the loops of block {0}"};
constexpr Error<Ident, Ident> kRagged{"rfactor.ragged", "the bounds of loop {0} depend on loop {1}"};
constexpr Error<Snippet, Ident> kGuard{
    "rfactor.guard", "the guard {0} of block {1} may skip the first iteration of a reduction, which then starts later"};
constexpr Error<Ident, Message, Message, Snippet> kInput{
    "rfactor.input-changes",
    "block {0} reads {1}, which {2} writes under loop {3}: the partial results are computed before that loop"};
constexpr Error<Ident, Snippet, Ident> kTies{
    "rfactor.ties",
    "block {0} keeps the first of equal values, and loop {1} is outside of loop {2}: the partial "
    "results of {2} would be combined in another order"};
constexpr Error<Ident, Message> kUndecided{
    "rfactor.undecided", "it could not be proved that block {0} combines every value exactly once: {1}"};

struct Args {
  LoopId loop;
  int64_t factorAxis = 0;
};
struct Plan {
  int function;
  PrimFunc changed;
  BlockId partial;
  std::vector<std::pair<LoopId, LoopId>> copies;  // a loop that was removed from the nest, and its copy
};

// The reduction and the facts about its loops that the checks found.
struct Site {
  BlockId id;
  const Block* block;
  Reduction reduction;
  std::vector<LoopId> loops;  // outermost first
  std::vector<bool> reduces;  // per loop: drives a reduce axis
  size_t factored;            // position of the factored loop in `loops`
  size_t axis;                // position of the new axis among the indices of the partial results
  size_t firstReduced() const {
    return static_cast<size_t>(std::find(reduces.begin(), reduces.end(), true) - reduces.begin());
  }
  bool leaves(size_t i) const { return reduces[i] && i != factored; }
};

Explanation about(Explanation e, const Args& args, BlockId block, Message hint) {
  e.setHint(std::move(hint));
  e.loops = {args.loop};
  if (block.valid()) e.blocks = {block};
  return e;
}

// ---- what has to hold ----

Status classifyLoops(const Snapshot& program, const Args& args, Site& site) {
  const Block& block = *site.block;
  for (const LoopId id : site.loops) {
    const For& loop = program.loop(id);
    bool spatial = false, reduce = false;
    for (size_t i = 0; i < block.iters.size(); ++i)
      if (usesVar(block.bindings[i], loop.var)) (block.iters[i].kind == IterKind::Reduce ? reduce : spatial) = true;
    if (spatial && reduce)
      return about(kBothKinds(loop.var.name(), block.name), args, site.id,
                   "split the loops so that each is bound to one kind of iteration variable");
    if (!spatial && !reduce && !isOne(loop.extent))
      return about(kUnused(loop.var.name(), block.name), args, site.id,
                   "only the loops of the reduction may enclose it");
    site.reduces.push_back(reduce);
  }
  site.factored = static_cast<size_t>(std::find(site.loops.begin(), site.loops.end(), args.loop) - site.loops.begin());
  if (site.reduces[site.factored]) return success();
  std::string reduced;
  for (size_t i = 0; i < site.loops.size(); ++i)
    if (site.reduces[i]) addItem(reduced, program.name(site.loops[i]));
  return about(kNotReduced(program.name(args.loop), block.name), args, site.id,
               reduced.empty() ? "it has no reduction loop" : say("its reduction loops are {0}", reduced));
}

Status checkNest(const Snapshot& program, const Args& args, const Site& site) {
  const Stmt& top = program.stmt(site.loops.front());
  const std::vector<Stmt> path = pathTo(top, site.id);
  for (size_t i = 0; i + 1 < path.size(); ++i)
    if (!path[i].as<For>() && !path[i].as<Seq>())
      return about(kBetween(site.block->name, "a condition or a declaration"), args, site.id, {});
  for (size_t i = site.firstReduced(); i < site.loops.size(); ++i) {
    const For& loop = program.loop(site.loops[i]);
    const Stmt& next = i + 1 < site.loops.size() ? program.stmt(site.loops[i + 1]) : program.stmt(site.id);
    if (!loop.body.sameAs(next))
      return about(kNotAlone(loop.var.name(), site.block->name), args, site.id,
                   "move the other blocks out of the loop first");
  }
  for (size_t i = 0; i < site.loops.size(); ++i)
    for (size_t k = 0; k < i; ++k) {
      const For &outer = program.loop(site.loops[k]), &inner = program.loop(site.loops[i]);
      if ((site.reduces[i] || site.reduces[k]) && (usesVar(inner.extent, outer.var) || usesVar(inner.min, outer.var)))
        return about(kRagged(inner.var.name(), outer.var.name()), args, site.id,
                     "only reductions over a rectangular domain can be factored");
    }
  return success();
}

Status checkStart(const Args& args, const Site& site) {
  const auto counts = nonNeutralStart(site.reduction);
  if (!counts) return success();
  return about(kStart(site.block->name, counts->first, counts->second), args, site.id,
               say("start with the identity and combine {0} in a separate block", counts->first));
}

// The buffers that other statements than the block write below `top`; opaque: a statement may write any buffer.
struct OtherWrites {
  std::vector<std::pair<const void*, std::string>> data;  // data of a buffer, and the name of the block that writes it
  bool opaque = false;
};
OtherWrites writesBeside(const Stmt& top, BlockId except) {
  OtherWrites found;
  std::string name = "a statement";
  const std::function<void(const Stmt&)> visit = [&](const Stmt& s) {
    if (const auto* block = s.as<Block>()) name = "block " + block->name;
    if (const auto* store = s.as<BufferStore>()) found.data.emplace_back(store->buffer->data.key(), name);
    if (s.as<Evaluate>() && !isNoOp(s)) found.opaque = true;
  };
  forEachStmt(replaceIn(top, pathTo(top, except).back(), Evaluate{0}), visit);
  return found;
}

// The partial results are computed before the outermost loop: their inputs must have the same values there.
Status checkInputs(const Snapshot& program, const Args& args, const Site& site) {
  const Stmt& top = program.stmt(site.loops.front());
  const OtherWrites others = writesBeside(top, site.id);
  const std::string outermost = program.name(site.loops.front());
  if (others.opaque)
    return about(kInput(site.block->name, "memory", "a call", outermost), args, site.id,
                 "reorder or move the call out of the loop first");
  std::optional<std::pair<std::string, std::string>> bad;
  const auto look = [&](const Expr& e) {
    const auto* load = e.as<BufferLoad>();
    if (!load || bad) return;
    for (const auto& [data, name] : others.data)
      if (data == load->buffer->data.key()) bad = {load->buffer->name, name};
  };
  for (const Expr& operand : site.reduction.operands) forEachExpr(operand, look);
  for (const BufferStore* init : site.reduction.inits) forEachExpr(init->value, look);
  for (const Expr& index : site.reduction.indices()) forEachExpr(index, look);
  for (const Expr& binding : site.block->bindings) forEachExpr(binding, look);
  if (!bad) return success();
  return about(kInput(site.block->name, Snippet(bad->first), Snippet(bad->second), outermost), args, site.id,
               say("move {0} before loop {1} first", bad->second, outermost));
}

// Empty: the block combines every value once.
Message whyNotCounted(const Snapshot& program, const Site& site) {
  if (!elementDeterminesSpatialAxes(*site.block, site.reduction.indices()))
    return "its spatial variables cannot be recovered from the indices of its elements";
  if (!runsOncePerIteration(program, site.id)) return "its iteration variables are not a one-to-one map of the loops";
  if (!initRunsFirst(program, site.id)) return "its first iteration is not where its reduction starts";
  return {};
}

Status checkCounting(const Snapshot& program, const Args& args, const Site& site) {
  Message why;
  const auto ask = [&](Prover, const Verdict&) -> std::optional<Verdict> {
    why = whyNotCounted(program, site);
    return why.empty() ? std::optional(Verdict()) : std::nullopt;
  };
  // What is assumed of values says nothing of how often they are combined.
  const ProofBudget& budget = program.budget();
  const Verdict verdict = decide(Question::CombinesOnce, budget.assumesYes() ? ProofBudget() : budget, ask);
  if (verdict.yes()) return success();
  return notAllowed(about(kUndecided(site.block->name, why), args, site.id, {}), verdict);
}

// The element that the block updates at these values of the loops.
std::string elementAt(const Site& site, const VarMap& loops) {
  VarMap iters;
  for (size_t i = 0; i < site.block->iters.size(); ++i)
    iters.insert_or_assign(site.block->iters[i].var.key(), substitute(site.block->bindings[i], loops));
  const BufferStore& update = *site.reduction.updates.front();
  std::string indices =
      join(update.indices, [&](const Expr& index) { return toText(simplify(substitute(index, iters))); });
  return update.buffer->name + "[" + indices + "]";
}

// Two iterations whose order the partial results exchange: (0, 1) and (1, 0) of the outer and the factored loop, all
// other loops at their start.
std::optional<Witness> exchanged(const Snapshot& program, const Site& site, size_t outer) {
  Witness witness;
  witness.dependence = "update";
  VarMap starts;
  for (size_t i = 0; i < site.loops.size(); ++i) {
    const For& loop = program.loop(site.loops[i]);
    const auto start = asInt(loop.min), extent = asInt(loop.extent);
    if (!start || ((i == outer || i == site.factored) && (!extent || *extent < 2))) return std::nullopt;
    witness.first.iteration.emplace_back(loop.var.name(), *start + (i == site.factored));
    witness.second.iteration.emplace_back(loop.var.name(), *start + (i == outer));
    starts.insert_or_assign(loop.var.key(), loop.min);
  }
  witness.first.block = witness.second.block = site.block->name;
  witness.element = elementAt(site, starts);
  return witness;
}

// The first of equal values is kept only if each partial result combines consecutive iterations.
Status checkTies(const Snapshot& program, const Args& args, const Site& site) {
  if (!site.reduction.keepsFirst || isOne(program.loop(args.loop).extent)) return success();
  for (size_t i = 0; i < site.factored; ++i) {
    if (!site.reduces[i] || isOne(program.loop(site.loops[i]).extent)) continue;
    const std::string outer = program.name(site.loops[i]);
    Explanation e =
        about(kTies(site.block->name, outer, program.name(args.loop)), args, site.id,
              say("factor loop {0}, or let the block compare both elements, as in a > b or a == b and i < k", outer));
    e.witness = exchanged(program, site, i);
    return e;
  }
  return success();
}

// The difference of the two sides of a comparison: where it is not negative (or positive), the comparison is true.
// nullopt: not a comparison of integers.
std::optional<Expr> slackOf(const Expr& condition) {
  const auto* c = condition.as<Binary>();
  if (!c || !c->a.dtype().isInt()) return std::nullopt;
  if (c->op == BinaryOp::LT || c->op == BinaryOp::LE) return c->b - c->a;
  if (c->op == BinaryOp::GT || c->op == BinaryOp::GE) return c->a - c->b;
  return std::nullopt;
}

// The condition under which there is a partial result to combine: the guards with the other reduction loops at their
// start. If a guard is true anywhere, it must be true there too; otherwise the first iteration, which initialises the
// partial result, would be left out.
Result<Expr> finalGuard(const Snapshot& program, const Args& args, const Site& site) {
  Analyzer analyzer;
  VarMap others, all;
  for (size_t i = 0; i < site.loops.size(); ++i) {
    const For& loop = program.loop(site.loops[i]);
    analyzer.bind(loop.var, {loop.min, loop.extent});
    if (site.reduces[i]) all.insert_or_assign(loop.var.key(), loop.min);
    if (site.leaves(i)) others.insert_or_assign(loop.var.key(), loop.min);
  }
  Expr guard = boolConst(true);
  std::vector<Expr> list = conjuncts(site.block->predicate);
  std::reverse(list.begin(), list.end());
  for (const Expr& condition : list) {
    const Expr begun = substitute(condition, others);
    const bool reduced = !equal(substitute(condition, all), condition);
    const std::optional<Expr> slack = slackOf(condition);
    if (reduced) {
      const auto never = [&](const Expr& fewer, const Expr& more) {
        return analyzer.canProve(ge(fewer - more, makeZero(fewer.dtype())));
      };
      if (!slack || !never(substitute(*slack, others), *slack) ||
          !never(substitute(*slack, all), substitute(*slack, others)))
        return about(kGuard(toText(condition), site.block->name), args, site.id, {});
    }
    if (!analyzer.canProve(begun)) guard = logicalAnd(guard, begun);
  }
  return guard;
}

Result<Site> siteOf(const Snapshot& program, const Args& args) {
  const std::vector<BlockId> blocks = program.blocksBelow(args.loop);
  if (blocks.size() != 1)
    return about(kOneBlock(program.name(args.loop), blocks.size()), args, {},
                 "choose a loop further inside, or move the other blocks out");
  const Block& block = program.block(blocks.front());
  Message why;
  std::optional<Reduction> reduction = associativeReductionOf(block, why);
  if (!reduction) return about(kNoReduction(block.name, why), args, block.id, {});
  Site site{block.id, &block, std::move(*reduction), program.loopsAbove(block.id), {}, 0, 0};
  if (Status ok = classifyLoops(program, args, site); !ok) return ok.error();
  const int64_t rank = static_cast<int64_t>(site.reduction.indices().size());
  const int64_t axis = args.factorAxis < 0 ? args.factorAxis + rank + 1 : args.factorAxis;
  if (axis < 0 || axis > rank) return about(kAxis(args.factorAxis, rank + 1, -rank - 1, rank), args, block.id, {});
  site.axis = static_cast<size_t>(axis);
  for (const auto check : {checkNest, checkTies, checkInputs, checkCounting})
    if (Status ok = check(program, args, site); !ok) return ok.error();
  if (Status ok = checkStart(args, site); !ok) return ok.error();
  return site;
}

// ---- the new program ----

Buffer partialBuffer(const Buffer& result, size_t axis, const Expr& extent) {
  BufferNode node = *result;
  node.name += "_rf";
  node.data = Var(node.name, result->data.dtype());
  node.shape.insert(node.shape.begin() + static_cast<std::ptrdiff_t>(axis),
                    cast(node.shape.empty() ? extent.dtype() : node.shape.front().dtype(), extent));
  node.strides.clear();
  node.elemOffset = makeZero(node.elemOffset.dtype());
  node.axisSeparators.clear();
  return Buffer(node);
}

BufferRegion pointOf(const Buffer& buffer, const std::vector<Expr>& indices) {
  BufferRegion region{buffer, {}};
  for (const Expr& index : indices) region.ranges.push_back({index, makeConst(index.dtype(), 1)});
  return region;
}

template <class T>
std::vector<T> inserted(std::vector<T> list, size_t at, T item) {
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), std::move(item));
  return list;
}

// The block of partial results, in a nest of its own with all loops.
class PartialNest {
 public:
  PartialNest(const Snapshot& program, const Site& site, const std::vector<Buffer>& buffers)
      : program_(program), site_(site), buffers_(buffers) {}

  Stmt build(PrimFunc& ids, BlockId id, std::vector<std::pair<LoopId, LoopId>>& copies) {
    makeAxes();
    Stmt body = block(id);
    VarMap vars;
    for (const LoopId l : site_.loops)
      vars.insert_or_assign(program_.loop(l).var.key(), Var(program_.loop(l).var.name(), program_.loop(l).var.dtype()));
    Block moved = *body.as<Block>();
    for (Expr& binding : moved.bindings) binding = substitute(binding, vars);
    moved.predicate = substitute(moved.predicate, vars);
    body = moved;
    for (size_t i = site_.loops.size(); i-- > 0;) {
      For copy = program_.loop(site_.loops[i]);
      copies.emplace_back(copy.id, ids.freshLoop());
      copy.id = copies.back().second;
      copy.var = *vars.at(copy.var.key()).as<Var>();
      copy.min = substitute(copy.min, vars);
      copy.extent = substitute(copy.extent, vars);
      copy.body = body;
      body = copy;
    }
    return body;
  }

 private:
  void addAxis(const std::string& name, const Range& domain, IterKind kind, const Expr& binding) {
    axes_.push_back({Var(name, binding.dtype()), domain, kind});
    bindings_.push_back(binding);
  }
  void addLoopAxis(const For& loop, IterKind kind) {
    addAxis("v" + loop.var.name(), {loop.min, loop.extent}, kind, loop.var);
    ofLoops_.insert_or_assign(loop.var.key(), axes_.back().var);
  }
  // The axis of the factored loop comes first. A reduce axis that this loop drives is divided into the loops that drive
  // it.
  void makeAxes() {
    const For& factored = program_.loop(site_.loops[site_.factored]);
    addLoopAxis(factored, IterKind::Spatial);
    const Block& old = *site_.block;
    for (size_t i = 0; i < old.iters.size(); ++i) {
      const IterVar& iter = old.iters[i];
      if (iter.kind == IterKind::Spatial || !usesVar(old.bindings[i], factored.var)) {
        addAxis(iter.var.name(), iter.domain, iter.kind, old.bindings[i]);
        values_.insert_or_assign(iter.var.key(), axes_.back().var);
        continue;
      }
      for (const Var& v : freeVars(old.bindings[i]))
        for (const LoopId l : site_.loops)
          if (program_.loop(l).var == v && !ofLoops_.contains(v.key())) addLoopAxis(program_.loop(l), IterKind::Reduce);
      values_.insert_or_assign(iter.var.key(), substitute(old.bindings[i], ofLoops_));
    }
  }
  Stmt block(BlockId id) const {
    const Block& old = *site_.block;
    const Reduction& reduction = site_.reduction;
    const For& factored = program_.loop(site_.loops[site_.factored]);
    Block block(id, old.name + "_rf", Evaluate{0}, old.predicate);
    block.iters = axes_;
    block.bindings = bindings_;
    block.annotations = old.annotations;
    for (const BufferRegion& read : old.reads)
      if (!reduction.writes(read.buffer)) block.reads.push_back(substitute(read, values_));
    std::vector<Expr> indices;
    for (const Expr& index : reduction.indices()) indices.push_back(substitute(index, values_));
    indices = inserted<Expr>(std::move(indices), site_.axis,
                             isZero(factored.min) ? Expr(axes_.front().var) : axes_.front().var - factored.min);
    std::vector<Expr> starts, operands;
    for (size_t i = 0; i < buffers_.size(); ++i) {
      block.writes.push_back(pointOf(buffers_[i], indices));
      starts.push_back(substitute(reduction.inits[i]->value, values_));
      operands.push_back(substitute(reduction.operands[i], values_));
    }
    block.init = started(buffers_, indices, starts);
    block.body = updated(reduction, buffers_, indices, operands);
    return block;
  }

  const Snapshot& program_;
  const Site& site_;
  const std::vector<Buffer>& buffers_;
  std::vector<IterVar> axes_;
  std::vector<Expr> bindings_;
  VarMap ofLoops_;  // loop -> axis
  VarMap values_;   // old axis -> new one, or an expression of new ones
};

// The block that combines the partial results.
Block finalBlock(const Snapshot& program, const Site& site, const std::vector<Buffer>& partials, const Expr& guard) {
  const Block& old = *site.block;
  const For& factored = program.loop(site.loops[site.factored]);
  const Var axis("v" + factored.var.name(), factored.var.dtype());
  Block block(old.id, old.name, Evaluate{0}, guard);
  block.iters = {{axis, {factored.min, factored.extent}, IterKind::Reduce}};
  block.bindings = {factored.var};
  block.annotations = old.annotations;
  block.init = old.init;
  for (size_t i = 0; i < old.iters.size(); ++i) {
    if (old.iters[i].kind != IterKind::Spatial) continue;
    block.iters.push_back(old.iters[i]);
    block.bindings.push_back(old.bindings[i]);
  }
  const std::vector<Expr> indices =
      inserted<Expr>(site.reduction.indices(), site.axis, isZero(factored.min) ? Expr(axis) : axis - factored.min);
  std::vector<Buffer> results;
  std::vector<Expr> operands;
  for (size_t i = 0; i < partials.size(); ++i) {
    results.push_back(site.reduction.updates[i]->buffer);
    block.reads.push_back(pointOf(partials[i], indices));
    block.writes.push_back(pointOf(results.back(), site.reduction.indices()));
    operands.push_back(BufferLoad{partials[i], indices});
  }
  block.body = updated(site.reduction, results, site.reduction.indices(), operands);
  return block;
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  Result<Site> site = siteOf(program, args);
  if (!site) return site.error();
  Result<Expr> guard = finalGuard(program, args, *site);
  if (!guard) return guard.error();
  const int function = program.functionOf(args.loop);
  Plan plan{function, program.function(function), {}, {}};
  plan.partial = plan.changed.freshBlock();
  std::vector<Buffer> partials;
  for (const BufferStore* update : site->reduction.updates)
    partials.push_back(partialBuffer(update->buffer, site->axis, program.loop(args.loop).extent));
  const Stmt nest = PartialNest(program, *site, partials).build(plan.changed, plan.partial, plan.copies);
  std::erase_if(plan.copies, [&](const auto& copy) {
    const auto at = std::find(site->loops.begin(), site->loops.end(), copy.first) - site->loops.begin();
    return !site->leaves(static_cast<size_t>(at));
  });

  const size_t first = site->firstReduced();
  Stmt rest = finalBlock(program, *site, partials, *guard);
  for (size_t i = site->loops.size(); i-- > first;)
    if (!site->leaves(i)) rest = withBody(program.loop(site->loops[i]), rest);
  const Stmt top = replaceIn(program.stmt(site->loops.front()), program.stmt(site->loops[first]), rest);
  Block scope = program.block(program.scopeOf(site->id));
  scope.allocs.insert(scope.allocs.end(), partials.begin(), partials.end());
  scope.body = replaceIn(scope.body, program.stmt(site->loops.front()), sequence({nest, top}));
  plan.changed = replaceStmt(plan.changed, program.stmt(scope.id), scope);
  return plan;
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  Edit edit{.function = plan.function, .changed = plan.changed, .outputs = {plan.partial}, .fate = {}};
  for (const auto& [old, copy] : plan.copies) edit.fate.loops.push_back({old, {copy}});
  return edit;
}

// Offers the reduction loops of the selected block, or the selected loop.
std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  std::vector<LoopId> loops = selection.loops;
  if (loops.empty() && selection.blocks.size() == 1) loops = program.loopsAbove(selection.blocks.front());
  for (const LoopId loop : loops) {
    const std::vector<BlockId> blocks = program.blocksBelow(loop);
    if (blocks.size() != 1 || !program.block(blocks.front()).init) continue;
    Message why;
    const std::optional<Reduction> reduction = associativeReductionOf(program.block(blocks.front()), why);
    if (!reduction || !siteOf(program, {loop, 0})) continue;
    const int rank = static_cast<int>(reduction->indices().size());
    offers.push_back({{loop, 0}, "over " + program.name(loop) + ", outermost"});
    if (rank > 0) offers.push_back({{loop, rank}, "over " + program.name(loop) + ", innermost"});
  }
  return offers;
}

// Where ties forbid this loop: offers the same step at the other loops around the block.
Alternatives otherLoops(const Snapshot& program, const Primitive& refused, const Arguments& args,
                        const Explanation& reason) {
  const auto* loop = args.front().as<LoopId>();
  const std::vector<BlockId> below =
      loop && reason.kind == kTies.id ? program.blocksBelow(*loop) : std::vector<BlockId>();
  Alternatives ways;
  if (below.empty()) return ways;
  for (const LoopId other : program.loopsAbove(below.front())) {
    Arguments same = args;
    same.front() = other;
    if (other != *loop) ways.push_back({{&refused, std::move(same)}});
  }
  return ways;
}

}  // namespace

const Primitive kRfactor = define<Args, Plan>(
    {.name = "rfactor",
     .kind = "RFactor",
     .group = Group::Reduction,
     .summary = "Compute partial results of a reduction that are independent, and combine them afterwards.",
     .params = {param("loop", &Args::loop, "a loop of the reduction; its iterations become the partial results"),
                param("factor_axis", &Args::factorAxis,
                      "position of the new dimension of the partial results; -1: last", {.encoding = Encoding::Attr})},
     .returns = Returns::Block,
     .errors = {&kOneBlock, &kNoReduction, &kStart, &kNotReduced, &kBothKinds, &kUnused, &kAxis, &kNotAlone, &kBetween,
                &kRagged, &kGuard, &kInput, &kTies, &kUndecided},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .traits = {.rank = 110,
                .helpsRepairs = true,
                .alternatives = otherLoops,
                .spellings = {{"rfactor(block, loop)", "rfactor({loop}, 0)"},
                              {"func.rfactor(loop, _)", "rfactor({loop}, 0)"}}}});

}  // namespace lw
