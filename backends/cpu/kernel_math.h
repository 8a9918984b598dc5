// The functions of libm as LLVM IR, for kernels, which have no libm: scalars of float32 and float64. Each is an
// internal function.
//
// float32 computes in float64 and rounds once at the end, but for sin and cos up to 2^16, which stay in float32. (exp,
// exp2, log, log2, log10, tanh, sigmoid and erf of float32 are those of vector_math.h.) Largest errors in units in the
// last place, measured on a machine with FMA against long double (tests/cpu/test_kernel_math.cpp holds these bounds):
//   float32: sin, cos 1.6; tan, asin, acos, atan, atan2, sinh, cosh, asinh, acosh, atanh, exp10, log1p, pow, hypot
//   0.51; fmod, ldexp, nextafter exact. float64: log, log2, log10 0.6; exp2, exp10, log1p, sin, cos, asin, acos, atan,
//   cosh, hypot 2; erf, tan, atan2, sinh, tanh, asinh, acosh, atanh 3; pow 4; fmod, ldexp, nextafter exact.
// sin, cos and tan are NaN beyond 2^30 (float64) and 2^45 (float32): the reduction by pi/2 has no more digits.
// Infinities, NaN, signed zeros, overflow and denormal results are those of libm.
//
// Method: logarithms by the series of atanh in double-double (as fdlibm's split, with the quotient's rest by FMA);
// exponentials by n ln 2 (Cody and Waite); sines by pi/2 in three parts with exact products; the polynomials
// interpolate at Chebyshev nodes. Products whose rounding errors matter are made by FMA with zero, which no back end
// contracts.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "core/ir/intrinsics.h"

namespace lw::cpu {

class KernelMath {
 public:
  explicit KernelMath(llvm::Module& module) : module_(module) {}
  // The function of float or double, with its usual parameters (the second one of ldexp is an i32); null: there is
  // none.
  llvm::Function* find(Intrinsic function, llvm::Type* type);

 private:
  llvm::Function* of(Intrinsic function, llvm::Type* type, bool far);
  llvm::Module& module_;
};

}  // namespace lw::cpu
