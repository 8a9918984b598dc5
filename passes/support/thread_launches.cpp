#include "passes/support/thread_launches.h"

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/pass.h"

namespace lw {

PrimFunc launchesAsLoops(const PrimFunc& f) {
  PrimFunc result = f;
  result.body = rewriteStmts(f.body, [&result](const Stmt& s) -> std::optional<Stmt> {
    const auto* attr = s.as<AttrStmt>();
    const auto* thread = attr && attr->key.starts_with(kThreadExtent) ? attr->node.as<Var>() : nullptr;
    if (!thread) return std::nullopt;
    const DataType type = thread->dtype();
    return Stmt(For{result.freshLoop(),
                    *thread,
                    makeZero(type),
                    cast(type, attr->value),
                    ForKind::ThreadBinding,
                    attr->key.substr(kThreadExtent.size()),
                    {},
                    attr->body},
                s.origin());
  });
  return result;
}

}  // namespace lw
