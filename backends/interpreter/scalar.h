// One lane of a value, with arithmetic exactly as the type defines it.
#pragma once

#include <optional>

#include "core/ir/expr.h"
#include "core/ir/intrinsics.h"

namespace lw::interpreter {

// The type of the expression says which member is valid: `f` for floats (a value that the type can represent), `i` for
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

// Elementwise intrinsics of core/ir/intrinsics.h on scalars. `type` is the type of the first operand, `result` that of
// the result.
using MathFunction = Scalar (*)(DataType type, DataType result, const Scalar* args);
MathFunction meaningOf(Intrinsic function);  // nullptr: not a function of numbers

}  // namespace lw::interpreter
