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

// What is asked of the same expressions again, in every scope around them and after every change. By their nodes, which it keeps.
class Known {
 public:
  struct Facts {
    Expr expr;
    bool eligible;
    size_t hash;  // of those that are
  };
  const Facts& of(const Expr& e) {
    const auto found = facts_.find(e.key());
    if (found != facts_.end()) return found->second;
    const bool worth = eligible(e);
    return facts_.emplace(e.key(), Facts{e, worth, worth ? structuralHash(e) : 0}).first->second;
  }

 private:
  std::unordered_map<const void*, Facts> facts_;
};

// All eligible subexpressions of a statement, larger ones first, in the order of the text.
class Collect : public Visitor {
 public:
  explicit Collect(Known& known) : known_(known) {}
  void expr(const Expr& e) override {
    if (e.as<Binary>())
      if (const Known::Facts& facts = known_.of(e); facts.eligible) add(e, facts.hash);
    children(e);
  }
  void varDef(const Var& v) override { bound.insert(v.key()); }

  std::vector<Candidate> found;
  std::unordered_set<const void*> bound;  // variables that come into being inside

 private:
  void add(const Expr& e, size_t hash) {
    for (size_t i : byHash_[hash])
      if (found[i].expr.sameAs(e) || equal(found[i].expr, e)) {
        ++found[i].count;
        return;
      }
    byHash_[hash].push_back(found.size());
    int size = 0;
    forEachExpr(e, [&](const Expr&) { ++size; });
    found.push_back({e, 1, size});
  }
  Known& known_;
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
      const size_t hash = known_.of(shared).hash;
      Stmt rest = rewriteExprs(body, [&](const Expr& e) -> std::optional<Expr> {
        const auto* n = e.as<Binary>();  // what is shared is one, and what equals it is as eligible
        if (!n || n->op != shared.as<Binary>()->op || known_.of(e).hash != hash) return std::nullopt;
        return equal(e, shared) ? std::optional(Expr(name)) : std::nullopt;
      });
      body = Stmt(LetStmt{name, shared, rest}, body.origin());
    }
    return stmt(body);
  }

 private:
  std::optional<Expr> pick(const Stmt& body, const std::optional<Var>& var) {
    Collect collect(known_);
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
  Known known_;
  int count_ = 0;
};

}  // namespace

PrimFunc commonSubexprElim(const PrimFunc& f) { return withBody(f, Eliminate().scope(f.body, {})); }

}  // namespace lw
