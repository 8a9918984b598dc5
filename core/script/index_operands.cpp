#include "core/script/index_operands.h"

#include "core/ir/ops.h"
#include "core/script/errors.h"
#include "core/script/schedule_host.h"

namespace lw::script {

std::optional<Expr> indexExpr(const Value& v) {
  if (const auto* e = v.hostAs<ExprObject>()) return e->expr;
  if (const auto* i = v.as<int64_t>(); i && *i >= INT32_MIN && *i <= INT32_MAX) return makeConst(dtype::Int32, *i);
  return std::nullopt;
}

std::optional<Operand> operandOf(const Value& v) {
  if (const auto* i = v.as<int64_t>()) return Operand(Number(*i));
  const auto e = indexExpr(v);
  return e ? std::optional(Operand(*e)) : std::nullopt;
}

Result<std::pair<Expr, Expr>> matchedOperands(Operand a, Operand b) {
  const auto follow = [](Operand& constant, const Operand& index) {
    const auto value = asInt(constant.value);
    if (value && constant.value.dtype() == dtype::Int64 && index.value.dtype() == dtype::Int32)
      if (const auto narrow = numberAs(*value, dtype::Int32)) constant = *narrow;
  };
  follow(a, b);
  follow(b, a);
  const Misfit why = matchTypes(a, b);
  if (!why.empty()) return explain(err::kScriptTypeMisfit(why.message), why.hint);
  return std::pair(a.value, b.value);
}

std::optional<Operand> typedOperand(const Value& value) {
  if (const auto* d = value.as<double>()) return Operand(Number(*d));
  if (const auto* b = value.as<bool>()) return Operand(Number(*b));
  return operandOf(value);
}

}  // namespace lw::script
