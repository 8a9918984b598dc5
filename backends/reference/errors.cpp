#include "backends/reference/errors.h"

namespace lw {

std::vector<const ErrorKind*> referenceErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "backends/reference/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
