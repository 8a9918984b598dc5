#include "passes/graph/errors.h"

namespace lw {

std::vector<const ErrorKind*> graphPassErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "passes/graph/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
