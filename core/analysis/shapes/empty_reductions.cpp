#include "core/analysis/shapes/empty_reductions.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/arith/iter_map.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

bool readsMemory(const Expr& e) {
  return anyExpr(e, [&](const Expr& part) {
    const auto* call = part.as<Call>();
    return part.as<BufferLoad>() || (call && call->op != Intrinsic::Likely && call->op != Intrinsic::IfThenElse);
  });
}

void addConjuncts(const Expr& condition, std::vector<Expr>& list) {
  const auto* n = condition.as<Binary>();
  const auto* call = condition.as<Call>();
  if (n && n->op == BinaryOp::And) {
    addConjuncts(n->a, list);
    addConjuncts(n->b, list);
  } else if (call && call->op == Intrinsic::Likely) {
    addConjuncts(call->args[0], list);
  } else if (!isTrue(condition)) {
    list.push_back(condition);
  }
}

// One step on the way from a block to a block inside it.
struct Step {
  enum class Kind : uint8_t { Loop, Condition, Value, Branch, Opaque } kind;
  const For* loop = nullptr;
  std::optional<Expr> condition = {};
  const LetStmt* let = nullptr;
};
using Way = std::vector<Step>;

bool usesAny(const Expr& e, const std::vector<const For*>& loops) {
  return std::any_of(loops.begin(), loops.end(), [&](const For* loop) { return usesVar(e, loop->var); });
}

// Makes the init of one block.
class Completion {
 public:
  Completion(const Way& way, const Block& block) : way_(way), block_(block) {}

  // `around`: the loops and iters whose ranges are known.
  std::optional<EmptyReduction> make(const std::vector<IterDomain>& around) {
    findLoops();
    if (reduced_.empty()) return std::nullopt;
    findConditions();
    if (alwaysStarts()) return std::nullopt;
    for (const IterDomain& domain : around) known_.bind(domain.var, domain.range);
    for (const For* loop : others_)
      known_.bind(*first_.at(loop->var.key()).as<Var>(), {at(loop->min), at(loop->extent)});
    if (!conditions() || !mayBeEmpty() || !startsHere() || isFalse(holds_)) return std::nullopt;
    EmptyReduction result{.block = block_.id, .before = reduced_.front()->id, .init = nest(), .certain = never_};
    const auto outermost = place(reduced_.front());
    result.alone = std::none_of(outermost, way_.end(), [](const Step& s) { return s.kind == Step::Kind::Branch; });
    result.overThreads = std::any_of(reduced_.begin(), reduced_.end(), [](const For* loop) {
      return loop->kind == ForKind::ThreadBinding && loop->thread.starts_with("threadIdx");
    });
    return result;
  }

 private:
  Way::const_iterator place(const For* loop) const {
    return std::find_if(way_.begin(), way_.end(), [&](const Step& s) { return s.loop == loop; });
  }
  bool drives(IterKind kind, bool same, const Var& var) const {
    for (size_t i = 0; i < block_.iters.size(); ++i)
      if ((block_.iters[i].kind == kind) == same && usesVar(inside(block_.bindings[i]), var)) return true;
    return false;
  }
  // Without the variables of let statements.
  Expr inside(const Expr& e) const { return lets_.empty() ? e : substitute(e, lets_); }

  void findLoops() {
    for (const Step& s : way_)
      if (s.let) lets_.insert_or_assign(s.let->var.key(), inside(s.let->value));
    for (const Step& s : way_)
      if (s.loop && drives(IterKind::Reduce, true, s.loop->var) && !drives(IterKind::Reduce, false, s.loop->var))
        reduced_.push_back(s.loop);
    if (reduced_.empty()) return;
    for (auto s = place(reduced_.front()); s != way_.end(); ++s) {
      if (s->kind == Step::Kind::Opaque) return reduced_.clear();
      if (!s->loop) continue;
      const bool reduces = std::find(reduced_.begin(), reduced_.end(), s->loop) != reduced_.end();
      if (!reduces) others_.push_back(s->loop);
      const Expr value = reduces ? at(s->loop->min) : Expr(Var(s->loop->var.name(), s->loop->var.dtype()));
      first_.insert_or_assign(s->loop->var.key(), value);
    }
  }
  void findConditions() {
    for (auto s = place(reduced_.front()); s != way_.end(); ++s)
      if (s->condition) addConjuncts(inside(*s->condition), conditions_);
    addConjuncts(inside(block_.predicate), conditions_);
  }
  // Without a proof: most loops have constant extents, and most conditions hold at their start.
  bool alwaysStarts() const {
    return std::all_of(reduced_.begin(), reduced_.end(),
                       [](const For* loop) {
                         const auto extent = asInt(loop->extent);
                         return extent && *extent > 0;
                       }) &&
           std::none_of(conditions_.begin(), conditions_.end(),
                        [&](const Expr& c) { return selectsIterations(c) && !isTrue(at(c)); });
  }
  // A condition on the loops of the reduction alone. If they have one iteration each, steps may drop their variables,
  // so that the condition is not known to be about them.
  bool selectsIterations(const Expr& condition) const {
    return !usesOtherLoops(condition) && !readsMemory(condition) &&
           std::any_of(reduced_.begin(), reduced_.end(),
                       [&](const For* loop) { return !isOne(loop->extent) && usesVar(condition, loop->var); });
  }
  // At the first values of the loops of the reduction, over new variables of the other loops.
  Expr at(const Expr& e) const { return substitute(inside(e), first_); }

  bool holdsAlways(const Expr& e) const { return isTrue(e) || known_.canProve(e); }
  void require(const Expr& condition) {
    if (!holdsAlways(condition)) holds_ = logicalAnd(holds_, known_.simplify(condition));
  }

  bool usesOtherLoops(const Expr& condition) const {
    return std::any_of(way_.begin(), way_.end(), [&](const Step& s) {
      return s.loop && usesVar(condition, s.loop->var) &&
             std::find(reduced_.begin(), reduced_.end(), s.loop) == reduced_.end();
    });
  }

  // The guard of a split loop says again how many iterations there are.
  bool failsOnlyIfEmpty(const Expr& atStart) {
    Analyzer failing = known_;
    const Analyzer::Scope scope = failing.with(logicalNot(atStart));
    return std::any_of(reduced_.begin(), reduced_.end(), [&](const For* loop) {
      const Expr extent = at(loop->extent);
      return failing.canProve(le(extent, makeZero(extent.dtype())));
    });
  }
  // False: it is not known where the init would run.
  bool conditions() {
    for (const Expr& condition : conditions_) {
      const bool reduces = usesAny(condition, reduced_);
      if (reduces && readsMemory(condition)) {
        if (usesOtherLoops(condition)) return false;
        continue;
      }
      const Expr first = at(condition);
      if (selectsIterations(condition)) {
        if (!holdsAlways(first)) empty_ = logicalOr(empty_, known_.simplify(logicalNot(first)));
      } else if (!reduces || !failsOnlyIfEmpty(first)) {
        require(first);
      }
    }
    return true;
  }
  bool mayBeEmpty() {
    for (const For* loop : reduced_) {
      if (const auto extent = asInt(loop->extent); extent && *extent > 0) continue;
      const Expr extent = inside(loop->extent);
      if (usesAny(extent, reduced_) && readsMemory(extent)) continue;
      const Expr first = at(extent);
      if (holdsAlways(le(makeConst(extent.dtype(), 1), first))) continue;
      const Expr none = known_.simplify(le(first, makeZero(extent.dtype())));
      never_ = never_ || isTrue(none);
      empty_ = logicalOr(empty_, none);
    }
    return !isFalse(empty_);
  }
  bool startsHere() {
    VarMap iters;
    for (size_t i = 0; i < block_.iters.size(); ++i)
      iters.insert_or_assign(block_.iters[i].var.key(), at(block_.bindings[i]));
    for (size_t i = 0; i < block_.iters.size(); ++i) {
      if (block_.iters[i].kind != IterKind::Reduce) continue;
      const Expr binding = at(block_.bindings[i]);
      if (readsMemory(binding)) return false;
      require(eq(binding, substitute(block_.iters[i].domain.min, iters)));
    }
    return true;
  }

  Stmt nest() const {
    Block init(block_.id, block_.name, Evaluate{0});
    VarMap iters;
    for (size_t i = 0; i < block_.iters.size(); ++i) {
      const IterVar& iter = block_.iters[i];
      if (iter.kind == IterKind::Reduce) {
        iters.emplace(iter.var.key(), substitute(iter.domain.min, iters));  // an init may use its reduce iters
        continue;
      }
      const Var fresh(iter.var.name(), iter.var.dtype());
      iters.emplace(iter.var.key(), fresh);
      init.iters.push_back({fresh, iter.domain, iter.kind});
      init.bindings.push_back(at(block_.bindings[i]));
    }
    init.init = substitute(*block_.init, iters);
    for (const BufferRegion& write : block_.writes) init.writes.push_back(substitute(write, iters));
    // Conditions on the copied loops are those of the block.
    Expr outside = boolConst(true);
    std::vector<Expr> all;
    addConjuncts(holds_, all);
    if (!isTrue(empty_)) all.push_back(empty_);
    for (const Expr& condition : all) {
      const bool inner = std::any_of(others_.begin(), others_.end(), [&](const For* loop) {
        return usesVar(condition, *first_.at(loop->var.key()).as<Var>());
      });
      Expr& where = inner ? init.predicate : outside;
      where = logicalAnd(where, condition);
    }
    Stmt body = std::move(init);
    for (size_t i = others_.size(); i-- > 0;) {
      const For& loop = *others_[i];
      body = For{loop.id,      *first_.at(loop.var.key()).as<Var>(),
                 at(loop.min), at(loop.extent),
                 loop.kind,    loop.thread,
                 {},           std::move(body)};
    }
    return isTrue(outside) ? body : Stmt(IfThenElse{outside, std::move(body), {}});
  }

  const Way& way_;
  const Block& block_;
  Analyzer known_;
  VarMap lets_;
  std::vector<const For*> reduced_, others_;  // from the outermost loop of the reduction on
  VarMap first_;
  std::vector<Expr> conditions_;
  Expr holds_ = boolConst(true);   // where the init runs
  Expr empty_ = boolConst(false);  // the reduction has no first iteration
  bool never_ = false;             // a loop of the reduction never has an iteration
};

class Finder : public Visitor {
 public:
  std::vector<EmptyReduction> found;

  void expr(const Expr&) override {}
  void stmt(const Stmt& s) override {
    if (const auto* n = s.as<For>()) {
      around_.push_back({n->var, {n->min, n->extent}});
      within({.kind = Step::Kind::Loop, .loop = n}, n->body);
      return around_.pop_back();
    }
    if (const auto* n = s.as<IfThenElse>()) {
      within({.kind = Step::Kind::Condition, .condition = n->condition}, n->thenBody);
      if (n->elseBody) within({.kind = Step::Kind::Condition, .condition = logicalNot(n->condition)}, *n->elseBody);
      return;
    }
    if (const auto* n = s.as<LetStmt>()) {
      const bool plain = !n->var.dtype().isHandle() && !readsMemory(n->value);
      return within({.kind = plain ? Step::Kind::Value : Step::Kind::Opaque, .let = plain ? n : nullptr}, n->body);
    }
    if (const auto* n = s.as<Seq>()) {
      for (const Stmt& part : n->stmts) within({.kind = Step::Kind::Branch}, part);
      return;
    }
    if (const auto* n = s.as<Block>()) return block(*n);
    const auto* attribute = s.as<AttrStmt>();
    if (attribute && !attribute->key.starts_with(kThreadExtent)) return children(s);
    way_.push_back({.kind = Step::Kind::Opaque});
    children(s);
    way_.pop_back();
  }

 private:
  void within(Step step, const Stmt& inside) {
    way_.push_back(std::move(step));
    stmt(inside);
    way_.pop_back();
  }
  void block(const Block& n) {
    // Blocks that only hold parts of a nest, as loop_partition makes them.
    if (n.iters.empty() && !n.init && n.allocs.empty() && n.matches.empty())
      return within({.kind = Step::Kind::Condition, .condition = n.predicate}, n.body);
    if (n.init)
      if (auto made = Completion(way_, n).make(around_)) found.push_back(std::move(*made));
    for (const IterVar& iter : n.iters) around_.push_back({iter.var, iter.domain});
    const Way outside = std::exchange(way_, {});
    stmt(n.body);
    way_ = outside;
    around_.erase(around_.end() - static_cast<std::ptrdiff_t>(n.iters.size()), around_.end());
  }

  Way way_;
  std::vector<IterDomain> around_;
};

}  // namespace

std::vector<EmptyReduction> emptyReductions(const PrimFunc& f) {
  Finder finder;
  finder.stmt(f.body);
  return std::move(finder.found);
}

PrimFunc withEmptyReductions(const PrimFunc& f) {
  std::map<LoopId, std::vector<Stmt>> before;
  for (EmptyReduction& reduction : emptyReductions(f)) before[reduction.before].push_back(std::move(reduction.init));
  if (before.empty()) return f;
  PrimFunc result = f;
  result.body = rewriteStmts(f.body, [&](const Stmt& s) -> std::optional<Stmt> {
    const auto* loop = s.as<For>();
    const auto inits = loop ? before.find(loop->id) : before.end();
    if (inits == before.end()) return std::nullopt;
    std::vector<Stmt> all = inits->second;
    all.push_back(s);
    return sequence(std::move(all));
  });
  return result;
}

bool emptyReductionReads(const PrimFunc& f) {
  const std::vector<EmptyReduction> all = emptyReductions(f);
  return std::any_of(all.begin(), all.end(), [](const EmptyReduction& reduction) {
    return anyStmt(reduction.init, [](const Stmt& s) {
      const auto* store = s.as<BufferStore>();
      return store && loadsMemory(store->value);
    });
  });
}

}  // namespace lw
