#include "core/schedule/support/quick_legality.h"

#include <algorithm>

#include "core/analysis/tables/determined.h"
#include "core/analysis/values/written_first.h"
#include "core/arith/distinct_accesses.h"
#include "core/arith/iter_map.h"
#include "core/ir/equal.h"
#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/ir/update.h"
#include "core/schedule/support/reduction.h"
#include "core/schedule/support/regions.h"
#include "core/schedule/support/tuple_reduction.h"

namespace lw {
namespace {

bool isImpure(const Expr& e) {
  return anyExpr(e, [&](const Expr& x) {
    const auto* call = x.as<Call>();
    const IntrinsicInfo* known = call ? call->op.info() : nullptr;
    return call && (!known || known->effect != Effect::Pure);
  });
}

bool loadsAny(const std::vector<Expr>& exprs, const Buffer& buffer) {
  return std::any_of(exprs.begin(), exprs.end(), [&](const Expr& e) { return loadsFrom(e, buffer); });
}

std::vector<IterDomain> loopsAround(const Snapshot& program, const Block& block) {
  std::vector<IterDomain> loops;
  for (const LoopId id : program.loopsAbove(block.id)) {
    const For& loop = program.loop(id);
    loops.push_back({loop.var, {loop.min, loop.extent}});
  }
  return loops;
}

// Whether, in every order of the loops, the first iteration that updates an element is the one that initialises it.
bool initStaysFirst(const Snapshot& program, const Block& block) {
  return startsWithTheLoops(program, block) && detectIterMap(block.bindings, loopsAround(program, block),
                                                             block.predicate, IterMapLevel::Bijective, Analyzer())
                                                   .ok();
}

// An axis that is an index of the store by itself: each of its values selects another element.
bool choosesElement(const BufferStore& store, const Var& axis) {
  return std::any_of(store.indices.begin(), store.indices.end(), [&](const Expr& e) {
    const auto* v = e.as<Var>();
    return v && *v == axis;
  });
}

// Two executions that store to the same element differ only in reduce axes (if `reduce`), or not at all.
bool elementDeterminesIteration(const Snapshot& program, const Block& block, const BufferStore& store, bool reduce) {
  const std::vector<IterDomain> loops = loopsAround(program, block);
  std::optional<analysis::Determined> determined;  // over the loops: the axes' domains are not trusted
  const auto tells = [&](size_t i) {
    if (!determined) {
      VarMap bindings;
      for (size_t k = 0; k < block.iters.size(); ++k)
        bindings.insert_or_assign(block.iters[k].var.key(), block.bindings[k]);
      std::vector<Expr> indices;
      for (const Expr& index : store.indices) indices.push_back(substitute(index, bindings));
      determined.emplace(indices, loops);
    }
    return determined->tells(block.bindings[i]);
  };
  for (size_t i = 0; i < block.iters.size(); ++i) {
    const IterVar& iter = block.iters[i];
    if (reduce && iter.kind == IterKind::Reduce) {
      for (const Expr& index : store.indices)
        if (usesVar(index, iter.var)) return false;
    } else if (!isOne(iter.domain.extent) && !choosesElement(store, iter.var) && !tells(i)) {
      return false;
    }
  }
  return true;
}

bool initIsPlain(const Stmt& stmt, const BufferStore& update) {
  const auto* init = stmt.as<BufferStore>();
  return init && init->buffer == update.buffer && equal(init->indices, update.indices) && !isImpure(init->value) &&
         !loadsFrom(init->value, update.buffer);
}

bool usesLoopsDirectly(const Snapshot& program, const Block& block) {
  for (LoopId id : program.loopsAbove(block.id))
    if (usesVar(block.body, program.loop(id).var) || (block.init && usesVar(*block.init, program.loop(id).var)))
      return true;
  return false;
}

// Several elements that are updated together in any order, such as several sums, or the position and the value of a
// maximum.
bool isReorderableTuple(const Snapshot& program, const Block& block) {
  Message why;
  const std::optional<Reduction> reduction = reductionOf(block, why);
  if (!reduction || usesLoopsDirectly(program, block)) return false;
  for (const BufferStore* update : reduction->updates)
    if (loadsAny(block.bindings, update->buffer) || loadsAny({block.predicate}, update->buffer)) return false;
  return elementDeterminesSpatialAxes(block, reduction->indices()) && initStaysFirst(program, block);
}

bool orderDoesNotMatter(const Snapshot& program, const Block& block) {
  const auto* store = block.body.as<BufferStore>();
  if (!store && block.init && block.matches.empty() && block.allocs.empty()) return isReorderableTuple(program, block);
  if (!store || !block.matches.empty() || !block.allocs.empty() || isImpure(store->value)) return false;
  if (usesLoopsDirectly(program, block) || loadsAny(block.bindings, store->buffer) ||
      loadsAny({block.predicate}, store->buffer))
    return false;
  if (block.init)
    return initIsPlain(*block.init, *store) && updateOf(*store) &&
           elementDeterminesIteration(program, block, *store, true) && initStaysFirst(program, block);
  if (updateOf(*store)) return true;
  return !loadsFrom(store->value, store->buffer) && !loadsAny(store->indices, store->buffer) &&
         elementDeterminesIteration(program, block, *store, false);
}

// ---- iterations that access separate ranges ----

// All accesses below a loop, expressed by loop variables.
class Accesses : public Visitor {
 public:
  struct Access {
    Buffer buffer;
    std::vector<Expr> indices;
    bool store;
  };
  std::vector<Access> found;
  std::vector<const void*> own;  // data of buffers that are allocated inside
  Analyzer analyzer;             // knows the inner loops
  VarMap innerAtZero;
  RunningVars inner;
  bool understood = true;

  void stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) {
      inner.push_back({loop->var, {substitute(loop->min, axes_), substitute(loop->extent, axes_)}});
      analyzer.bind(loop->var, inner.back().range);
      innerAtZero.insert_or_assign(loop->var.key(), makeZero(loop->var.dtype()));
    } else if (const auto* block = s.as<Block>()) {
      visitBlock(*block);
      return;
    } else if (const auto* store = s.as<BufferStore>()) {
      add(store->buffer, store->indices, true);
    } else if (!s.as<Seq>() && !s.as<IfThenElse>()) {
      understood = false;
    }
    children(s);
  }
  void expr(const Expr& e) override {
    if (const auto* load = e.as<BufferLoad>()) add(load->buffer, load->indices, false);
    if (isImpure(e) || e.as<Let>()) understood = false;
    children(e);
  }

 private:
  void visitBlock(const Block& block) {
    understood = understood && block.matches.empty();
    for (const Expr& binding : block.bindings) expr(binding);
    expr(block.predicate);
    for (const Buffer& buffer : block.allocs) own.push_back(buffer->data.key());
    const VarMap outer = axes_;
    for (size_t i = 0; i < block.iters.size(); ++i)
      axes_.insert_or_assign(block.iters[i].var.key(), substitute(block.bindings[i], outer));
    if (block.init) stmt(*block.init);
    stmt(block.body);
    axes_ = outer;
  }
  void add(const Buffer& buffer, const std::vector<Expr>& indices, bool store) {
    if (!(store ? stores_ : loads_).add(buffer, indices)) return;
    Access access{buffer, {}, store};
    for (const Expr& index : indices) access.indices.push_back(substitute(index, axes_));
    found.push_back(std::move(access));
  }

  VarMap axes_;
  DistinctAccesses stores_, loads_;
};

// In this dimension, iteration x of the loop accesses only [outer + c * x + low, outer + c * x + high], high - low < c.
bool separates(const Accesses& accesses, const std::vector<const Accesses::Access*>& group, size_t dimension,
               const Var& loop) {
  const Analyzer& analyzer = accesses.analyzer;
  std::optional<int64_t> step;
  std::optional<Expr> outer;
  IntBound hullOfAll;
  for (const Accesses::Access* access : group) {
    const Expr& index = access->indices[dimension];
    const Expr zero = makeZero(loop.dtype());
    const Expr atZero = substitute(index, {{loop.key(), zero}});
    const Expr atOne = substitute(index, {{loop.key(), makeConst(loop.dtype(), 1)}});
    const std::optional<int64_t> c = asInt(analyzer.simplify(atOne - atZero));
    if (!c || *c == 0 || (step && *step != *c)) return false;
    if (!analyzer.canProveEqual(index, atZero + makeConst(atZero.dtype(), *c) * Expr(loop))) return false;
    step = c;
    if (!outer) outer = substitute(atZero, accesses.innerAtZero);
    const IntBound bound = analyzer.constBound(analyzer.simplify(atZero - *outer));
    if (!bound.bounded()) return false;
    hullOfAll = access == group.front() ? bound : hull(hullOfAll, bound);
  }
  return step && hullOfAll.max - hullOfAll.min < std::abs(*step);
}

// The same for a step of unknown size, which no loop inside changes: each difference of two accesses, apart from the
// steps, is less than one step. Then the step is positive wherever there are two accesses to compare.
bool separatesBySize(const Accesses& accesses, const std::vector<const Accesses::Access*>& group, size_t dimension,
                     const Var& loop) {
  const Analyzer& analyzer = accesses.analyzer;
  const auto isInner = [&](const Var& v) { return accesses.innerAtZero.contains(v.key()); };
  std::optional<Expr> step, outer;
  std::vector<ExprInterval> parts;
  for (const Accesses::Access* access : group) {
    const Expr& index = access->indices[dimension];
    const DataType type = index.dtype();
    const Expr atZero = substitute(index, {{loop.key(), makeZero(loop.dtype())}});
    const Expr atOne = substitute(index, {{loop.key(), makeConst(loop.dtype(), 1)}});
    const Expr s = analyzer.simplify(atOne - atZero);
    const std::vector<Var> vars = freeVars(s);
    if (vars.empty() || usesVar(s, loop) || std::any_of(vars.begin(), vars.end(), isInner)) return false;
    if (step && !analyzer.canProveEqual(*step, s)) return false;
    if (!analyzer.canProveEqual(index, atZero + s * cast(type, Expr(loop)))) return false;
    step = s;
    if (!outer) outer = substitute(atZero, accesses.innerAtZero);
    if (usesVar(*outer, loop)) return false;
    const auto part = valuesOf({analyzer.simplify(atZero - *outer), makeConst(type, 1)}, accesses.inner, analyzer);
    if (!part) return false;
    parts.push_back(*part);
  }
  const auto near = [&](const ExprInterval& a, const ExprInterval& b) {
    return analyzer.canProve(lt(a.max - b.min, *step));
  };
  return std::all_of(parts.begin(), parts.end(), [&](const ExprInterval& a) {
    return std::all_of(parts.begin(), parts.end(), [&](const ExprInterval& b) { return near(a, b); });
  });
}

}  // namespace

bool provablyReorderable(const Snapshot& program, const std::vector<LoopId>& chain) {
  Stmt at = program.loop(chain.front()).body;
  while (const auto* loop = at.as<For>()) at = Stmt(loop->body);
  const auto* block = at.as<Block>();
  if (!block || !orderDoesNotMatter(program, *block)) return false;
  program.budget().record({Question::ReorderKeepsResults, Prover::NestAccesses, ProofAnswer::Yes});
  return true;
}

bool provablyIndependent(const Snapshot& program, LoopId id) {
  const For& loop = program.loop(id);
  Accesses accesses;
  accesses.stmt(loop.body);
  if (!accesses.understood) return false;
  // A buffer of which each iteration reads only what it wrote itself is one for each iteration: lowering allocates it
  // inside of the loop.
  std::optional<analysis::Statements> all;
  const auto isPrivate = [&](const void* data) {
    if (!all) all = analysis::collectStatements(program.function(program.functionOf(id)));
    return analysis::provablyPrivate(*all, data, id);
  };
  for (const Accesses::Access& store : accesses.found) {
    const void* data = store.buffer->data.key();
    if (!store.store || std::find(accesses.own.begin(), accesses.own.end(), data) != accesses.own.end()) continue;
    std::vector<const Accesses::Access*> group;
    for (const Accesses::Access& other : accesses.found)
      if (other.buffer->data.key() == data) group.push_back(&other);
    if (std::any_of(group.begin(), group.end(), [&](const auto* a) { return a->buffer != store.buffer; })) return false;
    bool separate = false;
    for (size_t d = 0; d < store.indices.size() && !separate; ++d)
      separate = separates(accesses, group, d, loop.var) || separatesBySize(accesses, group, d, loop.var);
    if (!separate && !isPrivate(data)) return false;
  }
  program.budget().record({Question::IterationsIndependent, Prover::NestAccesses, ProofAnswer::Yes});
  return true;
}

}  // namespace lw
