#include "backends/cuda/errors.h"

namespace lw {

std::vector<const ErrorKind*> cudaErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "backends/cuda/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
