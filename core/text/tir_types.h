// TVM's rules for the types of operands.
#pragma once

#include <optional>
#include <string>

#include "core/ir/ops.h"
#include "core/text/tir_value.h"

namespace lw::tir {

std::optional<Expr> literalToExpr(const Value& value);                  // int32 (int64 where needed), float32, bool
std::optional<Expr> literalAs(const Value& value, DataType type);       // nullopt: not representable in the type
// Brings two operands to one type; empty: done, else why it cannot be done.
std::string matchTypes(Expr& a, Expr& b);
std::string matchTypes(const Value& va, Expr& a, const Value& vb, Expr& b);  // literals give way
// Difference of two integer expressions with equal terms cancelled; `stop - start` of what the printer writes as
// `start:start + extent` is `extent` itself.
Expr extentBetween(const Expr& start, const Expr& stop);

}  // namespace lw::tir
