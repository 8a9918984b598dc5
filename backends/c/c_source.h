// A lowered function as standalone C11: one function without main, for C and C++ programs, that links only libm.
// Vectors are loops over their lanes, which compilers vectorise; parallel loops use OpenMP if it is enabled, else they
// run serially.
//
// The code computes what the interpreter computes: integers of data wrap, min and max are a < b ? a : b and a > b ? a :
// b, narrow floats compute in float32 and round after each operation. Constructs without a form in C (LLVM's
// intrinsics, threads of a GPU) are refused by name.
#pragma once

#include <string>
#include <vector>

#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

struct CSource {
  std::string text;                  // of the .c file
  std::string symbol;                // the function's name in C
  std::string prototype;             // "int mm(const float *restrict A, float *restrict C)"
  std::vector<std::string> externs;  // external functions that the program calls
};

// The function as the last lowering pass leaves it.
Result<CSource> writeC(const PrimFunc& lowered);

// A header for an object or library of the cpu backend: a typed function that packs its arguments for `kernel`, which
// has the interface int kernel(void** buffers, int64_t* scalars).
struct KernelHeader {
  std::string kernel;                 // its symbol
  std::string builtFor;               // "znver4 with +avx2,+fma"
  std::vector<std::string> externs;   // other functions that it calls
  std::vector<std::string> failures;  // failures[code - 1]: the message of an assertion
  bool parallel = false;              // it calls lw_parallel_for
};
std::string writeHeader(const PrimFunc& lowered, const KernelHeader& kernel);

}  // namespace lw
