// Values of a script as operands of expressions: indices in the lambdas of maps and conditions, and the numbers beside
// them.
#pragma once

#include <optional>
#include <utility>

#include "core/ir/promotion.h"
#include "core/script/value.h"
#include "core/support/result.h"

namespace lw::script {

// nullopt: the value is neither an expression nor an integer of 32 bits.
std::optional<Expr> indexExpr(const Value& value);
// An index, or an integer as it was written; nullopt: neither.
std::optional<Operand> operandOf(const Value& value);
// The same, or another number: what T.float32(0.5) is made of.
std::optional<Operand> typedOperand(const Value& value);

// Both operands in the type of their operation. The indices of a map are int32 until it is applied to indices of
// another type, so that an int64 constant beside them says nothing of a type: it follows, as TVM has it follow where
// the map is applied.
Result<std::pair<Expr, Expr>> matchedOperands(Operand a, Operand b);

}  // namespace lw::script
