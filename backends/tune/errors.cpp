#include "backends/tune/errors.h"

namespace lw {

std::vector<const ErrorKind*> tuneBackendErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "backends/tune/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
