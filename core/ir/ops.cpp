#include "core/ir/ops.h"

#include <cassert>
#include <cmath>

#include "core/ir/float8.h"
#include "core/ir/fold.h"
#include "core/ir/promotion.h"

namespace lw {
namespace {

// Wraps to the width of the type, as the machine does.
int64_t wrap(DataType type, int64_t value) {
  if (type.isBool()) return value != 0;
  if (type.bits >= 64) return value;
  const uint64_t mask = (uint64_t{1} << type.bits) - 1;
  const uint64_t low = static_cast<uint64_t>(value) & mask;
  if (type.isInt() && (low >> (type.bits - 1)) & 1) return static_cast<int64_t>(low | ~mask);
  return static_cast<int64_t>(low);
}

// Constants of eight bits are values of their type: their conversion to a wider type would otherwise have digits that
// they lack.
double roundTo(DataType type, double value) {
  if (type.isFloat8()) return float8Value(type, float8Bits(type, static_cast<float>(value)));
  return type.bits == 32 ? static_cast<float>(value) : value;
}

std::optional<int64_t> foldInt(BinaryOp op, DataType type, int64_t a, int64_t b) {
  const bool isUnsigned64 = type.isUInt() && type.bits == 64;
  int64_t r = 0;
  switch (op) {
    case BinaryOp::Add:
      if (__builtin_add_overflow(a, b, &r)) return std::nullopt;
      break;
    case BinaryOp::Sub:
      if (__builtin_sub_overflow(a, b, &r)) return std::nullopt;
      break;
    case BinaryOp::Mul:
      if (__builtin_mul_overflow(a, b, &r)) return std::nullopt;
      break;
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod:
      if (b == 0 || isUnsigned64 || (a == INT64_MIN && b == -1)) return std::nullopt;
      if (op == BinaryOp::Div)
        r = a / b;
      else if (op == BinaryOp::Mod)
        r = a % b;
      else
        r = op == BinaryOp::FloorDiv ? floorDivide(a, b) : floorModulo(a, b);
      break;
    case BinaryOp::Min:
      if (isUnsigned64) return std::nullopt;
      r = std::min(a, b);
      break;
    case BinaryOp::Max:
      if (isUnsigned64) return std::nullopt;
      r = std::max(a, b);
      break;
    case BinaryOp::EQ:
      return a == b;
    case BinaryOp::NE:
      return a != b;
    case BinaryOp::LT:
      if (isUnsigned64) return std::nullopt;
      return a < b;
    case BinaryOp::LE:
      if (isUnsigned64) return std::nullopt;
      return a <= b;
    case BinaryOp::GT:
      if (isUnsigned64) return std::nullopt;
      return a > b;
    case BinaryOp::GE:
      if (isUnsigned64) return std::nullopt;
      return a >= b;
    case BinaryOp::And:
      return a && b;
    case BinaryOp::Or:
      return a || b;
  }
  if (wrap(type, r) != r) return std::nullopt;  // overflow: left to the machine
  return r;
}

Expr foldFloat(BinaryOp op, DataType type, double a, double b) {
  switch (op) {
    case BinaryOp::Add:
      return FloatImm{type, roundTo(type, a + b)};
    case BinaryOp::Sub:
      return FloatImm{type, roundTo(type, a - b)};
    case BinaryOp::Mul:
      return FloatImm{type, roundTo(type, a * b)};
    case BinaryOp::Div:
      return FloatImm{type, roundTo(type, a / b)};
    case BinaryOp::Mod:
      return FloatImm{type, std::fmod(a, b)};
    case BinaryOp::FloorDiv:
      return FloatImm{type, std::floor(a / b)};
    case BinaryOp::FloorMod:
      return FloatImm{type, a - std::floor(a / b) * b};
    case BinaryOp::Min:
      return FloatImm{type, a < b ? a : b};
    case BinaryOp::Max:
      return FloatImm{type, a > b ? a : b};
    case BinaryOp::EQ:
      return boolConst(a == b);
    case BinaryOp::NE:
      return boolConst(a != b);
    case BinaryOp::LT:
      return boolConst(a < b);
    case BinaryOp::LE:
      return boolConst(a <= b);
    case BinaryOp::GT:
      return boolConst(a > b);
    case BinaryOp::GE:
      return boolConst(a >= b);
    case BinaryOp::And:
      return boolConst(a != 0 && b != 0);
    case BinaryOp::Or:
      return boolConst(a != 0 || b != 0);
  }
  __builtin_unreachable();
}

// x + 0, x * 1, x // 1, c and true ...; only rules that hold for the operand's type.
std::optional<Expr> foldNeutral(BinaryOp op, const Expr& a, const Expr& b) {
  const bool integer = a.dtype().isInteger();
  switch (op) {
    case BinaryOp::Add:
      if (integer && isZero(a)) return b;
      if (integer && isZero(b)) return a;
      break;
    case BinaryOp::Sub:
      if (integer && isZero(b)) return a;
      break;
    case BinaryOp::Mul:
      if (isOne(a)) return b;
      if (isOne(b)) return a;
      if (integer && isZero(a)) return a;
      if (integer && isZero(b)) return b;
      break;
    case BinaryOp::Div:
      if (isOne(b)) return a;
      break;
    case BinaryOp::FloorDiv:
      if (integer && isOne(b)) return a;
      if (integer && isZero(a) && !isZero(b)) return a;
      break;
    case BinaryOp::FloorMod:
    case BinaryOp::Mod:
      if (integer && isOne(b)) return makeZero(a.dtype());
      break;
    case BinaryOp::And:
      if (isTrue(a)) return b;
      if (isTrue(b)) return a;
      if (isFalse(a)) return a;
      break;
    case BinaryOp::Or:
      if (isFalse(a)) return b;
      if (isFalse(b)) return a;
      if (isTrue(a)) return a;
      break;
    default:
      break;
  }
  return std::nullopt;
}

bool isConstant(const Expr& e) {
  if (const auto* b = e.as<Broadcast>()) return isConstant(b->value);
  return e.as<IntImm>() || e.as<FloatImm>();
}

}  // namespace

Expr makeConst(DataType type, int64_t value) {
  if (type.isVector()) return Broadcast{makeConst(type.element(), value), type.lanes};
  if (type.isFloat8()) return FloatImm{type, roundTo(type, static_cast<double>(value))};
  if (type.isFloat()) return FloatImm{type, static_cast<double>(value)};
  return IntImm{type, wrap(type, value)};
}
Expr makeFloat(DataType type, double value) {
  if (type.isVector()) return Broadcast{makeFloat(type.element(), value), type.lanes};
  return FloatImm{type, roundTo(type, value)};
}
Expr boolConst(bool value) { return IntImm{dtype::Bool(), value}; }
Expr makeZero(DataType type) { return makeConst(type, 0); }

Expr cast(DataType type, const Expr& value) {
  const DataType from = value.dtype();
  if (from == type) return value;
  if (type.isVector() && !from.isVector()) return Broadcast{cast(type.element(), value), type.lanes};
  if (const auto* i = value.as<IntImm>()) {
    if (type.isInteger() || type.isBool()) return IntImm{type, wrap(type, i->value)};
    if (type.isFloat()) return FloatImm{type, roundTo(type, static_cast<double>(i->value))};
  }
  if (const auto* f = value.as<FloatImm>())
    if (type.isFloat()) return FloatImm{type, roundTo(type, f->value)};
  if (const auto* b = value.as<Broadcast>(); b && type.lanes == from.lanes)
    return Broadcast{cast(type.withLanes(type.lanes / b->lanes), b->value), b->lanes};
  return Cast{type, value};
}

Expr rawBinary(BinaryOp op, Expr a, Expr b) { return Binary{op, std::move(a), std::move(b)}; }

void unifyTypes(Expr& a, Expr& b) {
  if (a.dtype().lanes != b.dtype().lanes) {
    if (!a.dtype().isVector())
      a = Broadcast{a, b.dtype().lanes};
    else if (!b.dtype().isVector())
      b = Broadcast{b, a.dtype().lanes};
  }
  const DataType ta = a.dtype(), tb = b.dtype();
  if (ta.element() == tb.element()) return;
  // A constant takes the other operand's type, unless that would drop its fraction.
  const bool constantA = isConstant(a) && !(ta.isFloat() && !tb.isFloat()) && !tb.isBool();
  const bool constantB = isConstant(b) && !(tb.isFloat() && !ta.isFloat()) && !ta.isBool();
  if (constantA != constantB) {
    if (constantA)
      a = cast(tb, a);
    else
      b = cast(ta, b);
    return;
  }
  const auto common = promoted(ta, tb);
  if (!common) return;  // pointers: the verifier refuses the result
  a = cast(common->withLanes(ta.lanes), a);
  b = cast(common->withLanes(tb.lanes), b);
}

std::optional<int64_t> foldInteger(BinaryOp op, DataType type, int64_t a, int64_t b) { return foldInt(op, type, a, b); }

std::optional<Expr> foldBinary(BinaryOp op, const Expr& a, const Expr& b) {
  const auto *ia = a.as<IntImm>(), *ib = b.as<IntImm>();
  if (ia && ib) {
    const auto r = foldInt(op, ia->type, ia->value, ib->value);
    if (!r) return std::nullopt;
    const bool isBool = isComparison(op) || op == BinaryOp::And || op == BinaryOp::Or;
    return Expr(IntImm{isBool ? dtype::Bool() : ia->type, *r});
  }
  const auto *fa = a.as<FloatImm>(), *fb = b.as<FloatImm>();
  if (fa && fb && (fa->type.bits == 32 || fa->type.bits == 64)) return foldFloat(op, fa->type, fa->value, fb->value);
  return std::nullopt;
}

Expr binary(BinaryOp op, Expr a, Expr b) {
  unifyTypes(a, b);
  if (auto folded = foldBinary(op, a, b)) return *folded;
  if (auto neutral = foldNeutral(op, a, b)) return *neutral;
  return Binary{op, std::move(a), std::move(b)};
}

Expr operator+(const Expr& a, const Expr& b) { return binary(BinaryOp::Add, a, b); }
Expr operator-(const Expr& a, const Expr& b) { return binary(BinaryOp::Sub, a, b); }
Expr operator*(const Expr& a, const Expr& b) { return binary(BinaryOp::Mul, a, b); }
Expr operator-(const Expr& a) { return binary(BinaryOp::Sub, makeZero(a.dtype()), a); }
Expr floordiv(const Expr& a, const Expr& b) { return binary(BinaryOp::FloorDiv, a, b); }
Expr floormod(const Expr& a, const Expr& b) { return binary(BinaryOp::FloorMod, a, b); }
Expr min(const Expr& a, const Expr& b) { return binary(BinaryOp::Min, a, b); }
Expr max(const Expr& a, const Expr& b) { return binary(BinaryOp::Max, a, b); }
Expr eq(const Expr& a, const Expr& b) { return binary(BinaryOp::EQ, a, b); }
Expr ne(const Expr& a, const Expr& b) { return binary(BinaryOp::NE, a, b); }
Expr lt(const Expr& a, const Expr& b) { return binary(BinaryOp::LT, a, b); }
Expr le(const Expr& a, const Expr& b) { return binary(BinaryOp::LE, a, b); }
Expr gt(const Expr& a, const Expr& b) { return binary(BinaryOp::GT, a, b); }
Expr ge(const Expr& a, const Expr& b) { return binary(BinaryOp::GE, a, b); }
Expr logicalAnd(const Expr& a, const Expr& b) { return binary(BinaryOp::And, a, b); }
Expr logicalOr(const Expr& a, const Expr& b) { return binary(BinaryOp::Or, a, b); }
Expr logicalNot(const Expr& a) {
  if (const auto* i = a.as<IntImm>()) return boolConst(i->value == 0);
  return Not{a};
}

std::optional<int64_t> asInt(const Expr& e) {
  if (const auto* i = e.as<IntImm>()) return i->value;
  return std::nullopt;
}
bool isZero(const Expr& e) {
  if (const auto* f = e.as<FloatImm>()) return f->value == 0;
  if (const auto* b = e.as<Broadcast>()) return isZero(b->value);
  return asInt(e) == 0;
}
bool isOne(const Expr& e) {
  if (const auto* f = e.as<FloatImm>()) return f->value == 1;
  if (const auto* b = e.as<Broadcast>()) return isOne(b->value);
  return asInt(e) == 1;
}
bool isTrue(const Expr& e) { return e.dtype().isBool() && asInt(e).value_or(0) != 0; }
bool isFalse(const Expr& e) { return e.dtype().isBool() && asInt(e) == 0; }

int64_t floorDivide(int64_t a, int64_t b) {
  const int64_t q = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}
int64_t floorModulo(int64_t a, int64_t b) {
  const int64_t r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

}  // namespace lw
