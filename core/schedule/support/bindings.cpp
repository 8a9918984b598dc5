#include "core/schedule/support/bindings.h"

#include "core/arith/iter_map.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {

// Conjuncts are evaluated from the left: memory that the block's predicate reads exists only where the new condition
// holds.
Stmt withPredicate(const Stmt& body, const Expr& condition) {
  return mapBlocks(body, [&](const Block& block) {
    Block guarded = block;
    guarded.predicate =
        loadsMemory(block.predicate) ? logicalAnd(condition, block.predicate) : logicalAnd(block.predicate, condition);
    return guarded;
  });
}

namespace {

class BindingSimplifier : public Rewriter {
 public:
  BindingSimplifier(std::vector<IterDomain> loops, bool preserveUnitIters)
      : loops_(std::move(loops)), preserve_(preserveUnitIters) {}
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) {
      loops_.push_back({loop->var, {loop->min, loop->extent}});
      const Stmt done = children(s);
      loops_.pop_back();
      return done;
    }
    const auto* block = s.as<Block>();
    return block ? simplified(s, *block) : children(s);
  }

 private:
  Stmt simplified(const Stmt& s, const Block& block) const {
    Block copy = block;
    copy.bindings =
        simplifyIterMap(block.bindings, loops_, block.predicate, IterMapLevel::Surjective, Analyzer(), !preserve_);
    bool changed = false;
    for (size_t i = 0; i < copy.bindings.size(); ++i) changed = changed || !equal(copy.bindings[i], block.bindings[i]);
    return changed ? Stmt(std::move(copy), s.origin()) : s;
  }

  std::vector<IterDomain> loops_;
  bool preserve_;
};

}  // namespace

Stmt simplifyBindings(const Snapshot& program, LoopId place, const Stmt& changed, bool preserveUnitIters) {
  std::vector<IterDomain> above;
  for (const LoopId id : program.loopsAbove(place)) {
    const For& loop = program.loop(id);
    above.push_back({loop.var, {loop.min, loop.extent}});
  }
  return BindingSimplifier(std::move(above), preserveUnitIters).stmt(changed);
}

Expr simplifyExtent(const Expr& extent) { return simplify(extent); }

bool provablyDivisible(const Expr& value, int64_t divisor) {
  return Analyzer().canProveDivisible(value, makeConst(value.dtype(), divisor));
}

namespace {

class OutsideBlocks : public Visitor {
 public:
  bool found = false;
  void expr(const Expr&) override {}
  void stmt(const Stmt& s) override {
    if (s.as<Block>()) return;
    found = found || s.as<BufferStore>() || (s.as<Evaluate>() && !isNoOp(s));
    children(s);
  }
};

}  // namespace

bool hasStatementsOutsideBlocks(const Stmt& body) {
  OutsideBlocks visitor;
  visitor.stmt(body);
  return visitor.found;
}

LoopId loopWithBoundFromMemory(const Stmt& body, const Var& var) {
  if (const auto* seq = body.as<Seq>()) {
    for (const Stmt& s : seq->stmts)
      if (const LoopId found = loopWithBoundFromMemory(s, var); found.valid()) return found;
    return {};
  }
  const auto* loop = body.as<For>();
  if (!loop) return {};
  for (const Expr& bound : {loop->min, loop->extent})
    if (loadsMemory(bound) && usesVar(bound, var)) return loop->id;
  return loopWithBoundFromMemory(loop->body, var);
}

}  // namespace lw
