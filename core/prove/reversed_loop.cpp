#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/prove/prove.h"

namespace lw {

PrimFunc withReversedLoop(const PrimFunc& function, LoopId id) {
  VarMap reversed;
  forEachStmt(function.body, [&](const Stmt& s) {
    const auto* loop = s.as<For>();
    if (!loop || loop->id != id) return;
    const Expr last = loop->min + loop->extent - makeConst(loop->extent.dtype(), 1);
    reversed.insert_or_assign(loop->var.key(), loop->min + last - loop->var);
  });
  PrimFunc result = function;
  if (!reversed.empty()) result.body = substitute(function.body, reversed);
  return result;
}

}  // namespace lw
