#include "backends/process/errors.h"

namespace lw {

std::vector<const ErrorKind*> processErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "backends/process/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
