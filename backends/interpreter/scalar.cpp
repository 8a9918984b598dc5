#include "backends/interpreter/scalar.h"

#include <bit>
#include <cmath>
#include <limits>

#include "core/ir/ndarray.h"
#include "core/ir/ops.h"

namespace lw::interpreter {
namespace {

uint64_t bitsOf(int64_t v) { return static_cast<uint64_t>(v); }
int64_t ofBits(uint64_t v) { return static_cast<int64_t>(v); }

std::optional<int64_t> divide(BinaryOp op, bool isUnsigned, int64_t a, int64_t b) {
  const bool quotient = op == BinaryOp::Div || op == BinaryOp::FloorDiv;
  if (b == 0) return std::nullopt;
  if (isUnsigned) return ofBits(quotient ? bitsOf(a) / bitsOf(b) : bitsOf(a) % bitsOf(b));
  if (b == -1) return quotient ? ofBits(-bitsOf(a)) : 0;
  if (op == BinaryOp::Div) return a / b;
  if (op == BinaryOp::Mod) return a % b;
  return quotient ? floorDivide(a, b) : floorModulo(a, b);
}

std::optional<int64_t> computeInt(BinaryOp op, DataType type, int64_t a, int64_t b) {
  const bool isUnsigned = !type.isInt();
  const bool less = isUnsigned ? bitsOf(a) < bitsOf(b) : a < b;
  switch (op) {
    case BinaryOp::Add:
      return wrapToType(type, ofBits(bitsOf(a) + bitsOf(b)));
    case BinaryOp::Sub:
      return wrapToType(type, ofBits(bitsOf(a) - bitsOf(b)));
    case BinaryOp::Mul:
      return wrapToType(type, ofBits(bitsOf(a) * bitsOf(b)));
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod: {
      const auto r = divide(op, isUnsigned, a, b);
      return r ? std::optional(wrapToType(type, *r)) : std::nullopt;
    }
    case BinaryOp::Min:
      return less ? a : b;
    case BinaryOp::Max:
      return less ? b : a;
    case BinaryOp::EQ:
      return a == b;
    case BinaryOp::NE:
      return a != b;
    case BinaryOp::LT:
      return less;
    case BinaryOp::LE:
      return less || a == b;
    case BinaryOp::GT:
      return !less && a != b;
    case BinaryOp::GE:
      return !less;
    case BinaryOp::And:
      return a && b;
    case BinaryOp::Or:
      return a || b;
  }
  return std::nullopt;
}

// Double precision, then one rounding: for float32 and narrower the result of + - * / is the correctly rounded one.
Scalar computeFloat(BinaryOp op, DataType type, double a, double b) {
  const auto rounded = [&](double v) { return ofFloat(roundToType(type, v)); };
  switch (op) {
    case BinaryOp::Add:
      return rounded(a + b);
    case BinaryOp::Sub:
      return rounded(a - b);
    case BinaryOp::Mul:
      return rounded(a * b);
    case BinaryOp::Div:
      return rounded(a / b);
    case BinaryOp::Mod:
      return rounded(std::fmod(a, b));
    case BinaryOp::FloorDiv:
      return rounded(std::floor(a / b));
    case BinaryOp::FloorMod:
      return rounded(a - std::floor(a / b) * b);
    case BinaryOp::Min:
      return ofFloat(a < b ? a : b);
    case BinaryOp::Max:
      return ofFloat(a > b ? a : b);
    case BinaryOp::EQ:
      return ofInt(a == b);
    case BinaryOp::NE:
      return ofInt(a != b);
    case BinaryOp::LT:
      return ofInt(a < b);
    case BinaryOp::LE:
      return ofInt(a <= b);
    case BinaryOp::GT:
      return ofInt(a > b);
    case BinaryOp::GE:
      return ofInt(a >= b);
    case BinaryOp::And:
      return ofInt(a != 0 && b != 0);
    case BinaryOp::Or:
      return ofInt(a != 0 || b != 0);
  }
  return ofFloat(0);
}

// Values outside the target's range saturate, so that the oracle is deterministic where C++ is undefined.
int64_t truncate(double v, DataType to) {
  if (std::isnan(v)) return 0;
  if (v >= 0x1p63)
    return to.isUInt() && v < 0x1p64 ? ofBits(static_cast<uint64_t>(v)) : std::numeric_limits<int64_t>::max();
  if (v < -0x1p63) return std::numeric_limits<int64_t>::min();
  return static_cast<int64_t>(v);
}

using Real = double (*)(double);
template <Real F>
Scalar real(DataType, DataType result, const Scalar* a) {
  return ofFloat(roundToType(result, F(a[0].f)));
}
using Real2 = double (*)(double, double);
template <Real2 F>
Scalar real2(DataType, DataType result, const Scalar* a) {
  return ofFloat(roundToType(result, F(a[0].f, a[1].f)));
}

double exp10(double x) { return std::pow(10.0, x); }
double rsqrt(double x) { return 1 / std::sqrt(x); }
double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
// nearbyint in the default mode; T.round takes halves away from zero, as LLVM's round that TVM lowers it to.
double roundHalfEven(double x) { return std::nearbyint(x); }

Scalar absolute(DataType type, DataType, const Scalar* a) {
  if (type.isFloat()) return ofFloat(std::fabs(a[0].f));
  return ofInt(a[0].i < 0 && type.isInt() ? wrapToType(type, ofBits(-bitsOf(a[0].i))) : a[0].i);
}
Scalar fma(DataType type, DataType result, const Scalar* a) {
  if (type.isFloat() && type.bits < 64) {
    if (type.bits == 32)
      return ofFloat(std::fma(static_cast<float>(a[0].f), static_cast<float>(a[1].f), static_cast<float>(a[2].f)));
    return ofFloat(roundToType(result, a[0].f * a[1].f + a[2].f));
  }
  if (type.isFloat()) return ofFloat(std::fma(a[0].f, a[1].f, a[2].f));
  return ofInt(wrapToType(result, ofBits(bitsOf(a[0].i) * bitsOf(a[1].i) + bitsOf(a[2].i))));
}
Scalar power(DataType type, DataType result, const Scalar* a) {
  if (type.isFloat()) return ofFloat(roundToType(result, std::pow(a[0].f, a[1].f)));
  uint64_t value = 1;
  for (int64_t i = 0; i < a[1].i && i < 64; ++i) value *= bitsOf(a[0].i);
  return ofInt(wrapToType(result, ofBits(value)));
}
Scalar ldexp(DataType, DataType result, const Scalar* a) {
  return ofFloat(roundToType(result, std::ldexp(a[0].f, static_cast<int>(a[1].i))));
}
Scalar nextAfter(DataType type, DataType, const Scalar* a) {
  return ofFloat(type.bits == 32 ? std::nextafter(static_cast<float>(a[0].f), static_cast<float>(a[1].f))
                                 : std::nextafter(a[0].f, a[1].f));
}

Scalar bitAnd(DataType, DataType, const Scalar* a) { return ofInt(a[0].i & a[1].i); }
Scalar bitOr(DataType, DataType, const Scalar* a) { return ofInt(a[0].i | a[1].i); }
Scalar bitXor(DataType, DataType, const Scalar* a) { return ofInt(a[0].i ^ a[1].i); }
Scalar bitNot(DataType type, DataType, const Scalar* a) {
  return ofInt(type.isBool() ? !a[0].i : wrapToType(type, ~a[0].i));
}
Scalar shiftLeft(DataType type, DataType, const Scalar* a) {
  const bool inRange = a[1].i >= 0 && a[1].i < type.bits;
  return ofInt(inRange ? wrapToType(type, ofBits(bitsOf(a[0].i) << a[1].i)) : 0);
}
Scalar shiftRight(DataType type, DataType, const Scalar* a) {
  const int64_t by = a[1].i >= 0 && a[1].i < type.bits ? a[1].i : type.bits - 1;
  return ofInt(type.isInt() ? a[0].i >> by : ofBits(bitsOf(a[0].i) >> by));
}
uint64_t maskOf(DataType type, int64_t v) {
  return type.bits >= 64 ? bitsOf(v) : bitsOf(v) & ((uint64_t{1} << type.bits) - 1);
}
Scalar popCount(DataType type, DataType, const Scalar* a) { return ofInt(std::popcount(maskOf(type, a[0].i))); }
Scalar leadingZeros(DataType type, DataType, const Scalar* a) {
  return ofInt(std::countl_zero(maskOf(type, a[0].i)) - (64 - type.bits));
}
Scalar isNan(DataType type, DataType, const Scalar* a) { return ofInt(type.isFloat() && std::isnan(a[0].f)); }
Scalar isInf(DataType type, DataType, const Scalar* a) { return ofInt(type.isFloat() && std::isinf(a[0].f)); }
Scalar isFinite(DataType type, DataType, const Scalar* a) { return ofInt(!type.isFloat() || std::isfinite(a[0].f)); }
Scalar likely(DataType, DataType, const Scalar* a) { return a[0]; }

Scalar reinterpret(DataType type, DataType result, const Scalar* a) {
  NDArray bits = NDArray::zeros(type.element(), {1});
  if (type.isFloat())
    bits.set(0, a[0].f);
  else
    bits.setInt(0, a[0].i);
  bits.type = result.element();
  bits.data.resize(8);
  return result.isFloat() ? ofFloat(bits.getDouble(0)) : ofInt(bits.getInt(0));
}

}  // namespace

std::optional<Scalar> compute(BinaryOp op, DataType type, Scalar a, Scalar b) {
  if (type.isFloat()) return computeFloat(op, type, a.f, b.f);
  const auto r = computeInt(op, type, a.i, b.i);
  return r ? std::optional(ofInt(*r)) : std::nullopt;
}

Scalar convert(DataType from, DataType to, Scalar value) {
  if (to.isFloat()) {
    if (from.isFloat()) return ofFloat(roundToType(to, value.f));
    // Converts the integer directly: int64 -> double -> float32 would round twice.
    if (to.code == TypeCode::Float && to.bits == 32)
      return ofFloat(from.isUInt() ? static_cast<float>(bitsOf(value.i)) : static_cast<float>(value.i));
    return ofFloat(
        roundToType(to, from.isUInt() ? static_cast<double>(bitsOf(value.i)) : static_cast<double>(value.i)));
  }
  if (from.isFloat()) return ofInt(to.isBool() ? value.f != 0 : wrapToType(to, truncate(value.f, to)));
  return ofInt(wrapToType(to, value.i));
}

MathFunction meaningOf(Intrinsic function) {
  constexpr MathFunction kMeanings[] = {
#define INTRINSIC(...) nullptr,
#define FUNCTION(id, name, count, result, group, meaning, ...) meaning,
#include "core/ir/intrinsics.def"
  };
  return function == Intrinsic::External ? nullptr : kMeanings[static_cast<size_t>(function)];
}

}  // namespace lw::interpreter
