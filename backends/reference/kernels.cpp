#include "backends/reference/kernels.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/ir/float8.h"
#include "core/ir/ndarray.h"
#include "core/support/floor_division.h"

// Sanitizers instrument the functions that choose a clone, which run before the sanitizer is loaded.
#if defined(__x86_64__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define LW_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define LW_CLONES
#endif
#define LW_INLINE inline __attribute__((always_inline))

namespace lw::reference {

namespace {

// exp in float32 by Cody-Waite reduction to |r| <= ln(2)/2 and a polynomial (the coefficients are those of a minimax
// fit, as in Cephes' expf); at most 1 ulp off. Written without branches, so that it vectorises.
LW_INLINE float expFloat(float x) {
  const float clipped = x > 88.8f ? 88.8f : x < -104.0f ? -104.0f : x;
  const float shifted = clipped * 1.44269504088896341f + 12582912.0f;  // 1.5 * 2^23: rounds to the nearest integer
  const float n = shifted - 12582912.0f;
  float r = clipped - n * 0.693359375f;
  r = r - n * -2.12194440e-4f;
  float p = 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * (r * r) + r + 1.0f;
  // 2^n as two factors, so that results below the normal range are rounded and not flushed to zero.
  const int k = static_cast<int>(n), half = k >> 1;
  const uint32_t lowBits = static_cast<uint32_t>(half + 127) << 23, highBits = static_cast<uint32_t>(k - half + 127)
                                                                               << 23;
  float low, high;
  std::memcpy(&low, &lowBits, 4);
  std::memcpy(&high, &highBits, 4);
  const float y = p * low * high;
  return x != x ? x : x > 88.72283935546875f ? INFINITY : x < -103.97f ? 0.0f : y;
}

// tanh in float32: the odd polynomial near 0, (e - 1) / (e + 1) with e = exp(2x) elsewhere; at most 2 ulp off.
LW_INLINE float tanhFloat(float x) {
  const float size = std::fabs(x), s = x * x;
  float p = -5.70498872745e-3f;
  p = p * s + 2.06390887954e-2f;
  p = p * s - 5.37397155531e-2f;
  p = p * s + 1.33314422036e-1f;
  p = p * s - 3.33332819422e-1f;
  const float near = p * s * x + x;
  const float e = expFloat(2.0f * (size > 10.0f ? 10.0f : size));
  const float far = 1.0f - 2.0f / (e + 1.0f);
  return x != x ? x : size < 0.625f ? near : std::copysign(far, x);
}

template <class T>
LW_INLINE T floorDivide(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return b == 0 ? a / b : floorQuotient(a, b);
  else if (b == 0)
    return 0;  // as in NumPy, which warns
  else if constexpr (std::is_signed_v<T>) {
    if (b == -1) return static_cast<T>(0 - static_cast<uint64_t>(a));
    const T q = a / b;
    return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
  } else
    return a / b;
}
template <class T>
LW_INLINE T modulo(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return floorRemainder(a, b);
  else if (b == 0)
    return 0;
  else if constexpr (std::is_signed_v<T>) {
    if (b == -1) return 0;
    const T r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
  } else
    return a % b;
}
template <class T>
LW_INLINE T powerOf(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return b == 2 ? a * a : std::pow(a, b);
  else {
    uint64_t base = static_cast<uint64_t>(a), result = 1;
    for (uint64_t e = b < T(0) ? 0 : static_cast<uint64_t>(b); e; e >>= 1, base *= base)
      if (e & 1) result *= base;
    return static_cast<T>(result);
  }
}

// Wraps around instead of overflowing.
template <class T, class F>
LW_INLINE T wrapping(T a, T b, F f) {
  if constexpr (std::is_floating_point_v<T>)
    return f(a, b);
  else
    return static_cast<T>(f(static_cast<uint64_t>(a), static_cast<uint64_t>(b)));
}

template <class T, class Out, class F>
LW_INLINE void each(const void* a, const void* b, void* out, int64_t n, F f) {
  const T* x = static_cast<const T*>(a);
  const T* y = static_cast<const T*>(b);
  Out* o = static_cast<Out*>(out);
  for (int64_t i = 0; i < n; ++i) o[i] = f(x[i], y[i]);
}

template <class T>
LW_INLINE void binaryOf(BinaryKernel kernel, const void* a, const void* b, void* out, int64_t n) {
  constexpr bool kReal = std::is_floating_point_v<T>;
  switch (kernel) {
    case BinaryKernel::Add:
      return each<T, T>(a, b, out, n, [](T x, T y) { return wrapping(x, y, [](auto p, auto q) { return p + q; }); });
    case BinaryKernel::Sub:
      return each<T, T>(a, b, out, n, [](T x, T y) { return wrapping(x, y, [](auto p, auto q) { return p - q; }); });
    case BinaryKernel::Mul:
      return each<T, T>(a, b, out, n, [](T x, T y) { return wrapping(x, y, [](auto p, auto q) { return p * q; }); });
    case BinaryKernel::Div:
      return each<T, T>(a, b, out, n, [](T x, T y) {
        if constexpr (kReal)
          return x / y;
        else
          return floorDivide(x, y);
      });
    case BinaryKernel::FloorDiv:
      return each<T, T>(a, b, out, n, [](T x, T y) { return floorDivide(x, y); });
    case BinaryKernel::Mod:
      return each<T, T>(a, b, out, n, [](T x, T y) { return modulo(x, y); });
    case BinaryKernel::Pow:
      return each<T, T>(a, b, out, n, [](T x, T y) { return powerOf(x, y); });
    case BinaryKernel::Max:
      return each<T, T>(a, b, out, n, [](T x, T y) { return x > y || std::isnan(x) ? x : y; });
    case BinaryKernel::Min:
      return each<T, T>(a, b, out, n, [](T x, T y) { return x < y || std::isnan(x) ? x : y; });
    case BinaryKernel::FMax:
      return each<T, T>(a, b, out, n, [](T x, T y) { return x > y || std::isnan(y) ? x : y; });
    case BinaryKernel::FMin:
      return each<T, T>(a, b, out, n, [](T x, T y) { return x < y || std::isnan(y) ? x : y; });
    case BinaryKernel::Arctan2:
      return each<T, T>(a, b, out, n, [](T x, T y) {
        if constexpr (kReal)
          return std::atan2(x, y);
        else
          return T(0);
      });
    case BinaryKernel::Hypot:
      return each<T, T>(a, b, out, n, [](T x, T y) {
        if constexpr (kReal)
          return std::hypot(x, y);
        else
          return T(0);
      });
    case BinaryKernel::BitAnd:
      return each<T, T>(a, b, out, n, [](T x, T y) {
        if constexpr (kReal)
          return x;
        else
          return x & y;
      });
    case BinaryKernel::BitOr:
      return each<T, T>(a, b, out, n, [](T x, T y) {
        if constexpr (kReal)
          return x;
        else
          return x | y;
      });
    case BinaryKernel::BitXor:
      return each<T, T>(a, b, out, n, [](T x, T y) {
        if constexpr (kReal)
          return x;
        else
          return x ^ y;
      });
    case BinaryKernel::ShiftLeft:
      return each<T, T>(a, b, out, n, [](T x, T y) {
        if constexpr (kReal)
          return x;
        else
          return static_cast<uint64_t>(y) > 63 ? T(0)
                                               : static_cast<T>(static_cast<uint64_t>(x) << static_cast<uint64_t>(y));
      });
    case BinaryKernel::ShiftRight:
      return each<T, T>(a, b, out, n, [](T x, T y) {
        if constexpr (kReal)
          return x;
        else
          return static_cast<uint64_t>(y) > 63 ? T(x < T(0) ? -1 : 0) : x >> y;
      });
    case BinaryKernel::Equal:
      return each<T, uint8_t>(a, b, out, n, [](T x, T y) { return x == y; });
    case BinaryKernel::NotEqual:
      return each<T, uint8_t>(a, b, out, n, [](T x, T y) { return x != y; });
    case BinaryKernel::Less:
      return each<T, uint8_t>(a, b, out, n, [](T x, T y) { return x < y; });
    case BinaryKernel::LessEqual:
      return each<T, uint8_t>(a, b, out, n, [](T x, T y) { return x <= y; });
    case BinaryKernel::Greater:
      return each<T, uint8_t>(a, b, out, n, [](T x, T y) { return x > y; });
    case BinaryKernel::GreaterEqual:
      return each<T, uint8_t>(a, b, out, n, [](T x, T y) { return x >= y; });
  }
}

LW_CLONES void binaryF32(BinaryKernel k, const void* a, const void* b, void* out, int64_t n) {
  binaryOf<float>(k, a, b, out, n);
}
LW_CLONES void binaryF64(BinaryKernel k, const void* a, const void* b, void* out, int64_t n) {
  binaryOf<double>(k, a, b, out, n);
}
LW_CLONES void binaryI64(BinaryKernel k, const void* a, const void* b, void* out, int64_t n) {
  binaryOf<int64_t>(k, a, b, out, n);
}
void binaryU64(BinaryKernel k, const void* a, const void* b, void* out, int64_t n) {
  binaryOf<uint64_t>(k, a, b, out, n);
}

template <class T, class F>
LW_INLINE void map(const void* a, void* out, int64_t n, F f) {
  const T* x = static_cast<const T*>(a);
  T* o = static_cast<T*>(out);
  for (int64_t i = 0; i < n; ++i) o[i] = f(x[i]);
}

template <class T>
LW_INLINE void unaryReal(UnaryKernel kernel, const void* a, void* out, int64_t n) {
  switch (kernel) {
    case UnaryKernel::Copy:
      if (a != out) std::memmove(out, a, static_cast<size_t>(n) * sizeof(T));
      return;
    case UnaryKernel::Negative:
      return map<T>(a, out, n, [](T x) { return -x; });
    case UnaryKernel::Abs:
      return map<T>(a, out, n, [](T x) { return std::fabs(x); });
    case UnaryKernel::Sign:
      return map<T>(a, out, n, [](T x) { return std::isnan(x) ? x : T(x > 0) - T(x < 0); });
    case UnaryKernel::Square:
      return map<T>(a, out, n, [](T x) { return x * x; });
    case UnaryKernel::Invert:
    case UnaryKernel::Not:
      return map<T>(a, out, n, [](T x) { return T(x == 0); });
    case UnaryKernel::Exp:
      if constexpr (std::is_same_v<T, float>)
        return map<T>(a, out, n, expFloat);
      else
        return map<T>(a, out, n, [](T x) { return std::exp(x); });
    case UnaryKernel::Exp2:
      return map<T>(a, out, n, [](T x) { return std::exp2(x); });
    case UnaryKernel::Expm1:
      return map<T>(a, out, n, [](T x) { return std::expm1(x); });
    case UnaryKernel::Log:
      return map<T>(a, out, n, [](T x) { return std::log(x); });
    case UnaryKernel::Log2:
      return map<T>(a, out, n, [](T x) { return std::log2(x); });
    case UnaryKernel::Log10:
      return map<T>(a, out, n, [](T x) { return std::log10(x); });
    case UnaryKernel::Log1p:
      return map<T>(a, out, n, [](T x) { return std::log1p(x); });
    case UnaryKernel::Sqrt:
      return map<T>(a, out, n, [](T x) { return std::sqrt(x); });
    case UnaryKernel::Rsqrt:
      return map<T>(a, out, n, [](T x) { return 1 / std::sqrt(x); });
    case UnaryKernel::Cbrt:
      return map<T>(a, out, n, [](T x) { return std::cbrt(x); });
    case UnaryKernel::Reciprocal:
      return map<T>(a, out, n, [](T x) { return 1 / x; });
    case UnaryKernel::Tanh:
      if constexpr (std::is_same_v<T, float>)
        return map<T>(a, out, n, tanhFloat);
      else
        return map<T>(a, out, n, [](T x) { return std::tanh(x); });
    case UnaryKernel::Sinh:
      return map<T>(a, out, n, [](T x) { return std::sinh(x); });
    case UnaryKernel::Cosh:
      return map<T>(a, out, n, [](T x) { return std::cosh(x); });
    case UnaryKernel::Sin:
      return map<T>(a, out, n, [](T x) { return std::sin(x); });
    case UnaryKernel::Cos:
      return map<T>(a, out, n, [](T x) { return std::cos(x); });
    case UnaryKernel::Tan:
      return map<T>(a, out, n, [](T x) { return std::tan(x); });
    case UnaryKernel::Arcsin:
      return map<T>(a, out, n, [](T x) { return std::asin(x); });
    case UnaryKernel::Arccos:
      return map<T>(a, out, n, [](T x) { return std::acos(x); });
    case UnaryKernel::Arctan:
      return map<T>(a, out, n, [](T x) { return std::atan(x); });
    case UnaryKernel::Erf:
      return map<T>(a, out, n, [](T x) { return std::erf(x); });
    case UnaryKernel::Floor:
      return map<T>(a, out, n, [](T x) { return std::floor(x); });
    case UnaryKernel::Ceil:
      return map<T>(a, out, n, [](T x) { return std::ceil(x); });
    case UnaryKernel::Round:
      return map<T>(a, out, n, [](T x) { return std::nearbyint(x); });
    case UnaryKernel::Trunc:
      return map<T>(a, out, n, [](T x) { return std::trunc(x); });
    case UnaryKernel::IsNan:
      return map<T>(a, out, n, [](T x) { return T(std::isnan(x)); });
    case UnaryKernel::IsInf:
      return map<T>(a, out, n, [](T x) { return T(std::isinf(x)); });
    case UnaryKernel::IsFinite:
      return map<T>(a, out, n, [](T x) { return T(std::isfinite(x)); });
  }
}
LW_CLONES void unaryF32(UnaryKernel k, const void* a, void* out, int64_t n) { unaryReal<float>(k, a, out, n); }
LW_CLONES void unaryF64(UnaryKernel k, const void* a, void* out, int64_t n) { unaryReal<double>(k, a, out, n); }

// Only the kernels that keep integer types get here.
template <class T>
void unaryInteger(UnaryKernel kernel, const void* a, void* out, int64_t n) {
  if (kernel == UnaryKernel::Negative)
    return map<T>(a, out, n, [](T x) { return static_cast<T>(0 - static_cast<uint64_t>(x)); });
  if (kernel == UnaryKernel::Abs)
    return map<T>(a, out, n, [](T x) { return x < T(0) ? static_cast<T>(0 - static_cast<uint64_t>(x)) : x; });
  if (kernel == UnaryKernel::Sign) return map<T>(a, out, n, [](T x) { return T(x > T(0)) - T(x < T(0)); });
  if (kernel == UnaryKernel::Square)
    return map<T>(a, out, n, [](T x) { return static_cast<T>(static_cast<uint64_t>(x) * static_cast<uint64_t>(x)); });
  if (kernel == UnaryKernel::Reciprocal)
    return map<T>(a, out, n, [](T x) { return x == 1 || (std::is_signed_v<T> && x == T(-1)) ? x : T(0); });
  if (kernel == UnaryKernel::Invert) return map<T>(a, out, n, [](T x) { return ~x; });
  if (kernel == UnaryKernel::Not) return map<T>(a, out, n, [](T x) { return T(x == 0); });
  if (kernel == UnaryKernel::IsNan || kernel == UnaryKernel::IsInf) return map<T>(a, out, n, [](T) { return T(0); });
  if (kernel == UnaryKernel::IsFinite) return map<T>(a, out, n, [](T) { return T(1); });
  if (a != out) std::memmove(out, a, static_cast<size_t>(n) * sizeof(T));
}

template <class S, class C, class F>
void loadAs(const void* from, int64_t stride, void* to, int64_t n, F value) {
  const S* x = static_cast<const S*>(from);
  C* o = static_cast<C*>(to);
  if (stride == 1)
    for (int64_t i = 0; i < n; ++i) o[i] = static_cast<C>(value(x[i]));
  else
    for (int64_t i = 0; i < n; ++i) o[i] = static_cast<C>(value(x[i * stride]));
}
template <class C>
void loadInto(DataType type, const void* from, int64_t stride, void* to, int64_t n) {
  const auto same = [](auto v) { return v; };
  if (type.isBool()) return loadAs<uint8_t, C>(from, stride, to, n, [](uint8_t v) { return v != 0; });
  if (type.code == TypeCode::BFloat)
    return loadAs<uint16_t, C>(from, stride, to, n, [](uint16_t v) { return bfloatValue(v); });
  if (type.isFloat8())
    return loadAs<uint8_t, C>(from, stride, to, n, [type](uint8_t v) { return float8Value(type, v); });
  if (type.isFloat() && type.bits == 16)
    return loadAs<uint16_t, C>(from, stride, to, n, [](uint16_t v) { return halfValue(v); });
  if (type.isFloat())
    return type.bits == 32 ? loadAs<float, C>(from, stride, to, n, same) : loadAs<double, C>(from, stride, to, n, same);
  if (type.isInt()) switch (type.bits) {
      case 8:
        return loadAs<int8_t, C>(from, stride, to, n, same);
      case 16:
        return loadAs<int16_t, C>(from, stride, to, n, same);
      case 32:
        return loadAs<int32_t, C>(from, stride, to, n, same);
      default:
        return loadAs<int64_t, C>(from, stride, to, n, same);
    }
  switch (type.bits) {
    case 8:
      return loadAs<uint8_t, C>(from, stride, to, n, same);
    case 16:
      return loadAs<uint16_t, C>(from, stride, to, n, same);
    case 32:
      return loadAs<uint32_t, C>(from, stride, to, n, same);
    default:
      return loadAs<uint64_t, C>(from, stride, to, n, same);
  }
}

template <class C, class D, class F>
void storeAs(const void* from, void* to, int64_t stride, int64_t n, F value) {
  const C* x = static_cast<const C*>(from);
  D* o = static_cast<D*>(to);
  if (stride == 1)
    for (int64_t i = 0; i < n; ++i) o[i] = value(x[i]);
  else
    for (int64_t i = 0; i < n; ++i) o[i * stride] = value(x[i]);
}
// Floats that no integer can represent become the least integer, as on x86.
template <class C>
LW_INLINE int64_t toInteger(C v) {
  if constexpr (std::is_floating_point_v<C>)
    return v >= C(-9.2233720368547758e18) && v < C(9.2233720368547758e18) ? static_cast<int64_t>(v) : INT64_MIN;
  else
    return static_cast<int64_t>(v);
}
template <class C>
void storeFrom(const void* from, DataType type, void* to, int64_t stride, int64_t n) {
  if (type.isBool()) return storeAs<C, uint8_t>(from, to, stride, n, [](C v) { return v != 0; });
  if (type.code == TypeCode::BFloat)
    return storeAs<C, uint16_t>(from, to, stride, n, [](C v) { return bfloatBits(static_cast<float>(v)); });
  if (type.isFloat8())
    return storeAs<C, uint8_t>(from, to, stride, n, [type](C v) { return float8Bits(type, static_cast<float>(v)); });
  if (type.isFloat() && type.bits == 16)
    return storeAs<C, uint16_t>(from, to, stride, n, [](C v) { return halfBits(static_cast<float>(v)); });
  if (type.isFloat()) {
    if (type.bits == 32) return storeAs<C, float>(from, to, stride, n, [](C v) { return static_cast<float>(v); });
    return storeAs<C, double>(from, to, stride, n, [](C v) { return static_cast<double>(v); });
  }
  switch (type.bits) {
    case 8:
      return storeAs<C, uint8_t>(from, to, stride, n, [](C v) { return static_cast<uint8_t>(toInteger(v)); });
    case 16:
      return storeAs<C, uint16_t>(from, to, stride, n, [](C v) { return static_cast<uint16_t>(toInteger(v)); });
    case 32:
      return storeAs<C, uint32_t>(from, to, stride, n, [](C v) { return static_cast<uint32_t>(toInteger(v)); });
    default:
      if constexpr (std::is_floating_point_v<C>)
        if (type.isUInt())
          return storeAs<C, uint64_t>(from, to, stride, n, [](C v) {
            return v >= C(9.2233720368547758e18) && v < C(1.8446744073709552e19) ? static_cast<uint64_t>(v)
                                                                                 : static_cast<uint64_t>(toInteger(v));
          });
      return storeAs<C, uint64_t>(from, to, stride, n, [](C v) { return static_cast<uint64_t>(toInteger(v)); });
  }
}

// Pairwise summation: eight accumulators over blocks of 128, halves above.
template <class T>
LW_INLINE T sumBlock(const T* a, int64_t n) {
  if (n < 8) {
    T total = 0;
    for (int64_t i = 0; i < n; ++i) total += a[i];
    return total;
  }
  T r[8];
  for (int k = 0; k < 8; ++k) r[k] = a[k];
  int64_t i = 8;
  for (; i + 8 <= n; i += 8)
    for (int k = 0; k < 8; ++k) r[k] += a[i + k];
  T total = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
  for (; i < n; ++i) total += a[i];
  return total;
}
template <class T>
T pairwise(const T* a, int64_t n, T (*block)(const T*, int64_t)) {
  if (n <= 128) return block(a, n);
  const int64_t half = n / 2 - n / 2 % 8;
  return pairwise(a, half, block) + pairwise(a + half, n - half, block);
}
LW_CLONES float sumBlockF32(const float* a, int64_t n) { return sumBlock(a, n); }
LW_CLONES double sumBlockF64(const double* a, int64_t n) { return sumBlock(a, n); }

}  // namespace

Compute computeOf(DataType type) {
  if (type.isFloat()) return type.bits == 64 ? Compute::F64 : Compute::F32;
  return type.isUInt() && type.bits == 64 ? Compute::U64 : Compute::I64;
}

void binaryRun(BinaryKernel kernel, Compute compute, const void* a, const void* b, void* out, int64_t n) {
  switch (compute) {
    case Compute::F32:
      return binaryF32(kernel, a, b, out, n);
    case Compute::F64:
      return binaryF64(kernel, a, b, out, n);
    case Compute::I64:
      return binaryI64(kernel, a, b, out, n);
    case Compute::U64:
      return binaryU64(kernel, a, b, out, n);
  }
}
void unaryRun(UnaryKernel kernel, Compute compute, const void* a, void* out, int64_t n) {
  switch (compute) {
    case Compute::F32:
      return unaryF32(kernel, a, out, n);
    case Compute::F64:
      return unaryF64(kernel, a, out, n);
    case Compute::I64:
      return unaryInteger<int64_t>(kernel, a, out, n);
    case Compute::U64:
      return unaryInteger<uint64_t>(kernel, a, out, n);
  }
}
void loadRun(DataType type, const void* from, int64_t stride, Compute compute, void* to, int64_t n) {
  switch (compute) {
    case Compute::F32:
      return loadInto<float>(type, from, stride, to, n);
    case Compute::F64:
      return loadInto<double>(type, from, stride, to, n);
    case Compute::I64:
      return loadInto<int64_t>(type, from, stride, to, n);
    case Compute::U64:
      return loadInto<uint64_t>(type, from, stride, to, n);
  }
}
void storeRun(Compute compute, const void* from, DataType type, void* to, int64_t stride, int64_t n) {
  switch (compute) {
    case Compute::F32:
      return storeFrom<float>(from, type, to, stride, n);
    case Compute::F64:
      return storeFrom<double>(from, type, to, stride, n);
    case Compute::I64:
      return storeFrom<int64_t>(from, type, to, stride, n);
    case Compute::U64:
      return storeFrom<uint64_t>(from, type, to, stride, n);
  }
}
void selectRun(const uint8_t* condition, const void* a, const void* b, void* out, int bytes, int64_t n) {
  const auto pick = [&](auto zero) {
    using T = decltype(zero);
    const T* x = static_cast<const T*>(a);
    const T* y = static_cast<const T*>(b);
    T* o = static_cast<T*>(out);
    for (int64_t i = 0; i < n; ++i) o[i] = condition[i] ? x[i] : y[i];
  };
  if (bytes == 4)
    pick(uint32_t{});
  else
    pick(uint64_t{});
}

float sumRun(const float* a, int64_t n) { return pairwise<float>(a, n, sumBlockF32); }
double sumRun(const double* a, int64_t n) { return pairwise<double>(a, n, sumBlockF64); }

}  // namespace lw::reference
