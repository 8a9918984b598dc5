#include "backends/collect/errors.h"

namespace lw {

std::vector<const ErrorKind*> collectErrors() {
  return {
#define LW_ERROR(name, ...) &err::name,
#include "backends/collect/errors.def"
#undef LW_ERROR
  };
}

}  // namespace lw
