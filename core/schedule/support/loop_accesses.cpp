#include "core/schedule/support/loop_accesses.h"

#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

// v < end, or v >= start, where the end is made of least, largest, a quotient and a constant; other forms say nothing.
void addEnd(EffectCondition& c, const Expr& end, const Var& v, bool upper, const Analyzer& known) {
  const auto* n = end.as<Binary>();
  if (n && n->op == (upper ? BinaryOp::Min : BinaryOp::Max)) {
    addEnd(c, n->a, v, upper, known);
    addEnd(c, n->b, v, upper, known);
    return;
  }
  int64_t constant = 0;
  Expr quotient = end;
  if (n && n->op == BinaryOp::Add && asInt(n->b)) {
    constant = *asInt(n->b);
    quotient = n->a;
  }
  const auto* division = quotient.as<Binary>();
  std::optional<int64_t> by = division && division->op == BinaryOp::FloorDiv ? asInt(division->b) : std::nullopt;
  if (by && *by <= 0) return;
  const int64_t k = by.value_or(1);
  std::optional<VariableSum> sum = variableSum(known.simplify(by ? division->a : quotient));
  if (!sum) return;
  // upper: k * (v - constant + 1) <= sum; otherwise k * (v - constant) >= sum - k + 1.
  VariableSum least;
  const bool fits = upper ? least.add(*sum) && least.add(VariableSum::of(v) + VariableSum(1 - constant), -k)
                          : least.add(VariableSum::of(v) - VariableSum(constant), k) && least.add(*sum, -1) &&
                                least.add(VariableSum(k - 1));
  if (fits) c.all.push_back(std::move(least));
}

class Walk : public Visitor {
 public:
  LoopAccesses found;

  void stmt(const Stmt& s) override {
    if (isPrefetch(s)) return;
    if (const auto* call = s.as<Evaluate>())
      forEachExpr(call->value, [&](const Expr& e) {
        if (const auto* load = e.as<BufferLoad>()) found.pointed.push_back(load->buffer);
      });
    if (const auto* loop = s.as<For>()) return visitLoop(*loop);
    if (const auto* block = s.as<Block>()) return visitBlock(*block);
    if (const auto* let = s.as<LetStmt>()) values_.insert_or_assign(let->var.key(), substitute(let->value, values_));
    if (const auto* store = s.as<BufferStore>()) return visitStore(*store);
    if (const auto* branch = s.as<IfThenElse>()) {
      expr(branch->condition);
      under(branch->condition, true, [&] { stmt(branch->thenBody); });
      if (branch->elseBody) under(branch->condition, false, [&] { stmt(*branch->elseBody); });
      return;
    }
    children(s);
  }

  void expr(const Expr& e) override {
    if (const auto* load = e.as<BufferLoad>()) {
      LoopAccess access = here(load->buffer, load->indices);
      access.own = store_ && sameIndices(*load, *store_);
      access.passes = passes_ && load->buffer->dtype.isFloat();
      found.loads.push_back(std::move(access));
      return deciding([&] { children(e); });
    }
    if (const auto* let = e.as<Let>()) values_.insert_or_assign(let->var.key(), substitute(let->value, values_));
    if (const auto* call = e.as<Call>(); call && call->op == Intrinsic::AddressOf)
      if (const auto* load = call->args.front().as<BufferLoad>()) found.pointed.push_back(load->buffer);
    if (const auto* call = e.as<Call>(); call && call->op == Intrinsic::IfThenElse) {
      deciding([&] { expr(call->args[0]); });
      under(call->args[0], true, [&] { expr(call->args[1]); });
      under(call->args[0], false, [&] { expr(call->args[2]); });
      return;
    }
    children(e);
  }

 private:
  static bool sameIndices(const BufferLoad& load, const BufferStore& store) {
    if (!(load.buffer == store.buffer) || load.indices.size() != store.indices.size()) return false;
    for (size_t i = 0; i < load.indices.size(); ++i)
      if (!equal(load.indices[i], store.indices[i])) return false;
    return true;
  }

  LoopAccess here(const Buffer& buffer, const std::vector<Expr>& indices) const {
    LoopAccess access{loops_, block_, buffer, {}, reached_, store_, starts_};
    for (const Expr& e : indices) access.indices.push_back(found.known.simplify(substitute(e, values_)));
    return access;
  }

  // What is visited decides which elements are accessed, or whether something is computed.
  template <class F>
  void deciding(const F& visit) {
    const bool before = passes_;
    passes_ = false;
    visit();
    passes_ = before;
  }

  template <class F>
  void under(const Expr& condition, bool holds, const F& visit) {
    const EffectCondition before = reached_;
    reached_ = both(reached_, where(substitute(condition, values_), holds, found.known));
    visit();
    reached_ = before;
  }

  void visitLoop(const For& loop) {
    const EffectCondition before = reached_;
    const Expr min = substitute(loop.min, values_), extent = substitute(loop.extent, values_);
    expr(loop.min);
    expr(loop.extent);
    found.known.bind(loop.var, {min, extent});
    if (!asInt(min)) addEnd(reached_, min, loop.var, false, found.known);
    if (!asInt(extent)) {
      const auto* length = extent.as<Binary>();
      if (length && length->op == BinaryOp::Max && isZero(length->b)) length = length->a.as<Binary>();
      const bool difference = length && length->op == BinaryOp::Sub && equal(length->b, min);
      if (difference || isZero(min))
        addEnd(reached_, difference ? length->a : length ? Expr(*length) : extent, loop.var, true, found.known);
    }
    loops_.push_back(&loop);
    stmt(loop.body);
    loops_.pop_back();
    reached_ = before;
  }

  void visitBlock(const Block& block) {
    const EffectCondition before = reached_;
    const Block* outer = block_;
    for (const Expr& e : block.bindings) expr(e);
    expr(block.predicate);
    reached_ = both(reached_, where(substitute(block.predicate, values_), true, found.known));
    for (size_t i = 0; i < block.iters.size(); ++i)
      values_.insert_or_assign(block.iters[i].var.key(), substitute(block.bindings[i], values_));
    block_ = &block;
    if (block.init) {
      starts_ = true;
      stmt(*block.init);
      starts_ = false;
    }
    stmt(block.body);
    block_ = outer;
    reached_ = before;
  }

  void visitStore(const BufferStore& store) {
    store_ = &store;
    LoopAccess access = here(store.buffer, store.indices);
    access.value = substitute(store.value, values_);
    found.stores.push_back(std::move(access));
    for (const Expr& e : store.indices) expr(e);
    passes_ = true;
    expr(store.value);
    passes_ = false;
    store_ = nullptr;
  }

  std::vector<const For*> loops_;
  const Block* block_ = nullptr;
  const BufferStore* store_ = nullptr;
  bool starts_ = false, passes_ = false;
  EffectCondition reached_;
  VarMap values_;
};

}  // namespace

bool isPrefetch(const Stmt& s) {
  const auto* evaluate = s.as<Evaluate>();
  const auto* call = evaluate ? evaluate->value.as<Call>() : nullptr;
  return call && call->op == Intrinsic::Prefetch;
}

LoopAccesses loopAccesses(const Stmt& body) {
  Walk walk;
  walk.stmt(body);
  return std::move(walk.found);
}

LoopAccess renamed(const LoopAccess& access, const Analyzer& known, HiddenVars& hidden) {
  LoopAccess result = access;
  VarMap fresh;
  for (const For* loop : access.loops) {
    const Var var(loop->var.name(), loop->var.dtype());
    hidden.push_back({var, known.constBound(loop->var)});
    fresh.insert_or_assign(loop->var.key(), var);
  }
  for (Expr& e : result.indices) e = substitute(e, fresh);
  if (result.value) result.value = substitute(*result.value, fresh);
  for (VariableSum& sum : result.reached.all)
    for (VariableSum::Term& term : sum.terms)
      if (const auto found = fresh.find(term.atom.key()); found != fresh.end()) term.atom = *found->second.as<Var>();
  return result;
}

}  // namespace lw
