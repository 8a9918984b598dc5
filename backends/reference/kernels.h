// Loops over contiguous runs, in one of four computation types. This file is compiled for several instruction sets, and
// the program chooses one when it starts.
#pragma once

#include <cstdint>

#include "core/ir/dtype.h"

namespace lw::reference {

enum class Compute : uint8_t { F32, F64, I64, U64 };
Compute computeOf(DataType type);
constexpr int bytesOf(Compute c) { return c == Compute::F32 ? 4 : 8; }

enum class BinaryKernel : uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  FloorDiv,
  Mod,
  Pow,
  Max,
  Min,
  FMax,
  FMin,
  Arctan2,
  Hypot,
  BitAnd,
  BitOr,
  BitXor,
  ShiftLeft,
  ShiftRight,  // integers
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,  // the result is one byte per element
};
inline bool isComparison(BinaryKernel k) { return k >= BinaryKernel::Equal; }
enum class UnaryKernel : uint8_t {
  Copy,
  Negative,
  Abs,
  Sign,
  Square,
  Invert,
  Not,
  Exp,
  Exp2,
  Expm1,
  Log,
  Log2,
  Log10,
  Log1p,
  Sqrt,
  Rsqrt,
  Cbrt,
  Reciprocal,
  Tanh,
  Sinh,
  Cosh,
  Sin,
  Cos,
  Tan,
  Arcsin,
  Arccos,
  Arctan,
  Erf,
  Floor,
  Ceil,
  Round,
  Trunc,
  IsNan,
  IsInf,
  IsFinite,
};
inline constexpr int kChunk = 2048;  // elements per converted chunk of a run

// out may be a or b. Comparisons write uint8_t.
void binaryRun(BinaryKernel kernel, Compute compute, const void* a, const void* b, void* out, int64_t n);
void unaryRun(UnaryKernel kernel, Compute compute, const void* a, void* out, int64_t n);
// Between memory of any type with any stride (in elements) and compact computation types.
void loadRun(DataType type, const void* from, int64_t stride, Compute compute, void* to, int64_t n);
void storeRun(Compute compute, const void* from, DataType type, void* to, int64_t stride, int64_t n);
void selectRun(const uint8_t* condition, const void* a, const void* b, void* out, int bytes, int64_t n);

// Reductions of a compact run; sums of floats are pairwise, as NumPy's.
float sumRun(const float* a, int64_t n);
double sumRun(const double* a, int64_t n);

}  // namespace lw::reference
