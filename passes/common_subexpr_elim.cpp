#include "passes/common_subexpr_elim.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "core/ir/equal.h"
#include "core/ir/lane_operations.h"
#include "core/ir/ops.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/visit.h"
#include "passes/support/effects.h"

namespace lw {
namespace {

bool hasVar(const Expr& e) {
  if (e.as<Var>()) return true;
  if (const auto* n = e.as<Binary>()) return hasVar(n->a) || hasVar(n->b);
  return !freeVars(e).empty();
}

// Worth a variable: scalar index arithmetic that cannot fail, with at least one operation on a variable.
bool eligible(const Expr& e) {
  const auto* n = e.as<Binary>();
  if (!n || !isIndexType(e.dtype()) || e.dtype().isVector()) return false;
  // Addressing modes add constants for free.
  const bool sum = n->op == BinaryOp::Add || n->op == BinaryOp::Sub;
  if (sum && n->a.as<Var>() && n->b.as<IntImm>()) return false;
  return hasVar(e) && !mayFail(e);
}

constexpr int kMaxVariables = 16;       // per scope
constexpr size_t kMaxCandidates = 512;  // different expressions; with more, the body does not change

// An expression that is worth a variable.
struct Candidate {
  Expr expr;
  int number;  // the same for equal expressions
  int size;
  std::vector<const void*> vars;
};

// Caches facts about expressions, which every enclosing scope asks for again after every change. The keys are nodes,
// which the cache keeps alive.
class KnownExpressions {
 public:
  struct Inside {
    Expr expr;
    const Candidate* self;                     // the expression as a candidate
    std::vector<const Candidate*> candidates;  // in it, itself included, larger ones first, in textual order
    std::vector<const void*> defined;          // variables
  };
  const Inside& of(const Expr& e) {
    if (e.as<Var>() || e.as<IntImm>() || e.as<FloatImm>()) return leaf_;
    const auto found = inside_.find(e.key());
    if (found != inside_.end()) return found->second;
    Inside inside{e, candidate(e), {}, {}};
    if (inside.self) inside.candidates.push_back(inside.self);
    Children(*this, inside).children(e);
    return inside_.emplace(e.key(), std::move(inside)).first->second;
  }

 private:
  class Children : public Visitor {
   public:
    Children(KnownExpressions& known, Inside& inside) : known_(known), inside_(inside) {}
    void expr(const Expr& e) override {
      const Inside& child = known_.of(e);
      inside_.candidates.insert(inside_.candidates.end(), child.candidates.begin(), child.candidates.end());
      inside_.defined.insert(inside_.defined.end(), child.defined.begin(), child.defined.end());
    }
    void varDef(const Var& v) override { inside_.defined.push_back(v.key()); }

   private:
    KnownExpressions& known_;
    Inside& inside_;
  };

  const Candidate* candidate(const Expr& e) {
    if (!eligible(e)) return nullptr;
    std::vector<const Candidate*>& alike = byHash_[structuralHash(e)];
    const auto same = std::find_if(alike.begin(), alike.end(), [&](const Candidate* c) { return equal(c->expr, e); });
    if (same != alike.end()) return *same;
    Candidate fresh{e, static_cast<int>(all_.size()), 0, {}};
    forEachExpr(e, [&](const Expr&) { ++fresh.size; });
    for (const Var& v : freeVars(e)) fresh.vars.push_back(v.key());
    alike.push_back(&all_.emplace_back(std::move(fresh)));
    return alike.back();
  }

  const Inside leaf_{IntImm{dtype::Int(32), 0}, nullptr, {}, {}};
  std::deque<Candidate> all_;
  std::unordered_map<size_t, std::vector<const Candidate*>> byHash_;
  std::unordered_map<const void*, Inside> inside_;
};

// Counts the candidates of a statement, in textual order.
class Collect : public Visitor {
 public:
  explicit Collect(KnownExpressions& known) : known_(known) {}
  void expr(const Expr& e) override {
    const KnownExpressions::Inside& inside = known_.of(e);
    bound.insert(inside.defined.begin(), inside.defined.end());
    for (const Candidate* c : inside.candidates) {
      const auto [place, fresh] = place_.emplace(c->number, found.size());
      if (fresh) found.emplace_back(c, 0);
      ++found[place->second].second;
    }
  }
  void stmt(const Stmt& s) override {
    // The value of such an attribute describes its body once more, and only some code generators use it.
    if (const auto* n = s.as<AttrStmt>(); n && (isOfWarp(n->key) || n->key == kBulkCopy || n->key == kBulkStore))
      return stmt(n->body);
    children(s);
  }
  void varDef(const Var& v) override { bound.insert(v.key()); }

  std::vector<std::pair<const Candidate*, int>> found;
  std::unordered_set<const void*> bound;  // variables that are defined inside

 private:
  KnownExpressions& known_;
  std::unordered_map<int, size_t> place_;
};

class Replace : public Rewriter {
 public:
  Replace(KnownExpressions& known, const Candidate& shared, Var name)
      : known_(known), shared_(shared), name_(std::move(name)) {}
  Expr expr(const Expr& e) override {
    const KnownExpressions::Inside& inside = known_.of(e);
    if (inside.self == &shared_) return name_;
    const bool holds =
        std::find(inside.candidates.begin(), inside.candidates.end(), &shared_) != inside.candidates.end();
    return holds ? children(e) : e;
  }

 private:
  KnownExpressions& known_;
  const Candidate& shared_;
  const Var name_;
};

class Eliminate : public Rewriter {
 public:
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) {
      For copy = *loop;
      const auto* inner = loop->body.as<For>();
      // Keeps the loops over the threads of a kernel perfectly nested.
      const bool axes = inner && loop->kind == ForKind::ThreadBinding && inner->kind == ForKind::ThreadBinding;
      copy.body = axes ? stmt(loop->body) : scope(loop->body, loop->var);
      return copy.body.sameAs(loop->body) ? s : Stmt(std::move(copy), s.origin());
    }
    return children(s);
  }
  // Handles the body of the scope of a variable (or of the function): shares expressions that depend on no variable
  // defined further inside.
  Stmt scope(Stmt body, const std::optional<Var>& var) {
    for (int round = 0; round < kMaxVariables; ++round) {
      bool any = false;
      const Candidate* best = pick(body, var, any);
      if (!any) return body;  // nothing occurs twice in a part of it either
      if (!best) break;
      const Var name("cse_var_" + std::to_string(++count_), best->expr.dtype());
      body = Stmt(LetStmt{name, best->expr, Replace(known_, *best, name).stmt(body)}, body.origin());
    }
    return stmt(body);
  }

 private:
  // `any`: set to whether any expression occurs twice.
  const Candidate* pick(const Stmt& body, const std::optional<Var>& var, bool& any) {
    Collect collect(known_);
    collect.stmt(body);
    const Candidate* best = nullptr;
    any = std::any_of(collect.found.begin(), collect.found.end(),
                      [](const auto& candidate) { return candidate.second > 1; });
    if (collect.found.size() > kMaxCandidates) return nullptr;
    for (const auto& [c, count] : collect.found) {
      if (count < 2 || (best && c->size <= best->size)) continue;
      if (var && std::find(c->vars.begin(), c->vars.end(), var->key()) == c->vars.end()) continue;
      if (std::none_of(c->vars.begin(), c->vars.end(), [&](const void* v) { return collect.bound.contains(v); }))
        best = c;
    }
    return best;
  }
  KnownExpressions known_;
  int count_ = 0;
};

}  // namespace

PrimFunc commonSubexprElim(const PrimFunc& f) { return withBody(f, Eliminate().scope(f.body, {})); }

const Pass kCommonSubexprElimPass{.name = "common_subexpr_elim",
                                  .label = "common sub-exprs",
                                  .help = "Compute repeated index arithmetic once.",
                                  .run = programOnly<commonSubexprElim>};

}  // namespace lw
