// Elementary functions as LLVM IR, for float32 and (exp only) float64. Scalars and vectors of any width use the same
// formula, so a lane computes what a scalar computes. Each is an internal function that is inlined.
//
// Largest errors in units in the last place, measured against float64 over the range of float32, and for float64
// against long double (tests/cpu/test_vector_math.cpp), on a machine with FMA:
//   exp 0.97, exp2 0.83, log 0.80, log2 1.25, log10 1.98, tanh 1.4, sigmoid 2.3, erf 2.5; exp of float64 0.97.
// Infinities, NaN, signed zeros, overflow and denormal results and arguments are those of libm.
//
// Method: exp reduces by n ln 2 in two parts (Cody and Waite) and scales by 2^n in two steps, so that denormal results
// are rounded once; AVX-512 has an instruction for both (vscalef), with the same results. The polynomials interpolate
// the reduced function at Chebyshev nodes.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "core/ir/intrinsics.h"

namespace lw::cpu {

class VectorMath {
 public:
  // `scaling`: the processor has AVX-512, which multiplies by 2^n in one instruction (softmax is an eighth faster by
  // it).
  explicit VectorMath(llvm::Module& module, bool scaling = false) : module_(module), scaling_(scaling) {}
  // The function for values of `type`; null: we have none.
  llvm::Function* find(Intrinsic function, llvm::Type* type);

 private:
  llvm::Module& module_;
  const bool scaling_;
};

}  // namespace lw::cpu
