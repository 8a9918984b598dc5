// Builders of expressions. The operators bring their operands to one type and fold constants, so that `1 * x + 0` is
// `x`. The wider type wins, as core/ir/promotion.h says, but a constant takes the other operand's type, as C++ numbers
// do in TVM, because these operators serve the engine. Operands from user text are brought to one type by matchTypes
// first.
#pragma once

#include <optional>

#include "core/ir/expr.h"

namespace lw {

Expr makeConst(DataType type, int64_t value);
Expr makeFloat(DataType type, double value);
Expr boolConst(bool value);
Expr makeZero(DataType type);
// Converts; folds constants; a scalar becomes a broadcast where `type` has lanes.
Expr cast(DataType type, const Expr& value);

// Builds without folding; the types must agree. The second form folds and unifies types.
Expr rawBinary(BinaryOp op, Expr a, Expr b);
Expr binary(BinaryOp op, Expr a, Expr b);
void unifyTypes(Expr& a, Expr& b);

Expr operator+(const Expr& a, const Expr& b);
Expr operator-(const Expr& a, const Expr& b);
Expr operator*(const Expr& a, const Expr& b);
Expr operator-(const Expr& a);
Expr floordiv(const Expr& a, const Expr& b);
Expr floormod(const Expr& a, const Expr& b);
Expr min(const Expr& a, const Expr& b);
Expr max(const Expr& a, const Expr& b);
Expr eq(const Expr& a, const Expr& b);
Expr ne(const Expr& a, const Expr& b);
Expr lt(const Expr& a, const Expr& b);
Expr le(const Expr& a, const Expr& b);
Expr gt(const Expr& a, const Expr& b);
Expr ge(const Expr& a, const Expr& b);
Expr logicalAnd(const Expr& a, const Expr& b);
Expr logicalOr(const Expr& a, const Expr& b);
Expr logicalNot(const Expr& a);

std::optional<int64_t> asInt(const Expr& e);  // value of an IntImm
bool isZero(const Expr& e);                   // integer or float constant 0
bool isOne(const Expr& e);
bool isTrue(const Expr& e);  // constant true
bool isFalse(const Expr& e);

// Folds one binary operation of two constants as the machine would compute it; nullopt: not constant, or undefined
// (division by zero, overflow of a signed type).
std::optional<Expr> foldBinary(BinaryOp op, const Expr& a, const Expr& b);

int64_t floorDivide(int64_t a, int64_t b);  // b != 0
int64_t floorModulo(int64_t a, int64_t b);

}  // namespace lw
