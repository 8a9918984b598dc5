#include "passes/support/guards.h"

#include <algorithm>

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/support/effects.h"

namespace lw {

std::vector<Expr> guardParts(const Expr& condition) {
  if (const auto* both = condition.as<Binary>(); both && both->op == BinaryOp::And) {
    std::vector<Expr> list = guardParts(both->a);
    for (const Expr& e : guardParts(both->b)) list.push_back(e);
    return list;
  }
  if (const auto* call = condition.as<Call>(); call && call->op == Intrinsic::Likely) return guardParts(call->args[0]);
  return {condition};
}

Expr conjunction(const std::vector<Expr>& parts) {
  Expr all = boolConst(true);
  for (const Expr& part : parts) all = logicalAnd(all, part);
  return all;
}

namespace {

// The expression d for which the condition is d >= 0.
std::optional<Expr> differenceOf(const Expr& condition) {
  const auto* n = condition.as<Binary>();
  if (!n || !isIndexType(n->a.dtype()) || n->a.dtype().isVector()) return std::nullopt;
  switch (n->op) {
    case BinaryOp::LT:
      return n->b - n->a - 1;
    case BinaryOp::LE:
      return n->b - n->a;
    case BinaryOp::GT:
      return n->a - n->b - 1;
    case BinaryOp::GE:
      return n->a - n->b;
    default:
      return std::nullopt;
  }
}

bool usesAny(const Expr& e, const std::vector<Var>& vars) {
  return std::any_of(vars.begin(), vars.end(), [&](const Var& v) { return usesVar(e, v); });
}

}  // namespace

std::optional<Guard> guardOf(const Expr& condition, const For& loop, const IntSetMap& inner,
                             const std::vector<Var>& bound, const Analyzer& analyzer) {
  const auto difference = differenceOf(condition);
  if (!difference || !usesVar(condition, loop.var) || mayFail(condition)) return std::nullopt;
  const auto at = [&](int value) {
    return substitute(*difference, {{loop.var.key(), makeConst(loop.var.dtype(), value)}});
  };
  const auto step = asInt(analyzer.simplify(at(1) - at(0)));
  if (!step || *step == 0) return std::nullopt;
  const Expr slope = makeConst(difference->dtype(), *step), rest = at(0);
  if (!analyzer.canProveEqual(*difference, rest + slope * loop.var)) return std::nullopt;
  const IntSet range = evalSet(rest, inner, analyzer);
  if (!range.min || range.empty || usesVar(*range.min, loop.var) || usesAny(*range.min, bound)) return std::nullopt;
  Guard guard{condition, {}, {}, range.max && analyzer.canProveEqual(*range.min, *range.max)};
  const Expr least = *range.min, size = makeConst(least.dtype(), std::abs(*step));
  if (*step < 0)
    guard.end = cast(loop.var.dtype(), analyzer.simplify(floordiv(least, size) + 1));
  else
    guard.begin = cast(loop.var.dtype(), analyzer.simplify(floordiv(makeZero(least.dtype()) - least + size - 1, size)));
  return guard;
}

}  // namespace lw
