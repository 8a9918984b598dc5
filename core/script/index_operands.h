// Values of a script as operands of expressions: indices in the lambdas of maps and conditions, and numbers that are
// combined with them.
#pragma once

#include <optional>
#include <utility>

#include "core/ir/promotion.h"
#include "core/script/value.h"
#include "core/support/result.h"

namespace lw::script {

// nullopt: the value is neither an expression nor a 32-bit integer.
std::optional<Expr> indexExpr(const Value& value);
// An index, or an integer literal; nullopt: neither.
std::optional<Operand> operandOf(const Value& value);
// Like operandOf, but also accepts other numbers: the argument of T.float32(0.5).
std::optional<Operand> typedOperand(const Value& value);

// Both operands, converted to the type of their operation. The indices of a map are int32 until the map is applied to
// indices of another type. Therefore an int64 constant next to an index does not determine the type: it is converted,
// as TVM converts it when the map is applied.
Result<std::pair<Expr, Expr>> matchedOperands(Operand a, Operand b);

}  // namespace lw::script
