#include "passes/common_subexpr_elim.h"

#include <unordered_set>

#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/effects.h"
#include "passes/pass.h"

namespace lw {
namespace {

bool hasVar(const Expr& e) {
  if (e.as<Var>()) return true;
  if (const auto* n = e.as<Binary>()) return hasVar(n->a) || hasVar(n->b);
  return !freeVars(e).empty();
}

// Worth a variable: scalar index arithmetic that cannot fail, at least one operation on a variable.
bool eligible(const Expr& e) {
  const auto* n = e.as<Binary>();
  if (!n || !isIndexType(e.dtype()) || e.dtype().isVector()) return false;
  // Machines add constants to addresses for nothing.
  const bool sum = n->op == BinaryOp::Add || n->op == BinaryOp::Sub;
  if (sum && n->a.as<Var>() && n->b.as<IntImm>()) return false;
  return hasVar(e) && !mayFail(e);
}

constexpr int kMaxVariables = 16;      // per scope
constexpr size_t kMaxCandidates = 512;  // different expressions; beyond, the body is left alone

struct Candidate {
  Expr expr;
  int count = 0;
  int size = 0;
};

// All eligible subexpressions of a statement, larger ones first, in the order of the text.
class Collect : public Visitor {
 public:
  void expr(const Expr& e) override {
    if (eligible(e)) add(e);
    children(e);
  }
  void varDef(const Var& v) override { bound.insert(v.key()); }

  std::vector<Candidate> found;
  std::unordered_set<const void*> bound;  // variables that come into being inside

 private:
  void add(const Expr& e) {
    const size_t hash = structuralHash(e);
    for (size_t i : byHash_[hash])
      if (equal(found[i].expr, e)) {
        ++found[i].count;
        return;
      }
    byHash_[hash].push_back(found.size());
    int size = 0;
    forEachExpr(e, [&](const Expr&) { ++size; });
    found.push_back({e, 1, size});
  }
  std::unordered_map<size_t, std::vector<size_t>> byHash_;
};

class Eliminate : public Rewriter {
 public:
  Expr expr(const Expr& e) override { return e; }
  Stmt stmt(const Stmt& s) override {
    if (const auto* loop = s.as<For>()) {
      For copy = *loop;
      const auto* inner = loop->body.as<For>();
      // The loops over the threads of a kernel stay one nest.
      const bool axes = inner && loop->kind == ForKind::ThreadBinding && inner->kind == ForKind::ThreadBinding;
      copy.body = axes ? stmt(loop->body) : scope(loop->body, loop->var);
      return copy.body.sameAs(loop->body) ? s : Stmt(std::move(copy), s.origin());
    }
    return children(s);
  }
  // The body of the scope of a variable (or of the function): what depends on nothing further inside is shared here.
  Stmt scope(Stmt body, const std::optional<Var>& var) {
    for (int round = 0; round < kMaxVariables; ++round) {
      const auto best = pick(body, var);
      if (!best) break;
      const Var name("cse_var_" + std::to_string(++count_), best->dtype());
      const Expr shared = *best;
      Stmt rest = rewriteExprs(body, [&](const Expr& e) -> std::optional<Expr> {
        const auto* n = e.as<Binary>();  // what is shared is one, and what equals it is as eligible
        return n && n->op == shared.as<Binary>()->op && equal(e, shared) ? std::optional(Expr(name)) : std::nullopt;
      });
      body = Stmt(LetStmt{name, shared, rest}, body.origin());
    }
    return stmt(body);
  }

 private:
  std::optional<Expr> pick(const Stmt& body, const std::optional<Var>& var) const {
    Collect collect;
    collect.stmt(body);
    const Candidate* best = nullptr;
    if (collect.found.size() > kMaxCandidates) return std::nullopt;
    for (const Candidate& c : collect.found) {
      if (c.count < 2 || (var && !usesVar(c.expr, *var)) || (best && c.size <= best->size)) continue;
      bool here = true;
      for (const Var& v : freeVars(c.expr)) here &= !collect.bound.contains(v.key());
      if (here) best = &c;
    }
    return best ? std::optional(best->expr) : std::nullopt;
  }
  int count_ = 0;
};

}  // namespace

PrimFunc commonSubexprElim(const PrimFunc& f) { return withBody(f, Eliminate().scope(f.body, {})); }

}  // namespace lw
