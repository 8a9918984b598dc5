// A model as standalone C11: all of its kernels, its constants, and one function that calls them, for C and C++
// programs that link only libm. And the header of that function, for C, objects and libraries alike.
#pragma once

#include "backends/cpu/model_function.h"

namespace lw {

struct ModelSource {
  std::string text;                   // of the .c file
  std::vector<std::string> failures;  // failures[code - 1]
  std::vector<std::string> externs;
};

// `model`: with kernels in which everything is written out (passes/pipeline.h).
Result<ModelSource> writeModelC(const ModelFunction& model);

struct ModelHeader {
  std::string builtFor;  // "znver4 with +avx2"; empty: C source
  std::vector<std::string> failures, externs;
};
std::string writeModelHeader(const ModelFunction& model, const ModelHeader& header);

}  // namespace lw
