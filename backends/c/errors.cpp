#include "backends/c/errors.h"

namespace lw {

std::vector<const ErrorKind*> cErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "backends/c/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
