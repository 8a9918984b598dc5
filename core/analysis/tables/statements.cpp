#include "core/analysis/tables/statements.h"

#include <algorithm>

#include "core/arith/distinct_accesses.h"
#include "core/ir/equal.h"
#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"

namespace lw::analysis {
namespace {

// Loads and calls with effects make bounds and guards depend on memory.
bool isPlain(const Expr& e) {
  if (e.as<Var>() || e.as<IntImm>()) return true;
  bool plain = true;
  forEachExpr(e, [&](const Expr& x) {
    const auto* call = x.as<Call>();
    plain = plain && !x.as<BufferLoad>() && !x.as<Let>() && !(call && call->op != Intrinsic::Likely);
  });
  return plain;
}

class Collector : StatementWalk<const For*, Expr, Expr> {
 public:
  Statements run(const PrimFunc& f) {
    walk(f.body);
    return std::move(result_);
  }

 private:
  Expr overLoops(const Expr& e) const {
    if (e.as<IntImm>() || iters_.empty()) return e;
    if (const auto* v = e.as<Var>()) {
      const auto found = iters_.find(v->key());
      return found == iters_.end() ? e : found->second;
    }
    return substitute(e, iters_);
  }
  void require(bool fine) { result_.understood = result_.understood && fine; }
  void addCondition(const Expr& e) override {
    if (isTrue(e)) return;
    const auto* n = e.as<Binary>();
    if (n && n->op == BinaryOp::And) {
      addCondition(n->a);
      addCondition(n->b);
      return;
    }
    const auto* call = e.as<Call>();
    if (call && call->op == Intrinsic::Likely) return addCondition(call->args[0]);
    require(isPlain(e));
    around_.conditions.push_back(overLoops(e));
  }

  void walk(const Stmt& s) override {
    const auto no = [&](const auto&) { require(false); };
    visit(
        s, [&](const BufferStore& n) { store(n); },
        [&](const Evaluate& n) {
          const auto* call = n.value.as<Call>();
          require(n.value.as<IntImm>() ||
                  (call && call->op == Intrinsic::Prefetch));  // a prefetch reads and writes nothing
        },
        [&](const AttrStmt& n) { walk(n.body); }, [&](const While& n) { no(n); }, [&](const LetStmt& n) { no(n); },
        [&](const Allocate& n) { no(n); }, [&](const DeclBuffer& n) { no(n); }, [&](const AssertStmt& n) { no(n); });
  }

  void loop(const For& n) override {
    require(isPlain(n.min) && isPlain(n.extent));
    domains_.push_back({n.var, {overLoops(n.min), overLoops(n.extent)}});
    enterLoop(&n);
    walk(n.body);
    domains_.pop_back();
  }

  static std::vector<Var> reducedLoops(const Block& n, const std::vector<Expr>& values) {
    std::vector<Var> reduced, others;
    for (size_t i = 0; i < n.iters.size(); ++i) {
      std::vector<Var>& list = n.iters[i].kind == IterKind::Reduce ? reduced : others;
      if (!values[i].as<IntImm>())
        for (const Var& v : freeVars(values[i])) list.push_back(v);
    }
    std::erase_if(reduced, [&](const Var& v) { return std::find(others.begin(), others.end(), v) != others.end(); });
    return reduced;
  }

  void block(const Block& n) override {
    require(n.matches.empty());
    std::vector<Expr> values;
    for (const Expr& binding : n.bindings) {
      require(isPlain(binding));
      values.push_back(overLoops(binding));
    }
    addCondition(n.predicate);
    for (size_t i = 0; i < n.iters.size(); ++i) iters_.insert_or_assign(n.iters[i].var.key(), values[i]);
    for (const Buffer& b : n.allocs) result_.allocated[b->data.key()] = around_.loops.size();
    std::vector<Var> outer = std::exchange(reduced_, reducedLoops(n, values));
    enterBlock(n, values);
    reduced_ = std::move(outer);
  }

  Touch touch(const Buffer& b, const std::vector<Expr>& indices) {
    const auto [known, fresh] = result_.memory.emplace(b->data.key(), b);
    require(fresh || known->second == b);  // another view of the memory is indexed differently
    Touch t{b, {}};
    for (const Expr& e : indices) {
      require(!e.dtype().isVector());
      t.indices.push_back(overLoops(e));
    }
    return t;
  }

  // The loads that a statement computes from.
  class Reads : public Visitor {
   public:
    Reads(Collector& collector, Statement& s) : collector_(collector), s_(s) {}
    void expr(const Expr& e) override {
      if (const auto* load = e.as<BufferLoad>(); load && distinct_.add(load->buffer, load->indices, conditions_)) {
        s_.loads.push_back(collector_.touch(load->buffer, load->indices));
        s_.loads.back().conditions = conditions_;
      }
      if (const auto* v = e.as<Var>()) s_.usesLoopsDirectly = s_.usesLoopsDirectly || collector_.isLoopOutside(*v);
      const auto* call = e.as<Call>();
      const IntrinsicInfo* known = call ? call->op.info() : nullptr;
      collector_.require(!call || (known && known->effect == Effect::Pure));
      collector_.require(!e.as<Let>() && !e.as<Ramp>());
      if (!call || call->op != Intrinsic::IfThenElse) return children(e);
      expr(call->args[0]);
      under(call->args[0], call->args[1]);
      under(logicalNot(call->args[0]), call->args[2]);
    }

   private:
    void under(const Expr& condition, const Expr& e) {
      const bool plain = isPlain(condition);
      if (plain) conditions_.push_back(collector_.overLoops(condition));
      expr(e);
      if (plain) conditions_.pop_back();
    }
    Collector& collector_;
    Statement& s_;
    std::vector<Expr> conditions_;
    DistinctAccesses distinct_;
  };
  bool isLoopOutside(const Var& v) const {
    return std::any_of(around_.loops.begin(), around_.loops.begin() + static_cast<std::ptrdiff_t>(place_.loopsOutside),
                       [&](const For* loop) { return loop->var.sameAs(v); });
  }

  void store(const BufferStore& n) {
    Statement s{nextRow(), &n, domains_, reduced_, touch(n.buffer, n.indices)};
    for (size_t i = place_.loopsOutside; i < s.loops.size(); ++i) s.key.push_back(s.loops[i]->var);
    Reads reads(*this, s);
    reads.expr(n.value);
    for (const Expr& e : n.indices) reads.expr(e);
    std::vector<size_t>& list = result_.writers[n.buffer->data.key()];
    list.push_back(result_.all.size());
    result_.all.push_back(std::move(s));
  }

  Statements result_;
  std::vector<IterDomain> domains_;  // of the loops around the current statement
  std::vector<Var> reduced_;         // of the block around it
  VarMap iters_;                     // over loops
};

}  // namespace

const std::vector<size_t>& Statements::writersOf(const void* data) const {
  static const std::vector<size_t> kNone;
  const auto found = writers.find(data);
  return found == writers.end() ? kNone : found->second;
}

Statements collectStatements(const PrimFunc& function) { return Collector().run(function); }

Meeting meetingOf(const Statement& first, const Statement& second) {
  Meeting m;
  for (size_t i = 0; i < first.time.size() && i < second.time.size(); ++i) {
    const TimeStep &a = first.time[i], &b = second.time[i];
    if (a.dimension >= 0) {
      ++m.loops;
    } else if (a.position != b.position) {
      m.order = a.position < b.position ? -1 : 1;
      return m;
    }
  }
  return m;
}

bool runsAlike(const Statement& a, const Statement& b) {
  if (a.loops.size() != b.loops.size()) return false;
  for (size_t i = 0; i < a.loops.size(); ++i) {
    const For &x = *a.loops[i], &y = *b.loops[i];
    if (&x == &y) continue;
    if (x.id != y.id || !x.var.sameAs(y.var) || !equal(x.min, y.min) || !equal(x.extent, y.extent)) return false;
  }
  return equal(a.conditions, b.conditions) && equal(a.key, b.key);
}

Knowledge::Knowledge(const Statement& s, const std::vector<Expr>& conditions) {
  for (const IterDomain& d : s.domains) {
    analyzer_.bind(d.var, d.range);
    if (!asInt(d.range.extent) && !d.range.extent.as<Var>())  // the statement runs, so the loops around it do
      scopes_.push_back(analyzer_.with(ge(d.range.extent, makeConst(d.range.extent.dtype(), 1))));
  }
  for (const auto* list : {&s.conditions, &conditions})
    for (const Expr& condition : *list) scopes_.push_back(analyzer_.with(condition));
}

}  // namespace lw::analysis
