#include "tests/random/reversed_loops.h"

#include "core/analysis/shapes/empty_reductions.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

bool runsAtOnce(const Stmt& s) {
  const auto* loop = s.as<For>();
  return loop &&
         (loop->kind == ForKind::Parallel || loop->kind == ForKind::Vectorized || loop->thread.starts_with("blockIdx"));
}

}  // namespace

std::optional<PrimFunc> withReversedLoops(const PrimFunc& function) {
  // A reduction without an iteration has its init where its first one would be, which reversed loops do not show.
  if (!emptyReductions(function).empty()) return std::nullopt;
  VarMap reversed;
  forEachStmt(function.body, [&](const Stmt& s) {
    if (!runsAtOnce(s) || !asInt(s.as<For>()->min)) return;
    const For& loop = *s.as<For>();
    const Expr last = loop.min + loop.extent - makeConst(loop.extent.dtype(), 1);
    reversed.insert_or_assign(loop.var.key(), loop.min + last - loop.var);
  });
  if (reversed.empty()) return std::nullopt;
  PrimFunc result = function;
  result.body = substitute(function.body, reversed);
  return result;
}

}  // namespace lw
