// compute_root: the reverse of compute_at: move a block out of the loops around it into a nest of its own, which
// computes everything that is needed at once (TVM's s[T].compute_root()).
#include <algorithm>

#include "core/analysis/values/value_flow.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/cache_stage.h"
#include "core/schedule/support/iter_domains.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/relocate.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident, Ident> kNoPlace{
    "compute_root.no-place", "block {0} needs {1}, which is computed in the nest of {2}, a consumer of {0}"};
constexpr Error<Ident, Message> kChanges{"compute_root.changes-values",
                                         "giving block {0} a nest of its own changes the results: {1}"};
constexpr Error<Ident, Message> kUndecided{
    "compute_root.undecided", "it could not be proved that block {0} computes the same in a nest of its own ({1})"};

struct Args {
  BlockId block;
};
struct Plan {
  int function = 0;
  std::optional<PrimFunc> changed;  // none: the block is at the root already
  std::vector<LoopId> oldLoops, newLoops;
};

Explanation about(Explanation e, const Args& args, Message hint) {
  e.setHint(std::move(hint));
  e.blocks = {args.block};
  return e;
}

// What the readers in the scope need from the block, over all their iterations. A result of the function is needed in
// full.
std::vector<Demand> demandsOn(const Snapshot& program, BlockId id, const Analyzer& analyzer) {
  std::vector<Demand> list;
  const BlockId scope = program.scopeOf(id);
  if (program.isOutput(id)) return list;
  for (const BufferRegion& offered : program.block(id).writes) {
    Demand demand{offered, {}};
    for (const BlockId reader : readersOf(program, scope, offered.buffer)) {
      if (reader == id) continue;
      const Block& block = program.block(reader);
      VarMap bindings;
      for (size_t i = 0; i < block.iters.size(); ++i) bindings.emplace(block.iters[i].var.key(), block.bindings[i]);
      RunningVars vars;
      for (const LoopId l : program.loopsAbove(reader))
        vars.push_back({program.loop(l).var, {program.loop(l).min, program.loop(l).extent}});
      for (const BufferRegion& read : block.reads) {
        if (!(read.buffer == offered.buffer)) continue;
        const BufferRegion there = substitute(read, bindings);
        for (size_t d = 0; d < there.ranges.size(); ++d) {
          const std::optional<ExprInterval> values = valuesOf(there.ranges[d], vars, analyzer);
          if (demand.wanted.size() <= d)
            demand.wanted.push_back(values);
          else if (demand.wanted[d] && values)
            demand.wanted[d] = hull(*demand.wanted[d], *values, analyzer);
          else
            demand.wanted[d].reset();
        }
      }
    }
    if (!demand.wanted.empty()) list.push_back(std::move(demand));
  }
  return list;
}

// The iters in the order in which the loops around the block drive them, outermost first.
std::vector<size_t> loopOrder(const Snapshot& program, BlockId id) {
  const Block& block = program.block(id);
  const std::vector<LoopId> above = program.loopsAbove(id);
  const auto rank = [&](size_t iter) {
    size_t at = 0;
    while (at < above.size() && !usesVar(block.bindings[iter], program.loop(above[at]).var)) ++at;
    return at;
  };
  std::vector<size_t> order(block.iters.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return rank(a) < rank(b); });
  return order;
}

Stmt nestFor(const Snapshot& program, BlockId id, Plan& plan) {
  Analyzer analyzer;
  Block block = program.block(id);
  const std::vector<IterSpan> spans = spansFor(block, demandsOn(program, id, analyzer), analyzer);
  std::vector<For> loops(block.iters.size(), For{{}, Var("ax"), 0, 1, ForKind::Serial, "", {}, Evaluate{0}});
  block.predicate = boolConst(true);
  for (size_t i = 0; i < spans.size(); ++i) {
    const DataType type = block.iters[i].var.dtype();
    const Var var("ax" + std::to_string(i), type);
    const Expr extent = cast(type, analyzer.simplify(spans[i].values.max - spans[i].values.min + 1));
    loops[i] = For{plan.changed->freshLoop(), var, makeZero(type), extent, ForKind::Serial, "", {}, Evaluate{0}};
    analyzer.bind(var, {makeZero(type), extent});
    block.bindings[i] = analyzer.simplify(cast(type, spans[i].values.min) + var);
    if (!spans[i].limits) continue;
    for (const Expr& guard : {ge(block.bindings[i], cast(type, spans[i].limits->min)),
                              lt(block.bindings[i], cast(type, analyzer.simplify(spans[i].limits->max + 1)))})
      if (!analyzer.canProve(guard)) block.predicate = logicalAnd(block.predicate, guard);
  }
  const std::vector<size_t> order = loopOrder(program, id);
  Stmt nest = std::move(block);
  for (size_t i = order.size(); i-- > 0;) {
    loops[order[i]].body = nest;
    nest = loops[order[i]];
  }
  for (const size_t i : order) plan.newLoops.push_back(loops[i].id);
  return nest;
}

bool holdsAny(const Stmt& s, const std::vector<BlockId>& blocks, BlockId& found) {
  for (const BlockId b : blocks)
    if (!pathTo(s, b).empty()) {
      found = b;
      return true;
    }
  return false;
}

// Whether the order of the block and the statement matters.
bool depends(const Snapshot& program, BlockId id, const Stmt& other) {
  const Block& block = program.block(id);
  return anyStmt(other, [&](const Stmt& s) {
    const auto* b = s.as<Block>();
    return b &&
           (touches(b->writes, block.reads) || touches(b->writes, block.writes) || touches(b->reads, block.writes));
  });
}

// Where the nest may be inserted: after the last producer, and before the first consumer. The usual place comes first,
// before the first consumer or, without consumers, after the last producer; then those that differ from it by a
// statement that the block depends on.
std::vector<size_t> placesFor(const Snapshot& program, BlockId id, const std::vector<Stmt>& list, size_t first,
                              size_t last, bool forward) {
  std::vector<size_t> places{forward ? first : last};
  for (size_t at = places.front(); at != (forward ? last : first);) {
    const Stmt& passed = list[forward ? at : at - 1];
    at = forward ? at + 1 : at - 1;
    if (depends(program, id, passed)) places.push_back(at);
  }
  return places;
}

Result<Plan> check(const Snapshot& given, const Args& args) {
  const Result<Snapshot> fixed = withFixedDomains(given, args.block);
  if (!fixed) return fixed.error();
  const Snapshot& program = *fixed;
  const std::vector<LoopId> above = program.loopsAbove(args.block);
  Plan plan{.function = program.functionOf(args.block), .changed = {}, .oldLoops = {}, .newLoops = {}};
  const BlockId scopeId = program.scopeOf(args.block);
  if (above.empty() || !scopeId.valid() || program.loop(above.front()).body.as<Block>()) return plan;
  const bool alone =
      std::all_of(above.begin(), above.end(), [&](LoopId l) { return program.blocksBelow(l).size() == 1; });
  if (alone) return plan;
  const PrimFunc& before = program.function(plan.function);
  plan.changed = before;
  const Stmt nest = nestFor(program, args.block, plan);
  plan.oldLoops = above;

  Block scope = program.block(scopeId);
  const std::vector<BlockId> producers = program.producers(args.block), consumers = program.consumers(args.block);
  const Stmt rest = removeBlock(scope.body, args.block).value_or(scope.body);
  std::vector<Stmt> list = rest.as<Seq>() ? rest.as<Seq>()->stmts : std::vector<Stmt>{rest};
  size_t place = 0, end = list.size();
  BlockId producer, consumer;
  for (size_t i = 0; i < list.size(); ++i)
    if (holdsAny(list[i], producers, producer)) place = i + 1;
  for (size_t i = list.size(); i-- > 0;)
    if (holdsAny(list[i], consumers, consumer)) end = i;
  if (place > end) {
    Explanation e = about(kNoPlace(program.name(args.block), program.name(producer), program.name(consumer)), args,
                          say("give block {0} a nest of its own first", Ident(program.name(producer))));
    e.blocks.push_back(producer);
    return e;
  }
  std::optional<Explanation> reason;
  for (const size_t at :
       placesFor(program, args.block, list, place, consumers.empty() ? list.size() : end, consumers.empty())) {
    std::vector<Stmt> with = list;
    with.insert(with.begin() + static_cast<std::ptrdiff_t>(at), nest);
    Block changed = scope;
    changed.body = sequence(std::move(with));
    plan.changed->body = replaceIn(before.body, program.stmt(scopeId), changed);
    const Verdict verdict = keepsValueFlow(before, *plan.changed, {}, program.budget());
    if (verdict.yes()) return plan;
    if (reason) continue;
    if (verdict.no()) {
      reason = refused(about(kChanges(program.name(args.block), verdict.reason), args, {}), verdict);
    } else {
      reason = about(kUndecided(program.name(args.block), verdict.reason), args, {});
      reason->conservative = true;
    }
  }
  return *reason;
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  Edit edit{.function = plan.function, .changed = plan.changed, .outputs = {}, .fate = {}};
  for (const LoopId old : plan.oldLoops) edit.fate.loops.emplace_back(old, plan.newLoops);
  return edit;
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  if (selection.blocks.size() != 1) return {};
  const BlockId block = selection.blocks.front();
  for (const LoopId loop : program.loopsAbove(block))
    if (program.blocksBelow(loop).size() > 1) return {{{block}, "in a nest of its own"}};
  return {};
}

}  // namespace

const Primitive kComputeRoot =
    define<Args, Plan>({.name = "compute_root",
                        .kind = "ComputeRoot",
                        .group = Group::Location,
                        .summary = "Take a block out of the loops of its consumers into a nest of its own.",
                        .params = {param("block", &Args::block, "the block")},
                        .errors = {&kMovingDomain, &kNoPlace, &kChanges, &kUndecided},
                        .candidates = candidates,
                        .check = check,
                        .rewrite = rewrite,
                        .threads = ThreadCheck::WhereAtOnce,
                        .traits = {.helpsRepairs = true, .inTvm = false}});

}  // namespace lw
