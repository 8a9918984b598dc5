// Types of operands: the type that two operands of different types are converted to, and the type of a number that was
// written without one. TVMScript, tensor expressions, topi and the expressions in schedules all use these rules. They
// are Apache TVM's: BinaryOpMatchTypes and PromoteBinaryOpType (src/tirx/op/op.cc) for operands, the conversion of
// Python numbers to PrimExpr (include/tvm/ir/expr.h, src/ir/expr.cc) for numbers, the constructors of IntImm and
// FloatImm (src/ir/expr.cc) for the values that a constant may have.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/ir/expr.h"
#include "core/support/message.h"

namespace lw {

// True, 3 or 0.5 as written: it has no type of its own.
using Number = std::variant<bool, int64_t, double>;

// An operand of an operator. A number keeps its digits until the type of the operation is known: beside a float64, 0.1
// is the float64 nearest to 0.1, though alone it is a float32.
struct Operand {
  Operand(Expr e) : value(std::move(e)) {}  // NOLINT(google-explicit-constructor): every expression is an operand
  Operand(Number n);                        // NOLINT(google-explicit-constructor)
  Expr value;
  std::optional<Number> number;
};

// bool, int32 (int64 where it does not fit) or float32 (float64 where it does not fit).
DataType typeOf(const Number& number);
// A constant of that type.
Expr numberExpr(const Number& number);
// The number as a constant of `type`; nullopt if the type does not have this value (300 for int8, -1 for uint8, 0.5 for
// int32). Fractions are rounded to float types.
std::optional<Expr> numberAs(const Number& number, DataType type);

// The type that both operands are brought to; lanes are those of `a`. nullopt: pointers, and values of no type.
//   float over bfloat16 over float8 over integers over bool; the wider float; the wider integer; unsigned where both
//   integers are equally wide. The two types of float8 have no common one.
std::optional<DataType> promoted(DataType a, DataType b);

// Why the operands have no common type, and what to do about it; empty if they have one.
struct Misfit {
  Message message, hint;
  bool empty() const { return message.empty(); }
};
// Bring both operands to one type, scalars to vectors.
Misfit matchTypes(Operand& a, Operand& b);
Misfit matchTypes(Expr& a, Expr& b);
// The operands of a comparison in TVMScript: a number takes the other operand's type (_auto_broadcast in TVM's
// tirx/script/parser/operation.py). A number that this type does not have, which TVM refuses, is matched as above.
Misfit matchCompared(Operand& a, Operand& b);

// The arguments of a function. Those of pow, shifts and bit operations are matched like operands. Other functions have
// the type of their first argument in TVM, so numbers after it take that type.
Misfit matchArguments(std::string_view function, std::vector<Operand>& arguments);

// Converts to `type` as a store to a buffer or a variable does: constants become constants; conversion to an integer
// drops the fraction.
Misfit convert(Operand& value, DataType type);

// TVM refuses `a / b` if both are signed integers or integer numbers, because it does not say how to round.
bool divisionIsAmbiguous(const Operand& a, const Operand& b);

}  // namespace lw
