// Values as operands of expressions (core/ir/promotion.h defines the rules for their types).
#pragma once

#include <optional>

#include "core/ir/ops.h"
#include "core/ir/promotion.h"
#include "core/text/tir/tir_value.h"

namespace lw::tir {

// The number, if the value is a number literal.
std::optional<Number> numberOf(const ParsedValue& value);
// Whether Python takes the value for true; nullopt: it is known only when the program runs.
std::optional<bool> truthOf(const ParsedValue& value);
// A slice of a buffer that was written as one element, so that a name of it denotes the number.
bool isPlace(const ParsedValue& value);
// The difference of two integer expressions, in which equal terms cancel: for `start:start + extent`, as the printer
// writes slices, it is `extent` itself.
Expr extentBetween(const Expr& start, const Expr& stop);
// A function of Python that programs may call: "min".
bool isBuiltin(std::string_view name);
// "float32", and the short names of newer TVMScript: "f32", "u8", "bf16".
std::optional<DataType> typeNamed(std::string_view name);

}  // namespace lw::tir
