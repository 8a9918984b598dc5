// A lowered function as standalone C11: one function without main that a C or C++ program calls, and nothing else to
// link but libm. Vectors are loops over their lanes, which compilers vectorise; parallel loops are OpenMP's where it is
// switched on, else serial loops.
//
// It computes what the interpreter computes: integers of data wrap, min and max are a < b ? a : b and a > b ? a : b,
// float16 and bfloat16 compute in float32 and round after each operation. What has no form in C (LLVM's intrinsics,
// threads of a GPU) is refused by its name.
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
  std::vector<std::string> externs;  // functions that the program calls and does not bring along
};

// The function as the last lowering pass leaves it.
Result<CSource> writeC(const PrimFunc& lowered);

// The header of an object or library that was made by the cpu backend: a typed function that packs its arguments for
// `kernel`, which has the interface int kernel(void** buffers, int64_t* scalars).
struct KernelHeader {
  std::string kernel;                 // its symbol
  std::string builtFor;               // "znver4 with +avx2,+fma"
  std::vector<std::string> externs;   // other functions that it calls
  std::vector<std::string> failures;  // failures[code - 1]: the message of an assertion
  bool parallel = false;              // it calls lw_parallel_for
};
std::string writeHeader(const PrimFunc& lowered, const KernelHeader& kernel);

}  // namespace lw
