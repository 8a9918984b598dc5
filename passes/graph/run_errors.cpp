#include "passes/graph/run_errors.h"

namespace lw {

std::vector<const ErrorKind*> modelErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "passes/graph/run_errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
