#include "passes/remove_no_op.h"

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/effects.h"
#include "passes/pass.h"

namespace lw {
namespace {

std::optional<Stmt> withoutEffect(const Stmt& s) {
  const Stmt nothing = Evaluate{0};
  if (const auto* n = s.as<For>())
    return isNoOp(n->body) && isPure(n->min) && isPure(n->extent) ? std::optional(nothing) : std::nullopt;
  if (const auto* n = s.as<IfThenElse>()) {
    const bool noElse = !n->elseBody || isNoOp(*n->elseBody);
    if (isNoOp(n->thenBody) && noElse && isPure(n->condition)) return nothing;
    if (noElse && n->elseBody) return Stmt(IfThenElse{n->condition, n->thenBody, {}}, s.origin());
    if (isNoOp(n->thenBody) && n->elseBody) return Stmt(IfThenElse{logicalNot(n->condition), *n->elseBody, {}}, s.origin());
    return std::nullopt;
  }
  if (const auto* n = s.as<LetStmt>())
    return isPure(n->value) && !usesVar(n->body, n->var) ? std::optional(n->body) : std::nullopt;
  if (const auto* n = s.as<DeclBuffer>()) return isNoOp(n->body) || !usesBuffer(n->body, n->buffer) ? std::optional(n->body) : std::nullopt;
  if (const auto* n = s.as<Allocate>()) return isNoOp(n->body) ? std::optional(nothing) : std::nullopt;
  if (const auto* n = s.as<Evaluate>()) return !isNoOp(s) && isPure(n->value) ? std::optional(nothing) : std::nullopt;
  return std::nullopt;
}

}  // namespace

PrimFunc removeNoOp(const PrimFunc& f) { return withBody(f, rewriteStmts(f.body, withoutEffect)); }

}  // namespace lw
