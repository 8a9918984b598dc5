// One lane of a value, and arithmetic on it exactly as the type has it.
#pragma once

#include <optional>
#include <string_view>

#include "core/ir/expr.h"

namespace lw::interpreter {

// Which member holds depends on the type of the expression: `f` for floats (a value that the type can hold), `i` for
// the others (uint64 as the bits of an int64).
union Scalar {
  int64_t i;
  double f;
};
inline Scalar ofInt(int64_t i) {
  Scalar s;
  s.i = i;
  return s;
}
inline Scalar ofFloat(double f) {
  Scalar s;
  s.f = f;
  return s;
}

// Operands have type `type`; comparisons give 0 or 1. nullopt: division of an integer by zero.
std::optional<Scalar> compute(BinaryOp op, DataType type, Scalar a, Scalar b);
Scalar convert(DataType from, DataType to, Scalar value);

// Elementwise intrinsics of core/ir/intrinsics.h on scalars. `type` is that of the first operand, `result` the
// result's.
using MathFunction = Scalar (*)(DataType type, DataType result, const Scalar* args);
MathFunction findMath(std::string_view name);  // nullptr: not a function of numbers

}  // namespace lw::interpreter
