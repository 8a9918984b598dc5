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

class Collector {
 public:
  Statements run(const PrimFunc& f) {
    walk(f.body);
    return std::move(result_);
  }

 private:
  struct Frame {
    std::vector<const For*> loops;
    std::vector<IterDomain> domains;
    std::vector<TimeStep> time;
    std::vector<Expr> conditions;
    std::vector<Expr> key;
    std::vector<Var> reduced;
    BlockId block;
    bool isInit = false;
    size_t loopsOutside = 0;  // of the innermost block
  };

  Expr overLoops(const Expr& e) const {
    if (e.as<IntImm>() || iters_.empty()) return e;
    if (const auto* v = e.as<Var>()) {
      const auto found = iters_.find(v->key());
      return found == iters_.end() ? e : found->second;
    }
    return substitute(e, iters_);
  }
  void require(bool fine) { result_.understood = result_.understood && fine; }
  void addCondition(const Expr& e) {
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
    frame_.conditions.push_back(overLoops(e));
  }

  template <class F>
  void at(int position, const F& inside) {
    Frame saved = frame_;
    frame_.time.push_back({position, -1});
    inside();
    frame_ = std::move(saved);
  }

  void walk(const Stmt& s) {
    const auto no = [&](const auto&) { require(false); };
    s.match([&](const For& n) { loop(n); }, [&](const Block& n) { block(n); }, [&](const BufferStore& n) { store(n); },
            [&](const Evaluate& n) {
              const auto* call = n.value.as<Call>();
              require(n.value.as<IntImm>() ||
                      (call && call->op == Intrinsic::Prefetch));  // a prefetch reads and writes nothing
            },
            [&](const Seq& n) {
              for (size_t i = 0; i < n.stmts.size(); ++i) at(static_cast<int>(i), [&] { walk(n.stmts[i]); });
            },
            [&](const IfThenElse& n) {
              at(0, [&] {
                addCondition(n.condition);
                walk(n.thenBody);
              });
              if (n.elseBody)
                at(1, [&] {
                  addCondition(logicalNot(n.condition));
                  walk(*n.elseBody);
                });
            },
            [&](const AttrStmt& n) { walk(n.body); }, [&](const While& n) { no(n); }, [&](const LetStmt& n) { no(n); },
            [&](const Allocate& n) { no(n); }, [&](const DeclBuffer& n) { no(n); },
            [&](const AssertStmt& n) { no(n); });
  }

  void loop(const For& n) {
    Frame saved = frame_;
    require(isPlain(n.min) && isPlain(n.extent));
    frame_.time.push_back({0, static_cast<int>(frame_.loops.size())});
    frame_.loops.push_back(&n);
    frame_.domains.push_back({n.var, {overLoops(n.min), overLoops(n.extent)}});
    walk(n.body);
    frame_ = std::move(saved);
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

  void block(const Block& n) {
    Frame saved = frame_;
    require(n.matches.empty());
    std::vector<Expr> values;
    for (const Expr& binding : n.bindings) {
      require(isPlain(binding));
      values.push_back(overLoops(binding));
    }
    addCondition(n.predicate);
    for (size_t i = 0; i < n.iters.size(); ++i) iters_.insert_or_assign(n.iters[i].var.key(), values[i]);
    frame_.reduced = reducedLoops(n, values);
    for (const Buffer& b : n.allocs) result_.allocated[b->data.key()] = frame_.loops.size();
    frame_.block = n.id;
    frame_.isInit = false;
    frame_.loopsOutside = frame_.loops.size();
    if (n.init) {
      Frame inside = frame_;
      frame_.isInit = true;
      frame_.time.push_back({0, -1});
      for (size_t i = 0; i < n.iters.size(); ++i) {
        if (n.iters[i].kind == IterKind::Reduce)
          addCondition(eq(n.iters[i].var, n.iters[i].domain.min));
        else
          frame_.key.push_back(values[i]);
      }
      walk(*n.init);
      frame_ = std::move(inside);
      frame_.time.push_back({1, -1});
    }
    frame_.key.insert(frame_.key.end(), values.begin(), values.end());
    walk(n.body);
    frame_ = std::move(saved);
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
    return std::any_of(frame_.loops.begin(), frame_.loops.begin() + static_cast<std::ptrdiff_t>(frame_.loopsOutside),
                       [&](const For* loop) { return loop->var.sameAs(v); });
  }

  void store(const BufferStore& n) {
    Statement s{.block = frame_.block,
                .isInit = frame_.isInit,
                .store = &n,
                .loops = frame_.loops,
                .time = frame_.time,
                .conditions = frame_.conditions,
                .key = frame_.key,
                .domains = frame_.domains,
                .reduced = frame_.reduced,
                .target = touch(n.buffer, n.indices),
                .loads = {}};
    s.ordinal = ordinals_[s.block.value * 2 + (s.isInit ? 1 : 0)]++;
    for (size_t i = frame_.loopsOutside; i < frame_.loops.size(); ++i) s.key.push_back(frame_.loops[i]->var);
    Reads reads(*this, s);
    reads.expr(n.value);
    for (const Expr& e : n.indices) reads.expr(e);
    std::vector<size_t>& list = result_.writers[n.buffer->data.key()];
    list.push_back(result_.all.size());
    result_.all.push_back(std::move(s));
  }

  Statements result_;
  Frame frame_;
  VarMap iters_;  // over loops
  std::map<uint32_t, int> ordinals_;
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
