// What values are as operands of expressions (core/ir/promotion.h has the rule for their types).
#pragma once

#include <optional>

#include "core/ir/ops.h"
#include "core/ir/promotion.h"
#include "core/text/tir/tir_value.h"

namespace lw::tir {

// The number that was written, where the value is one.
std::optional<Number> numberOf(const Value& value);
// Difference of two integer expressions with equal terms cancelled; `stop - start` of what the printer writes as
// `start:start + extent` is `extent` itself.
Expr extentBetween(const Expr& start, const Expr& stop);

}  // namespace lw::tir
