#include "core/schedule/support/relocation_nest.h"

#include <algorithm>

#include "core/arith/counts.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/support/iter_domains.h"
#include "core/schedule/support/relocation_demands.h"
#include "core/schedule/support/stmt_tools.h"

namespace lw {
namespace {

class NestBuilder {
 public:
  explicit NestBuilder(const MovePlace& place) : at_(place) {}

  Moved build(size_t position, bool wholeDomains) const {
    Moved moved{
        at_.program.functionOf(at_.move.block), at_.program.function(at_.program.functionOf(at_.move.block)), {}, {}};
    Analyzer analyzer = knownAbove();
    std::vector<IterSpan> spans =
        spansFor(at_.block, demandsOn(at_.program, at_.move, at_.partners(), analyzer), analyzer);
    for (size_t i = 0; wholeDomains && i < spans.size(); ++i) {
      const Range& domain = at_.block.iters[i].domain;
      if (!usesLoopsAround(spans[i].values))
        spans[i] = {{domain.min, analyzer.simplify(domain.min + domain.extent - 1)}, {}};
    }
    Block block = at_.block;
    block.predicate = boolConst(true);
    std::vector<For> loops;
    for (size_t i = 0; i < spans.size(); ++i) {
      const DataType type = block.iters[i].var.dtype();
      const ExprInterval& values = spans[i].values;
      const Expr start = cast(type, values.min), extent = cast(type, analyzer.simplify(values.max - values.min + 1));
      block.bindings[i] = start;
      if (at_.move.preserveUnitLoops || !isOne(extent)) {
        const Var var("ax" + std::to_string(loops.size()), type);
        loops.push_back(
            For{moved.changed.freshLoop(), var, makeZero(type), extent, ForKind::Serial, "", {}, Evaluate{0}});
        block.bindings[i] = start + var;
        analyzer.bind(var, {makeZero(type), extent});
      }
      if (!spans[i].limits) continue;
      for (const Expr& guard : {ge(block.bindings[i], cast(type, spans[i].limits->min)),
                                lt(block.bindings[i], cast(type, analyzer.simplify(spans[i].limits->max + 1)))})
        if (!analyzer.canProve(guard)) block.predicate = logicalAnd(block.predicate, guard);
    }
    for (const Expr& guard : ownGuards(block.bindings))
      if (!analyzer.canProve(guard)) block.predicate = logicalAnd(block.predicate, guard);
    block.predicate = analyzer.simplify(block.predicate);
    Stmt nest = std::move(block);
    for (size_t i = loops.size(); i-- > 0;) {
      loops[i].body = nest;
      nest = loops[i];
    }
    for (const For& l : loops) moved.newLoops.push_back(l.id);
    for (const LoopId l : at_.program.loopsAbove(at_.move.block))
      if (!at_.program.isAncestor(l, at_.move.loop)) moved.oldLoops.push_back(l);
    std::vector<Stmt> list = at_.statements();
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(position), nest);
    Block scope = at_.program.block(at_.scope);
    scope.body = removeBlock(scope.body, at_.move.block).value_or(scope.body);
    scope.body = replaceIn(scope.body, at_.program.stmt(at_.move.loop), withBody(at_.loop, sequence(std::move(list))));
    moved.changed.body = replaceIn(moved.changed.body, at_.program.stmt(at_.scope), scope);
    return moved;
  }

 private:
  Analyzer knownAbove() const {
    Analyzer analyzer;
    for (LoopId id : at_.program.loopsAbove(at_.move.loop))
      analyzer.bind(at_.program.loop(id).var, {at_.program.loop(id).min, at_.program.loop(id).extent});
    analyzer.bind(at_.loop.var, {at_.loop.min, at_.loop.extent});
    return analyzer;
  }

  bool usesLoopsAround(const ExprInterval& values) const {
    std::vector<LoopId> loops = at_.program.loopsAbove(at_.move.loop);
    loops.push_back(at_.move.loop);
    return std::any_of(loops.begin(), loops.end(), [&](LoopId l) {
      return usesVar(values.min, at_.program.loop(l).var) || usesVar(values.max, at_.program.loop(l).var);
    });
  }
  // Guards of the block that its domains do not imply, over the new values of its iters: for example, the last round of
  // a reduction that rfactor divided has no values for some of them.
  std::vector<Expr> ownGuards(const std::vector<Expr>& values) const {
    VarMap moved;  // loops that are the binding of one iter each
    for (size_t i = 0; i < values.size(); ++i)
      if (const auto* loop = at_.block.bindings[i].as<Var>()) moved.insert_or_assign(loop->key(), values[i]);
    std::vector<Expr> guards;
    for (const Expr& guard : conjuncts(at_.block.predicate)) {
      const Expr now = substitute(guard, moved);
      if (!keepsDomain(at_.block, guard) && !usesLeftLoop(now)) guards.push_back(now);
    }
    return guards;
  }
  // Whether the expression uses a loop around the block that is not around its new place.
  bool usesLeftLoop(const Expr& e) const {
    const std::vector<LoopId> above = at_.program.loopsAbove(at_.move.block);
    return std::any_of(above.begin(), above.end(), [&](LoopId l) {
      return l != at_.move.loop && !at_.program.isAncestor(l, at_.move.loop) && usesVar(e, at_.program.loop(l).var);
    });
  }

  const MovePlace& at_;
};

}  // namespace

Moved nestUnder(const MovePlace& place, size_t position, bool wholeDomains) {
  return NestBuilder(place).build(position, wholeDomains);
}

bool keepsDomain(const Block& block, const Expr& guard) {
  const auto* n = guard.as<Binary>();
  if (!n || n->op != BinaryOp::LT) return isTrue(guard);
  const Analyzer analyzer;
  for (size_t i = 0; i < block.iters.size(); ++i) {
    const Range& domain = block.iters[i].domain;
    if (n->a.dtype() != block.bindings[i].dtype() || !analyzer.canProveEqual(block.bindings[i], n->a)) continue;
    if (analyzer.canProve(le(domain.min + domain.extent, n->b))) return true;
  }
  return false;
}

}  // namespace lw
