// Elementary functions as LLVM IR, for float32 and (exp only) float64, scalars and vectors of any width by one recipe, so
// that a lane computes what a scalar computes. Each is an internal function that is inlined.
//
// Largest errors in units in the last place, measured against long double over float32 (tests/cpu/test_vector_math.cpp):
//   exp 1, exp2 1, log 1, log2 2, log10 2, tanh 2, sigmoid 2, erf 2; exp of float64 1 (sampled).
// Infinities, NaN, signed zeros, overflow and denormal results and arguments are those of libm.
//
// Method: exp reduces by n ln 2 in two parts (Cody and Waite) and scales by 2^n in two steps, so that denormal results are
// rounded once; polynomials interpolate at Chebyshev nodes (scripts are not needed to rebuild: the coefficients are here).
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <string_view>

namespace lw::cpu {

class VectorMath {
 public:
  explicit VectorMath(llvm::Module& module) : module_(module) {}
  // The function `name` (TVMScript's spelling) for values of `type`; null where there is none of ours.
  llvm::Function* find(std::string_view name, llvm::Type* type);

 private:
  llvm::Module& module_;
};

}  // namespace lw::cpu
