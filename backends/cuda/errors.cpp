#include "backends/cuda/errors.h"

namespace lw {

std::vector<const ErrorKind*> cudaErrors() {
  return {
      &err::kCudaArchitecture, &err::kCudaInvalidCode,    &err::kCudaCodeGeneration,
      &err::kCudaNoTool,       &err::kCudaNoDisassembler, &err::kCudaTool,
  };
}

}  // namespace lw
