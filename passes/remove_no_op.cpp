#include "passes/remove_no_op.h"

#include <unordered_map>

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/support/effects.h"

namespace lw {
namespace {

// Counts the uses of variables and buffers, and updates the counts as statements are removed. Counting each body again
// would take quadratic time in the nesting depth.
class UseCounts {
 public:
  explicit UseCounts(const Stmt& body) { add(body, 1); }
  void drop(const Stmt& gone) { add(gone, -1); }
  bool of(const Var& v) const { return count(v.key()) > 0; }
  // The uses of a buffer that is declared around `body`. Other buffers may have the same memory.
  bool of(const Buffer& b, const Stmt& body) const {
    return count(b.key()) > 0 || (of(b->data) && usesBuffer(body, b));
  }

 private:
  int count(const void* key) const {
    const auto found = counts_.find(key);
    return found == counts_.end() ? 0 : found->second;
  }
  void add(const Stmt& s, int by) {
    forEachExpr(s, [&](const Expr& e) {
      if (const auto* load = e.as<BufferLoad>()) counts_[load->buffer.key()] += by;
      if (const auto* var = e.as<Var>()) counts_[var->key()] += by;
    });
    forEachStmt(s, [&](const Stmt& x) {
      if (const auto* store = x.as<BufferStore>()) counts_[store->buffer.key()] += by;
    });
  }
  std::unordered_map<const void*, int> counts_;
};

std::optional<Stmt> withoutEffect(const Stmt& s, UseCounts& uses) {
  const Stmt nothing = Evaluate{0};
  const auto gone = [&](const Stmt& what, const Stmt& instead) {
    uses.drop(what);
    return std::optional(instead);
  };
  if (const auto* n = s.as<For>()) {
    if (isNoOp(n->body) && isPure(n->min) && isPure(n->extent)) return gone(s, nothing);
  } else if (const auto* n = s.as<IfThenElse>()) {
    const bool noElse = !n->elseBody || isNoOp(*n->elseBody);
    if (isNoOp(n->thenBody) && noElse && isPure(n->condition)) return gone(s, nothing);
    if (noElse && n->elseBody) return Stmt(IfThenElse{n->condition, n->thenBody, {}}, s.origin());
    if (isNoOp(n->thenBody) && n->elseBody)
      return Stmt(IfThenElse{logicalNot(n->condition), *n->elseBody, {}}, s.origin());
  } else if (const auto* n = s.as<LetStmt>()) {
    if (isPure(n->value) && !uses.of(n->var)) return gone(LetStmt{n->var, n->value, nothing}, n->body);
  } else if (const auto* n = s.as<DeclBuffer>()) {
    if (isNoOp(n->body) || !uses.of(n->buffer, n->body)) return gone(DeclBuffer{n->buffer, nothing}, n->body);
  } else if (const auto* n = s.as<Allocate>()) {
    if (isNoOp(n->body)) return gone(s, nothing);
  } else if (const auto* n = s.as<Evaluate>()) {
    if (!isNoOp(s) && isPure(n->value)) return gone(s, nothing);
  }
  return std::nullopt;
}

}  // namespace

PrimFunc removeNoOp(const PrimFunc& f) {
  UseCounts uses(f.body);
  return withBody(f, rewriteStmts(f.body, [&](const Stmt& s) { return withoutEffect(s, uses); }));
}

const Pass kRemoveNoOpPass{.name = "remove_no_op",
                           .label = "remove no-ops",
                           .help = "Drop statements without effect.",
                           .run = programOnly<removeNoOp>};

}  // namespace lw
